//! Local suppression: single cells are blanked, and nothing else changes.

mod alone;
mod donors;
mod packed;
mod posed;
mod restore;
mod settle;
mod subsets;
mod value;
mod wildcard;

use amidst_core::{Control, Error, Result};
use amidst_search::Combination;

use crate::{Axis, Cover, Found, Member, Partition, Points};
use packed::{Columns, Packed};
use posed::{Need, Posed, Unit};
pub use wildcard::Goal;

/// What a blank cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// It is a value like any other: only another blank is equal to it.
    Value,
    /// It matches everything.
    Wildcard,
}

/// A table whose cells are to be blanked until every row is matched by at least k rows, itself among them.
pub struct Suppression<'a> {
    /// The columns.
    pub axes: &'a [Axis],
    /// The rows.
    pub points: &'a Points,
    /// The least number of rows that match.
    pub k: u64,
    /// Columns on which rows must match, each with its own number of rows; none is all columns together with `k`.
    pub combinations: &'a [Combination],
    /// The stratum of each point: only rows of one stratum match. It is never blanked.
    pub strata: Option<&'a [u32]>,
    /// What blanking a cell of each column costs.
    pub costs: &'a [u64],
    /// What a blank cell says.
    pub blanks: Blanks,
    /// What is preferred, if a blank matches everything.
    pub goal: Goal,
}

impl Suppression<'_> {
    /// Blanks cells.
    ///
    /// # Errors
    /// If there are more columns than can be told apart.
    pub fn solve(&self, control: &dyn Control) -> Result<Found> {
        let posed = self.pose()?;
        let (units, is_finished) = match self.blanks {
            Blanks::Value => value::solve(&posed, control),
            Blanks::Wildcard => wildcard::solve(&posed, self.goal, control),
        };
        Ok(Found { partition: self.partition(units), is_finished })
    }

    fn pose(&self) -> Result<Posed<'_>> {
        let columns = self.axes.len();
        if columns >= MOST_COLUMNS {
            return Err(Error::Parameter { name: "quasi", value: columns.to_string(), expected: String::new() });
        }
        let mut values: Vec<u32> = self.axes.iter().map(Axis::values).collect();
        values.push(self.strata.and_then(|strata| strata.iter().max()).map_or(1, |last| last + 1));
        let stratum = |point: u32| self.strata.map_or(0, |strata| strata[point as usize]);
        let points = 0..self.points.len() as u32;
        let codes = points.clone().flat_map(|point| {
            self.points.codes(point).iter().copied().chain(std::iter::once(stratum(point)))
        });
        let packed = Packed::new(&values, codes);
        let set = |columns: &[usize]| columns.iter().fold(0, |set: Columns, column| set | 1 << column);
        let need = |columns: Columns, k: u64| Need { columns: columns | 1 << self.axes.len(), k: k as i64 };
        let needs: Vec<Need> = match self.combinations {
            [] => vec![need((1 << columns) - 1, self.k)],
            some => Combination::needed(some.to_vec()).iter().map(|one| need(set(&one.columns), one.k)).collect(),
        };
        let asked = needs.iter().fold(0, |asked, need| asked | need.columns);
        let is_missing = |axis: &Axis, code: u32| self.blanks == Blanks::Wildcard && axis.missing() == Some(code);
        let missing = |point: u32| {
            let cells = self.axes.iter().zip(self.points.codes(point)).enumerate();
            cells.fold(0, |set: Columns, (column, (axis, &code))| set | u128::from(is_missing(axis, code)) << column)
        };
        let mut blankable: Vec<usize> =
            (0..columns).filter(|&column| asked >> column & 1 == 1 && self.axes[column].values() > 1).collect();
        blankable.sort_by_key(|&column| (self.costs[column], std::cmp::Reverse(self.axes[column].values())));
        Ok(Posed {
            packed,
            counts: self.points.counts().iter().map(|&rows| i64::from(rows)).collect(),
            open: points.map(missing).collect(),
            needs,
            costs: self.costs,
            blankable,
        })
    }

    /// One class for each point and what it shows.
    fn partition(&self, mut units: Vec<Unit>) -> Partition {
        units.retain(|unit| unit.rows > 0);
        units.sort_unstable();
        let (mut members, mut regions) = (Vec::new(), Vec::new());
        for class in units.chunk_by(|a, b| (a.point, a.open) == (b.point, b.open)) {
            let Unit { point, open, .. } = class[0];
            members.push(Member { point, rows: class.iter().map(|unit| unit.rows).sum::<i64>() as u32 });
            let cells = self.axes.iter().zip(self.points.codes(point)).enumerate();
            regions.extend(cells.map(|(column, (axis, &code))| -> Cover {
                let is_blank = open >> column & 1 == 1 && axis.missing() != Some(code);
                if is_blank { axis.everything() } else { axis.cover(code) }
            }));
        }
        let classes = members.len();
        Partition::from_parts(members, 1..=classes).with_regions(regions)
    }
}

const MOST_COLUMNS: usize = 128;

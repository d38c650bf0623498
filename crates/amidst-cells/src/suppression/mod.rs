//! Local suppression: single cells are blanked, and nothing else changes.
//!
//! What is reached depends on what a blank cell says. If it is a [value](Blanks::Value), rows must show the same, blanks
//! included: whoever reads a blank as "withheld" finds at least k rows alike. If it [matches everything](Blanks::Wildcard),
//! as most agencies and their programs count, two rows match unless both show a cell and these differ. Then a row need not
//! be changed at all to be matched by others that were: few blanks in few rows would do for a whole table. So no row is
//! blanked at a higher price than if no other row had a blank.

mod donors;
mod instance;
mod isolated;
mod packed;
mod restore;
mod settle;
mod subsets;
mod value;
mod wildcard;

use std::{cmp::Reverse, collections::HashMap};

use amidst_core::{Combination, Error, Method, Observer, Result, Solver, SolverInfo};

use crate::{Axis, Cover, Member, Partition, PartitionResult, Points};
use instance::{Need, SuppressionInstance, Unit};
use packed::{Columns, Packed};
pub use wildcard::Goal;

/// What a blank cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// It is a value like any other: only another blank is equal to it. So is a missing cell.
    Value,
    /// It matches everything. So does a missing cell.
    Wildcard,
}

/// Blanks cells.
#[derive(Clone, Copy, Debug)]
pub struct LocalSuppression;

impl LocalSuppression {
    /// Its id.
    pub const NAME: &str = "local-suppression";
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo::new(
        Self::NAME,
        "cells are blanked until every row is matched by k rows",
        Method::LocalSuppression,
    );
}

impl Solver<Suppression<'_>> for LocalSuppression {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Suppression<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        problem.solve(observer)
    }
}

/// A table whose cells are to be blanked until every row is matched by at least k rows, itself among them.
pub struct Suppression<'a> {
    /// The columns, made by [`Axis::blanks`].
    pub axes: &'a [Axis],
    /// The rows.
    pub points: &'a Points,
    /// The least number of rows that match.
    pub k: u64,
    /// Columns on which rows must match, each with its own number of rows. None is all columns together with `k`.
    pub combinations: &'a [Combination],
    /// The stratum of each point: only rows of one stratum match. It is never blanked.
    pub strata: Option<&'a [u32]>,
    /// What blanking a cell costs, by column: at most [`Suppression::HIGHEST_COST`]. The sum over all cells is kept low.
    pub costs: &'a [u64],
    /// What a blank cell says.
    pub blanks: Blanks,
    /// What is preferred, if a blank matches everything.
    pub goal: Goal,
}

impl Suppression<'_> {
    /// The most columns.
    pub const MOST_COLUMNS: usize = 127;

    /// The highest cost of a cell.
    pub const HIGHEST_COST: u64 = 1 << 56;

    /// Costs from an order of columns, the most important first: blanking a cell costs more than blanking the cells of all
    /// less important columns in the same row. Columns that are not in the order come last, all alike. From the 50th
    /// listed column on, counted from the least important, costs no longer rise.
    pub fn costs_by_importance(order: &[usize], columns: usize) -> Vec<u64> {
        let mut costs = vec![1; columns];
        let unlisted = columns - order.len();
        for (place, &column) in order.iter().rev().enumerate() {
            costs[column] = (unlisted as u64 + 1) << place.min(49);
        }
        costs
    }

    /// Whether every stratum has the rows that are asked for. If not, no blanks will do.
    pub fn is_feasible(&self) -> bool {
        let most = self.combinations.iter().map(|one| one.k).max().unwrap_or(self.k);
        let mut rows: HashMap<u32, u64> = HashMap::new();
        for point in 0..self.points.len() as u32 {
            *rows.entry(self.stratum(point)).or_default() += u64::from(self.points.count(point));
        }
        rows.values().all(|&rows| rows >= most)
    }

    /// Blanks cells of a feasible problem. Each class is rows of one point that show the same; its covers say which cells
    /// are blank.
    ///
    /// # Errors
    /// If there are too many columns, or a cell costs too much.
    pub fn solve(&self, observer: &dyn Observer) -> Result<PartitionResult> {
        self.check()?;
        let instance = self.pose();
        let (units, is_finished) = match self.blanks {
            Blanks::Value => value::solve(&instance, observer),
            Blanks::Wildcard => wildcard::solve(&instance, self.goal, observer),
        };
        Ok(PartitionResult::new(self.partition(units), is_finished))
    }

    fn check(&self) -> Result<()> {
        let columns = self.axes.len();
        if columns > Self::MOST_COLUMNS {
            let expected = format!("at most {} columns for local suppression", Self::MOST_COLUMNS);
            return Err(Error::Parameter { name: "quasi", value: columns.to_string(), expected });
        }
        match self.costs.iter().find(|&&cost| cost > Self::HIGHEST_COST) {
            Some(cost) => {
                let expected = format!("at most {} for a cell", Self::HIGHEST_COST);
                Err(Error::Parameter { name: "cost", value: cost.to_string(), expected })
            }
            None => Ok(()),
        }
    }

    fn stratum(&self, point: u32) -> u32 {
        self.strata.map_or(0, |strata| strata[point as usize])
    }

    fn pose(&self) -> SuppressionInstance<'_> {
        let columns = self.axes.len();
        let strata = self.strata.and_then(|strata| strata.iter().max()).map_or(1, |last| last + 1);
        let values: Vec<u32> = self.axes.iter().map(Axis::values).chain([strata]).collect();
        let points = 0..self.points.len() as u32;
        let codes = points
            .clone()
            .flat_map(|point| self.points.codes(point).iter().copied().chain([self.stratum(point)]));
        let needs = self.needs();
        let is_asked = |column: usize| needs.iter().any(|need| need.columns >> column & 1 == 1);
        let mut blankable: Vec<usize> =
            (0..columns).filter(|&column| is_asked(column) && self.axes[column].values() > 1).collect();
        blankable.sort_by_key(|&column| (self.costs[column], Reverse(self.axes[column].values())));
        SuppressionInstance {
            packed: Packed::new(&values, codes),
            counts: self.points.counts().iter().map(|&rows| i64::from(rows)).collect(),
            open: points.map(|point| self.open(point)).collect(),
            needs,
            stratum: 1 << columns,
            costs: self.costs,
            blankable,
        }
    }

    fn needs(&self) -> Vec<Need> {
        let stratum = 1 << self.axes.len();
        let need = |columns: Columns, k: u64| Need { columns: columns | stratum, k: k as i64 };
        if self.combinations.is_empty() {
            return vec![need(stratum - 1, self.k)];
        }
        let set = |columns: &[usize]| columns.iter().fold(0, |set: Columns, column| set | 1 << column);
        let needed = Combination::needed(self.combinations.to_vec());
        needed.iter().map(|one| need(set(&one.columns), one.k)).collect()
    }

    /// The columns in which a point matches everything as it is.
    fn open(&self, point: u32) -> Columns {
        if self.blanks == Blanks::Value {
            return 0;
        }
        let cells = self.axes.iter().zip(self.points.codes(point)).enumerate();
        let missing = cells.filter(|(_, (axis, code))| axis.missing() == Some(**code));
        missing.fold(0, |set, (column, _)| set | 1 << column)
    }

    fn partition(&self, mut units: Vec<Unit>) -> Partition {
        units.retain(|unit| unit.rows > 0);
        units.sort_unstable();
        let (mut members, mut regions) = (Vec::new(), Vec::new());
        for class in units.chunk_by(|a, b| (a.point, a.open) == (b.point, b.open)) {
            let Unit { point, open, .. } = class[0];
            members.push(Member { point, rows: class.iter().map(|unit| unit.rows).sum::<i64>() as u32 });
            regions.extend(self.covers(point, open & !self.open(point)));
        }
        let ends = 1..=members.len();
        Partition::from_parts(members, ends).with_regions(regions)
    }

    fn covers(&self, point: u32, blank: Columns) -> impl Iterator<Item = Cover> {
        let cells = self.axes.iter().zip(self.points.codes(point)).enumerate();
        cells.map(move |(column, (axis, &code))| match blank >> column & 1 {
            0 => axis.cover(code),
            _ => axis.everything(),
        })
    }
}

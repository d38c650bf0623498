//! A small table with everything its classes may show, and what that costs by weights that may change.

use std::collections::HashMap;

use amidst_cells::{Cover, Member, Objective, Partition, Problem};
use amidst_core::Observer;

use super::cells::{cells, joined};

/// The cost of a whole domain in a column of weight 1: so many whole parts that levels of hierarchies up to height 16 are whole
/// too, and that nothing rounded can be seen.
pub(super) const ONE: i64 = 720_720 << 20;

/// What costs less than this is nothing: a billionth of a cell.
pub(super) const NOTHING: i64 = ONE >> 30;

/// Rows of points, and every cell that k of them share.
pub(super) struct Table<'a> {
    pub problem: &'a Problem<'a>,
    /// The rows of each point.
    pub counts: Vec<u32>,
    /// The points of each cell, ascending.
    pub cells: Vec<Vec<u32>>,
    /// For each cell the share of its domain that each column shows.
    shares: Vec<f64>,
    /// The place of each cell by its covers.
    place: HashMap<Vec<Cover>, u32>,
}

/// Rows of points that may be a class, and what they cost together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub members: Vec<Member>,
    pub cost: i64,
}

/// What each cell costs a row, and a row that is left out.
pub(super) struct Costs {
    pub of_cell: Vec<i64>,
    pub left_out: i64,
}

impl<'a> Table<'a> {
    /// Lists all cells; nothing if they are too many, or if stopped.
    pub fn new(problem: &'a Problem<'a>, observer: &dyn Observer) -> Option<Self> {
        let cells = cells(problem, observer)?;
        let mut table = Self {
            problem,
            counts: problem.points.counts().to_vec(),
            shares: Vec::with_capacity(cells.len() * problem.axes.len()),
            place: HashMap::with_capacity(cells.len()),
            cells: Vec::new(),
        };
        for (at, cell) in cells.iter().enumerate() {
            let covers = table.covers(cell.iter().copied());
            let shares =
                problem.axes.iter().zip(&covers).map(|(axis, &it)| axis.share(problem.objective, it));
            table.shares.extend(shares);
            table.place.insert(covers, at as u32);
        }
        table.cells = cells;
        Some(table)
    }

    /// The rows that every class has.
    pub fn k(&self) -> u32 {
        self.problem.conditions.least() as u32
    }

    pub fn points(&self) -> usize {
        self.counts.len()
    }

    pub fn rows(&self) -> u64 {
        self.problem.points.rows()
    }

    fn covers(&self, points: impl IntoIterator<Item = u32>) -> Vec<Cover> {
        let Problem { axes, points: table, .. } = self.problem;
        let mut points = points.into_iter();
        let first = table.codes(points.next().expect("a class has rows"));
        let mut covers: Vec<Cover> = axes.iter().zip(first).map(|(axis, &code)| axis.cover(code)).collect();
        for point in points {
            covers = joined(axes, &covers, table.codes(point));
        }
        covers
    }

    /// The cell of a class.
    pub fn cell_of(&self, members: &[Member]) -> usize {
        let covers = self.covers(members.iter().map(|member| member.point));
        self.place[&covers] as usize
    }

    /// What a class costs.
    pub fn class(&self, members: Vec<Member>, costs: &Costs) -> Class {
        let rows: i64 = members.iter().map(|member| i64::from(member.rows)).sum();
        let cost = rows * costs.of_cell[self.cell_of(&members)];
        Class { members, cost }
    }

    /// Costs by columns' weights, none of them above 16.
    pub fn costs(&self, weights: &[f64]) -> Costs {
        let one = |weight: f64, share: f64| (weight * share * ONE as f64).round() as i64;
        let of_cell = |shares: &[f64]| weights.iter().zip(shares).map(|(&weight, &it)| one(weight, it)).sum();
        Costs {
            of_cell: self.shares.chunks(weights.len()).map(of_cell).collect(),
            left_out: weights.iter().map(|&weight| one(weight, 1.0)).sum(),
        }
    }

    /// What a partition costs.
    pub fn cost(&self, partition: &Partition, costs: &Costs) -> i64 {
        let classes = partition.classes().map(|class| self.class(class.to_vec(), costs).cost);
        classes.sum::<i64>() + partition.rows_left_out() as i64 * costs.left_out
    }

    /// The mean share of its domain that each column shows in a partition; of a row that is left out it is all.
    pub fn means(&self, partition: &Partition) -> Vec<f64> {
        let columns = self.problem.axes.len();
        let mut sums = vec![partition.rows_left_out() as f64; columns];
        for (at, class) in partition.classes().enumerate() {
            let shares = &self.shares[self.cell_of(class) * columns..][..columns];
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += partition.rows(at) as f64 * share);
        }
        sums.iter().map(|sum| sum / self.rows() as f64).collect()
    }

    /// Columns' weights, each divided by the largest; all of them zero is the same as all equal.
    pub fn weights(&self) -> Vec<f64> {
        let weights = || self.problem.axes.iter().map(|axis| axis.weight);
        let largest = weights().fold(0.0, f64::max);
        weights().map(|weight| if largest > 0.0 { weight / largest } else { 1.0 }).collect()
    }

    /// The score of a partition that costs so much, by the columns' own weights.
    pub fn score(&self, cost: i64) -> f64 {
        let sum = cost as f64 / ONE as f64;
        match self.problem.objective {
            Objective::Levels => sum,
            _ => sum / self.rows() as f64 / self.problem.axes.len() as f64,
        }
    }
}

//! What is asked of an algorithm that cuts columns, and what it answers.

use amidst_cells::{Axis, Conditions, Judge, Partition, Points};

/// A table posed for recoding by cuts: every column falls into intervals, the same for all rows. Rows whose class does not
/// meet the conditions are suppressed.
pub struct Problem<'a> {
    /// The columns.
    pub axes: &'a [Axis],
    /// The rows.
    pub points: &'a Points,
    /// What every released class must meet: nothing that holds of a class and fails of a larger one.
    pub conditions: Conditions,
    /// What is minimized.
    pub cost: Cost,
    /// The companion that is to be predicted, if one is.
    pub target: Option<usize>,
    /// How many rows may be suppressed.
    pub limit: u64,
    /// The rows of the table, those that were suppressed before included: what a suppressed row costs.
    pub rows: u64,
    /// Where chance starts, for what is led by it.
    pub seed: u64,
}

impl Problem<'_> {
    /// Whether all rows together would do as one class; if not, there is no solution.
    pub fn is_feasible(&self) -> bool {
        let all = (0..self.points.len() as u32).map(|point| (point, self.points.count(point)));
        Judge::new(&self.conditions, self.points).holds(all)
    }
}

/// What is minimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Each released row costs the rows of its class, each suppressed row those of the table.
    Discernibility,
    /// The rows that are suppressed, or whose target is not that of most in their class.
    Classification,
    /// The share of its domain that a cell stands for, columns joined by a shifted geometric mean; a suppressed row stands
    /// for everything.
    Loss,
}

/// Classes, and what is known of them.
#[derive(Clone, Debug)]
pub struct CutsResult {
    /// The classes with what they show, and the rows that are suppressed.
    pub partition: Partition,
    /// The splits that were made, ascending.
    pub splits: Vec<u32>,
    /// What they cost.
    pub cost: f64,
    /// No cuts cost less.
    pub bound: f64,
    /// Whether the search ran to its end.
    pub is_finished: bool,
    /// Sets of splits that were looked at.
    pub nodes: u64,
}

impl CutsResult {
    /// Whether no cuts cost less.
    pub fn is_optimal(&self) -> bool {
        self.bound >= self.cost
    }
}

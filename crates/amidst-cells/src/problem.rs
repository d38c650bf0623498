//! What is asked of a recoder.

use crate::{Axis, Conditions, Judge, Objective, Points};

/// A table posed for recoding cell by cell.
pub struct Problem<'a> {
    /// The columns.
    pub axes: &'a [Axis],
    /// The rows.
    pub points: &'a Points,
    /// What every class must meet.
    pub conditions: Conditions,
    /// What is minimized.
    pub objective: Objective,
    /// How regions are split, for algorithms that split regions.
    pub split: Split,
    /// What classes show, for algorithms that split regions.
    pub labels: Labels,
    /// What everything random follows from.
    pub seed: u64,
}

/// How a region is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// Along the column that is widest in it, near its median.
    #[default]
    Width,
    /// Where it costs least under the objective.
    Loss,
    /// Where it tells most about the values of a companion, by its number.
    Gain(usize),
}

/// What a class shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// What its own rows need.
    #[default]
    Data,
    /// The region it was cut out as, so that one function recodes every possible row.
    Region,
}

impl Problem<'_> {
    /// Whether all rows together would do as one class; if not, there is no solution for conditions that do not break
    /// when classes merge, and no recoder looks for one.
    pub fn is_feasible(&self) -> bool {
        let all = (0..self.points.len() as u32).map(|point| (point, self.points.count(point)));
        Judge::new(&self.conditions, self.points).holds(all)
    }
}

//! One column of numbers: the best groups there are.

use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo};

use super::{hansen_mukherjee, merge, space::Space};
use amidst_cells::{PartitionResult, Problem};

/// The optimal partition of one column of numbers or dates.
#[derive(Clone, Copy, Debug)]
pub struct Univariate;

impl Solver<Problem<'_>> for Univariate {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new("univariate", "the best groups of one column of numbers", Method::Microaggregation)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        if problem.axes.len() != 1 || problem.axes[0].places().is_none() {
            return Err(Error::Parameter {
                name: "algorithm",
                value: self.name().into(),
                expected: "one quasi column, of numbers or dates without a hierarchy; for several take microaggregation"
                    .into(),
            });
        }
        let space = Space::new(problem);
        // Codes ascend with their places, and points with their codes; a missing value comes last.
        let order = rows(problem);
        let ends = hansen_mukherjee::best(&space, &order, problem.conditions.least() as usize);
        Ok(merge::until_all_hold(problem, &space, hansen_mukherjee::groups(&order, &ends), observer))
    }
}

/// The point of every row, point after point.
pub(super) fn rows(problem: &Problem<'_>) -> Vec<u32> {
    let points = 0..problem.points.len() as u32;
    points.flat_map(|point| std::iter::repeat_n(point, problem.points.count(point) as usize)).collect()
}

//! `local`: the pipeline that keeps most.
//!
//! An order in which near rows are close, cut into runs at least cost; then rows move, swap, found and dissolve classes,
//! by chance that cools down.

mod block;
mod refine;
mod runs;
mod start;

use amidst_core::{Control, Result};

use crate::{Found, Partition, Prices, Problem, Recoder, tree::Tree};

/// See the module.
pub(crate) struct Local;

impl Recoder for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn recode(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Found> {
        if problem.points.is_empty() {
            return Ok(Found { partition: Partition::default(), is_finished: true });
        }
        let prices = Prices::new(problem.axes, problem.objective);
        let tree = Tree::new(problem.axes, problem.points, &prices);
        let classes = start::start(problem, &prices, tree.order());
        let (partition, is_finished) = refine::refine(problem, &tree, classes, control);
        Ok(Found { partition, is_finished })
    }
}

//! `local`: the pipeline that keeps most.
//!
//! Rows are cut in two where it saves most, again and again. The order this puts them in is cut into runs anew, at least
//! cost. Then rows move, swap, found and dissolve classes, by chance that cools down. Few rows are solved exactly.

mod block;
mod cuts;
mod exact;
mod moves;
mod refine;
mod runs;
mod start;
mod whole;

use amidst_core::{Control, Result};

use crate::{Found, Member, Objective, Partition, Prices, Problem, Recoder, mend::tidy};

/// See the module.
pub(crate) struct Local;

impl Recoder for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn recode(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Found> {
        let points = problem.points;
        if points.is_empty() || problem.axes.is_empty() {
            let all = (0..points.len() as u32).map(|point| Member { point, rows: points.count(point) });
            let classes = (!points.is_empty()).then(|| all.collect());
            return Ok(Found { partition: Partition::new(classes), is_finished: true, is_optimal: true });
        }
        let prices = Prices::new(problem.axes, problem.objective);
        if points.rows() <= exact::FEW {
            let partition = Partition::new(exact::exact(problem, &prices));
            // Only the sum of prices is least, not every other way to join columns.
            let is_optimal = problem.objective == Objective::Gcp;
            return Ok(Found { partition, is_finished: true, is_optimal });
        }
        let start = start::start(problem, &prices, control)?;
        let (classes, is_finished) = refine::refine(problem, start, control);
        let partition = Partition::new(classes.into_iter().map(tidy));
        Ok(Found::new(partition, is_finished))
    }
}

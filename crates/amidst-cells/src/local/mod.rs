//! `local`: the pipeline that keeps most.
//!
//! Rows are cut in two where it saves most, again and again. The order this puts them in is cut into runs anew, at least
//! cost. Then rows move, swap, found and dissolve classes, by chance that cools down, and classes near each other are thrown
//! together and cut anew over their closed cells. Few rows are solved exactly.

mod block;
mod cuts;
mod even;
mod moves;
mod pool;
mod refine;
mod runs;
mod start;
mod whole;

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};
use rayon::prelude::*;

use crate::{
    Member, Objective, Partition, PartitionResult, Prices, Problem,
    exact::{FEW, exact},
    repair::tidy,
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local;

impl Solver<Problem<'_>> for Local {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "local",
            "the best we know: several starts, refined by moving rows between classes",
            Method::LocalRecoding,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let points = problem.points;
        if points.is_empty() || problem.axes.is_empty() {
            let all = (0..points.len() as u32).map(|point| Member { point, rows: points.count(point) });
            let classes = (!points.is_empty()).then(|| all.collect());
            return Ok(PartitionResult {
                partition: Partition::new(classes),
                is_finished: true,
                is_optimal: true,
            });
        }
        let prices = Prices::new(problem.axes, problem.objective);
        if points.rows() <= FEW {
            let partition = Partition::new(exact(problem, &prices));
            // Only the sum of prices is least, not every other way to join columns.
            let is_optimal = problem.objective == Objective::Gcp;
            return Ok(PartitionResult { partition, is_finished: true, is_optimal });
        }
        let start = start::start(problem, &prices, observer)?;
        observer.go_on()?;
        let (classes, is_finished) = refine::refine(problem, start, observer);
        observer.go_on()?;
        let classes = cuts::cut_on(problem, &prices, classes.into_par_iter().map(tidy).collect(), observer);
        observer.go_on()?;
        Ok(PartitionResult::new(Partition::new(classes), is_finished))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Codes;

    use super::*;
    use crate::{Axis, Conditions, Labels, Measured, Points, Split, rng::SeededRng};

    fn score(problem: &Problem<'_>, classes: Vec<Vec<Member>>) -> f64 {
        let measured = Measured::new(problem.axes, problem.points, &Partition::new(classes));
        measured.score(problem.axes, problem.objective)
    }

    #[test]
    fn few_rows_are_nearly_always_solved_exactly_by_moves_too() {
        let texts = || (0..6).map(|at: u32| Some(at.to_string().into())).collect();
        let axes = [
            Axis::sets("a", texts()),
            Axis::ranges("b", texts(), (0..6).map(f64::from).collect()),
            Axis::blanks("c", texts()),
        ];
        let mut equal = 0;
        for seed in 0..40 {
            let mut draw = SeededRng::new(seed, 0);
            let mut column = || (Codes::U8((0..12).map(|_| draw.below(6) as u8).collect()), 6);
            let (points, _) = Points::collapse(&[column(), column(), column()], &[]).unwrap();
            let problem = Problem {
                axes: &axes,
                points: &points,
                conditions: Conditions::new(3, vec![]),
                objective: Objective::Gcp,
                split: Split::default(),
                labels: Labels::default(),
                seed: 0,
            };
            let prices = Prices::new(&axes, problem.objective);
            let best = score(&problem, exact(&problem, &prices));
            let start = start::start(&problem, &prices, &()).unwrap();
            let first = score(&problem, start.clone());
            let (classes, is_finished) = refine::refine(&problem, start, &());
            let last = score(&problem, classes);
            assert!(
                is_finished && best <= last + 1e-9 && last <= first,
                "seed {seed}: {best} {last} {first}"
            );
            equal += u32::from(last < best + 1e-5);
        }
        assert!(equal >= 36, "{equal} of 40");
    }
}

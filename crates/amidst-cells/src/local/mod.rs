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

use crate::{
    Member, Partition, PartitionResult, Prices, Problem,
    exact::{are_few, exact, least_loss},
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
            return Ok(PartitionResult::best(Partition::new(classes)));
        }
        let prices = Prices::new(problem.axes, problem.objective);
        if are_few(problem) {
            if let Some(classes) = least_loss(problem, &prices) {
                return Ok(PartitionResult::best(Partition::new(classes)));
            }
            let partition = Partition::new(exact(problem, &prices));
            // Only the sum of prices is least, not every other way to join columns.
            let is_optimal = problem.objective.is_sum();
            return Ok(PartitionResult { is_optimal, ..PartitionResult::best(partition) });
        }
        let start = start::start(problem, &prices, observer)?;
        observer.go_on()?;
        let (refined, is_finished) = refine::refine(problem, start, observer);
        observer.go_on()?;
        let partition = refined.tidied();
        if observer.is_stopped() {
            return Ok(PartitionResult::new(partition, is_finished));
        }
        let classes = partition.classes().map(<[Member]>::to_vec).collect();
        let classes = cuts::cut_on(problem, &prices, classes, observer);
        observer.go_on()?;
        Ok(PartitionResult::new(Partition::new(classes), is_finished))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::{Codes, Model, Requirement};
    use amidst_kernel::AuxColumn;
    use amidst_models::AlphaK;

    use super::*;
    use crate::{Axis, Conditions, Labels, Measured, Objective, Points, Split, rng::SeededRng};

    fn score(problem: &Problem<'_>, partition: &Partition) -> f64 {
        let measured = Measured::new(problem.axes, problem.points, partition);
        measured.score(problem.axes, problem.objective)
    }

    /// Of 40 tables of 12 rows, how many are solved exactly by moves alone, no class having a larger share of a value.
    fn solved_exactly(alpha: Option<f64>) -> u32 {
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
            let columns = [column(), column(), column()];
            let values = AuxColumn { codes: (0..12).map(|_| draw.below(4)).collect(), width: 4 };
            let values = if alpha.is_some() { vec![values] } else { vec![] };
            let (points, _) = Points::collapse(&columns, &values).unwrap();
            let asked = alpha.map(|alpha| Requirement {
                aux_column: Some(0),
                ..Requirement::new(Model::Class(Box::new(AlphaK::new(alpha, 3, &[]).unwrap())))
            });
            let problem = Problem {
                axes: &axes,
                points: &points,
                conditions: Conditions::new(3, asked.into_iter().collect()),
                objective: Objective::Gcp,
                split: Split::default(),
                labels: Labels::default(),
                seed: 0,
            };
            if !problem.is_feasible() {
                equal += 1;
                continue;
            }
            let prices = Prices::new(&axes, problem.objective);
            let best = score(&problem, &Partition::new(exact(&problem, &prices)));
            let start = start::start(&problem, &prices, &()).unwrap();
            let first = score(&problem, &Partition::new(start.clone()));
            let (partition, is_finished) = refine::refine(&problem, start, &());
            let last = score(&problem, &partition);
            assert!(
                is_finished && best <= last + 1e-9 && last <= first,
                "seed {seed}: {best} {last} {first}"
            );
            equal += u32::from(last < best + 1e-5);
        }
        equal
    }

    #[test]
    fn few_rows_are_nearly_always_solved_exactly_by_moves_too() {
        let equal = solved_exactly(None);
        assert!(equal >= 36, "{equal} of 40");
    }

    #[test]
    fn so_are_most_of_them_where_shares_of_values_are_limited() {
        let equal = solved_exactly(Some(0.5));
        assert!(equal >= 30, "{equal} of 40");
    }
}

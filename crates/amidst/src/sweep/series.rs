//! One algorithm under one limit, for every k.
//!
//! What is proved of one point tells about others, where k is all that is asked:
//!
//! * A node that is best under a limit is best under every smaller one that it keeps: fewer nodes compete with it, and what it costs
//!   does not depend on the limit.
//! * As k grows, a node suppresses the same rows and maybe more, so that no node gets cheaper. If the best nodes of two k are one node that
//!   suppresses the same rows, that node costs as much for every k between, where all others cost no less than for the smaller k: it is the
//!   best of them too.
//! * The best node of a larger k is feasible for a smaller one, and a good start: what costs more need not be looked at.
//! * Heuristics say how far from the best they may be at most. Two of them compare with the same bound; and where finding it would
//!   end with proving the best node, it is known if that was proved before.

use std::sync::Arc;

use amidst_core::{Guarantee, Observer, Stage};
use amidst_metrics::{Gcp, Loss};
use amidst_search::{Optimal, Preference};
use amidst_spec::{Result, names::AUTO, validated::ValidatedSpec};

use super::{
    grid::Case,
    instances::Instances,
    point::{PointResult, SweepPoint},
};
use crate::job::{Attempt, Dataset, SolveError, check_cells, solve_node};

/// The points of a series, as far as they are solved.
pub(super) struct Series<'a> {
    cases: &'a [Case],
    points: Vec<Option<SweepPoint>>,
    /// Rows of the table.
    rows: u64,
}

impl<'a> Series<'a> {
    pub fn new(cases: &'a [Case], rows: u64) -> Self {
        Self { cases, points: cases.iter().map(|_| None).collect(), rows }
    }

    /// Where it stands among all.
    pub fn place(&self) -> usize {
        self.cases[0].series
    }

    /// What was solved, by k.
    pub fn into_points(self) -> impl Iterator<Item = SweepPoint> {
        self.points.into_iter().flatten()
    }

    /// Solves every point; `looser` is the same series under a larger limit.
    pub fn solve(
        &mut self,
        looser: Option<&Self>,
        read: &mut Dataset,
        instances: &mut Instances,
        observer: &dyn Observer,
    ) -> Result<()> {
        let mut solver = Solver { looser, read, instances, observer };
        let last = self.cases.len() - 1;
        self.solve_at(last, &mut solver)?;
        self.solve_at(0, &mut solver)?;
        self.solve_between(0, last, &mut solver)
    }

    /// Solves what lies between two points, the middle first.
    fn solve_between(&mut self, low: usize, high: usize, solver: &mut Solver<'_>) -> Result<()> {
        if high - low < 2 {
            return Ok(());
        }
        if let Some(same) = self.same_between(low, high) {
            for at in low + 1..high {
                solver.instances.note_same(self.key(at), self.key(low));
                self.points[at] = Some(SweepPoint::new(&self.cases[at], "found", Some(same.clone()), None));
            }
            return Ok(());
        }
        let middle = low.midpoint(high);
        self.solve_at(middle, solver)?;
        self.solve_between(middle, high, solver)?;
        self.solve_between(low, middle, solver)
    }

    /// What every point between two has, if both have it.
    fn same_between(&self, low: usize, high: usize) -> Option<PointResult> {
        let [lower, upper] = [low, high].map(|at| self.proved(at));
        let (lower, upper) = (lower?, upper?);
        let is_same = (&lower.levels, lower.suppressed) == (&upper.levels, upper.suppressed);
        let never_gains = [Loss::NAME, Gcp::NAME].contains(&&*self.cases[low].validated.objective);
        (is_same && never_gains).then(|| lower.clone())
    }

    /// The best node of a point, if it is proved to be the best and k is all that is asked.
    fn proved(&self, at: usize) -> Option<&PointResult> {
        let result = self.points[at].as_ref()?.result.as_ref()?;
        (result.optimal && is_exact(&result.algorithm) && is_k_alone(&self.cases[at].validated))
            .then_some(result)
    }

    /// The k of a point, and the rows that may be suppressed.
    fn key(&self, at: usize) -> (u64, u64) {
        key(&self.cases[at], self.rows)
    }

    fn solve_at(&mut self, at: usize, solver: &mut Solver<'_>) -> Result<()> {
        if self.points[at].is_some() || solver.observer.is_stopped() {
            return Ok(());
        }
        let case = &self.cases[at];
        let known = solver.looser.and_then(|looser| looser.proved(at));
        let known = known.filter(|known| known.suppressed <= case.validated.suppression_limit(self.rows));
        let point = match known {
            Some(known) => {
                solver
                    .instances
                    .note_same(self.key(at), solver.looser.map_or_else(|| self.key(at), |it| it.key(at)));
                SweepPoint::new(case, "found", Some(known.clone()), None)
            }
            None => {
                let above = self.points[at..].iter().flatten().find_map(|point| point.result.as_ref());
                let start = above.map(|result| result.levels.iter().map(|(_, level)| *level).collect());
                solver.point(case, start)?
            }
        };
        self.points[at] = Some(point);
        Ok(())
    }
}

/// The k of a case, and the rows that may be suppressed.
fn key(case: &Case, rows: u64) -> (u64, u64) {
    (case.k, case.validated.suppression_limit(rows))
}

/// Whether an algorithm that ran proves its answers.
fn is_exact(algorithm: &str) -> bool {
    amidst_search::algorithm(algorithm)
        .is_ok_and(|algorithm| algorithm.info().guarantee == Guarantee::Optimal)
}

/// Whether k of all quasi columns is all that is asked, and the best node is what is taken.
fn is_k_alone(validated: &ValidatedSpec) -> bool {
    validated.requirements.is_empty()
        && validated.combinations.is_empty()
        && validated.prefer == Preference::OBJECTIVE
        && !is_settled(validated)
}

/// Whether a first solution may not be the one that is released.
fn is_settled(validated: &ValidatedSpec) -> bool {
    validated.is_by_profile() || validated.stands_for.is_some()
}

/// What solves a point.
struct Solver<'s> {
    looser: Option<&'s Series<'s>>,
    read: &'s mut Dataset,
    instances: &'s mut Instances,
    observer: &'s dyn Observer,
}

impl Solver<'_> {
    /// Solves a point; `start` is a node that may be good.
    fn point(&mut self, case: &Case, start: Option<Vec<u8>>) -> Result<SweepPoint> {
        self.observer.progress(Stage::Solving, 0, None);
        let attempt = match &case.validated {
            validated if is_settled(validated) => self.settled(case),
            validated if validated.recoding.is_by_cells() => self.by_cells(case),
            _ => self.by_levels(case, start),
        };
        match attempt {
            Ok((outcome, result)) => Ok(SweepPoint::new(case, outcome, Some(result), None)),
            Err(SolveError::Failed(error)) => Err(error),
            Err(SolveError::Infeasible(why)) => {
                let why = case.job.describe(why, &case.validated, self.read);
                Ok(SweepPoint::new(case, why.outcome, None, Some(why.message)))
            }
        }
    }

    fn by_levels(&mut self, case: &Case, start: Option<Vec<u8>>) -> Attempt<(&'static str, PointResult)> {
        let validated = &case.validated;
        let instance = self.instances.lattice(self.read, validated, self.observer)?;
        if let Some(why) = instance.obstacle(validated) {
            return Err(SolveError::Infeasible(instance.infeasibility(validated, why)?));
        }
        let known = self.instances.known(key(case, self.read.rows()));
        let problem = instance.raised_problem(validated)?.with_known(Arc::clone(&known));
        let is_proving = [AUTO, Optimal::NAME].contains(&&*validated.algorithm) && problem.is_decidable();
        let problem = match start.filter(|_| is_proving) {
            Some(start) => problem.with_start(&start),
            None => problem,
        };
        let node = solve_node(&instance, &problem, validated, self.observer)?;
        if node.is_optimal && is_exact(node.found.algorithm) && is_k_alone(validated) {
            known.note_best(node.found.solution.score.clone());
        }
        let outcome = node.found.outcome.name();
        Ok((outcome, PointResult::of_node(node, &instance, &problem, validated)?))
    }

    fn by_cells(&mut self, case: &Case) -> Attempt<(&'static str, PointResult)> {
        check_cells(self.read, &case.validated)?;
        let instance = self.instances.cells(self.read, &case.validated, self.observer)?;
        let solved = instance.solve(self.read, &case.validated, self.observer)?;
        Ok((solved.outcome.name(), PointResult::of_rows(&solved, self.read)))
    }

    /// The whole way to what is released, which may fix levels and set rows aside on its way.
    fn settled(&mut self, case: &Case) -> Attempt<(&'static str, PointResult)> {
        let roles = self.read.roles.clone();
        let solved = case.job.settled(self.read, &case.validated, self.observer);
        let answer = solved.map(|solved| (solved.outcome.name(), PointResult::of_rows(&solved, self.read)));
        self.read.roles = roles;
        self.read.set_nobody_aside();
        answer
    }
}

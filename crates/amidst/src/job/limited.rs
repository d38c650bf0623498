//! A search that has little time: coarse tables first, which are quickly made and quickly searched.
//!
//! Rows are collapsed at one node after another, each finer than the one before, the last as fine as any solution can be. What was
//! found above one is where the search above the next begins; so there is an answer as soon as the first table is searched, and
//! when time is up while rows are collapsed, that ends at once. The nodes that Datafly would walk are judged before
//! all others: the answer is never worse than the one it would have come to by then.

use amidst_core::{
    Levels, Observer, Outcome, Solution, Statistics,
    lattice::{at_or_below, height},
};
use amidst_search::{Algorithm, Optimal};
use amidst_spec::{Error, Result, validated::ValidatedSpec};

use super::{
    Attempt, InfeasibleReason, LatticeInstance, SolveError,
    deadline::{Cut, Deadline},
    lattice_problem::LatticeProblem,
    search_result::{SearchResult, chosen, concluded},
};

/// The best node above the last of some bases, and the problem as it was posed where it was found.
pub(super) fn search(
    posed: &LatticeProblem<'_>,
    bases: &[Levels],
    validated: &ValidatedSpec,
    clock: &Deadline<'_>,
) -> Attempt<(LatticeInstance, SearchResult)> {
    let mut search = LimitedSearch { posed, validated, clock, best: None, statistics: Statistics::default() };
    let mut way = posed.way();
    let (last, coarse) = bases.split_last().expect("there is always a last one");
    for base in coarse {
        let Some(instance) = search.pose(base)? else { return search.stopped(last) };
        let outcome = search.solve(&instance, &mut way, &Optimal, &clock.halfway())?;
        search.keep(instance, outcome);
    }
    let Some(instance) = search.pose(last)? else { return search.stopped(last) };
    let algorithm = chosen(&instance.problem(validated)?, validated)?;
    let outcome = search.solve(&instance, &mut way, algorithm, clock)?;
    search.ended(instance, algorithm, outcome)
}

/// What was found so far.
struct LimitedSearch<'a> {
    posed: &'a LatticeProblem<'a>,
    validated: &'a ValidatedSpec,
    clock: &'a Deadline<'a>,
    best: Option<(LatticeInstance, Solution)>,
    statistics: Statistics,
}

impl LimitedSearch<'_> {
    /// The problem at a base; nothing if time is up and there is an answer already.
    fn pose(&self, base: &[u8]) -> Attempt<Option<LatticeInstance>> {
        if self.best.is_none() {
            let instance = self.posed.at(base, self.clock)?;
            return Ok(Some(instance.checked(self.validated)?));
        }
        match self.posed.at(base, &Cut(self.clock)) {
            Ok(instance) => Ok(Some(instance)),
            Err(Error::Aborted(_)) => Ok(self.clock.go_on().map(|()| None)?),
            Err(error) => Err(error.into()),
        }
    }

    /// Searches above a base, from the best so far and what is left of Datafly's way, the coarsest first.
    fn solve(
        &self,
        instance: &LatticeInstance,
        way: &mut Vec<Levels>,
        algorithm: &dyn Algorithm,
        observer: &dyn Observer,
    ) -> Result<Outcome> {
        let base = instance.tuples().bottom().levels();
        let next = way.iter().position(|levels| at_or_below(base, levels)).unwrap_or(way.len());
        let mut first: Vec<Levels> = way.split_off(next).into_iter().rev().collect();
        let mut problem = instance.problem(self.validated)?;
        if let Some((_, best)) = &self.best {
            first.insert(0, best.levels.clone());
            problem = problem.with_start(&best.levels);
        }
        let problem = problem.with_way(first);
        Ok(algorithm.solve(&problem, observer)?)
    }

    /// Keeps what is better than the best so far. Of what is as good, that of the smaller table stays.
    fn keep(&mut self, instance: LatticeInstance, outcome: Outcome) {
        let (Outcome::Found(found) | Outcome::Stopped(Some(found))) = outcome else { return };
        self.statistics = added(self.statistics, found.statistics);
        let rank = |it: &Solution| (it.score.clone(), height(&it.levels), it.levels.clone());
        if self.best.as_ref().is_none_or(|(_, best)| rank(&found) < rank(best)) {
            self.best = Some((instance, found));
        }
    }

    /// Time was up before the last table was made: what no node scores below is what its levels cost.
    fn stopped(self, last: &[u8]) -> Attempt<(LatticeInstance, SearchResult)> {
        let (instance, best) = self.best.expect("without an answer it goes on");
        let problem = instance.problem(self.validated)?;
        let algorithm = chosen(&problem, self.validated)?;
        let bound = problem.metric().floor(last).min(best.score.clone());
        let solution = Solution { bound, statistics: self.statistics, ..best };
        let result = concluded(algorithm, solution, false);
        drop(problem);
        Ok((instance, result))
    }

    /// The last table was searched, to its end or not.
    fn ended(
        mut self,
        instance: LatticeInstance,
        algorithm: &dyn Algorithm,
        outcome: Outcome,
    ) -> Attempt<(LatticeInstance, SearchResult)> {
        let (is_stopped, bound) = match &outcome {
            Outcome::Found(found) => (false, Some(found.bound.clone())),
            Outcome::Stopped(found) => (true, found.as_ref().map(|found| found.bound.clone())),
            Outcome::Infeasible(_) => (false, None),
        };
        let last = instance.tuples().bottom().levels().to_vec();
        if self.best.is_none() && bound.is_none() {
            let why = match is_stopped {
                true => InfeasibleReason::Stopped,
                false => InfeasibleReason::TooMuchSuppression,
            };
            return Err(SolveError::Infeasible(instance.infeasibility(self.validated, why)?));
        }
        self.keep(instance, outcome);
        let Some(bound) = bound else { return self.stopped(&last) };
        let (instance, best) = self.best.expect("something was found");
        let solution = Solution { bound: bound.min(best.score.clone()), statistics: self.statistics, ..best };
        let result = concluded(algorithm, solution, !is_stopped);
        Ok((instance, result))
    }
}

fn added(a: Statistics, b: Statistics) -> Statistics {
    Statistics { nodes: b.nodes, judged: a.judged + b.judged, rolled_up: a.rolled_up + b.rolled_up }
}

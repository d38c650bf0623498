//! Samarati: a node of the least height at which there is a solution (Samarati, 2001).
//!
//! A binary search on heights, with class tables to judge nodes by ([`Samarati`]) or with a matrix of distance vectors
//! ([`SamaratiMatrix`]). Both give the same node: of those of the least height the first in lexicographic order.

mod all;
mod by_matrix;
mod heights;
mod lanes;
mod matrix;

use amidst_core::{Guarantee, Observer, Outcome, Result, Score, Solver, SolverInfo};
use amidst_kernel::Kernel;

use crate::{
    Algorithm, Minimal, MinimalFinder, Problem, facts, parts,
    run::{Judged, Run},
};
pub use by_matrix::SamaratiMatrix;
use heights::{Judge, Lowest};
pub use heights::{Trace, Visit};
pub use matrix::Matrix;

/// Finds a node of the least height, judging nodes by their class tables.
#[derive(Clone, Copy, Debug)]
pub struct Samarati;

/// Nodes of one height whose floors are looked through for a bound.
const MOST_FLOORS: usize = 100_000;

impl Samarati {
    /// Its id.
    pub const NAME: &str = "samarati";

    /// How the search goes through the heights.
    ///
    /// # Errors
    /// If nodes above a solution need not be solutions.
    pub fn trace(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Trace> {
        problem.check_monotone(Self::NAME)?;
        let lowest = halve(&mut Run::new(problem, observer));
        Ok(lowest.map_or_else(Trace::default, |it| Trace { visits: it.visits, found: Some(it.levels) }))
    }
}

impl Solver<Problem<'_>> for Samarati {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "a node of the least height, by halving heights",
            Guarantee::LeastHeight,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        problem.check_monotone(Self::NAME)?;
        let mut run = Run::new(problem, observer);
        let open_bound = halve(&mut run).map(|lowest| bound(&run, lowest.height, observer));
        Ok(run.finish(open_bound))
    }
}

impl Algorithm for Samarati {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for Samarati {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        let bottom = problem.lattice().bottom();
        let mut kernel = Kernel::above(problem.tuples, bottom, problem.memory_bytes);
        let mut minimal = all::minimal(problem, observer, |levels| {
            let table = kernel.table(levels);
            let released = problem.rule.released(&mut kernel, &table);
            facts::sums(problem.tuples, &problem.rule, &table, &released).suppressed
        });
        minimal.statistics.rolled_up = kernel.rolled_up();
        Ok(minimal)
    }
}

/// The search, with what it found as the best node; `None` if not even the top is feasible.
fn halve(run: &mut Run<'_>) -> Option<Lowest> {
    let lattice = run.problem.lattice();
    let mut judge = ByClasses { found: run.judge_once(lattice.top()), run };
    if !judge.found.is_feasible {
        return None;
    }
    let lowest = heights::lowest(lattice, 0, &mut judge);
    let ByClasses { run, found } = judge;
    run.choose(&found);
    Some(lowest)
}

/// Judges nodes by their class tables.
struct ByClasses<'r, 'a> {
    run: &'r mut Run<'a>,
    /// The node judged last of those that satisfy.
    found: Judged,
}

impl Judge for ByClasses<'_, '_> {
    fn is_stopped(&mut self) -> bool {
        self.run.is_stopped()
    }

    fn satisfies(&mut self, levels: &[u8]) -> bool {
        self.run.decided += 1;
        let judged = self.run.judge_once(levels);
        let is_feasible = judged.is_feasible;
        if is_feasible {
            self.found = judged;
        }
        is_feasible
    }
}

/// No feasible node scores below this, if none is fewer steps above the bottom than `height`: each of them is then at or
/// above some node of that height.
fn bound(run: &Run<'_>, height: u32, observer: &dyn Observer) -> Score {
    let (problem, metric) = (run.problem, run.metric());
    let mut floors = problem.lattice().at_height(height).map(|levels| metric.floor(&levels));
    let least = floors.by_ref().take(MOST_FLOORS).min().filter(|_| floors.next().is_none());
    let floor = least.unwrap_or_else(|| metric.floor(problem.lattice().bottom()));
    match &run.best {
        Some(best) if floor >= best.score => floor,
        _ => floor.max(parts::bound(problem, observer)),
    }
}

//! Lightning: the most promising node first, for lattices beyond enumeration (Prasser and others, 2016), from the top down.
//!
//! A queue holds feasible nodes by score. The best is taken off and the nodes directly below it are judged; every so often
//! the search dives from a node to the best below it, and so on, without looking left or right. Nodes that cannot lead to
//! anything better are left out. From the top down, because coarse nodes have few classes: they are judged quickly, the
//! very first node is feasible if any is, and an infeasible one ends its branch.
//!
//! It stops by itself after a fixed amount of work, never by the clock, so the answer is always the same; a time limit
//! comes on top. How far the answer may be from the best is told by a bound: see [`crate::parts`].

use std::collections::{BTreeSet, HashSet};

use amidst_core::{
    Guarantee, Levels, Observer, Outcome, Result, Score, Solver, SolverInfo,
    lattice::{height, steps_below},
};

use crate::{
    Algorithm, Problem, incumbent, parts,
    run::{Judged, Run},
};

/// Searches the most promising nodes first, as long as it is allowed to.
#[derive(Clone, Copy, Debug)]
pub struct Lightning;

impl Lightning {
    /// Its id.
    pub const NAME: &str = "lightning";
}

/// Cells looked at before the search ends by itself: some seconds.
const MOST_WORK: u64 = 15_000_000_000;
/// Nodes judged before that, at least and at most.
const JUDGED: std::ops::RangeInclusive<u64> = 1 << 8..=1 << 13;

impl Solver<Problem<'_>> for Lightning {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "the most promising nodes first, for lattices too large to decide",
            Guarantee::Heuristic,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        let mut run = Run::new(problem, observer);
        let top = run.judge(problem.lattice().top());
        if top.rules_out_below {
            return Ok(run.finish(None));
        }
        incumbent::find(&mut run);
        let bound = parts::bound(problem, observer);
        run.note_bound(&bound);
        if run.best.as_ref().is_some_and(|best| best.score <= bound) {
            return Ok(run.finish(Some(bound)));
        }
        let mut flight = Flight { run, open: BTreeSet::new(), seen: HashSet::new() };
        let is_complete = flight.fly();
        Ok(flight.run.finish((!is_complete).then_some(bound)))
    }
}

impl Algorithm for Lightning {}

/// A search under way.
struct Flight<'a> {
    run: Run<'a>,
    /// Nodes whose neighbours below are still to be judged, the lowest score first.
    open: BTreeSet<(Score, u32, Levels)>,
    seen: HashSet<Levels>,
}

impl Flight<'_> {
    /// Takes one node after the other; tells whether none is left that could lead to anything better.
    fn fly(&mut self) -> bool {
        let span = u64::from(height(self.run.lattice.top()) - height(self.run.lattice.bottom())).max(1);
        let top = self.run.lattice.top().to_vec();
        let cells = self.run.problem.tuples().len() as u64 * top.len() as u64;
        let most_judged = (MOST_WORK / cells.max(1)).clamp(*JUDGED.start(), *JUDGED.end());
        self.enter(top);
        let mut step = 0_u64;
        while let Some((_, _, levels)) = self.open.pop_first() {
            if self.run.is_stopped() || self.run.statistics().judged >= most_judged {
                return false;
            }
            step += 1;
            let mut next = self.expand(&levels);
            // The dive: from node to node, each the best below the last.
            while step.is_multiple_of(span) && !self.run.is_stopped() {
                let Some(node) = next else { break };
                self.open.remove(&node);
                next = self.expand(&node.2);
            }
        }
        true
    }

    /// Judges what is directly below a node and opens what may lead further; gives the most promising of these.
    fn expand(&mut self, levels: &[u8]) -> Option<(Score, u32, Levels)> {
        let below: Vec<Levels> = steps_below(levels, self.run.lattice.bottom()).collect();
        below.into_iter().filter_map(|below| self.enter(below)).min()
    }

    /// Judges a node, unless that was done, and opens it if something better may be below.
    fn enter(&mut self, levels: Levels) -> Option<(Score, u32, Levels)> {
        if !self.seen.insert(levels.clone()) {
            return None;
        }
        let judged = self.run.judge(&levels);
        if judged.rules_out_below || !self.may_lead(&judged) {
            return None;
        }
        let node = (self.run.metric().score(&judged.facts), height(&levels), levels);
        self.open.insert(node.clone());
        Some(node)
    }

    /// Whether a node below may be better than the best: not if the rows suppressed here cost too much already.
    fn may_lead(&self, judged: &Judged) -> bool {
        let bottom = self.run.lattice.bottom();
        let bound = self.run.metric().bound_below(bottom, judged.below());
        self.run.may_beat(&bound, height(bottom), bottom)
    }
}

//! Optimal Lattice Anonymization: sub-lattices cut in halves (El Emam and others, 2009).
//!
//! Each node halfway between a low and a high node is decided. If it is feasible, what is still open lies between the
//! low node and it, else between it and the high node: smaller sub-lattices, cut in halves again. Every node of a
//! sub-lattice lies below or above one that is halfway, so in the end all are decided, and few of them were judged. What
//! is saved in judging is spent on following the sub-lattices, and nodes judged one after another have little in common.
//!
//! Objectives that may prefer a node above a minimal one get a second phase: see [`crate::above`].

use std::{cmp::Reverse, collections::HashSet};

use amidst_core::{Guarantee, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{Algorithm, Minimal, MinimalFinder, Problem, grid::Grid, run::Run, tags::Tags};

/// Finds all minimal nodes by cutting sub-lattices in halves, and the best node above them.
#[derive(Clone, Copy, Debug)]
pub struct Ola;

impl Ola {
    /// Its id.
    pub const NAME: &str = "ola";
}

impl Solver<Problem<'_>> for Ola {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "all minimal nodes, by cutting sub-lattices in halves",
            Guarantee::Optimal,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(decide(problem, observer)?.best())
    }
}

impl Algorithm for Ola {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for Ola {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        Ok(decide(problem, observer)?.minimal())
    }
}

/// Decides every node, unless stopped.
fn decide<'a>(problem: &'a Problem<'a>, observer: &'a dyn Observer) -> Result<Tags<'a>> {
    let tags = Tags::new(Run::new(problem, observer), Ola::NAME)?;
    let (bottom, top) = (0, tags.grid.nodes - 1);
    let mut halving = Halving { tags, seen: HashSet::new() };
    halving.halve(bottom, top);
    Ok(halving.tags)
}

struct Halving<'a> {
    tags: Tags<'a>,
    /// Sub-lattices that were taken up, by their lowest and highest nodes.
    seen: HashSet<(usize, usize)>,
}

impl Halving<'_> {
    /// Decides every node between a low one and a high one. The high one is known to be feasible, unless it is the top.
    fn halve(&mut self, low: usize, high: usize) {
        let span = self.span(low, high);
        if span <= 1 {
            if !self.tags.run.is_stopped() {
                self.tags.check(low);
                self.tags.check(high);
            }
            return;
        }
        let mut halfway: Vec<usize> = self.tags.grid.between(low, high, span / 2).collect();
        halfway.sort_by_cached_key(|&node| Reverse(self.nodes(low, node)));
        for node in halfway {
            if self.tags.run.is_stopped() {
                return;
            }
            let is_feasible = self.tags.check(node);
            // An infeasible top decides everything.
            if !is_feasible && !self.tags.check(high) {
                return;
            }
            let (low, high) = if is_feasible { (low, node) } else { (node, high) };
            if !self.seen.contains(&(low, high)) && self.is_open(&self.sides(low, high), low) {
                self.seen.insert((low, high));
                self.halve(low, high);
            }
        }
    }

    /// The nodes from a low one to a high one.
    fn nodes(&self, low: usize, high: usize) -> usize {
        self.sides(low, high).iter().map(|(steps, _)| steps + 1).product()
    }

    fn span(&self, low: usize, high: usize) -> u32 {
        self.sides(low, high).iter().map(|&(steps, _)| steps as u32).sum()
    }

    /// By how many steps, and how far each, columns rise from a low node to a high one.
    fn sides(&self, low: usize, high: usize) -> Vec<(usize, usize)> {
        let Grid { strides, .. } = &self.tags.grid;
        let (low, high) = (self.tags.grid.levels(low), self.tags.grid.levels(high));
        let steps = high.iter().zip(low).map(|(high, low)| usize::from(high - low));
        steps.zip(strides.iter().copied()).filter(|&(steps, _)| steps > 0).collect()
    }

    /// Whether a node of the sub-lattice with these sides is still to be decided.
    fn is_open(&self, sides: &[(usize, usize)], low: usize) -> bool {
        let high = low + sides.iter().map(|(steps, stride)| steps * stride).sum::<usize>();
        // Its lowest or its highest node may decide all of it.
        if self.tags.is_feasible(low) || self.tags.is_infeasible(high) {
            return false;
        }
        if !self.tags.is_tagged(low) || !self.tags.is_tagged(high) {
            return true;
        }
        let Some((&(steps, stride), rest)) = sides.split_first() else { return false };
        (0..=steps).any(|step| self.is_open(rest, low + step * stride))
    }
}

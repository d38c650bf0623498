//! Flash: chains of undecided nodes, cut in halves (Kohlmayer, Prasser and others, 2012).
//!
//! Nodes are taken by height and, within a height, by how little they generalize. From an undecided node a chain goes up
//! through undecided nodes, and a binary search on it finds where feasibility begins. Nodes that branch off where the
//! chain was still infeasible come next. So each search is short, and consecutive nodes share their class tables.
//!
//! Objectives that may prefer a node above a minimal one get a second phase: see [`crate::above`].

mod order;

use std::collections::BTreeSet;

use amidst_core::{Guarantee, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{Algorithm, Minimal, MinimalFinder, Problem, run::Run, tags::Tags};
use order::Order;

/// Finds all minimal nodes by binary searches on chains, and the best node above them.
#[derive(Clone, Copy, Debug)]
pub struct Flash;

impl Flash {
    /// Its id.
    pub const NAME: &str = "flash";
}

impl Solver<Problem<'_>> for Flash {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "all minimal nodes, along chains from the bottom to the top",
            Guarantee::Optimal,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(decide(problem, observer)?.best())
    }
}

impl Algorithm for Flash {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for Flash {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        Ok(decide(problem, observer)?.minimal())
    }
}

/// Decides every node, unless stopped.
fn decide<'a>(problem: &'a Problem<'a>, observer: &'a dyn Observer) -> Result<Tags<'a>> {
    let mut tags = Tags::new(Run::new(problem, observer), Flash::NAME)?;
    let order = Order::new(problem.tuples().attributes());
    for height in 0..=tags.grid.height() {
        let mut nodes: Vec<_> = tags
            .grid
            .at_height(height)
            .filter(|&node| !tags.is_tagged(node))
            .map(|node| order.of(&tags.grid, node))
            .collect();
        nodes.sort_unstable();
        for node in nodes {
            let mut open = BTreeSet::from([node]);
            while let Some(node) = open.pop_first() {
                if tags.is_tagged(node.number) {
                    continue;
                }
                if tags.run.is_stopped() {
                    return Ok(tags);
                }
                let chain = chain(&tags, &order, node.number);
                cut(&mut tags, &order, &chain, &mut open);
            }
        }
    }
    Ok(tags)
}

/// From a node up, always to the first undecided node above.
fn chain(tags: &Tags<'_>, order: &Order, start: usize) -> Vec<usize> {
    let next = |&node: &usize| {
        let above = tags.grid.above(node).filter(|&above| !tags.is_tagged(above));
        above.map(|above| order.of(&tags.grid, above)).min().map(|node| node.number)
    };
    std::iter::successors(Some(start), next).collect()
}

/// Finds where a chain becomes feasible; what stands above its infeasible nodes is left open.
fn cut(tags: &mut Tags<'_>, order: &Order, chain: &[usize], open: &mut BTreeSet<order::Place>) {
    let (mut low, mut high) = (0, chain.len());
    while low < high && !tags.run.is_stopped() {
        let middle = low + (high - low) / 2;
        if tags.check(chain[middle]) {
            high = middle;
        } else {
            let above = tags.grid.above(chain[middle]).filter(|&above| !tags.is_tagged(above));
            open.extend(above.map(|above| order.of(&tags.grid, above)));
            low = middle + 1;
        }
    }
}

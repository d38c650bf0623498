//! Binary search on heights: where there is a solution there is one above it, so the least height that has one is found
//! by halving.
//!
//! The nodes of a height are made one by one in lexicographic order, and the first that satisfies ends the visit. All
//! before it have failed, so everything below these has. Whether a node is below one of them needs no list: of all nodes
//! above it at that height, is the first in order before the one found?

use amidst_core::{Lattice, Levels, lattice::height};

/// What a binary search on heights went through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The heights visited, in order.
    pub visits: Vec<Visit>,
    /// The node found, or the lowest so far if the search was stopped; `None` if not even the top is feasible.
    pub found: Option<Levels>,
}

impl Trace {
    /// The heights visited, in order, counted from the bottom of the lattice.
    pub fn heights(&self) -> Vec<u32> {
        self.visits.iter().map(|visit| visit.height).collect()
    }
}

/// What was seen at one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Steps above the bottom of the lattice.
    pub height: u32,
    /// Nodes looked at, in lexicographic order: up to the first feasible one, or all.
    pub examined: u64,
    /// Of these, nodes below one that had failed at another height. They are not judged.
    pub skipped: u64,
    /// The first feasible node.
    pub found: Option<Levels>,
}

/// Who says whether a node satisfies.
pub(super) trait Judge {
    /// Whether to stop now.
    fn is_stopped(&mut self) -> bool;

    /// Whether a node is feasible.
    fn satisfies(&mut self, levels: &[u8]) -> bool;
}

/// Where a search ended.
pub(super) struct Lowest {
    /// The lowest feasible node found, the first of its height.
    pub levels: Levels,
    /// Nothing feasible is fewer steps above the bottom than this.
    pub height: u32,
    pub visits: Vec<Visit>,
}

/// The first node of the least height that satisfies, where the top does and nothing below `low` steps.
pub(super) fn lowest(lattice: &Lattice, mut low: u32, judge: &mut impl Judge) -> Lowest {
    let bottom = height(lattice.bottom());
    let mut levels = lattice.top().to_vec();
    let mut visits: Vec<Visit> = Vec::new();
    loop {
        let high = height(&levels) - bottom;
        if low >= high {
            break;
        }
        let middle = low + (high - low) / 2;
        let Some(visit) = visit(lattice, middle, &visits, judge) else { break };
        match &visit.found {
            Some(found) => levels = found.clone(),
            None => low = middle + 1,
        }
        visits.push(visit);
    }
    Lowest { levels, height: low, visits }
}

/// Looks for a node of some height; `None` if stopped.
fn visit(lattice: &Lattice, height: u32, before: &[Visit], judge: &mut impl Judge) -> Option<Visit> {
    let mut visit = Visit { height, examined: 0, skipped: 0, found: None };
    for levels in lattice.at_height(height) {
        if judge.is_stopped() {
            return None;
        }
        visit.examined += 1;
        if before.iter().any(|visit| has_failed_above(lattice, &levels, height, visit)) {
            visit.skipped += 1;
        } else if judge.satisfies(&levels) {
            visit.found = Some(levels);
            break;
        }
    }
    Some(visit)
}

/// Whether a node is below one that failed during a visit. Heights at which all failed are lower than any visited later.
fn has_failed_above(lattice: &Lattice, levels: &[u8], height: u32, visit: &Visit) -> bool {
    let Some(found) = &visit.found else { return false };
    lattice.first_above(levels, visit.height - height).is_some_and(|first| first < *found)
}

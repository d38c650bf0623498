//! Minimal nodes: feasible, with nothing feasible below.

use amidst_core::{
    Levels, Statistics,
    lattice::{at_or_below, height},
};

/// The minimal nodes of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// By height, then by levels.
    pub nodes: Vec<Levels>,
    /// Whether these are all. If not, the search was stopped; each node given is minimal all the same.
    pub is_complete: bool,
    /// Every node of the lattice that was judged, in the order of judging. The others follow from these.
    pub judged: Vec<Judgement>,
    /// What the search cost.
    pub statistics: Statistics,
}

/// What was found of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The node.
    pub levels: Levels,
    /// Rows in outlier classes.
    pub suppressed: u64,
    /// Whether that is within the limit.
    pub is_feasible: bool,
}

/// Of some nodes those with none of the others below, by height and then by levels.
pub(crate) fn lowest(mut nodes: Vec<Levels>) -> Vec<Levels> {
    nodes.sort_by(|a, b| (height(a), a).cmp(&(height(b), b)));
    nodes.dedup();
    let mut lowest: Vec<Levels> = Vec::new();
    for node in nodes {
        if !lowest.iter().any(|below| at_or_below(below, &node)) {
            lowest.push(node);
        }
    }
    lowest
}

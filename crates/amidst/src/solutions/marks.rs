//! What stands out about a node among all others.

use amidst_core::lattice::height;

use super::{Node, Solutions};

/// What stands out about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// No node below it satisfies what was asked.
    pub is_minimal: bool,
    /// The policy holds no node better.
    pub is_tied: bool,
    /// It is the one to take.
    pub is_preferred: bool,
    /// It is the best of all nodes under the objective.
    pub is_best: bool,
}

impl Solutions {
    /// What stands out about a node.
    pub fn marks(&self, levels: &[u8]) -> Marks {
        let is_among = |nodes: &[Node]| nodes.iter().any(|node| node.levels.levels == levels);
        // Minimal nodes are in order; there may be many.
        let place = |levels: &[u8]| (height(levels), levels.to_vec());
        let found = self.minimal.binary_search_by_key(&place(levels), |node| place(&node.levels.levels));
        Marks {
            is_minimal: found.is_ok(),
            is_tied: found.is_ok() && is_among(&self.ties),
            is_preferred: self.preferred.levels.levels == levels,
            is_best: self.best.node.levels.levels == levels,
        }
    }
}

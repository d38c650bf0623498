//! The best set of splits so far.

use crate::{ground::Ground, node::Node};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What it costs.
    pub cost: f64,
    /// Its splits, ascending.
    pub splits: Vec<u32>,
}

impl Best {
    /// The head of a node.
    pub fn new(node: &Node, ground: &Ground<'_>) -> Self {
        let mut splits = node.head.clone();
        splits.sort_unstable();
        Self { cost: node.cost(ground), splits }
    }

    /// Takes the head of a node if it costs less and suppresses no more than may be.
    pub fn offer(&mut self, node: &Node, ground: &Ground<'_>) {
        if node.suppressed <= ground.problem.limit && node.cost(ground) < self.cost {
            *self = Self::new(node, ground);
        }
    }

    /// Takes another that costs less.
    pub fn take(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        }
    }
}

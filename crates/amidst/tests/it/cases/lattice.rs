//! The size of a lattice, and its heights.

use amidst_core::Levels;
use serde::Deserialize;

use super::{Expectation, agree, sorted, subject::Subject};

/// How many nodes and ways through a lattice there are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lattice {
    /// The heights of the hierarchies.
    top: Levels,
    nodes: u64,
    /// Ways from the bottom to the top, one step at a time.
    strategies: u64,
}

/// All nodes of a height, in any order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Height {
    height: u32,
    nodes: Vec<Levels>,
}

impl Expectation for Height {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let nodes: Vec<Levels> = subject.lattice()?.at_height(self.height).collect();
        agree("nodes of the height", &nodes, &sorted(&self.nodes))
    }
}

impl Expectation for Lattice {
    fn check(&self, _: &Subject) -> Result<(), String> {
        let lattice = amidst_core::Lattice::new(vec![0; self.top.len()], self.top.clone());
        agree("nodes", &lattice.nodes(), &self.nodes.into())?;
        agree("nodes met", &(lattice.iter().count() as u64), &self.nodes)?;
        agree("strategies", &lattice.strategies(), &Some(self.strategies.into()))
    }
}

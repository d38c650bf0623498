//! Nodes as they are told to people and programs.

use amidst_core::lattice::height;
use amidst_spec::as_map;
use serde::Serialize;

use crate::summary::NamedLevels;

/// A node that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// Its levels.
    pub levels: NamedLevels,
    /// Their sum.
    pub height: u32,
    /// Rows suppressed, those without a place in a hierarchy among them.
    pub suppressed: u64,
    /// Classes released.
    pub classes: u64,
    /// Every measure of loss, and the share of rows suppressed.
    #[serde(serialize_with = "as_map")]
    pub loss: Vec<(&'static str, f64)>,
}

impl Node {
    /// What it loses under a measure.
    pub fn loss_under(&self, metric: &str) -> Option<f64> {
        self.loss.iter().find(|(name, _)| *name == metric).map(|&(_, value)| value)
    }
}

/// The best of all nodes under the objective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The node.
    #[serde(flatten)]
    pub node: Node,
    /// Whether it is minimal. If not, a coarser node than needed suppresses less.
    pub minimal: bool,
}

/// A node of the lattice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LatticeNode {
    /// Its levels.
    pub levels: NamedLevels,
    /// Their sum.
    pub height: u32,
    /// Whether it satisfies what was asked; `None` if that was not decided before the search was stopped.
    pub satisfying: Option<bool>,
    /// Whether its classes were counted. If not, it was pruned: other nodes decided it.
    pub judged: bool,
    /// Rows suppressed, if it was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<u64>,
    /// Classes released, if it was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
    /// Every measure of loss, if it was judged.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub loss: Vec<(&'static str, f64)>,
}

impl LatticeNode {
    pub(super) fn judged(node: Node, is_satisfying: bool) -> Self {
        Self {
            levels: node.levels,
            height: node.height,
            satisfying: Some(is_satisfying),
            judged: true,
            suppressed: Some(node.suppressed),
            classes: Some(node.classes),
            loss: node.loss,
        }
    }

    pub(super) fn pruned(levels: NamedLevels, satisfying: Option<bool>) -> Self {
        let height = height(&levels.levels);
        Self { levels, height, satisfying, judged: false, suppressed: None, classes: None, loss: Vec::new() }
    }
}

impl From<&Node> for LatticeNode {
    /// A minimal node: judged, and found to satisfy.
    fn from(node: &Node) -> Self {
        Self::judged(node.clone(), true)
    }
}

//! Matchings of greatest weight in graphs of any shape, by the blossom algorithm (Edmonds 1965, in the form of Galil 1986):
//! stages of searches from all free vertices at once, with prices of vertices and blossoms that prove the answer.

mod blossom;
mod dual;
mod search;
#[cfg(test)]
mod tests;

use blossom::Solver;

/// An edge between two vertices, and its weight.
pub(crate) type Edge = (u32, u32, i64);

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The greatest weight of all matchings.
    Weight,
    /// The greatest weight of those that match every vertex; there must be one.
    Perfect,
}

/// A matching, and what proves it.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    /// For each vertex the one it is matched with.
    pub mates: Vec<Option<u32>>,
    /// For each vertex twice its price: no edge weighs more than the prices of its ends and of the blossoms it is in.
    pub prices: Vec<i64>,
}

/// Finds a matching. No edge joins a vertex to itself.
pub(crate) fn matching(vertices: usize, edges: &[Edge], goal: Goal) -> Matching {
    Solver::new(vertices, edges, goal).solve()
}

//! What a search answers.

use crate::{Levels, Score};

/// The answer of a search. None of these is an error.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The search ran to its end.
    Found(Solution),
    /// No node keeps suppression within the limit.
    Infeasible(Infeasible),
    /// Stopped early; the best so far, if any.
    Stopped(Option<Solution>),
}

/// What could be reached instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Infeasible {
    /// The fewest rows any node would suppress.
    pub least_suppressed: u64,
    /// What the search cost.
    pub statistics: Statistics,
}

/// A feasible node and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The node.
    pub levels: Levels,
    /// Its score under the objective.
    pub score: Score,
    /// Rows in outlier classes.
    pub suppressed: u64,
    /// Classes released.
    pub classes: u64,
    /// No feasible node scores below this. Equal to `score` when proved optimal.
    pub bound: Score,
    /// What the search cost.
    pub statistics: Statistics,
}

impl Solution {
    /// Whether no feasible node is better.
    pub fn is_optimal(&self) -> bool {
        self.bound == self.score
    }

    /// How far the score may lie above the best, as a share of the score: 0 when proved optimal.
    pub fn gap(&self) -> f64 {
        let (score, bound) = (self.score.value(), self.bound.value());
        if score > 0.0 { ((score - bound) / score).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// The work a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes in the lattice.
    pub nodes: u128,
    /// Nodes judged: by their class table, unless the algorithm has another way.
    pub judged: u64,
    /// Of their class tables, those rolled up from a smaller one than the distinct tuples.
    pub rolled_up: u64,
}

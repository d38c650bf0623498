//! What is proved of the answer of an approximation algorithm.

use serde::{Deserialize, Serialize};

/// What an approximation algorithm proves, in the unit of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Approximation {
    /// Nothing that meets what was asked costs less.
    pub bound: f64,
    /// It costs at most so many times the least possible; nothing where that is not proved of this run.
    pub ratio: Option<f64>,
}

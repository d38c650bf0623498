//! What every recoder answers.

use amidst_core::Solver;

use crate::{Partition, Problem};

/// What a recoder answers.
#[derive(Clone, Debug)]
pub struct PartitionResult {
    /// The classes. All of them meet the conditions.
    pub partition: Partition,
    /// Whether it ran to its end; otherwise it was stopped, and this is the best so far.
    pub is_finished: bool,
    /// Whether no partition that meets the conditions has a lower score.
    pub is_optimal: bool,
    /// What is proved of it, by an algorithm of which something is.
    pub approximation: Option<Approximation>,
}

/// What is proved of the answer of an approximation algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approximation {
    /// No partition that meets the conditions scores below this.
    pub bound: f64,
    /// The answer scores at most so many times the best; nothing where that is not proved.
    pub ratio: Option<f64>,
    /// The same where rows may be left out, each at the price of one of which nothing is told.
    pub ratio_with_deletion: Option<f64>,
}

impl PartitionResult {
    /// Classes that nobody proved to be the best.
    pub fn new(partition: Partition, is_finished: bool) -> Self {
        Self { partition, is_finished, is_optimal: false, approximation: None }
    }

    /// Classes that are the best.
    pub fn best(partition: Partition) -> Self {
        Self { is_optimal: true, ..Self::new(partition, true) }
    }
}

/// What partitions rows into classes, of a feasible problem: see [`Problem::is_feasible`].
pub type Recoder = dyn for<'a> Solver<Problem<'a>, Answer = PartitionResult>;

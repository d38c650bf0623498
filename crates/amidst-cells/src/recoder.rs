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
}

impl PartitionResult {
    /// Classes that nobody proved to be the best.
    pub fn new(partition: Partition, is_finished: bool) -> Self {
        Self { partition, is_finished, is_optimal: false }
    }
}

/// What partitions rows into classes, of a feasible problem: see [`Problem::is_feasible`].
pub type Recoder = dyn for<'a> Solver<Problem<'a>, Answer = PartitionResult>;

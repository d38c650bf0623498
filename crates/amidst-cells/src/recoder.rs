//! What every recoder is: one trait for all algorithms.

use amidst_core::{Observer, Result};

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

/// What the rows of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassSemantics {
    /// They show the same, which covers each of them, and there are enough of them.
    Cover,
    /// They show the same, which is an average of them: values are no longer true.
    Average,
    /// Each row shows what others may be behind. Whether these are enough is not a question of classes.
    Link,
}

/// A way to partition rows into classes. The same problem gives the same partition, whatever the number of threads,
/// unless it is stopped.
pub trait Recoder: Send + Sync {
    /// Stable id for specs and reports, e.g. `mondrian`.
    fn name(&self) -> &'static str;

    /// What its classes have in common.
    fn semantics(&self) -> ClassSemantics {
        ClassSemantics::Cover
    }

    /// Partitions the rows of a feasible problem: see [`Problem::is_feasible`].
    ///
    /// # Errors
    /// If it cannot take the problem.
    fn recode(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult>;
}

//! The algorithms, behind one trait.

use amidst_core::{Control, Error, Result};

use crate::{GlobalOneK, KK, KOne, Mdav, Microaggregation, OneK, Partition, Problem, Univariate, VMdav};

/// What a recoder answers.
#[derive(Debug)]
pub struct Found {
    /// The classes. All of them meet the conditions.
    pub partition: Partition,
    /// Whether it ran to its end; otherwise it was stopped, and this is the best so far.
    pub is_finished: bool,
}

/// A way to partition rows into classes. The same problem gives the same partition, whatever the number of threads,
/// unless it is stopped.
pub trait Recoder: Send + Sync {
    /// Stable id for specs and reports, e.g. `mondrian`.
    fn name(&self) -> &'static str;

    /// Partitions the rows of a feasible problem: see [`Problem::is_feasible`].
    ///
    /// # Errors
    /// If it cannot take the problem.
    fn recode(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Found>;
}

/// Every recoder.
pub const ALL: [&dyn Recoder; 8] = [
    &OneK,
    &KOne,
    &KK,
    &GlobalOneK,
    &Mdav,
    &VMdav { gamma: VMdav::GAMMA },
    &Univariate,
    &Microaggregation,
];

/// The ids of all recoders.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|recoder| recoder.name()).collect()
}

/// A recoder by its id.
///
/// # Errors
/// If there is none.
pub fn recoder(name: &str) -> Result<&'static dyn Recoder> {
    ALL.into_iter().find(|recoder| recoder.name() == name).ok_or_else(|| Error::Parameter {
        name: "algorithm",
        value: name.into(),
        expected: format!("one of {}", names().join(", ")),
    })
}

//! Who watches a job run.

use amidst_core::Control;

/// The parts of a run, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the table.
    Reading,
    /// Searching for a solution.
    Solving,
    /// Recoding, ordering and writing the release.
    Writing,
    /// Reading it back and proving it.
    Verifying,
}

impl Stage {
    /// What is going on, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reading => "reading the table",
            Self::Solving => "searching for the least change",
            Self::Writing => "writing the release",
            Self::Verifying => "verifying what was written",
        }
    }
}

/// Told what a job is doing, and asked whether it should stop searching.
pub trait Watch: Control {
    /// A part begins.
    fn stage(&self, _stage: Stage) {}
}

/// Watches nothing.
impl Watch for () {}

//! Privacy models, as a search sees them.

use std::fmt;

/// What a model may know about a class: sums that merge by addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassSummary {
    /// Rows in the class.
    pub rows: u64,
}

impl ClassSummary {
    /// A class of so many rows.
    pub fn of_rows(rows: u64) -> Self {
        Self { rows }
    }
}

/// What a model promises about merging classes. Each promise contains the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Monotonicity {
    /// Nothing, which is always safe to say.
    None,
    /// Classes that hold merge to a class that holds: generalizing never breaks a table without suppression.
    Generalization,
    /// A class that holds merges with *any* class to one that holds: generalizing never suppresses more rows.
    Suppression,
}

/// A requirement that each released class meets by itself. Pure: no files, no clock, no randomness.
pub trait ClassModel: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `k-anonymity`.
    fn name(&self) -> &'static str;

    /// What was asked for, on the scale of [`ClassModel::reached`].
    fn asked(&self) -> f64;

    /// What a class offers, on the scale of [`ClassModel::asked`].
    fn reached(&self, class: &ClassSummary) -> f64;

    /// Whether a class may be released.
    fn holds(&self, class: &ClassSummary) -> bool;

    /// `Some(rows)` if the model holds exactly for the classes of at least so many rows.
    fn rows_needed(&self) -> Option<u64> {
        None
    }

    /// What a search may rely on.
    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::None
    }
}

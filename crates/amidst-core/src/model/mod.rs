//! Privacy models, as a search sees them.
//!
//! [`ModelParams`] says what is asked for, in the words of the literature. A [`ClassModel`] judges one class by sums over its
//! rows, a [`TableModel`] all released classes together. Neither ever sees a row.

mod described;
mod info;
mod params;
mod sizes;
mod threshold;
mod values;

use std::fmt;

pub use described::{DescribedModel, ModelFactory};
pub use info::{ModelColumn, ModelInfo, Scope};
pub use params::{Distance, Estimator, Links, ModelParams, Population};
pub use sizes::Sizes;
pub use threshold::Threshold;
pub use values::Values;

/// What factories answer with.
pub use crate::error::{Error, Result};

/// What a model may know about a class. Where a respondent is named, everything is counted in people instead of rows: a
/// person counts once in the class, and once for each value that a row of theirs in it has.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ClassSummary<'a> {
    /// Rows in the class, or people.
    pub rows: u64,
    /// The values of the column that the model looks at, as codes of its [`Values`], ascending.
    pub values: &'a [u32],
    /// The rows, or people, of each of these values; none is 0.
    pub counts: &'a [u32],
    /// The rows, or people, that have any of them. A person who has several counts once.
    pub holders: u64,
    /// People in the population that show what the class shows, if the model looks at them.
    pub population: f64,
    /// However the class is cut into parts of a finer node, each has at least so many people of the population for each of its rows. 0
    /// says nothing.
    pub people_per_row: f64,
}

impl ClassSummary<'static> {
    /// A class of so many rows.
    pub fn of_rows(rows: u64) -> Self {
        Self { rows, ..Self::default() }
    }
}

impl<'a> ClassSummary<'a> {
    /// A class by the values of a column. Its rows are those of the values.
    pub fn of_values(values: &'a [u32], counts: &'a [u32]) -> Self {
        let rows = counts.iter().map(|&rows| u64::from(rows)).sum();
        Self { rows, values, counts, holders: rows, ..Self::default() }
    }

    /// The same class, of more rows than have a known value.
    pub fn with_rows(self, rows: u64) -> Self {
        Self { rows, ..self }
    }

    /// The same class, counted in people, of whom so many have a value.
    pub fn with_holders(self, holders: u64) -> Self {
        Self { holders, ..self }
    }

    /// The same class, with so many people of the population.
    pub fn with_population(self, population: f64) -> Self {
        Self { population, ..self }
    }

    /// The same class, all parts of which have at least so many people for each row.
    pub fn with_people_per_row(self, people_per_row: f64) -> Self {
        Self { people_per_row, ..self }
    }

    /// All counts together: rows with a value, or pairs of a person and a value.
    pub fn known(&self) -> u64 {
        self.counts.iter().map(|&rows| u64::from(rows)).sum()
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

/// Which way a model's scale runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// What is reached must be at least what is asked.
    AtLeast,
    /// What is reached must be at most what is asked.
    AtMost,
}

impl Scale {
    /// The worse of two values reached.
    pub fn worse(self, a: f64, b: f64) -> f64 {
        match self {
            Self::AtLeast => a.min(b),
            Self::AtMost => a.max(b),
        }
    }
}

/// What a class model looks at besides the number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Nothing.
    Rows,
    /// The values of one column: [`ClassSummary::values`] and [`ClassSummary::counts`].
    Values,
    /// The population: [`ClassSummary::population`].
    Population,
}

/// A requirement that each released class meets by itself. Pure: no files, no clock, no randomness.
pub trait ClassModel: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `k-anonymity`.
    fn name(&self) -> &'static str;

    /// What was asked for, on the scale of [`ClassModel::attained`].
    fn threshold(&self) -> f64;

    /// What a class offers, on the scale of [`ClassModel::threshold`]. For reports: [`ClassModel::holds`] decides.
    fn attained(&self, class: &ClassSummary<'_>) -> f64;

    /// Whether a class may be released.
    fn holds(&self, class: &ClassSummary<'_>) -> bool;

    /// Which way [`ClassModel::threshold`] and [`ClassModel::attained`] compare.
    fn scale(&self) -> Scale {
        Scale::AtLeast
    }

    /// What it reads of a class.
    fn looks(&self) -> Looks {
        Looks::Rows
    }

    /// Whether it speaks of everybody in the population. Then nothing may be released as long as somebody of the population
    /// is in no released class.
    fn counts_everyone(&self) -> bool {
        false
    }

    /// No class of fewer rows holds.
    fn least_rows(&self) -> u64 {
        1
    }

    /// Whether every class of [`ClassModel::least_rows`] holds, so that a search need not ask.
    fn rows_suffice(&self) -> bool {
        false
    }

    /// What a search may rely on.
    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::None
    }

    /// The most rows, of those in [`ClassSummary::rows`], that parts of the class can have together which hold, however it is cut
    /// into parts. Too many is safe to say, and all of them claims nothing.
    ///
    /// Asked of classes that fail: at every finer node all rows beyond these are in classes that fail. With
    /// [`Monotonicity::Generalization`] parts that hold make up one that holds, so the largest part that holds is meant.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        class.rows
    }

    /// Whether what [`ClassModel::monotonicity`] promises also stands where counts do not add up when classes merge, because both have rows of one
    /// person: they only grow, and values are those of either.
    fn merges_people(&self) -> bool {
        false
    }
}

/// A requirement that all released classes meet together. Where they do not, the smallest are suppressed until the rest
/// do. Pure: no files, no clock, no randomness.
pub trait TableModel: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `average-risk`.
    fn name(&self) -> &'static str;

    /// What was asked for, on the scale of [`TableModel::attained`], which must not exceed it.
    fn threshold(&self) -> f64;

    /// What classes of these sizes reach.
    fn attained(&self, sizes: &Sizes) -> f64;

    /// Whether classes of these sizes may be released together. No classes at all always may.
    fn holds(&self, sizes: &Sizes) -> bool;

    /// What a search may rely on: with [`Monotonicity::Suppression`], generalizing never suppresses more rows.
    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::None
    }
}

/// A requirement, ready to judge.
#[derive(Debug)]
pub enum Model {
    /// Of each class.
    Class(Box<dyn ClassModel>),
    /// Of all classes together.
    Table(Box<dyn TableModel>),
}

impl Model {
    /// Stable id for specs and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Class(model) => model.name(),
            Self::Table(model) => model.name(),
        }
    }

    /// What a search may rely on.
    pub fn monotonicity(&self) -> Monotonicity {
        match self {
            Self::Class(model) => model.monotonicity(),
            Self::Table(model) => model.monotonicity(),
        }
    }
}

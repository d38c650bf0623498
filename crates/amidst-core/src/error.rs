//! What can go wrong between a table and a problem. Messages say what, where and what to do; never a cell's value.

use crate::HierarchyError;

/// The result of most functions here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a table cannot become a problem.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A column is named that the table does not have.
    #[error("there is no column {column:?}; the table has {known}")]
    UnknownColumn {
        /// The name asked for.
        column: String,
        /// The names there are, joined for reading.
        known: String,
    },
    /// A hierarchy is malformed or does not fit its column.
    #[error("column {column:?}: {problem}")]
    Hierarchy {
        /// The column.
        column: String,
        /// What is wrong.
        problem: HierarchyError,
    },
    /// A parameter is out of range.
    #[error("{name} = {value}: {expected}")]
    Parameter {
        /// Its name, as the user wrote it.
        name: &'static str,
        /// Its value, as the user wrote it.
        value: String,
        /// What it must be.
        expected: String,
    },
    /// Our own mistake.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

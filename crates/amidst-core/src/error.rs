//! What can go wrong between a table and a problem. Messages say what, where and what to do; never a cell's value.

use crate::{
    Aborted, ErrorCode, ErrorKind, HierarchyError,
    near::{did_you_mean, in_quotes},
};

/// The result of most functions here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a table cannot become a problem.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A column is named that the table does not have.
    #[error(
        "there is no column {column:?}{}; the table has {}",
        did_you_mean(column, known),
        in_quotes(known)
    )]
    UnknownColumn {
        /// The name asked for.
        column: String,
        /// The names there are.
        known: Vec<String>,
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
    /// The observer said so.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// Our own mistake.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

/// Where something is wrong, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user calls it.
    pub file: Option<String>,
    /// The line of the file, from 1.
    pub line: Option<u64>,
    /// The column of the table.
    pub column: Option<String>,
    /// The key of the spec, or the parameter.
    pub key: Option<String>,
}

impl Error {
    /// A column that is not among those there are.
    pub fn unknown_column(column: &str, known: &[impl AsRef<str>]) -> Self {
        let known = known.iter().map(|name| name.as_ref().to_owned()).collect();
        Self::UnknownColumn { column: column.into(), known }
    }

    /// Whose matter it is.
    pub fn kind(&self) -> ErrorKind {
        self.code().kind()
    }

    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownColumn { .. } => ErrorCode::UnknownColumn,
            Self::Hierarchy { problem, .. } => problem.code(),
            Self::Parameter { .. } => ErrorCode::BadParameter,
            Self::Aborted(_) => ErrorCode::Aborted,
            Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        match self {
            Self::UnknownColumn { column, .. } | Self::Hierarchy { column, .. } => {
                Place { column: Some(column.clone()), ..Place::default() }
            }
            Self::Parameter { name, .. } => Place { key: Some((*name).into()), ..Place::default() },
            Self::Aborted(_) | Self::Internal(_) => Place::default(),
        }
    }
}

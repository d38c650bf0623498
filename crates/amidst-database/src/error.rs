//! What can go wrong with a database, in words without cells and passwords.

use amidst_core::{Aborted, ErrorCode, Place};

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something that the database, or who called it, has to do with.
    #[error("{name}: {words}")]
    Failed {
        /// How messages call the database.
        name: String,
        /// What is wrong, and what to do.
        words: String,
        /// What programs know it by.
        code: ErrorCode,
    },
    /// Something that tables in memory have to do with.
    #[error(transparent)]
    Table(#[from] amidst_io::Error),
    /// Whoever watched said stop.
    #[error(transparent)]
    Aborted(#[from] Aborted),
}

/// What functions of this crate answer.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(name: impl Into<String>, code: ErrorCode, words: impl Into<String>) -> Self {
        Self::Failed { name: name.into(), words: words.into(), code }
    }

    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Failed { code, .. } => *code,
            Self::Table(error) => error.code(),
            Self::Aborted(_) => ErrorCode::Aborted,
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        match self {
            Self::Failed { name, .. } => Place { file: Some(name.clone()), ..Place::default() },
            Self::Table(error) => error.place(),
            Self::Aborted(_) => Place::default(),
        }
    }
}

/// A table is in the way.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) fn exists(name: &str) -> Error {
    Error::new(name, ErrorCode::FileExists, "the table exists; choose another one, or replace it")
}

/// A column has a type that has no counterpart.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) fn unsupported(name: &str, column: &str, found: &str) -> Error {
    let words = format!(
        "column {column:?} has {found}, which is not supported; leave it out, or make a text of it, with a query instead of the table"
    );
    Error::new(name, ErrorCode::UnsupportedType, words)
}

//! Why a release cannot be read back. Messages hold row numbers and counts, never a cell.

use std::{io, path::PathBuf};

use amidst_core::Aborted;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be opened or read.
    #[error("cannot read the release back from {}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says. It is told in the message, and so is no source besides.
        cause: io::Error,
    },
    /// It is not what its format asks for.
    #[error("the release cannot be read back as {format}, after {rows} rows: {what}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// Rows read before.
        rows: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The observer said so.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// No file is laid out like that, or this build cannot read it.
    #[error("{0}")]
    Layout(String),
}

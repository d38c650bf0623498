//! Why summaries cannot be read or merged.

use super::TupleSummary;

/// Why a summary cannot be made, read or merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SummaryError {
    /// The bytes are something else.
    #[error("this is no summary of tuples; its first bytes are not those of one")]
    NotASummary,
    /// A newer program wrote it.
    #[error(
        "this summary has version {found}, and this program knows versions up to {}; read it with the program that wrote \
         it, or a newer one",
        TupleSummary::VERSION
    )]
    Version {
        /// The version of the bytes.
        found: u64,
    },
    /// Bytes are missing or are not those that were written.
    #[error("this summary is damaged: {0}; make it anew from its rows")]
    Damaged(&'static str),
    /// Two summaries are not of parts of one table.
    #[error(
        "summaries differ in {0}, so they are not of parts of one table; collapse both parts by the same columns"
    )]
    Different(&'static str),
    /// What is counted beside the tuples cannot be put together again.
    #[error(
        "columns are counted beside the tuples one by one, so which of their values go together is not known; collapse the \
             rows again and count the columns jointly"
    )]
    NotJoint,
    /// Rows are more than can be counted.
    #[error("there are {0}; anonymize the table in smaller parts")]
    TooMany(&'static str),
}

/// More rows than the kernel counts.
pub(super) const TOO_MANY_ROWS: SummaryError = SummaryError::TooMany("2^32 rows or more");

//! Why an audit has nothing good to say. Messages hold column names, row numbers and counts, never a cell.

use amidst_core::Aborted;
use amidst_readback::ReadError;

use crate::{CheckResult, check::failures};

/// Why a release must not leave the house.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// The file cannot be read back.
    #[error(transparent)]
    Read(ReadError),
    /// The observer said so.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// Something is claimed of which sums of parts do not tell.
    #[error("{0} cannot be judged in parts; audit the release as a whole")]
    NotInParts(&'static str),
    /// Sums of parts cannot be read, or are not of one release.
    #[error("the parts of an audit do not make a whole: {0}")]
    Parts(&'static str),
    /// The claim cannot be checked.
    #[error("internal error: the audit cannot check this claim: {0}; please report it")]
    Claim(String),
    /// The file does not hold what was claimed: all checks made, failed ones among them.
    #[error("the release does not hold what it claims: {}", failures(.0))]
    Failed(Vec<CheckResult>),
}

impl From<ReadError> for AuditError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Aborted(aborted) => Self::Aborted(aborted),
            ReadError::Layout(what) => Self::Claim(what),
            unreadable => Self::Read(unreadable),
        }
    }
}

impl AuditError {
    /// The checks that failed; none if the file or the claim could not be read.
    pub fn failed(&self) -> impl Iterator<Item = &CheckResult> {
        let checks = if let Self::Failed(checks) = self { checks.as_slice() } else { &[] };
        checks.iter().filter(|check| !check.holds)
    }
}

//! Why a step towards a solution came to none.

use amidst_core::Aborted;
use amidst_spec::{Error, Result};

use super::Infeasibility;

/// Why a step came to no solution: the target is out of reach, which is an answer, or the step could not be done.
pub(crate) enum SolveError<I = Infeasibility> {
    /// There is none.
    Infeasible(I),
    /// It could not be looked for.
    Failed(Error),
}

/// A step towards a solution.
pub(crate) type Attempt<T, I = Infeasibility> = std::result::Result<T, SolveError<I>>;

/// The answer of a step, if it found one.
pub(crate) fn found<T, I>(attempt: Attempt<T, I>) -> Result<Option<T>> {
    match attempt {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Infeasible(_)) => Ok(None),
        Err(SolveError::Failed(error)) => Err(error),
    }
}

impl<I> From<Error> for SolveError<I> {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl<I> From<Aborted> for SolveError<I> {
    fn from(aborted: Aborted) -> Self {
        Self::Failed(aborted.into())
    }
}

impl<I> From<amidst_core::Error> for SolveError<I> {
    fn from(error: amidst_core::Error) -> Self {
        Self::Failed(error.into())
    }
}

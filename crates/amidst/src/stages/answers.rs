//! What else there is to be known of a summary: all minimal nodes, and why the one is released.

use amidst_core::Observer;
use amidst_spec::Result;

use super::{BoundJob, Summary};
use crate::{
    explain::{Explanation, Reveal, explanation},
    solutions::{SolutionsAnswer, SolutionsOptions},
};

impl BoundJob {
    /// Every minimal node of a summary: what [`Job::solutions`](crate::Job::solutions) says of the table it is of.
    ///
    /// # Errors
    /// As there, or if the summary is of something else.
    pub fn solutions(
        &self,
        summary: &Summary,
        wanted: SolutionsOptions,
        observer: &dyn Observer,
    ) -> Result<SolutionsAnswer> {
        self.validated.needs_levels()?;
        self.validated.needs_classes()?;
        self.job.solutions_of(&self.dataset(summary, observer)?, &self.validated, wanted, observer)
    }

    /// Why a summary is solved as it is: what [`explain`](crate::explain::explain) says of the table it is of.
    ///
    /// # Errors
    /// As there, or if the summary is of something else.
    pub fn explain(&self, summary: &Summary, reveal: Reveal, observer: &dyn Observer) -> Result<Explanation> {
        self.validated.needs_levels()?;
        explanation(&self.dataset(summary, observer)?, &self.validated, reveal, observer)
    }
}

//! What else there is to be known of a summary: all minimal nodes, why the one is released, and what other parameters give.

use amidst_core::Observer;
use amidst_spec::Result;

use super::{BoundJob, Summary, refuse_whole};
use crate::{
    explain::{Explanation, Reveal, explanation},
    solutions::{SolutionsAnswer, SolutionsOptions},
    sweep::{Grid, Sweep, sweep_of},
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

    /// What a grid of problems over a summary comes to: what [`Job::sweep`](crate::Job::sweep) says of the table it is of.
    ///
    /// # Errors
    /// As there, or if the summary is of something else.
    pub fn sweep(&self, summary: &Summary, grid: &Grid, observer: &dyn Observer) -> Result<Sweep> {
        let cases = self.job.cases(grid)?;
        cases.iter().try_for_each(|case| refuse_whole(&case.validated))?;
        sweep_of(&mut self.dataset(summary, observer)?, &cases, observer)
    }
}

//! A job, run: with its table in memory, or in two passes over one that does not fit.

use amidst_core::Observer;
use amidst_spec::{Error, Result};

use crate::{
    Answer, Job,
    job::within,
    stages::two_passes::{self, Attempted},
};

/// A job takes no more threads than this: all are started at once, so that a slip of the finger would bring the machine down.
pub const MOST_THREADS: usize = 256;

impl Job {
    /// Runs the job; what is released goes where the spec says. A table that does not fit under a limit of memory
    /// ([`Job::with_memory`]) is read twice, part by part, where what is asked can be said of parts; what is released is the same.
    pub fn run(self, observer: &dyn Observer) -> Result<Answer> {
        self.run_to(false, observer)
    }

    /// Runs the job; what is released comes back as record batches, whatever path the spec has for it, and is audited like
    /// everything else. Papers that the spec asks for are written.
    ///
    /// A column keeps its Arrow type if that holds every value released of it, each in a spelling of its own, and is `Utf8` otherwise:
    /// ages in `Int32` stay so until a class shows `30-39`. A dictionary keeps the type of its keys, and follows the rule in its values.
    /// Parts of one table ([`stages`](crate::stages)) follow it together, so that all of them have one schema.
    pub fn run_in_memory(self, observer: &dyn Observer) -> Result<Answer> {
        self.run_to(true, observer)
    }

    /// Runs the job on threads of its own, if it was told how many.
    fn run_to(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        within(self.memory(), observer, |observer| self.run_on_threads(in_memory, observer))
    }

    fn run_on_threads(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        let Some(threads) = self.threads() else { return self.run_here(in_memory, observer) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(MOST_THREADS)).build();
        let pool = pool.map_err(|error| Error::Threads(error.to_string()))?;
        pool.install(|| self.run_here(in_memory, observer))
    }

    fn run_here(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        match two_passes::run(self, in_memory, observer)? {
            Attempted::Answered(answer) => Ok(answer),
            Attempted::Whole(job) => job.run_whole(in_memory, observer),
        }
    }
}

//! A run that takes more memory than it may is ended, wherever it is.
//!
//! Whatever takes long asks the observer, so the limit is looked after where it asks: nobody below knows of it.

use std::{
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use amidst_core::{Observer, Score, Signal, Stage};
use amidst_spec::{Error, Result, memory::MemoryLimit};

use super::Job;

impl Job {
    /// How much memory the run may take: by how much that of the process may grow, from this call until the run ends. One that takes
    /// more ends with [`Error::MemoryLimit`] and leaves nothing.
    pub fn with_memory(mut self, bytes: Option<usize>) -> Self {
        self.memory = bytes.map(MemoryLimit::from_now);
        self
    }

    /// How much memory it may take.
    pub(crate) fn memory(&self) -> Option<MemoryLimit> {
        self.memory
    }
}

/// Memory is looked at so often at most: it costs a call to the system.
const EVERY: Duration = Duration::from_millis(20);

/// Runs something that is observed, within a limit if there is one.
///
/// # Errors
/// [`Error::MemoryLimit`] if it took more.
pub(crate) fn within<T>(
    limit: Option<MemoryLimit>,
    observer: &dyn Observer,
    run: impl FnOnce(&dyn Observer) -> Result<T>,
) -> Result<T> {
    let Some(limit) = limit else { return run(observer) };
    let limited = Limited::new(limit, observer);
    run(&limited).map_err(|error| match (error, limited.exceeded.get()) {
        (Error::Aborted(_), Some(&stage)) => Error::MemoryLimit { stage, limit: limit.bytes() },
        (other, _) => other,
    })
}

/// An observer that looks after the memory of a run, too.
struct Limited<'a> {
    limit: MemoryLimit,
    observer: &'a dyn Observer,
    begun: Instant,
    /// When memory is looked at next, in milliseconds since the beginning.
    next: AtomicU64,
    stage: Mutex<Stage>,
    /// What was going on when the limit was exceeded.
    exceeded: OnceLock<Stage>,
}

impl<'a> Limited<'a> {
    fn new(limit: MemoryLimit, observer: &'a dyn Observer) -> Self {
        Self {
            limit,
            observer,
            begun: Instant::now(),
            next: AtomicU64::new(0),
            stage: Mutex::new(Stage::Reading),
            exceeded: OnceLock::new(),
        }
    }

    /// Whether it is time to look again, and nobody else does.
    fn is_due(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let later = now + EVERY.as_millis() as u64;
        now >= next && self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn is_exceeded(&self) -> bool {
        if self.exceeded.get().is_none() && self.is_due() && self.limit.is_exceeded() {
            self.exceeded.get_or_init(|| *self.stage.lock().unwrap_or_else(PoisonError::into_inner));
        }
        self.exceeded.get().is_some()
    }
}

impl Observer for Limited<'_> {
    fn signal(&self) -> Signal {
        match self.observer.signal() {
            Signal::Abort => Signal::Abort,
            _ if self.is_exceeded() => Signal::Abort,
            other => other,
        }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.observer.progress(stage, done, of);
    }

    fn rows(&self, rows: u64) {
        self.observer.rows(rows);
    }

    fn best(&self, score: &Score, bound: &Score) {
        self.observer.best(score, bound);
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Aborted;

    use super::*;

    /// Asks until it is told to stop.
    fn asking(observer: &dyn Observer) -> Result<()> {
        observer.progress(Stage::Writing, 0, None);
        let begun = Instant::now();
        while begun.elapsed() < 10 * EVERY {
            observer.go_on()?;
        }
        Ok(())
    }

    #[test]
    fn without_a_limit_or_below_it_nothing_ends() {
        assert!(within(None, &(), asking).is_ok());
        assert!(within(Some(MemoryLimit::from_now(usize::MAX)), &(), asking).is_ok());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn above_the_limit_a_run_ends_and_says_where() {
        let limit = MemoryLimit::from_now(16 << 20);
        let ended = within(Some(limit), &(), |observer| {
            asking(observer)?;
            let taken = std::hint::black_box(vec![1_u8; 64 << 20]);
            let ended = asking(observer);
            drop(taken);
            // Whoever was told to stop is told so from then on.
            assert!(observer.go_on().is_err());
            ended
        });
        assert!(matches!(ended, Err(Error::MemoryLimit { stage: Stage::Writing, .. })));
    }

    #[test]
    fn whoever_aborts_is_told_that_it_is_aborted() {
        let ended = within(Some(MemoryLimit::from_now(usize::MAX)), &(), |_| Err::<(), _>(Aborted.into()));
        assert!(matches!(ended, Err(Error::Aborted(_))));
    }
}

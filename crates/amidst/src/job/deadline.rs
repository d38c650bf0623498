//! Observers that look at the clock: a search has so much time, and parts of it less.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use amidst_core::{Observer, Score, Signal, Stage};
use amidst_spec::validated::ValidatedSpec;

/// Passes on what an observer says, and asks to finish when time is up.
pub(crate) struct Deadline<'a> {
    observer: &'a dyn Observer,
    begun: Instant,
    at: Option<Instant>,
    /// When the last search was over, in microseconds since the beginning; 0 while none is.
    searched: AtomicU64,
}

impl<'a> Deadline<'a> {
    /// From now on, if a spec has a time limit.
    pub fn new(observer: &'a dyn Observer, validated: &ValidatedSpec) -> Self {
        let begun = Instant::now();
        let at = validated.time_limit.and_then(|span| begun.checked_add(span));
        Self { observer, begun, at, searched: AtomicU64::new(0) }
    }

    /// The same for half of the time that is left.
    pub fn halfway(&'a self) -> Self {
        let now = Instant::now();
        let at = self.at.map(|at| now + at.saturating_duration_since(now) / 2);
        Self { observer: self, begun: now, at, searched: AtomicU64::new(0) }
    }

    /// How long searches took, until the first rows were recoded.
    pub fn searched(&self) -> Duration {
        match self.searched.load(Ordering::Relaxed) {
            0 => self.begun.elapsed(),
            micros => Duration::from_micros(micros),
        }
    }
}

impl Observer for Deadline<'_> {
    fn signal(&self) -> Signal {
        match self.observer.signal() {
            Signal::Continue => Signal::finish_if(self.at.is_some_and(|at| Instant::now() >= at)),
            asked => asked,
        }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        if stage == Stage::Recoding && done == 0 {
            self.searched.store(self.begun.elapsed().as_micros() as u64, Ordering::Relaxed);
        }
        self.observer.progress(stage, done, of);
    }

    fn best(&self, score: &Score, bound: &Score) {
        self.observer.best(score, bound);
    }
}

/// Ends work at once that is not worth being done when there is nothing to search with it any more.
pub(super) struct Cut<'a>(pub &'a dyn Observer);

impl Observer for Cut<'_> {
    fn signal(&self) -> Signal {
        if self.0.is_stopped() { Signal::Abort } else { Signal::Continue }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.0.progress(stage, done, of);
    }
}

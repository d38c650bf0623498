//! Watches a job for the browser: how far it is, and whether somebody wants it to end.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use amidst::{Observer, Score, Signal, Stage};
use schemars::JsonSchema;
use serde::Serialize;

/// The observer of a job.
#[derive(Default)]
pub struct Watch {
    is_cancelled: AtomicBool,
    is_finished: AtomicBool,
    seen: Mutex<Progress>,
}

/// How far a job is.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Progress {
    /// What is going on, in words.
    pub doing: &'static str,
    /// So much of it is done.
    pub done: u64,
    /// Of so much in all, if that is known.
    pub of: Option<u64>,
    /// The rows of the table, once they are known.
    pub rows: Option<u64>,
    /// The best score so far.
    pub best: Option<f64>,
    /// What no solution scores below.
    pub bound: Option<f64>,
}

impl Watch {
    /// Wants the job to end and leave nothing.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Wants a search to end with the best so far.
    pub fn finish(&self) {
        self.is_finished.store(true, Ordering::Relaxed);
    }

    /// Whether somebody wanted it to end.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.see(|seen| seen.clone())
    }

    fn see<T>(&self, look: impl FnOnce(&mut Progress) -> T) -> T {
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Watch {
    fn signal(&self) -> Signal {
        match self.is_cancelled() {
            true => Signal::Abort,
            false => Signal::finish_if(self.is_finished.load(Ordering::Relaxed)),
        }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.see(|seen| (seen.doing, seen.done, seen.of) = (stage.words(), done, of));
    }

    fn rows(&self, rows: u64) {
        self.see(|seen| seen.rows = Some(rows));
    }

    fn best(&self, score: &Score, bound: &Score) {
        self.see(|seen| (seen.best, seen.bound) = (Some(score.value()), Some(bound.value())));
    }
}

//! Work beside the interpreter: other threads of Python go on, Ctrl-C ends it, and whoever wants to is told how far it is.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

use amidst::{Observer, Result, Signal, Stage};
use pyo3::prelude::*;

use crate::exceptions::{broken, raised};

/// How often the interpreter is asked whether someone pressed Ctrl-C.
const EVERY: Duration = Duration::from_millis(20);
/// How long work that was told to end is waited for. It writes nothing, so that it may as well end by itself.
const PATIENCE: Duration = Duration::from_millis(50);
/// As much as a program's first thread has.
const STACK: usize = 8 << 20;

/// Where work runs, and who is told of it.
#[derive(FromPyObject)]
pub struct Surroundings {
    /// How many threads; as many as there are cores if not said.
    #[pyo3(attribute("threads"))]
    threads: Option<NonZeroUsize>,
    /// Called with what is going on and how much of it is done, if that is known.
    #[pyo3(attribute("progress"))]
    progress: Option<Py<PyAny>>,
}

/// How far work is, and whether it shall end.
#[derive(Default)]
pub struct Watcher {
    is_over: AtomicBool,
    reached: Mutex<Option<(Stage, Option<f64>)>>,
}

impl Observer for Watcher {
    fn signal(&self) -> Signal {
        if self.is_over.load(Ordering::Relaxed) { Signal::Abort } else { Signal::Continue }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        let share = of.filter(|&of| of > 0).map(|of| done as f64 / of as f64);
        *self.reached.lock().unwrap_or_else(PoisonError::into_inner) = Some((stage, share));
    }
}

impl Surroundings {
    /// Does something on threads of its own, which a fork of the interpreter leaves behind unharmed.
    pub fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&dyn Observer) -> Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, NonZeroUsize::get))
            .stack_size(STACK)
            .build()
            .map_err(|error| raised(py, &amidst::Error::Threads(error.to_string())))?;
        let watcher = Arc::new(Watcher::default());
        let (sender, receiver) = sync_channel(1);
        let watched = Arc::clone(&watcher);
        let runner = thread::Builder::new().name("amidst".into()).spawn(move || {
            // Nobody listens any more if it was interrupted.
            let _ = sender.send(pool.install(|| work(&*watched)));
        });
        runner.map_err(|error| raised(py, &amidst::Error::Threads(error.to_string())))?;
        self.wait(py, &watcher, receiver)?.map_err(|error| raised(py, &error))
    }

    fn wait<T: Send>(&self, py: Python<'_>, watcher: &Watcher, results: Receiver<T>) -> PyResult<T> {
        let results = Mutex::new(results);
        let next = |patience| {
            py.detach(|| results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(patience))
        };
        loop {
            match next(EVERY) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(broken(py, "amidst came upon a mistake of its own; please report it"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stopped) = py.check_signals().and_then(|()| self.tell(py, watcher)) {
                        watcher.is_over.store(true, Ordering::Relaxed);
                        drop(next(PATIENCE));
                        return Err(stopped);
                    }
                }
            }
        }
    }

    fn tell(&self, py: Python<'_>, watcher: &Watcher) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let reached = *watcher.reached.lock().unwrap_or_else(PoisonError::into_inner);
        match reached {
            Some((stage, share)) => progress.call1(py, (stage.words(), share)).map(drop),
            None => Ok(()),
        }
    }
}

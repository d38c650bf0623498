//! What a person sees while a job runs, a line on standard error, only on a terminal, only after a second; and what Ctrl-C does.

use std::{
    io::IsTerminal,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use amidst::{Observer, Score, Signal, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a job may take before it says anything.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows progress and listens for Ctrl-C.
pub struct Progress {
    line: ProgressBar,
    begun: Instant,
    asked: Arc<Interrupts>,
    best: Mutex<Option<f64>>,
}

/// How often Ctrl-C was pressed, and what was going on the first time.
#[derive(Default)]
struct Interrupts {
    times: AtomicU8,
    is_solving: AtomicBool,
    first_in_search: AtomicBool,
}

impl Interrupts {
    /// Ctrl-C is pressed.
    fn again(&self) {
        let is_first = self.times.fetch_add(1, Ordering::SeqCst) == 0;
        if is_first {
            self.first_in_search.store(self.is_solving.load(Ordering::SeqCst), Ordering::SeqCst);
        }
    }

    /// The first keeps the best of a search, and ends everything else; the second ends everything.
    fn signal(&self) -> Signal {
        match self.times.load(Ordering::Relaxed) {
            0 => Signal::Continue,
            1 if self.first_in_search.load(Ordering::Relaxed) => Signal::Finish,
            _ => Signal::Abort,
        }
    }
}

impl Progress {
    /// Begins to observe; `quiet` shows nothing.
    pub fn new(quiet: bool) -> anyhow::Result<Self> {
        let asked = Arc::new(Interrupts::default());
        let heard = Arc::clone(&asked);
        ctrlc::set_handler(move || heard.again())?;
        let line = ProgressBar::new_spinner();
        line.set_draw_target(ProgressDrawTarget::hidden());
        if !quiet && std::io::stderr().is_terminal() {
            let reveal = line.clone();
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                reveal.set_draw_target(ProgressDrawTarget::stderr());
                reveal.enable_steady_tick(Duration::from_millis(100));
            });
        }
        line.set_style(
            ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("a valid template"),
        );
        Ok(Self { line, begun: Instant::now(), asked, best: Mutex::new(None) })
    }

    /// What the line says.
    fn words(&self, stage: Stage, done: u64, of: Option<u64>) -> String {
        let words = stage.words();
        let asked = self.asked.signal();
        if stage != Stage::Solving {
            let share = of.filter(|&of| of > 0).map(|of| format!(", {} %", done.min(of) * 100 / of));
            return format!("{words}{}; Ctrl-C ends it and leaves nothing", share.unwrap_or_default());
        }
        let of = of.map_or_else(String::new, |of| format!(" of {of}"));
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let best = best.map_or_else(|| "none yet".into(), |score| format!("{score:.4}"));
        let key = match asked {
            Signal::Continue => "Ctrl-C keeps the best, twice ends it",
            _ => "stopping; Ctrl-C again ends it and leaves nothing",
        };
        format!("{words}: {done}{of} decided, best {best}; {key}")
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

impl Observer for Progress {
    fn signal(&self) -> Signal {
        self.asked.signal()
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.asked.is_solving.store(stage == Stage::Solving, Ordering::SeqCst);
        if self.begun.elapsed() >= PATIENCE {
            self.line.set_message(self.words(stage, done, of));
        }
    }

    fn best(&self, score: &Score) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(score.value());
    }
}

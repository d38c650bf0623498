//! What a person sees while a job runs, on standard error: on a terminal a line that changes, after a second; where it is asked
//! for, a line every second, wherever it goes. And what Ctrl-C does.

use std::{
    io::IsTerminal,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use amidst::{Observer, Score, Signal, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{format::count, tell};

/// How long a job may take before it says anything, and how often it says something where that is asked for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Who hears of progress.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShownTo {
    /// Nobody.
    Nobody,
    /// Whoever sits at a terminal.
    Terminal,
    /// Whoever reads standard error.
    Everybody,
}

impl ShownTo {
    /// As flags have it.
    pub fn new(quiet: bool, asked: bool) -> Self {
        match (asked, quiet) {
            (true, _) => Self::Everybody,
            (_, true) => Self::Nobody,
            _ => Self::Terminal,
        }
    }
}

/// Shows progress and listens for Ctrl-C.
pub struct Progress {
    line: ProgressBar,
    /// Whether lines are written one below another.
    writes_lines: bool,
    begun: Instant,
    /// Seconds that have passed when the last line was written.
    told: AtomicU64,
    asked: Arc<Interrupts>,
    rows: AtomicU64,
    /// The best so far, and what no solution scores below.
    best: Mutex<Option<(f64, f64)>>,
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
    /// Begins to observe.
    pub fn new(shown_to: ShownTo) -> anyhow::Result<Self> {
        let asked = Arc::new(Interrupts::default());
        let heard = Arc::clone(&asked);
        ctrlc::set_handler(move || heard.again())?;
        let line = ProgressBar::new_spinner();
        line.set_draw_target(ProgressDrawTarget::hidden());
        let is_terminal = std::io::stderr().is_terminal();
        if shown_to != ShownTo::Nobody && is_terminal {
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
        Ok(Self {
            line,
            writes_lines: shown_to == ShownTo::Everybody && !is_terminal,
            begun: Instant::now(),
            told: AtomicU64::new(0),
            asked,
            rows: AtomicU64::new(0),
            best: Mutex::new(None),
        })
    }

    /// What is going on.
    fn words(&self, stage: Stage, done: u64, of: Option<u64>) -> String {
        words((stage, done, of), self.rows.load(Ordering::Relaxed), *self.lock_best())
    }

    /// What Ctrl-C would do.
    fn key(&self, stage: Stage) -> &'static str {
        match (stage, self.asked.signal()) {
            (Stage::Solving, Signal::Continue) => "Ctrl-C keeps the best, twice ends it",
            (Stage::Solving, _) => "stopping; Ctrl-C again ends it and leaves nothing",
            _ => "Ctrl-C ends it and leaves nothing",
        }
    }

    fn lock_best(&self) -> MutexGuard<'_, Option<(f64, f64)>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a further second has passed, and nobody else says so.
    fn is_due(&self) -> bool {
        let (now, told) = (self.begun.elapsed().as_secs(), self.told.load(Ordering::Relaxed));
        now > told && self.told.compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// So much of a stage is done, of so much in all; the rows of the table, if they are known; the best so far and what no solution
/// scores below.
fn words((stage, done, of): (Stage, u64, Option<u64>), rows: u64, found: Option<(f64, f64)>) -> String {
    let of = of.filter(|&of| of > 0);
    let share = of.map(|of| format!("{} %", u128::from(done.min(of)) * 100 / u128::from(of)));
    let rows = (rows > 0).then(|| format!("{} rows", count(rows)));
    let told = match (found.filter(|_| stage == Stage::Solving), of) {
        (Some((best, bound)), Some(of)) => {
            let gap = if best > 0.0 { ((best - bound) / best).clamp(0.0, 1.0) } else { 0.0 };
            let nodes = format!("{} of {} nodes decided", count(done), count(of));
            vec![rows, Some(nodes), Some(format!("best {best:.4}, gap {:.0} %", gap * 100.0))]
        }
        _ => vec![rows, share],
    };
    let told: Vec<String> = told.into_iter().flatten().collect();
    if told.is_empty() { stage.words().into() } else { format!("{}: {}", stage.words(), told.join(", ")) }
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
        if self.writes_lines && self.is_due() {
            tell(&format!("{} s: {}\n", self.begun.elapsed().as_secs(), self.words(stage, done, of)));
        } else if !self.writes_lines && self.begun.elapsed() >= PATIENCE {
            self.line.set_message(format!("{}; {}", self.words(stage, done, of), self.key(stage)));
        }
    }

    fn rows(&self, rows: u64) {
        self.rows.store(rows, Ordering::Relaxed);
    }

    fn best(&self, score: &Score, bound: &Score) {
        *self.lock_best() = Some((score.value(), bound.value()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_tells_rows_nodes_the_best_and_its_gap() {
        assert_eq!(
            words((Stage::Solving, 1_200, Some(12_960)), 30_162, Some((0.25, 0.2))),
            "searching for the least change: 30,162 rows, 1,200 of 12,960 nodes decided, best 0.2500, gap 20 %"
        );
    }

    #[test]
    fn what_has_no_nodes_tells_its_share() {
        assert_eq!(
            words((Stage::Solving, 1, Some(4)), 7, None),
            "searching for the least change: 7 rows, 25 %"
        );
        assert_eq!(
            words((Stage::Writing, 3, Some(6)), 6, Some((0.1, 0.1))),
            "writing the release: 6 rows, 50 %"
        );
        assert_eq!(words((Stage::Reading, 0, None), 0, None), "reading the table");
    }
}

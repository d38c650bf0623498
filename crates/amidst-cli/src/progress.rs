//! What a person sees while a job runs: a line on standard error, only on a terminal, only after a second.

use std::{
    io::IsTerminal,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use amidst::{Control, Score, Stage, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a job may take before it says anything.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows progress and listens for Ctrl-C.
pub struct Progress {
    line: ProgressBar,
    begun: Instant,
    stopped: Arc<AtomicBool>,
}

impl Progress {
    /// Begins to watch; `quiet` shows nothing.
    pub fn new(quiet: bool) -> anyhow::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        // The first Ctrl-C asks the search to stop with the best so far, the second ends the program at once.
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        })?;
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
        Ok(Self { line, begun: Instant::now(), stopped })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn progress(&self, decided: u64, nodes: u128, best: Option<&Score>) {
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        let best = best.map_or_else(|| "none yet".into(), |score| format!("{:.4}", score.value()));
        let words = Stage::Solving.words();
        self.line.set_message(format!(
            "{words}: {decided} of {nodes} nodes decided, best {best}; Ctrl-C keeps the best"
        ));
    }
}

impl Watch for Progress {
    fn stage(&self, stage: Stage) {
        self.line.set_message(stage.words());
    }
}

//! A job that is observed: it says when each stage begins, and its search ends after a while with the best so far.
//!
//! ```sh
//! cargo run --release --example observed -- release.toml 2.5
//! ```

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use amidst::{Answer, Job, Observer, Signal, Spec, Stage};

struct Watcher {
    begun: Instant,
    /// When the search shall end.
    patience: Duration,
    stage: Mutex<Option<Stage>>,
}

impl Observer for Watcher {
    fn signal(&self) -> Signal {
        Signal::finish_if(self.begun.elapsed() >= self.patience)
    }

    fn progress(&self, stage: Stage, _done: u64, _of: Option<u64>) {
        let mut current = self.stage.lock().expect("nobody panicked");
        if current.replace(stage) != Some(stage) {
            println!("{:.3} s: {}", self.begun.elapsed().as_secs_f64(), stage.words());
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (path, patience) = (args.next().ok_or("name a spec")?, args.next().map(|it| it.parse()));
    let patience = patience.transpose()?.map_or(Duration::MAX, Duration::from_secs_f64);
    let observer = Watcher { begun: Instant::now(), patience, stage: Mutex::new(None) };
    let answer = Job::new(Spec::read(path.as_ref())?).with_overwrite(true).run(&observer)?;
    let seconds = observer.begun.elapsed().as_secs_f64();
    match answer {
        Answer::Released(released) => println!("{seconds:.3} s: k = {}", released.audit.k),
        Answer::Infeasible(answer) => println!("{seconds:.3} s: {}", answer.message),
    }
    Ok(())
}

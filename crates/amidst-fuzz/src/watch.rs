//! Inputs one after another, each under watch: a panic is caught, a hang ends the program, and what asks for too much
//! memory ends it too, for which the number of the input is noted before it is tried.

use std::{
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use crate::Target;

/// How long one input may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The exit code of a hang.
pub const HUNG: i32 = 3;

/// A round of inputs.
pub struct Round {
    /// What is tried.
    pub target: Target,
    /// What inputs are drawn by.
    pub seed: u64,
    /// The number of the first input.
    pub from: u64,
    /// How many there are.
    pub inputs: u64,
    /// How long it may take.
    pub time: Duration,
}

/// What became of a round.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Inputs tried.
    pub tried: u64,
    /// The numbers of those that made something panic.
    pub failed: Vec<u64>,
}

struct Current {
    since: Instant,
    number: u64,
}

/// Tries inputs; failing ones are written into `folder`, and the number of the current one into `notes`.
pub fn run(round: &Round, folder: &Path, notes: Option<&Path>) -> io::Result<Outcome> {
    let mut notes = notes.map(File::create).transpose()?;
    let current = Arc::new(Mutex::new(Current { since: Instant::now(), number: round.from }));
    watch_over(round, folder, &current);
    let (mut outcome, start) = (Outcome::default(), Instant::now());
    let end = round.from.saturating_add(round.inputs);
    for number in (round.from..end).take_while(|_| start.elapsed() < round.time) {
        let input = round.target.input(round.seed, number);
        *current.lock().expect("nobody panics while holding it") = Current { since: Instant::now(), number };
        if let Some(notes) = &mut notes {
            notes.seek(SeekFrom::Start(0))?;
            writeln!(notes, "{number:020}")?;
        }
        if !is_survived(round.target, &input) {
            keep(round, folder, number, &input)?;
            outcome.failed.push(number);
        }
        outcome.tried += 1;
    }
    // Whoever watches is told that nothing is under way.
    current.lock().expect("nobody panics while holding it").since =
        Instant::now() + Duration::from_secs(1 << 30);
    Ok(outcome)
}

/// Whether a target takes an input without a panic.
pub fn is_survived(target: Target, input: &[u8]) -> bool {
    panic::catch_unwind(AssertUnwindSafe(|| target.take(input))).is_ok()
}

fn watch_over(round: &Round, folder: &Path, current: &Arc<Mutex<Current>>) {
    let (target, seed, folder, current) =
        (round.target, round.seed, folder.to_owned(), Arc::downgrade(current));
    thread::spawn(move || {
        while let Some(current) = current.upgrade() {
            let (since, number) = {
                let current = current.lock().expect("nobody panics while holding it");
                (current.since, current.number)
            };
            if Instant::now().saturating_duration_since(since) > PATIENCE {
                eprintln!("{} hangs on input {number} of seed {seed}", target.name());
                // The input is drawn again: the one under way belongs to the thread that hangs.
                let _ = fs::write(path_of(target, seed, number, &folder), target.input(seed, number));
                process::exit(HUNG);
            }
            drop(current);
            thread::sleep(Duration::from_millis(200));
        }
    });
}

/// Writes a failing input down.
pub fn keep(round: &Round, folder: &Path, number: u64, input: &[u8]) -> io::Result<()> {
    let path = path_of(round.target, round.seed, number, folder);
    fs::create_dir_all(folder)?;
    fs::write(&path, input)?;
    eprintln!(
        "{} fails on input {number} of seed {}: cargo xtask fuzz {} --file {}",
        round.target.name(),
        round.seed,
        round.target.name(),
        path.display()
    );
    Ok(())
}

fn path_of(target: Target, seed: u64, number: u64, folder: &Path) -> PathBuf {
    folder.join(format!("{}-{seed}-{number}", target.name()))
}

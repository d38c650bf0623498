//! Each target in a process of its own, so that one that runs out of memory or hangs does not take the others along.

use std::{
    env, fs,
    path::Path,
    process::{Command, ExitStatus},
    time::{Duration, Instant},
};

use crate::{
    Target,
    options::Options,
    watch::{self, HUNG, Round},
};

/// The memory that a process may address, in KiB: far more than any input is worth.
const MEMORY: u64 = 6 << 20;

/// Tries all targets; whether none failed.
pub fn run(options: &Options) -> Result<bool, String> {
    if let Some(file) = &options.file {
        return one(options.targets[0], file);
    }
    let folder = env::temp_dir().join("amidst-fuzz");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if let Some(notes) = &options.notes {
        return child(options, &folder, notes);
    }
    let mut passed = true;
    for &target in &options.targets {
        let start = Instant::now();
        let notes = folder.join(format!("{}-{}.current", target.name(), std::process::id()));
        let status = spawned(options, target, &notes)?;
        let number: u64 =
            fs::read_to_string(&notes).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let _ = fs::remove_file(&notes);
        let tried = if number >= options.from { number - options.from + 1 } else { 0 };
        println!("{:<10} {tried:>9} inputs in {:.0} s", target.name(), start.elapsed().as_secs_f64());
        passed &= status.success();
        // Neither a panic nor a hang, which have told of themselves.
        if !status.success() && !matches!(status.code(), Some(1 | HUNG)) {
            let round = round(options, target);
            watch::keep(&round, &folder, number, &target.input(options.seed, number))
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(passed)
}

fn round(options: &Options, target: Target) -> Round {
    let &Options { seed, from, inputs, seconds, .. } = options;
    Round { target, seed, from, inputs, time: Duration::from_secs(seconds) }
}

/// One input from a file, without a net: what fails is to be seen.
fn one(target: Target, file: &Path) -> Result<bool, String> {
    let input = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    target.take(&input);
    println!("{} takes it", target.name());
    Ok(true)
}

fn child(options: &Options, folder: &Path, notes: &Path) -> Result<bool, String> {
    let mut passed = true;
    for &target in &options.targets {
        let outcome =
            watch::run(&round(options, target), folder, Some(notes)).map_err(|error| error.to_string())?;
        passed &= outcome.failed.is_empty();
    }
    Ok(passed)
}

/// Runs this program again for one target, with a limit to its memory where there is a shell to set one.
fn spawned(options: &Options, target: Target, notes: &Path) -> Result<ExitStatus, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = if cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.arg(target.name()).arg("--notes").arg(notes).env("RAYON_NUM_THREADS", "1");
    for (flag, value) in [
        ("--inputs", options.inputs),
        ("--seed", options.seed),
        ("--from", options.from),
        ("--seconds", options.seconds),
    ] {
        command.arg(flag).arg(value.to_string());
    }
    command.status().map_err(|error| error.to_string())
}

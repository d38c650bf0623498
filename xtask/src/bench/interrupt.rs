//! How soon a run ends that is interrupted: Ctrl-C at moments spread over the whole of it, and what is left then.

use std::{
    fs,
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::{
    Bench,
    cells::{OTHERS, QUASI},
    measure::measure,
    median,
    table::generate,
};

/// Moments tried in every run.
const MOMENTS: u32 = 24;

/// A run answers within this.
const AIM: f64 = 0.1;

/// A second Ctrl-C follows so soon: the first only ends a search.
const AGAIN: Duration = Duration::from_millis(5);

const ALGORITHMS: [&str; 3] = ["optimal", "mondrian", "local"];
const FORMATS: [&str; 2] = ["csv", "parquet"];

/// Prints a row for every algorithm and format, on ten million rows or as many as asked.
pub fn run(bench: &Bench, millions: &[u64]) -> Result<()> {
    let millions = millions.first().copied().unwrap_or(10);
    println!("\n## Ctrl-C at {MOMENTS} moments of a run, {millions} million rows like Adult (aim {AIM} s)\n");
    println!(
        "| run | whole run | told after, median | at most | process gone after, median | at most | left behind |"
    );
    println!("|---|---|---|---|---|---|---|");
    for algorithm in ALGORITHMS {
        FORMATS.iter().try_for_each(|format| row(bench, millions, algorithm, format))?;
    }
    Ok(())
}

fn row(bench: &Bench, millions: u64, algorithm: &str, format: &str) -> Result<()> {
    let folder = bench.folder.join("interrupt");
    fs::create_dir_all(&folder)?;
    let (input, output) = (generate(bench, millions)?, folder.join(format!("release.{format}")));
    let command = || {
        let mut command = Command::new(bench.programs.join("amidst"));
        command.arg("anonymize").arg(&input).args(["--quasi", QUASI, "--other", OTHERS, "-k", "5"]);
        command.args(["--algorithm", algorithm, "--quiet", "-o"]).arg(&output);
        command
    };
    let name = format!("{algorithm}, {format}");
    let whole = measure(&mut command())?.seconds;
    fs::remove_file(&output)?;
    let before = names(&folder)?;
    let (mut told, mut gone) = (Vec::new(), Vec::new());
    for moment in 0..MOMENTS {
        let at = whole * (f64::from(moment) + 0.5) / f64::from(MOMENTS);
        let Some(ended) = interrupted(&mut command(), Duration::from_secs_f64(at))? else { break };
        eprintln!("{name}: Ctrl-C after {at:.2} s, told after {:.3} s, gone after {:.3} s", ended.0, ended.1);
        told.push(ended.0);
        gone.push(ended.1);
        ensure!(names(&folder)? == before, "something is left behind of a run ended after {at:.2} s");
    }
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    println!(
        "| {name} | {whole:.2} s | {:.3} s | {:.3} s | {:.3} s | {:.3} s | nothing |",
        median(told.clone()),
        most(&told),
        median(gone.clone()),
        most(&gone),
    );
    Ok(())
}

/// Starts a command, interrupts it at a moment, and again if it goes on. Says how long after the last Ctrl-C it said so, and
/// was gone; nothing if it was over before.
fn interrupted(command: &mut Command, at: Duration) -> Result<Option<(f64, f64)>> {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut words = child.stderr.take().context("standard error is piped")?;
    // The first byte of the message is when the run has ended; what follows is letting go of memory.
    let reader = thread::spawn(move || {
        let said = words.read(&mut [0; 1]).ok().filter(|&bytes| bytes > 0).map(|_| Instant::now());
        let _ = words.read_to_end(&mut Vec::new());
        said
    });
    thread::sleep(at.saturating_sub(begun.elapsed()));
    if child.try_wait()?.is_some() {
        return Ok(None);
    }
    let asked = Instant::now();
    interrupt(&child)?;
    thread::sleep(AGAIN);
    interrupt(&child)?;
    child.wait()?;
    let gone = asked.elapsed().as_secs_f64();
    let said = reader.join().ok().context("the reader ends")?;
    Ok(Some((said.map_or(gone, |said| said.duration_since(asked).as_secs_f64()), gone)))
}

/// Ctrl-C, as a terminal sends it.
fn interrupt(child: &Child) -> Result<()> {
    Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status()?;
    Ok(())
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = entries.collect::<Result<Vec<String>>>()?;
    names.sort();
    Ok(names)
}

//! How soon a run ends that is interrupted: Ctrl-C twice at moments spread over the whole of it, and what is left then; and how
//! soon a search ends that is told to finish, by Ctrl-C once.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use super::{
    Bench,
    cells::{OTHERS, QUASI},
    measure::measure,
    median,
    table::generate,
};

/// Moments tried in every run.
const MOMENTS: u32 = 24;

/// Moments of a search at which it is told to finish.
const FINISHES: u32 = 8;

/// A run answers within this many seconds.
const AIM: f64 = 0.1;

/// A second Ctrl-C follows so soon: the first only ends a search.
const AGAIN: Duration = Duration::from_millis(5);

const ALGORITHMS: [&str; 3] = ["optimal", "mondrian", "local"];
const FORMATS: [&str; 2] = ["csv", "parquet"];
/// Names the part in which searches are told to finish.
const FINISH: &str = "finish";

/// What is measured: all of it takes an hour.
struct Chosen<'a> {
    algorithms: Vec<&'a str>,
    formats: Vec<&'a str>,
    has_finish: bool,
    millions: u64,
}

impl<'a> Chosen<'a> {
    /// Algorithms, formats, `finish` and a number of million rows, in any order; what is not named is not left out, but that
    /// searches are told to finish where a format is named, and that runs are ended where `finish` is.
    fn of(words: &[&'a str]) -> Result<Self> {
        let named = |known: &[&'static str]| -> Vec<&'a str> {
            words.iter().copied().filter(|word| known.contains(word)).collect()
        };
        let or_all =
            |named: Vec<&'a str>, all: &[&'static str]| if named.is_empty() { all.to_vec() } else { named };
        let is_number = |word: &&&str| word.parse::<u64>().is_ok();
        let is_known = |word: &&str| ALGORITHMS.contains(word) || FORMATS.contains(word) || *word == FINISH;
        if let Some(unknown) = words.iter().find(|word| !is_known(word) && !is_number(word)) {
            bail!(
                "{unknown:?} is none of {ALGORITHMS:?}, {FORMATS:?}, {FINISH:?} and a number of million rows"
            );
        }
        let (formats, has_finish) = (named(&FORMATS), words.contains(&FINISH));
        Ok(Self {
            algorithms: or_all(named(&ALGORITHMS), &ALGORITHMS),
            has_finish: has_finish || formats.is_empty(),
            formats: if has_finish { formats } else { or_all(formats, &FORMATS) },
            millions: words.iter().find_map(|word| word.parse().ok()).unwrap_or(10),
        })
    }
}

/// Prints a row for every algorithm and format named, or for all of them, on ten million rows or as many as asked.
pub fn run(bench: &Bench, words: &[&str]) -> Result<()> {
    let Chosen { algorithms, formats, has_finish, millions } = Chosen::of(words)?;
    let mut latest = 0.0_f64;
    if !formats.is_empty() {
        println!(
            "\n## Ctrl-C at {MOMENTS} moments of a run, {millions} million rows like Adult (aim {AIM} s)\n"
        );
        println!(
            "| run | whole run | told after, median | at most | process gone after, median | at most | left behind |"
        );
        println!("|---|---|---|---|---|---|---|");
    }
    for algorithm in &algorithms {
        for format in &formats {
            latest = latest.max(row(bench, millions, algorithm, format)?);
        }
    }
    if has_finish {
        println!("\n## A search told to finish at {FINISHES} moments (aim {AIM} s)\n");
        println!("| run | search | over after, median | at most |");
        println!("|---|---|---|---|");
        for algorithm in &algorithms {
            latest = latest.max(finish_row(bench, millions, algorithm)?);
        }
    }
    ensure!(latest <= AIM, "one run answered after {latest:.3} s, and {AIM} s is the aim");
    Ok(())
}

/// A run of an algorithm that writes its release to a file of a format, in a folder of its own.
struct Run {
    input: PathBuf,
    folder: PathBuf,
    output: PathBuf,
    program: PathBuf,
    algorithm: String,
}

impl Run {
    fn new(bench: &Bench, millions: u64, algorithm: &str, format: &str) -> Result<Self> {
        let folder = bench.folder.join("interrupt");
        fs::create_dir_all(&folder)?;
        let output = folder.join(format!("release.{format}"));
        let program = bench.programs.join("amidst");
        Ok(Self { input: generate(bench, millions)?, folder, output, program, algorithm: algorithm.into() })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("anonymize").arg(&self.input).args(["--quasi", QUASI, "--other", OTHERS, "-k", "5"]);
        command.args(["--algorithm", &self.algorithm, "--quiet", "-o"]).arg(&self.output);
        command
    }

    /// The same as a spec.
    fn spec(&self) -> String {
        let columns = [(QUASI, "quasi"), (OTHERS, "other")];
        let columns = columns.iter().flat_map(|(names, role)| names.split(',').map(move |name| (name, role)));
        let columns: String =
            columns.map(|(name, role)| format!("columns.{name}.role = '{role}'\n")).collect();
        format!(
            "input.path = '{}'\noutput.path = '{}'\nprivacy.k = 5\nsolve.algorithm = '{}'\n{columns}",
            self.input.display(),
            self.output.display(),
            self.algorithm,
        )
    }
}

/// Prints how soon runs end, and says how long it took at most.
fn row(bench: &Bench, millions: u64, algorithm: &str, format: &str) -> Result<f64> {
    let run = Run::new(bench, millions, algorithm, format)?;
    let command = || run.command();
    let (folder, output) = (&run.folder, &run.output);
    let name = format!("{algorithm}, {format}");
    let whole = measure(&mut command())?.seconds;
    fs::remove_file(output)?;
    let before = names(folder)?;
    let (mut told, mut gone) = (Vec::new(), Vec::new());
    for moment in 0..MOMENTS {
        let at = whole * (f64::from(moment) + 0.5) / f64::from(MOMENTS);
        let Some(ended) = interrupted(&mut command(), Duration::from_secs_f64(at))? else { break };
        eprintln!("{name}: Ctrl-C after {at:.2} s, told after {:.3} s, gone after {:.3} s", ended.0, ended.1);
        told.push(ended.0);
        gone.push(ended.1);
        ensure!(names(folder)? == before, "something is left behind of a run ended after {at:.2} s");
    }
    println!(
        "| {name} | {whole:.2} s | {:.3} s | {:.3} s | {:.3} s | {:.3} s | nothing |",
        median(told.clone()),
        most(&told),
        median(gone.clone()),
        most(&gone),
    );
    // What is left to do then is the system's: it takes back memory, and the file without a name.
    Ok(most(&told))
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// Prints how soon searches end that are told to, and says how long it took at most.
fn finish_row(bench: &Bench, millions: u64, algorithm: &str) -> Result<f64> {
    let run = Run::new(bench, millions, algorithm, FORMATS[0])?;
    let spec = run.folder.join("finish.toml");
    fs::write(&spec, run.spec())?;
    let observed = |finish: Option<f64>| {
        let mut command = Command::new(bench.programs.join("examples").join("observed"));
        command.arg(&spec).args(finish.map(|at| at.to_string()));
        stages(&mut command)
    };
    let (from, to) = observed(None)?;
    let mut over = Vec::new();
    for moment in 0..FINISHES {
        let at = from + (to - from) * (f64::from(moment) + 0.5) / f64::from(FINISHES);
        let seconds = observed(Some(at))?.1 - at;
        eprintln!("{algorithm}: told to finish after {at:.2} s, over after {seconds:.3} s");
        // What was over before was not told.
        over.extend((seconds >= 0.0).then_some(seconds));
    }
    fs::remove_file(&spec)?;
    ensure!(!over.is_empty(), "no search of {algorithm} could be told to finish");
    println!("| {algorithm} | {:.2} s | {:.3} s | {:.3} s |", to - from, median(over.clone()), most(&over));
    Ok(most(&over))
}

/// Starts a job that is observed, and says when its search begins and when it is over. What follows is not waited for.
fn stages(command: &mut Command) -> Result<(f64, f64)> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(child.stdout.take().context("standard output is piped")?).lines();
    let mut begun = None;
    for line in lines {
        let line = line?;
        let (seconds, stage) = line.split_once(" s: ").context("a time and what is going on")?;
        let seconds: f64 = seconds.parse()?;
        match (stage.starts_with("searching"), begun) {
            (true, _) => begun = Some(seconds),
            (false, Some(begun)) => {
                child.kill()?;
                child.wait()?;
                return Ok((begun, seconds));
            }
            (false, None) => {}
        }
    }
    bail!("{command:?} did not search")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &[&str]) -> (usize, usize, bool, u64) {
        let Chosen { algorithms, formats, has_finish, millions } = Chosen::of(words).expect("known words");
        (algorithms.len(), formats.len(), has_finish, millions)
    }

    #[test]
    fn a_measurement_can_be_taken_in_pieces() {
        assert_eq!(chosen(&[]), (3, 2, true, 10));
        assert_eq!(chosen(&["1"]), (3, 2, true, 1));
        assert_eq!(chosen(&["local", "csv", "5"]), (1, 1, false, 5));
        assert_eq!(chosen(&["local", "finish"]), (1, 0, true, 10));
        assert_eq!(chosen(&["mondrian"]), (1, 2, true, 10));
        assert!(Chosen::of(&["datafly"]).is_err());
    }
}

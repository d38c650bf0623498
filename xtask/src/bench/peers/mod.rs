//! `amidst check` beside pyCANON, `amidst risk` on a million rows, and Mondrian beside Python's.
//!
//! Peers come from PyPI, each into an environment of its own in the bench folder. Nothing else needs them.

mod agreement;
mod counts;
mod mondrian;

use std::{path::PathBuf, process::Command};

use agreement::{AgreementCounts, Query, check};
use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    median, number,
};

/// It pins what it needs itself.
const PYCANON: Package = Package { name: "pycanon", version: "1.3.6", needs: &[], script: "pycanon_peer.py" };
const PYTHON: &str = "python3";

const QUASI: &str = "sex,age,race,marital-status,education,native-country,workclass,salary-class";
const SENSITIVE: &str = "occupation";
const RUNS: usize = 7;
/// For `check` of k, l and t.
const CHECK_AIM: &str = "50 ms";

const WIDE_ROWS: &str = "1000000";
/// Combinations of one, two and three of fifteen columns.
const WIDE_COMBINATIONS: usize = 15 + 105 + 455;
const WIDE_RUNS: usize = 3;
const RISK_AIM: &str = "10 s";

/// Compares, then prints what both cost.
pub fn run(bench: &Bench) -> Result<()> {
    let peer = Peer::install(bench, PYCANON)?;
    agree(bench, &peer)?;
    time_check(bench, &peer)?;
    time_risk(bench, &peer)?;
    mondrian::run(bench)
}

/// A package of PyPI, and the script that asks it.
#[derive(Clone, Copy)]
struct Package {
    name: &'static str,
    version: &'static str,
    /// What it needs and does not say.
    needs: &'static [&'static str],
    script: &'static str,
}

/// A package where it is installed.
struct Peer {
    package: Package,
    python: PathBuf,
    script: PathBuf,
}

impl Peer {
    fn install(bench: &Bench, package: Package) -> Result<Self> {
        let Package { name, version, needs, script } = package;
        let folder = bench.folder.join(format!("{name}-{version}"));
        let python = folder.join("bin").join("python");
        let peer = Self { package, python, script: bench.root.join("benches").join(script) };
        if !peer.is_there() {
            eprintln!("installing {name} {version} …");
            must(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(&folder))?;
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
            must(Command::new(&peer.python).args(pip).arg(format!("{name}=={version}")).args(needs))?;
        }
        Ok(peer)
    }

    fn is_there(&self) -> bool {
        let version = format!("import importlib.metadata as it; print(it.version('{}'))", self.package.name);
        let output = Command::new(&self.python).args(["-c", &version]).output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == self.package.version)
    }

    /// What the script answers.
    fn ask(&self, words: &[&str]) -> Result<Value> {
        let cost = measure(Command::new(&self.python).arg(&self.script).args(words))?;
        serde_json::from_str(&cost.output).context("the script prints JSON")
    }
}

fn must(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?} does not start"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

/// Small tables that nobody knows.
fn agree(bench: &Bench, peer: &Peer) -> Result<()> {
    let folder = bench.folder.join("peers").display().to_string();
    let asks = peer.ask(&["agree", &folder])?;
    let asks = asks.as_array().context("the script prints a list")?;
    let mut tally = AgreementCounts::default();
    asks.iter().try_for_each(|ask| Query::from_json(ask)?.compare(bench, &mut tally))?;
    println!(
        "\n## Peers: pyCANON {} and `amidst check`, asked the same {} times of generated tables\n",
        PYCANON.version,
        asks.len()
    );
    tally.print()
}

fn time_check(bench: &Bench, peer: &Peer) -> Result<()> {
    let table = bench.root.join("../shared/data/adult/adult.csv");
    println!("\n## Check: Adult, 30,162 rows, eight quasi columns, occupation sensitive\n");
    if !table.is_file() {
        println!("Left out: shared/data/adult is not beside the repository.");
        return Ok(());
    }
    let asks = peer.ask(&["measure", &table.display().to_string(), QUASI, SENSITIVE])?;
    Query::from_json(&asks[0])?.compare(bench, &mut AgreementCounts::default())?;
    println!(
        "Whole commands of amidst, medians of {RUNS} runs; of pyCANON only its functions, the table being in memory.\n\
         Their numbers agree as above.\n"
    );
    println!(
        "| measures | amidst (aim {CHECK_AIM}) | processor time | pyCANON, processor time | times less |"
    );
    println!("|---|---|---|---|---|");
    let seconds = asks[0]["seconds"].as_object().context("the script tells seconds")?;
    let of = |names: &[&str]| -> Result<f64> {
        names.iter().map(|name| seconds[*name].as_f64().context("no seconds")).sum()
    };
    let row = |what: &str, flags: &[&str], names: &[&str]| -> Result<()> {
        let (ours, theirs) =
            (Spent::of(peer, check(bench, &table, QUASI, SENSITIVE).args(flags))?, of(names)?);
        let (whole, processor, less) = (1e3 * ours.whole, 1e3 * ours.processor, theirs / ours.processor);
        println!("| {what} | {whole:.0} ms | {processor:.0} ms | {theirs:.1} s | {less:.0} |");
        Ok(())
    };
    row("k, l and t", &["-k", "1", "--l", "1", "--t", "1"], &["k", "l", "t"])?;
    let all: Vec<&str> = seconds.keys().map(String::as_str).collect();
    row("all nine", &["--all"], &all)?;
    let each: Vec<String> =
        all.iter().map(|name| Ok(format!("{name} {:.1} s", of(&[name])?))).collect::<Result<_>>()?;
    println!("\npyCANON, one by one: {}.", each.join(", "));
    Ok(())
}

/// Medians of a command that is too short for /proc.
struct Spent {
    whole: f64,
    processor: f64,
}

impl Spent {
    fn of(peer: &Peer, command: &mut Command) -> Result<Self> {
        let whole = (0..RUNS).map(|_| Ok(measure(command)?.seconds)).collect::<Result<_>>()?;
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<&str> = words.map(|word| word.to_str().context("no text")).collect::<Result<_>>()?;
        let runs = RUNS.to_string();
        let processor = peer.ask(&[&["cost", &runs], &words[..]].concat())?;
        let processor = processor.as_array().context("the script prints a list")?;
        Ok(Self {
            whole: median(whole),
            processor: median(processor.iter().filter_map(Value::as_f64).collect()),
        })
    }
}

fn time_risk(bench: &Bench, peer: &Peer) -> Result<()> {
    let table = bench.folder.join("wide-1m.csv");
    let expected = peer.ask(&["wide", &table.display().to_string(), WIDE_ROWS])?;
    let columns: Vec<&str> =
        expected["columns"].as_array().context("no columns")?.iter().filter_map(Value::as_str).collect();
    let run = || {
        let mut command = Command::new(bench.programs.join("amidst"));
        measure(command.arg("risk").arg(&table).args(["--quasi", &columns.join(","), "--json"]))
    };
    let costs: Vec<Cost> = (0..WIDE_RUNS).map(|_| run()).collect::<Result<_>>()?;
    are_counted(&serde_json::from_str(&costs[0].output)?, &expected["counted"])?;
    println!("\n## Risk: 1 million rows, 15 columns of 2 to 100 values, all combinations of up to three\n");
    println!("Medians of {WIDE_RUNS} runs; the classes of all combinations are those that numpy counts.\n");
    println!("| combinations | whole command (aim {RISK_AIM}) | processor time | peak memory |");
    println!("|---|---|---|---|");
    let seconds = |seconds: Option<f64>| seconds.map_or("–".into(), |seconds| format!("{seconds:.2} s"));
    println!(
        "| {WIDE_COMBINATIONS} | {} | {} | {} |",
        seconds(of_all(&costs, |cost| Some(cost.seconds))),
        seconds(of_all(&costs, |cost| cost.cpu_seconds)),
        of_all(&costs, |cost| cost.peak_bytes.map(|bytes| bytes as f64))
            .map_or("–".into(), |bytes| format!("{:.0} MiB", bytes / 1048576.0)),
    );
    Ok(())
}

/// Whether every combination has the classes that numpy counted.
fn are_counted(report: &Value, counted: &Value) -> Result<()> {
    let list = report["combinations"]["list"].as_array().context("--json lists combinations")?;
    let counted = counted.as_array().context("no counts")?;
    ensure!(
        list.len() == WIDE_COMBINATIONS && counted.len() == WIDE_COMBINATIONS,
        "{} combinations",
        list.len()
    );
    for one in counted {
        let found = list.iter().find(|found| found["columns"] == one["columns"]);
        let found = found.with_context(|| format!("{} is not listed", one["columns"]))?;
        let classes = number(found, "/distinction")? * number(report, "/rows")?;
        let is_same = found["k"] == one["k"]
            && found["uniques"] == one["uniques"]
            && (classes - number(one, "/classes")?).abs() < 1e-3;
        ensure!(is_same, "{found}, but numpy counts {one}");
    }
    Ok(())
}

/// The median, where it is known.
fn of_all(costs: &[Cost], field: impl Fn(&Cost) -> Option<f64>) -> Option<f64> {
    costs.iter().map(field).collect::<Option<Vec<f64>>>().map(median)
}

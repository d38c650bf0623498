//! The search and the whole command on Adult, beside the figures recorded for ARX on the same kind of machine.
//!
//! Adult is not part of the repository: it is looked for in `shared/data/adult` beside it.

use std::{fmt::Write, fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    median, number,
};

/// A limit of suppression, the answer known for it, and what ARX 3.9.2 needs to find it, warm.
struct Target {
    suppression: &'static str,
    loss: f64,
    suppressed: Option<u64>,
    /// Processor time of ARX's search.
    arx_seconds: Option<f64>,
    /// What part of that is aimed at.
    aim: f64,
}

const TARGETS: [Target; 3] = [
    Target {
        suppression: "5%",
        loss: 0.2419323651,
        suppressed: Some(1346),
        arx_seconds: Some(1.44),
        aim: 25.0,
    },
    Target { suppression: "0%", loss: 0.5731509656, suppressed: Some(0), arx_seconds: None, aim: 1.0 },
    Target {
        suppression: "100%",
        loss: 0.2204119285,
        suppressed: Some(2553),
        arx_seconds: Some(5.45),
        aim: 40.0,
    },
];

/// The whole command in ARX, from process start to the file.
const ARX_WHOLE_SECONDS: f64 = 5.0;

const COLUMNS: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

const RUNS: usize = 7;

/// Prints the table, or says why not.
pub fn run(bench: &Bench) -> Result<()> {
    let data = bench.root.join("../shared/data/adult");
    println!("\n## Search: Adult, 30,162 rows, nine quasi columns, k = 5, objective loss\n");
    if !data.is_dir() {
        println!("Left out: shared/data/adult is not beside the repository.");
        return Ok(());
    }
    println!(
        "Medians of {RUNS} runs. One thread's seconds bound its processor time from above; the times of ARX are processor time.\n"
    );
    println!(
        "| suppression | search, 1 thread | ARX | times faster (aim) | search, all threads | whole command | ARX about | processor time | peak memory |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    TARGETS.iter().try_for_each(|target| row(bench, &data, target))
}

fn row(bench: &Bench, data: &Path, target: &Target) -> Result<()> {
    let spec = bench.folder.join("adult.toml");
    fs::write(&spec, spec_toml(data, &bench.folder, target.suppression))?;
    let single = runs(bench, &spec, target, &["--threads", "1"])?;
    let all = runs(bench, &spec, target, &[])?;
    let search = |runs: &[(Cost, Value)]| {
        let seconds = runs.iter().map(|(_, report)| number(report, "/seconds/search"));
        seconds.collect::<Result<Vec<f64>>>().map(median)
    };
    let of = |field: fn(&Cost) -> Option<f64>| {
        let values: Vec<f64> = all.iter().filter_map(|(cost, _)| field(cost)).collect();
        (!values.is_empty()).then(|| median(values))
    };
    let alone = search(&single)?;
    let (arx, faster) = match target.arx_seconds {
        Some(arx) => (format!("{arx:.2} s"), format!("{:.0} ({:.0})", arx / alone, target.aim)),
        None => ("–".into(), "–".into()),
    };
    println!(
        "| {} | {} | {arx} | {faster} | {} | {} | {ARX_WHOLE_SECONDS} s | {} | {} |",
        target.suppression,
        milliseconds(Some(alone)),
        milliseconds(Some(search(&all)?)),
        milliseconds(of(|cost| Some(cost.seconds))),
        milliseconds(of(|cost| cost.cpu_seconds)),
        of(|cost| cost.peak_bytes.map(|bytes| bytes as f64))
            .map_or("–".into(), |bytes| format!("{:.0} MiB", bytes / 1048576.0)),
    );
    Ok(())
}

fn milliseconds(seconds: Option<f64>) -> String {
    seconds.map_or("–".into(), |seconds| format!("{:.0} ms", seconds * 1000.0))
}

/// A wrong answer is no measurement, however fast it came.
fn runs(bench: &Bench, spec: &Path, target: &Target, flags: &[&str]) -> Result<Vec<(Cost, Value)>> {
    let one = || {
        let mut command = Command::new(bench.programs.join("amidst"));
        let cost =
            measure(command.arg("anonymize").arg(spec).args(["--json", "--quiet", "--force"]).args(flags))?;
        let report: Value = serde_json::from_str(&cost.output).context("--json prints JSON")?;
        let loss = number(&report, "/objective/value")?;
        ensure!(
            (loss - target.loss).abs() < 1e-9,
            "loss {loss} at {}, not {}",
            target.suppression,
            target.loss
        );
        let suppressed = report.pointer("/rows/suppressed").and_then(Value::as_u64);
        ensure!(
            target.suppressed.is_none() || suppressed == target.suppressed,
            "{suppressed:?} rows suppressed"
        );
        Ok((cost, report))
    };
    (0..RUNS).map(|_| one()).collect()
}

/// Literal strings, so that no path needs escaping.
fn spec_toml(data: &Path, folder: &Path, suppression: &str) -> String {
    let mut spec = format!(
        "version = 1\n[input]\npath = '{}'\n[privacy]\nk = 5\n[solve]\nalgorithm = \"optimal\"\nobjective = \"loss\"\n\
         suppression = \"{suppression}\"\n[output]\npath = '{}'\n",
        data.join("adult.csv").display(),
        folder.join("adult-release.csv").display(),
    );
    for column in COLUMNS {
        let file = data.join(format!("adult_hierarchy_{column}.csv"));
        write!(spec, "[columns.{column}]\nrole = \"quasi\"\nhierarchy = {{ file = '{}' }}\n", file.display())
            .expect("writing to a string cannot fail");
    }
    spec
}

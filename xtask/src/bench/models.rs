//! Privacy models on Adult with occupation sensitive: known optima, brute force, and what each costs.
//!
//! The optima are those that the regression tests of ARX expect where its definitions are ours; they were reproduced
//! independently. Where there is none, `optimal` must find what `exhaustive` finds.

use std::{fmt::Write, fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    median, number,
};

/// Something asked of Adult, and the answer if it is known.
struct Target {
    k: u64,
    require: &'static str,
    suppression: &'static str,
    objective: &'static str,
    /// The objective, and the levels in the order of [`COLUMNS`].
    known: Option<(f64, [u64; 8])>,
}

const COLUMNS: [&str; 8] =
    ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"];

const fn arx(
    k: u64,
    require: &'static str,
    suppression: &'static str,
    objective: &'static str,
    value: f64,
    levels: [u64; 8],
) -> Target {
    Target { k, require, suppression, objective, known: Some((value, levels)) }
}

const fn open(require: &'static str, suppression: &'static str) -> Target {
    Target { k: 5, require, suppression, objective: "loss", known: None }
}

const TARGETS: [Target; 17] = [
    arx(1, "entropy-l-diversity l=5", "4%", "entropy", 228_878.203_910_951_7, [1, 0, 1, 1, 2, 2, 2, 1]),
    arx(1, "entropy-l-diversity l=5", "0%", "entropy", 324_620.526_991_869_2, [1, 1, 1, 1, 3, 2, 2, 1]),
    arx(5, "t-closeness t=0.2", "4%", "discernibility*", 311_880_088.0, [1, 4, 1, 0, 3, 2, 2, 1]),
    arx(100, "t-closeness t=0.2", "4%", "discernibility*", 311_880_088.0, [1, 4, 1, 0, 3, 2, 2, 1]),
    arx(5, "t-closeness t=0.2", "0%", "discernibility*", 456_853_172.0, [1, 4, 1, 1, 3, 2, 2, 1]),
    arx(5, "t-closeness-ordered t=0.2", "4%", "discernibility*", 2_712_340.0, [0, 0, 1, 1, 2, 2, 2, 0]),
    arx(100, "t-closeness-ordered t=0.2", "4%", "discernibility*", 19_937_246.0, [1, 0, 1, 2, 3, 2, 2, 1]),
    arx(5, "t-closeness-ordered t=0.1", "0%", "discernibility*", 97_868_020.0, [1, 1, 1, 2, 3, 2, 2, 1]),
    arx(100, "t-closeness-ordered t=0.2", "0%", "discernibility*", 162_312_130.0, [1, 4, 1, 1, 1, 2, 2, 1]),
    open("distinct-l-diversity l=5", "5%"),
    open("entropy-l-diversity l=5", "5%"),
    open("recursive-l-diversity c=4 l=3", "5%"),
    open("t-closeness t=0.3", "5%"),
    open("t-closeness-hierarchical t=0.2", "5%"),
    open("delta-disclosure delta=2 absent=skip", "5%"),
    open("beta-likeness beta=2", "5%"),
    open("enhanced-beta-likeness beta=2", "5%"),
];

const RUNS: usize = 5;

/// Prints the table, or says why not.
pub fn run(bench: &Bench) -> Result<()> {
    let data = bench.root.join("../shared/data/adult");
    println!("\n## Models: Adult, 30,162 rows, eight quasi columns, occupation sensitive\n");
    if !data.is_dir() {
        println!("Left out: shared/data/adult is not beside the repository.");
        return Ok(());
    }
    println!(
        "Medians of {RUNS} runs of `optimal`, both cores; every answer is compared with the one named.\n"
    );
    println!(
        "| asked besides k | k | suppression | objective | value | rows suppressed | equals | nodes judged | search | whole command |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    TARGETS.iter().try_for_each(|target| row(bench, &data, target))
}

fn row(bench: &Bench, data: &Path, target: &Target) -> Result<()> {
    let spec = bench.folder.join("adult-models.toml");
    fs::write(&spec, spec_toml(data, &bench.folder, target))?;
    let runs: Vec<(Cost, Value)> =
        (0..RUNS).map(|_| anonymize(bench, &spec, target, "optimal")).collect::<Result<_>>()?;
    let report = &runs[0].1;
    let value = number(report, "/objective/value")?;
    let levels = levels(report)?;
    let (expected, expected_levels, source) = match target.known {
        Some((value, levels)) => (value, levels.to_vec(), "ARX"),
        None => {
            let (_, report) = anonymize(bench, &spec, target, "exhaustive")?;
            (number(&report, "/objective/value")?, self::levels(&report)?, "exhaustive")
        }
    };
    ensure!(
        (value - expected).abs() <= 1e-9 * expected.max(1.0) && levels == expected_levels,
        "{} at {}: {value} at {levels:?}, not {expected} at {expected_levels:?}",
        target.require,
        target.suppression
    );
    let seconds = |path: &str| -> Result<f64> {
        runs.iter().map(|(_, report)| number(report, path)).collect::<Result<Vec<f64>>>().map(median)
    };
    println!(
        "| {} | {} | {} | {} | {value:.6} | {} | {source} | {} | {:.0} ms | {:.0} ms |",
        target.require,
        target.k,
        target.suppression,
        target.objective,
        number(report, "/rows/suppressed")?,
        number(report, "/search/judged")?,
        1e3 * seconds("/seconds/search")?,
        1e3 * median(runs.iter().map(|(cost, _)| cost.seconds).collect()),
    );
    Ok(())
}

fn anonymize(bench: &Bench, spec: &Path, target: &Target, algorithm: &str) -> Result<(Cost, Value)> {
    let mut command = Command::new(bench.programs.join("amidst"));
    let require = format!("{} column=occupation", target.require);
    let cost = measure(command.arg("anonymize").arg(spec).args([
        "--json",
        "--quiet",
        "--force",
        "--algorithm",
        algorithm,
        "--require",
        &require,
    ]))?;
    let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    Ok((cost, report))
}

fn levels(report: &Value) -> Result<Vec<u64>> {
    let level = |column: &&str| report["levels"][*column].as_u64().context("--json tells the levels");
    COLUMNS.iter().map(level).collect()
}

/// Literal strings, so that no path needs escaping.
fn spec_toml(data: &Path, folder: &Path, target: &Target) -> String {
    let Target { k, suppression, objective, .. } = target;
    let mut spec = format!(
        "version = 1\n[input]\npath = '{}'\n[privacy]\nk = {k}\n[solve]\nobjective = \"{objective}\"\n\
         suppression = \"{suppression}\"\n[output]\npath = '{}'\n",
        data.join("adult.csv").display(),
        folder.join("adult-models.csv").display(),
    );
    for (role, column) in
        COLUMNS.map(|column| ("quasi", column)).into_iter().chain([("sensitive", "occupation")])
    {
        let file = data.join(format!("adult_hierarchy_{column}.csv"));
        write!(
            spec,
            "[columns.{column}]\nrole = \"{role}\"\nhierarchy = {{ file = '{}' }}\n",
            file.display()
        )
        .expect("writing to a string cannot fail");
    }
    spec
}

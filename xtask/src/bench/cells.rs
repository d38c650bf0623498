//! Long tables recoded cell by cell, from end to end, beside the time of reading them.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    number,
    table::{MILLIONS, generate},
};

/// The quasi columns.
pub const QUASI: &str = "age,sex,marital-status,education,native-country,occupation";
/// The columns that are released as they are.
pub const OTHERS: &str =
    "workclass,fnlwgt,education-num,race,capital-gain,capital-loss,hours-per-week,salary-class";

/// The whole command may take so many times the reading, and so much memory.
const AIM: f64 = 6.0;
const MEMORY_AIM: &str = "4 GiB";

/// The lengths that docs/performance.md shows.
pub fn run_all(bench: &Bench, algorithm: &str) -> Result<()> {
    run(bench, algorithm, &MILLIONS)
}

/// Prints a row for each length.
pub fn run(bench: &Bench, algorithm: &str, millions: &[u64]) -> Result<()> {
    println!(
        "\n## Tables: like Adult, six quasi columns without hierarchies and eight others, k = 5, {algorithm}\n"
    );
    println!(
        "| rows | read | whole command | ratio (aim {AIM}) | search | write | verify | processor time | peak memory (aim {MEMORY_AIM}) | classes | GCP |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    millions.iter().try_for_each(|&millions| row(bench, algorithm, millions))
}

fn row(bench: &Bench, algorithm: &str, millions: u64) -> Result<()> {
    let (cost, report) = anonymize(bench, algorithm, &generate(bench, millions)?)?;
    let part = |name: &str| number(&report, &format!("/seconds/{name}"));
    let read = part("read")?;
    println!(
        "| {millions} million | {read:.2} s | {:.2} s | {:.2} | {:.2} s | {:.2} s | {:.2} s | {} | {} | {} | {:.4} |",
        cost.seconds,
        cost.seconds / read,
        part("search")?,
        part("write")?,
        part("verify")?,
        cost.cpu_seconds.map_or("–".into(), |seconds| format!("{seconds:.2} s")),
        cost.peak_bytes
            .map_or("–".into(), |bytes| format!("{:.2} GiB", bytes as f64 / (1u64 << 30) as f64)),
        number(&report, "/classes")?,
        number(&report, "/loss/gcp")?,
    );
    Ok(())
}

fn anonymize(bench: &Bench, algorithm: &str, input: &Path) -> Result<(Cost, Value)> {
    let output = bench.folder.join("adult-like-cells.csv");
    let mut command = Command::new(bench.programs.join("amidst"));
    command.arg("anonymize").arg(input).args(["--quasi", QUASI, "--other", OTHERS, "-k", "5"]);
    command.args(["--algorithm", algorithm, "--objective", "gcp"]).arg("-o").arg(&output);
    let cost = measure(command.args(["--json", "--quiet", "--force"]))?;
    let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    fs::remove_file(&output)?;
    Ok((cost, report))
}

//! Local suppression of Adult, beside what is recorded for sdcMicro.

use std::{path::Path, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{
    super::{Bench, number},
    EIGHT, grouped,
    instance::Instance,
    unless,
};

const K: u64 = 5;
/// Cells that sdcMicro blanks, the seconds of processor time it takes, and the rows it leaves below k if a blank is a value.
const PEER: (f64, f64, f64) = (26_751.0, 725.0, 6_140.0);
/// Times less processor time than sdcMicro.
const AIM: f64 = 200.0;

/// Prints the table; gives what falls behind where a blank is any value, which is how sdcMicro reads it.
pub fn run(bench: &Bench, folder: &Path) -> Result<Vec<String>> {
    println!("\n## Local suppression: Adult, eight columns, k = {K}\n");
    println!(
        "| who | a blank is | cells blanked | processor time of the whole command | rows below k if a blank is a value |"
    );
    println!("|---|---|---|---|---|");
    let (cells, seconds, below) = PEER;
    println!(
        "| sdcMicro (recorded elsewhere) | any value | {} | {seconds} s | {} |",
        grouped(cells),
        grouped(below)
    );
    let behind = row(bench, folder, "any value", &["--wildcard"])?;
    row(bench, folder, "a value", &[])?;
    Ok(behind)
}

fn row(bench: &Bench, folder: &Path, reading: &str, flags: &[&str]) -> Result<Vec<String>> {
    let flags = [&["--generalize", "none", "--suppress", "cell"], flags].concat();
    let (cost, report) = Instance::eight(folder).anonymize(bench, K, &flags)?;
    let of_columns = report["cells"].as_object().context("--json tells the cells")?.values();
    let cells: f64 = of_columns.map(|column| number(column, "/suppressed")).sum::<Result<f64>>()?;
    let seconds = cost.cpu_seconds;
    println!(
        "| amidst, `{}` | {reading} | {} | {} | {} |",
        report["algorithm"].as_str().context("--json names the algorithm")?,
        grouped(cells),
        seconds.map_or("–".into(), |seconds| format!("{seconds:.2} s")),
        grouped(below(bench)?),
    );
    let (most, long, _) = PEER;
    let is_short = seconds.is_none_or(|seconds| seconds <= long / AIM);
    let too_many = unless(cells <= most, || format!("local suppression blanks {cells} cells, above {most}"));
    let too_long =
        unless(is_short, || format!("local suppression takes {seconds:?} s, above {}", long / AIM));
    Ok(too_many.into_iter().chain(too_long).collect())
}

/// Rows of the release that stand amidst fewer than k − 1 others, blanks being values.
fn below(bench: &Bench) -> Result<f64> {
    let mut command = Command::new(bench.programs.join("amidst"));
    command.arg("check").arg(bench.folder.join("quality-release.csv"));
    // It ends with 1 if some are.
    let output = command.args(["--quasi", &EIGHT.join(","), "-k", &K.to_string(), "--json"]).output()?;
    let report: Value = serde_json::from_slice(&output.stdout).context("--json prints JSON")?;
    number(&report, "/models/0/failing_rows")
}

//! A sweep over k and algorithms on Adult beside a run of its own for every point: the answers must be the same, and the sweep costs
//! less than half.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::measure,
    number,
    quality::{Columns, Instance},
};

const ALGORITHMS: [&str; 4] = ["optimal", "lightning", "datafly", "mondrian"];
const KS: std::ops::RangeInclusive<u64> = 2..=100;
const SUPPRESSIONS: [&str; 2] = ["0%", "5%"];
/// Of what runs of their own take, a sweep may take so much.
const AIM: f64 = 0.5;

/// Prints a row for each limit of suppression, or says why not.
pub fn run(bench: &Bench) -> Result<()> {
    println!("\n## Sweep: Adult, nine quasi columns, k = 2 to 100, {}\n", ALGORITHMS.join(", "));
    let folder = bench.root.join("../shared/data/adult");
    if !folder.is_dir() {
        println!("Left out: shared/data/adult is not beside the repository.");
        return Ok(());
    }
    println!("| suppression | processor time of the sweep | of runs of their own | share |");
    println!("|---|---|---|---|");
    SUPPRESSIONS.iter().try_for_each(|suppression| row(bench, &folder, suppression))
}

fn row(bench: &Bench, folder: &Path, suppression: &str) -> Result<()> {
    let instance = Instance::adult(folder, Columns::WithHierarchies);
    let mut command = Command::new(bench.programs.join("amidst"));
    instance.describe(command.arg("sweep"));
    let ks = format!("{}..{}", KS.start(), KS.end());
    let algorithms = ALGORITHMS.join(",");
    let flags = ["-k", &ks, "--algorithm", &algorithms, "--suppression", suppression, "--json"];
    let cost = measure(command.args(flags))?;
    let together = cost.cpu_seconds.context("processor time is known")?;
    let report: Value = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    let points = report["points"].as_array().context("a sweep has points")?;
    ensure!(points.len() == ALGORITHMS.len() * KS.count(), "a sweep of {} points", points.len());
    let mut alone = 0.0;
    for point in points {
        let algorithm = point["algorithm"].as_str().context("a point names its algorithm")?;
        let k = point["k"].as_u64().context("a point has a k")?;
        let flags = ["--algorithm", algorithm, "--suppression", suppression];
        let (cost, own) = instance.anonymize(bench, k, &flags)?;
        alone += cost.cpu_seconds.context("processor time is known")?;
        for (of_point, of_run) in
            [("/result/objective/value", "/objective/value"), ("/result/suppressed", "/rows/suppressed")]
        {
            let (of_point, of_run) = (number(point, of_point)?, number(&own, of_run)?);
            ensure!(of_point == of_run, "{algorithm}, k = {k}: {of_point} in the sweep, {of_run} by itself");
        }
    }
    let share = together / alone;
    println!("| {suppression} | {together:.1} s | {alone:.1} s | {:.0} % |", 100.0 * share);
    ensure!(share < AIM, "the sweep takes {share:.2} of runs of their own at {suppression}");
    Ok(())
}

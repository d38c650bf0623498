//! What `local` keeps of Adult where more than k is asked of occupations.

use std::path::Path;

use anyhow::{Context, Result};

use super::{
    super::{Bench, number},
    grouped,
    instance::Instance,
    unless,
};

/// The least number of rows in a class.
const K: u64 = 5;

/// What is asked, and the most that may be lost.
const ASKED: [(&str, f64); 9] = [
    ("distinct-l-diversity l=5", 0.0406),
    ("entropy-l-diversity l=4", 0.0450),
    ("recursive-l-diversity c=3 l=4", 0.0406),
    ("alpha-k alpha=0.4 k=5", 0.0382),
    ("alpha-k alpha=0.2 k=5", 0.1876),
    ("t-closeness t=0.3", 0.1656),
    ("t-closeness t=0.2", 0.3060),
    ("enhanced-beta-likeness beta=3", 0.1785),
    ("enhanced-beta-likeness beta=2", 0.2623),
];

/// How much more than that counts as the same.
const SAME: f64 = 1.02;

/// Prints the table; gives what falls behind.
pub fn run(bench: &Bench, folder: &Path) -> Result<Vec<String>> {
    println!(
        "\n## `local` under models: Adult, eight quasi columns with hierarchies, occupation sensitive, k = {K}\n"
    );
    println!("| asked of occupation | loss | classes | processor time of the whole command |");
    println!("|---|---|---|---|");
    let instance = Instance::sensitive(folder);
    let run = |flags: &[&str]| {
        let (cost, report) = instance.anonymize(bench, K, flags)?;
        let seconds = cost.cpu_seconds.context("processor time is known")?;
        Ok::<_, anyhow::Error>((number(&report, "/loss/loss")?, number(&report, "/classes")?, seconds))
    };
    let local = |flags: &[&str]| run(&[&["--algorithm", "local"], flags].concat());
    let row = |name: &str, (loss, classes, seconds): (f64, f64, f64)| {
        println!("| {name} | {loss:.4} | {} | {seconds:.1} s |", grouped(classes));
    };
    row("nothing", local(&[])?);
    let mut behind = Vec::new();
    for (asked, most) in ASKED {
        let found = local(&["--require", asked])?;
        row(asked, found);
        let (whole, ..) = run(&["--algorithm", "optimal", "--require", asked])?;
        behind.extend(unless(found.0 <= whole, || {
            format!("local under {asked}: {:.4}, and whole columns lose {whole:.4}", found.0)
        }));
        let is_kept = found.0 <= SAME * most;
        behind.extend(unless(is_kept, || format!("local under {asked}: {:.4}, above {most:.4}", found.0)));
    }
    Ok(behind)
}

//! `local` on longer and longer tables: what it keeps beside a quick method, beside a sample with as little time for each row, and by
//! another seed; and what memory it takes.

use std::fs;

use anyhow::{Context, Result, bail};

use super::{
    super::{Bench, number},
    grouped,
    instance::{Columns, Instance, ROWS},
    unless,
};

const K: u64 = 5;
/// Thousands of rows, unless others are asked for.
const THOUSANDS: [u64; 2] = [300, 3_000];
/// How much more may be lost than on a sample, and how far seeds may be apart.
const MOST: f64 = 1.05;
const SPREAD: f64 = 1.02;
/// Other seeds are tried on tables of at most so many rows.
const SEEDED: u64 = 3_000_000;

/// What a run came to.
struct Kept {
    loss: f64,
    search: f64,
    cpu: f64,
    bytes: f64,
}

/// Prints a row for each number of thousand rows, then says what fell behind.
pub fn run(bench: &Bench, thousands: &[u64]) -> Result<()> {
    println!("\n## `local` on generated tables, nine quasi columns with hierarchies, k = {K}\n");
    println!(
        "| rows | `local` | `top-down-greedy` | share | share on 30,000 rows in as little time for each | another seed | search | processor time | peak memory | bytes for each row |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let sample = Instance::generated(bench, Columns::WithHierarchies, ROWS)?;
    let quick = kept(bench, &sample, &["--algorithm", "top-down-greedy"])?.loss;
    let thousands = if thousands.is_empty() { &THOUSANDS[..] } else { thousands };
    let mut behind = Vec::new();
    for rows in thousands.iter().map(|thousands| 1000 * thousands) {
        let table = Instance::generated(bench, Columns::WithHierarchies, rows)?;
        let local = kept(bench, &table, &["--algorithm", "local"])?;
        let greedy = kept(bench, &table, &["--algorithm", "top-down-greedy"])?;
        let limit = format!("{:.0}ms", (1e3 * local.search * ROWS as f64 / rows as f64).max(1.0));
        let hasty = kept(bench, &sample, &["--algorithm", "local", "--time-limit", &limit])?;
        let seeded = match rows <= SEEDED {
            true => Some(kept(bench, &table, &["--algorithm", "local", "--seed", "1"])?.loss),
            false => None,
        };
        let (share, expected) = (local.loss / greedy.loss, hasty.loss / quick);
        println!(
            "| {} | {:.4} | {:.4} | {share:.3} | {expected:.3} ({limit}) | {} | {:.1} s | {:.1} s | {:.2} GiB | {:.0} |",
            grouped(rows as f64),
            local.loss,
            greedy.loss,
            seeded.map_or("–".into(), |loss| format!("{loss:.4}")),
            local.search,
            local.cpu,
            local.bytes / f64::from(1 << 30),
            local.bytes / rows as f64,
        );
        let spread = seeded.map_or(1.0, |loss| loss.max(local.loss) / loss.min(local.loss));
        let words = [
            unless(share <= MOST * expected, || {
                format!("a share of {share:.3}, and {expected:.3} on a sample")
            }),
            unless(spread <= SPREAD, || format!("seeds are {:.1} % apart", 100.0 * (spread - 1.0))),
        ];
        behind.extend(
            words.into_iter().flatten().map(|words| format!("{} rows: {words}", grouped(rows as f64))),
        );
        fs::remove_file(bench.folder.join("quality-release.csv"))?;
    }
    match behind.is_empty() {
        true => Ok(()),
        false => bail!("behind what is asked:\n{}", behind.join("\n")),
    }
}

fn kept(bench: &Bench, instance: &Instance, flags: &[&str]) -> Result<Kept> {
    let (cost, report) = instance.anonymize(bench, K, flags)?;
    Ok(Kept {
        loss: number(&report, "/loss/loss")?,
        search: number(&report, "/seconds/search")?,
        cpu: cost.cpu_seconds.context("processor time is known")?,
        bytes: cost.peak_bytes.context("memory is known")? as f64,
    })
}

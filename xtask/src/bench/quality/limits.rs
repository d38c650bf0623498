//! What `local` takes on Adult, what it keeps in a second and by other seeds, and how near its bound is.

use anyhow::{Context, Result};

use super::{
    super::{Bench, number},
    instance::Instance,
    methods::{KS, LIMIT, Setup},
    selection::Selection,
    unless,
};

/// Seconds of processor time that a whole command may take; with the bound under GCP; and from which k that is asked.
const MOST: f64 = 10.0;
const BOUNDED: f64 = 60.0;
const LARGE: u64 = 25;

/// How much more may be lost within a second.
const HASTE: f64 = 1.15;

/// How far the losses of seeds may be apart, and how far the bound may be below.
const SPREAD: f64 = 0.02;
const GAP: f64 = 0.10;

/// Prints the table; gives what falls behind.
pub fn run(bench: &Bench, asked: &Selection<'_>, instance: &Instance) -> Result<Vec<String>> {
    println!("\n## `local` on Adult, nine quasi columns with hierarchies: time, seeds, bound\n");
    println!(
        "| k | loss | processor time of the whole command | loss with `--time-limit 1s` | losses of seeds 1 and 2 | gap under GCP | processor time with it |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut behind = Vec::new();
    for k in KS.into_iter().filter(|k| asked.is("k", &k.to_string())) {
        let run = |flags: &[&str]| {
            let (cost, report) =
                instance.anonymize(bench, k, &[&["--algorithm", "local"], flags].concat())?;
            let seconds = cost.cpu_seconds.context("processor time is known")?;
            Ok::<_, anyhow::Error>((number(&report, "/loss/loss")?, seconds, number(&report, "/gap")?))
        };
        let (loss, seconds, _) = run(&["--objective", "loss", "--time-limit", LIMIT])?;
        let (hasty, ..) = run(&["--time-limit", "1s"])?;
        let (one, ..) = run(&["--seed", "1"])?;
        let (two, ..) = run(&["--seed", "2"])?;
        let (_, bounded, gap) = run(&["--objective", "gcp", "--time-limit", LIMIT])?;
        println!(
            "| {k} | {loss:.4} | {seconds:.1} s | {hasty:.4} | {one:.4}, {two:.4} | {:.1} % | {bounded:.1} s |",
            100.0 * gap
        );
        let most = Setup::ALL[0].most(k).context("something is asked at every k")?;
        let least = loss.min(one).min(two);
        let spread = loss.max(one).max(two) / least - 1.0;
        behind.extend(
            [
                unless(seconds <= MOST, || format!("{seconds:.1} s of processor time, above {MOST} s")),
                unless(hasty < HASTE * most + 0.000_05, || {
                    format!("{hasty:.4} within a second, above {HASTE} times {most:.4}")
                }),
                unless(spread <= SPREAD, || format!("seeds are {:.1} % apart", 100.0 * spread)),
                unless(k < LARGE || gap <= GAP, || format!("a gap of {:.1} % under GCP", 100.0 * gap)),
                unless(k < LARGE || bounded <= BOUNDED, || format!("{bounded:.1} s with the bound")),
            ]
            .into_iter()
            .flatten()
            .map(|words| format!("local on Adult, k = {k}: {words}")),
        );
    }
    Ok(behind)
}

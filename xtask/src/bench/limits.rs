//! Time limits on a long table with a time stamp among its quasi columns: whether they are kept, and what an answer that had little
//! time loses beside the proved one, and beside Datafly's.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    number,
    table::{generate_timed, generator},
};

/// The limits tried, in seconds.
const LIMITS: [f64; 3] = [0.5, 2.0, 10.0];
/// The search may take so much longer.
const AIM: f64 = 1.1;
/// With the last of the limits, the loss may be so many times the proved one.
const LOSS_AIM: f64 = 1.2;

/// Prints a row for each limit, on five million rows or as many as asked.
pub fn run(bench: &Bench, millions: &[u64]) -> Result<()> {
    let millions = millions.first().copied().unwrap_or(5);
    let input = generate_timed(bench, millions)?;
    println!(
        "\n## Time limits: {millions} million rows like Adult, each with a time to the second, k = 5, suppression 5 %\n"
    );
    println!("| limit | read | search | loss | gap | nodes judged | whole command |");
    println!("|---|---|---|---|---|---|---|");
    let proved = row(bench, &input, &[])?;
    ensure!(proved.gap == 0.0, "without a limit the answer is proved");
    let datafly = row(bench, &input, &["--algorithm", "datafly"])?;
    for limit in LIMITS {
        let limited = row(bench, &input, &["--time-limit", &format!("{limit}s")])?;
        ensure!(limited.search <= AIM * limit, "the search took {:.2} s of {limit} s", limited.search);
        ensure!(limited.loss <= datafly.loss, "{limit} s lose {}, Datafly {}", limited.loss, datafly.loss);
        let is_last = limit == LIMITS[LIMITS.len() - 1];
        let most = LOSS_AIM * proved.loss;
        ensure!(!is_last || limited.loss <= most, "{limit} s lose {}, and {most} is the aim", limited.loss);
    }
    Ok(())
}

/// What a run came to.
struct Limited {
    search: f64,
    loss: f64,
    gap: f64,
}

fn row(bench: &Bench, input: &Path, flags: &[&str]) -> Result<Limited> {
    let (cost, report) = anonymize(bench, input, flags)?;
    let (read, search) = (number(&report, "/seconds/read")?, number(&report, "/seconds/search")?);
    let (loss, gap) = (number(&report, "/objective/value")?, number(&report, "/gap")?);
    let name = if flags.is_empty() { "none".into() } else { flags.join(" ") };
    println!(
        "| {name} | {read:.2} s | {search:.2} s | {loss:.6} | {gap:.3} | {} | {:.2} s |",
        number(&report, "/search/judged")?,
        cost.seconds,
    );
    Ok(Limited { search, loss, gap })
}

fn anonymize(bench: &Bench, input: &Path, flags: &[&str]) -> Result<(Cost, Value)> {
    let columns = generator(bench).arg("columns").output()?;
    ensure!(columns.status.success(), "the columns of the spec could not be made");
    let output = bench.folder.join("adult-like-timed-release.csv");
    let spec = bench.folder.join("adult-like-timed.toml");
    let head = format!(
        "version = 1\n[input]\npath = '{}'\n[privacy]\nk = 5\n[solve]\nobjective = \"loss\"\nsuppression = \"5%\"\n\
         [output]\npath = '{}'\n[columns.registered]\nrole = \"quasi\"\n",
        input.display(),
        output.display(),
    );
    fs::write(&spec, head + &String::from_utf8(columns.stdout)?)?;
    let mut command = Command::new(bench.programs.join("amidst"));
    command.arg("anonymize").arg(&spec).args(["--json", "--quiet", "--force"]).args(flags);
    let cost = measure(&mut command)?;
    let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    fs::remove_file(&output)?;
    Ok((cost, report))
}

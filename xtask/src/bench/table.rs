//! Long tables from end to end, beside a plain parse-and-rewrite of the same file in the same run.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    Bench,
    measure::{Cost, measure},
    number,
};

/// The lengths that docs/performance.md shows.
pub const MILLIONS: [u64; 3] = [1, 3, 10];
const SEED: &str = "1";

/// The whole command may take so many times the plain rewrite.
const AIM: f64 = 5.0;

/// The lengths that docs/performance.md shows.
pub fn run_all(bench: &Bench) -> Result<()> {
    run(bench, &MILLIONS)
}

/// Prints a row for each length.
pub fn run(bench: &Bench, millions: &[u64]) -> Result<()> {
    println!(
        "\n## Tables: like Adult, nine quasi columns and five others, k = 5, suppression 5 %, objective loss\n"
    );
    println!(
        "| rows | file | plain rewrite | amidst | ratio (aim {AIM}) | read | search | write | verify | processor time | peak memory | seconds per million rows |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    millions.iter().try_for_each(|&millions| row(bench, millions))
}

fn row(bench: &Bench, millions: u64) -> Result<()> {
    let input = generate(bench, millions)?;
    let bytes = fs::metadata(&input)?.len();
    let plain = rewrite(bench, &input)?;
    let (cost, report) = anonymize(bench, &input)?;
    let part = |name: &str| number(&report, &format!("/seconds/{name}"));
    println!(
        "| {millions} million | {:.0} MB | {:.2} s | {:.2} s | {:.2} | {:.2} s | {:.2} s | {:.2} s | {:.2} s | {} | {} | {:.2} |",
        bytes as f64 / 1e6,
        plain.seconds,
        cost.seconds,
        cost.seconds / plain.seconds,
        part("read")?,
        part("search")?,
        part("write")?,
        part("verify")?,
        cost.cpu_seconds.map_or("–".into(), |seconds| format!("{seconds:.2} s")),
        cost.peak_bytes
            .map_or("–".into(), |bytes| format!("{:.2} GiB", bytes as f64 / (1u64 << 30) as f64)),
        cost.seconds / millions as f64,
    );
    Ok(())
}

/// The table, made once and kept: the same seed gives the same bytes.
pub fn generate(bench: &Bench, millions: u64) -> Result<PathBuf> {
    made(bench, &format!("adult-like-{millions}m.csv"), millions, &[])
}

/// The same with a time to the second in front of every row.
pub fn generate_timed(bench: &Bench, millions: u64) -> Result<PathBuf> {
    made(bench, &format!("adult-like-timed-{millions}m.csv"), millions, &["timed"])
}

fn made(bench: &Bench, name: &str, millions: u64, flags: &[&str]) -> Result<PathBuf> {
    let path = bench.folder.join(name);
    if path.exists() {
        return Ok(path);
    }
    eprintln!("making {millions} million rows …");
    let unfinished = path.with_extension("part");
    let rows = (millions * 1_000_000).to_string();
    let out = File::create(&unfinished)?;
    let status = generator(bench).args([&rows, SEED]).args(flags).stdout(out).status()?;
    ensure!(status.success(), "the table could not be made");
    fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// The program that makes tables like Adult.
pub fn generator(bench: &Bench) -> Command {
    Command::new(bench.programs.join("examples").join("adult_like"))
}

/// The better of two, since the first may find the file not yet in memory.
fn rewrite(bench: &Bench, input: &Path) -> Result<Cost> {
    let output = bench.folder.join("rewritten.csv");
    let once = || {
        measure(Command::new(bench.programs.join("xtask")).args(["bench", "rewrite"]).arg(input).arg(&output))
    };
    let (first, second) = (once()?, once()?);
    fs::remove_file(&output)?;
    Ok(if first.seconds < second.seconds { first } else { second })
}

fn anonymize(bench: &Bench, input: &Path) -> Result<(Cost, Value)> {
    let columns = generator(bench).arg("columns").stderr(Stdio::inherit()).output()?;
    ensure!(columns.status.success(), "the columns of the spec could not be made");
    let output = bench.folder.join("adult-like-release.csv");
    let spec = bench.folder.join("adult-like.toml");
    let head = format!(
        "version = 1\n[input]\npath = '{}'\n[privacy]\nk = 5\n[solve]\nobjective = \"loss\"\nsuppression = \"5%\"\n\
         [output]\npath = '{}'\n",
        input.display(),
        output.display(),
    );
    fs::write(&spec, head + &String::from_utf8(columns.stdout)?)?;
    let mut command = Command::new(bench.programs.join("amidst"));
    let cost = measure(command.arg("anonymize").arg(&spec).args(["--json", "--quiet", "--force"]))?;
    let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    fs::remove_file(&output)?;
    Ok((cost, report))
}

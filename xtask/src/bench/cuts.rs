//! `k-optimize` on Adult: what the best cuts cost, how near the best that is proved to be, nodes and time, for every k, beside the best
//! choice of levels and Mondrian.

use std::{fmt::Write, fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{Bench, measure::measure, number};

/// The usual quasi columns. Ages stand by themselves; the values of the others are in the order of their hierarchies.
const COLUMNS: [&str; 7] =
    ["sex", "race", "marital-status", "education", "native-country", "workclass", "occupation"];

/// What is asked.
const KS: [u64; 8] = [5, 10, 25, 50, 100, 250, 500, 1000];

/// Prints a row for each k; each search may take so many seconds.
pub fn run(bench: &Bench, seconds: u64) -> Result<()> {
    let folder = bench.root.join("../shared/data/adult");
    ensure!(folder.is_dir(), "shared/data/adult is not beside the repository");
    println!("\n## `k-optimize` on Adult, eight quasi columns, ages in single years, at most {seconds} s\n");
    println!(
        "| k | discernibility | suppressed rows | classes | gap | nodes | seconds of search | processor time | best levels | mondrian |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let (orders, levels) = (orders(&folder)?, levels(&folder)?);
    for k in KS {
        let cuts = format!("algorithm = 'k-optimize', suppression = '100%', time_limit = '{seconds}s'");
        let (cuts, cpu_seconds) = release(bench, &folder, k, &cuts, &orders)?;
        let best = "algorithm = 'optimal', objective = 'discernibility', suppression = '100%'";
        let (best, _) = release(bench, &folder, k, best, &levels)?;
        let (mondrian, _) = release(bench, &folder, k, "algorithm = 'mondrian'", &orders)?;
        println!(
            "| {k} | {} | {} | {} | {:.1} % | {} | {:.1} | {} | {} | {} |",
            number(&cuts, "/objective/value")?,
            number(&cuts, "/rows/suppressed")?,
            number(&cuts, "/classes")?,
            100.0 * number(&cuts, "/gap")?,
            number(&cuts, "/search/judged")?,
            number(&cuts, "/seconds/search")?,
            cpu_seconds.map_or("–".into(), |seconds| format!("{seconds:.1} s")),
            number(&best, "/objective/value")?,
            number(&mondrian, "/loss/discernibility")?,
        );
    }
    Ok(())
}

/// Every column as an order.
fn orders(folder: &Path) -> Result<String> {
    let mut columns = String::from("columns.age.role = 'quasi'\n");
    for name in COLUMNS {
        let path = folder.join(format!("adult_hierarchy_{name}.csv"));
        let text = fs::read_to_string(&path).with_context(|| format!("no hierarchy of {name}"))?;
        let leaves = text.lines().filter_map(|line| line.split(';').next());
        let values: Vec<String> = leaves.map(|value| format!("{value:?}")).collect();
        let values = values.join(", ");
        writeln!(columns, "columns.{name} = {{ role = 'quasi', hierarchy = {{ ordered = [{values}] }} }}")?;
    }
    Ok(columns)
}

/// Every column with its hierarchy.
fn levels(folder: &Path) -> Result<String> {
    let mut columns = String::new();
    for name in ["age"].into_iter().chain(COLUMNS) {
        let path = folder.join(format!("adult_hierarchy_{name}.csv"));
        writeln!(columns, "columns.{name} = {{ role = 'quasi', hierarchy = {{ file = {path:?} }} }}")?;
    }
    Ok(columns)
}

/// Releases Adult; what is told of it, and the processor time it took.
fn release(bench: &Bench, folder: &Path, k: u64, solve: &str, columns: &str) -> Result<(Value, Option<f64>)> {
    let [spec, output] = ["adult-cuts.toml", "adult-cuts.csv"].map(|name| bench.folder.join(name));
    let paths = format!("input.path = {:?}\noutput.path = {output:?}\n", folder.join("adult.csv"));
    let target = "columns.salary-class = { role = 'other', not_identifying = true }\n";
    fs::write(&spec, format!("{paths}privacy.k = {k}\nsolve = {{ {solve} }}\n{target}{columns}"))?;
    let mut command = Command::new(bench.programs.join("amidst"));
    let cost = measure(command.arg("anonymize").arg(&spec).args(["--json", "--quiet", "--force"]))?;
    fs::remove_file(&output)?;
    let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
    Ok((report, cost.cpu_seconds))
}

//! `k-optimize` on Adult: what the best cuts cost, how near the best that is proved to be, nodes and time, for every k.

use std::{fmt::Write, fs, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{Bench, measure::measure, number};

/// The usual quasi columns. Ages stand by themselves; the values of the others are in the order of their hierarchies.
const COLUMNS: [&str; 7] =
    ["sex", "race", "marital-status", "education", "native-country", "workclass", "occupation"];

/// What is asked.
const KS: [u64; 8] = [5, 10, 25, 50, 100, 250, 500, 1000];

/// Prints a row for each k; each may take so many seconds.
pub fn run(bench: &Bench, seconds: u64) -> Result<()> {
    let folder = bench.root.join("../shared/data/adult");
    ensure!(folder.is_dir(), "shared/data/adult is not beside the repository");
    println!("\n## `k-optimize` on Adult, eight quasi columns, ages in single years, at most {seconds} s\n");
    println!(
        "| k | discernibility | suppressed rows | classes | gap | nodes | seconds of search | processor time |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut columns = String::from(
        "columns.age.role = 'quasi'\ncolumns.salary-class = { role = 'other', not_identifying = true }\n",
    );
    for name in COLUMNS {
        let path = folder.join(format!("adult_hierarchy_{name}.csv"));
        let text = fs::read_to_string(&path).with_context(|| format!("no hierarchy of {name}"))?;
        let values: Vec<String> = text
            .lines()
            .filter_map(|line| line.split(';').next())
            .map(|value| format!("{value:?}"))
            .collect();
        writeln!(
            columns,
            "columns.{name} = {{ role = 'quasi', hierarchy = {{ ordered = [{}] }} }}",
            values.join(", ")
        )?;
    }
    let output = bench.folder.join("adult-cuts.csv");
    for k in KS {
        let spec = bench.folder.join("adult-cuts.toml");
        let solve = format!(
            "solve = {{ algorithm = 'k-optimize', suppression = '100%', time_limit = '{seconds}s' }}\n"
        );
        let paths = format!("input.path = {:?}\noutput.path = {:?}\n", folder.join("adult.csv"), output);
        fs::write(&spec, format!("{paths}privacy.k = {k}\n{solve}{columns}"))?;
        let mut command = Command::new(bench.programs.join("amidst"));
        let cost = measure(command.arg("anonymize").arg(&spec).args(["--json", "--quiet", "--force"]))?;
        let report: Value = serde_json::from_str(&cost.output).context("--json prints JSON")?;
        println!(
            "| {k} | {} | {} | {} | {:.1} % | {} | {:.1} | {} |",
            number(&report, "/objective/value")?,
            number(&report, "/rows/suppressed")?,
            number(&report, "/classes")?,
            100.0 * number(&report, "/gap")?,
            number(&report, "/search/judged")?,
            number(&report, "/seconds/search")?,
            cost.cpu_seconds.map_or("–".into(), |seconds| format!("{seconds:.1} s")),
        );
        fs::remove_file(&output)?;
    }
    Ok(())
}

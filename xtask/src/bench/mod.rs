//! `cargo xtask bench`: the figures of docs/performance.md and docs/quality.md, as Markdown on standard output.
//!
//! Everything measured is a release build, run as a process of its own, as a user would.

mod algorithms;
mod cells;
mod cuts;
mod interrupt;
mod library;
mod limits;
mod measure;
mod models;
mod peers;
mod python;
mod quality;
mod rewrite;
mod search;
mod spark;
mod sweep;
mod table;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    cargo::{Workspace, cargo},
    web,
};

/// Where the programs are and where measurements may write.
struct Bench {
    root: PathBuf,
    programs: PathBuf,
    folder: PathBuf,
}

/// Runs the benchmark named, or all of them.
pub fn run(words: &[&str]) -> Result<()> {
    match words {
        [] => prepare().and_then(|bench| {
            [search::run, algorithms::run, models::run, table::run_all, library::run_kernel, peers::run]
                .iter()
                .try_for_each(|run| run(&bench))
        }),
        ["algorithms"] => algorithms::run(&prepare()?),
        ["models"] => models::run(&prepare()?),
        ["search"] => search::run(&prepare()?),
        ["sweep"] => sweep::run(&prepare()?),
        ["table"] => table::run_all(&prepare()?),
        ["table", "--algorithm", algorithm] => cells::run_all(&prepare()?, algorithm),
        ["table", "--algorithm", algorithm, millions @ ..] => {
            cells::run(&prepare()?, algorithm, &numbers(millions)?)
        }
        ["table", millions @ ..] => table::run(&prepare()?, &numbers(millions)?),
        ["interrupt", words @ ..] => interrupt::run(&prepare()?, words),
        ["limits", millions @ ..] => limits::run(&prepare()?, &numbers(millions)?),
        ["cuts"] => cuts::run(&prepare()?, 600),
        ["cuts", seconds] => cuts::run(&prepare()?, seconds.parse().context("seconds are a number")?),
        ["kernel"] => library::run_kernel(&prepare()?),
        ["memory"] => library::run_memory(&prepare()?),
        ["peers"] => peers::run(&prepare()?),
        ["python"] => python::run(&prepare()?),
        ["web"] => web::bench(&Workspace::load()?, None),
        ["web", people] => web::bench(&Workspace::load()?, Some(people)),
        ["large", thousands @ ..] => quality::run_large(&prepare()?, &numbers(thousands)?),
        ["quality", rest @ ..] => quality::run(&prepare()?, rest),
        ["spark", millions @ ..] => spark::run(&prepare()?, &numbers(millions)?),
        ["rewrite", input, output] => rewrite::run(input.as_ref(), output.as_ref()),
        _ => bail!(
            "usage: cargo xtask bench [search | sweep | algorithms | models | table [--algorithm mondrian] [MILLIONS…] | interrupt \
             [ALGORITHM] [csv | parquet | finish] [MILLIONS] | limits [MILLIONS] | large [THOUSANDS…] | cuts [SECONDS] | kernel | \
             memory | peers | python | spark [MILLIONS] | {}]",
            quality::USAGE
        ),
    }
}

fn numbers(words: &[&str]) -> Result<Vec<u64>> {
    words
        .iter()
        .map(|word| word.parse().with_context(|| format!("{word:?} is not a number of rows")))
        .collect()
}

fn prepare() -> Result<Bench> {
    let workspace = Workspace::load()?;
    eprintln!("building for release …");
    let packages = ["-p", "amidst", "-p", "amidst-cli", "-p", "amidst-testkit", "-p", "xtask"];
    let programs = ["--bin", "amidst", "--bin", "xtask"];
    let examples = ["--example", "adult_like", "--example", "frame", "--example", "observed"];
    let words = [&["build", "--release", "--locked", "--quiet"], &packages[..], &programs[..], &examples[..]];
    cargo(&words.concat())?;
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder)?;
    Ok(Bench { root: workspace.root, programs: workspace.target.join("release"), folder })
}

/// A field of the program's `--json`, by its path from the top.
fn number(report: &Value, path: &str) -> Result<f64> {
    report.pointer(path).and_then(Value::as_f64).with_context(|| format!("--json has no number at {path}"))
}

/// The middle one.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_path() {
        let report = serde_json::json!({"seconds": {"search": 0.5}});
        assert_eq!(number(&report, "/seconds/search").expect("is there"), 0.5);
        assert!(number(&report, "/seconds/read").is_err());
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    }
}

//! Tables, and what is said of their columns.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    super::{
        Bench,
        measure::{Cost, measure},
        table::generator,
    },
    EIGHT,
};

const ROWS: &str = "30000";
const SEED: &str = "1";
/// Those of a generated table that are never quasi columns.
const OTHERS: [&str; 5] = ["fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"];
/// The one of the eight that models look at.
const SENSITIVE: &str = "occupation";
/// The ninth.
const NINTH: &str = "salary-class";

/// Which columns of Adult, and of tables like it, are quasi columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    /// All nine, each with a hierarchy.
    WithHierarchies,
    /// Eight, none with a hierarchy.
    Bare,
}

/// A table with the roles and hierarchies of its columns.
pub struct Instance {
    /// What it is called.
    pub name: String,
    source: PathBuf,
    flags: Vec<String>,
}

impl Instance {
    /// Columns by their names, all of them quasi.
    pub fn plain(name: &str, table: &Path, quasi: &[&str], others: &[&str]) -> Self {
        let mut flags = vec!["--quasi".into(), quasi.join(",")];
        if !others.is_empty() {
            flags.extend(["--other".into(), others.join(",")]);
        }
        Self { name: name.into(), source: table.into(), flags }
    }

    /// The same with a hierarchy of a column.
    pub fn with_hierarchy(mut self, column: &str, file: &Path) -> Self {
        self.flags.extend(["--hierarchy".into(), format!("{column}={}", file.display())]);
        self
    }

    /// Adult's eight columns without hierarchies.
    pub fn eight(folder: &Path) -> Self {
        Self::plain("Adult, 30,162 rows", &folder.join("adult.csv"), &EIGHT, &[NINTH])
    }

    /// Adult with these columns.
    pub fn adult(folder: &Path, columns: Columns) -> Self {
        if columns == Columns::Bare {
            return Self::eight(folder);
        }
        let quasi = [&EIGHT[..], &[NINTH]].concat();
        let mut instance = Self::plain("Adult, 30,162 rows", &folder.join("adult.csv"), &quasi, &[]);
        for column in quasi {
            instance = instance.with_hierarchy(column, &folder.join(format!("adult_hierarchy_{column}.csv")));
        }
        instance
    }

    /// Adult with hierarchies, its occupations sensitive.
    pub fn sensitive(folder: &Path) -> Self {
        let quasi: Vec<&str> = EIGHT.into_iter().filter(|&it| it != SENSITIVE).chain([NINTH]).collect();
        let mut instance = Self::plain("Adult, 30,162 rows", &folder.join("adult.csv"), &quasi, &[]);
        for column in quasi {
            instance = instance.with_hierarchy(column, &folder.join(format!("adult_hierarchy_{column}.csv")));
        }
        instance.flags.extend(["--sensitive".into(), SENSITIVE.into()]);
        instance
    }

    /// A table like Adult, with these columns.
    pub fn generated(bench: &Bench, columns: Columns) -> Result<Self> {
        let table = bench.folder.join("adult-like-quality.csv");
        fs::write(&table, said(generator(bench).args([ROWS, SEED]))?)?;
        if columns == Columns::Bare {
            let others = [&OTHERS[..], &[NINTH]].concat();
            return Ok(Self::plain("Generated, 30,000 rows", &table, &EIGHT, &others));
        }
        let spec = bench.folder.join("adult-like-quality.toml");
        let head = format!("version = 1\n[input]\npath = '{}'\n", table.display());
        fs::write(&spec, head + &said(generator(bench).arg("columns"))?)?;
        Ok(Self { name: "Generated, 30,000 rows".into(), source: spec, flags: Vec::new() })
    }

    /// Says to a command which table it is, and what its columns are.
    pub fn describe<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.arg(&self.source).args(&self.flags)
    }

    /// Releases it with k and further flags: what that costs, and what the program tells.
    pub fn anonymize(&self, bench: &Bench, k: u64, flags: &[&str]) -> Result<(Cost, Value)> {
        let mut command = Command::new(bench.programs.join("amidst"));
        self.describe(command.arg("anonymize")).args(["-k", &k.to_string()]).args(flags);
        command.arg("-o").arg(bench.folder.join("quality-release.csv"));
        let cost = measure(command.args(["--json", "--quiet", "--force"]))?;
        let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
        Ok((cost, report))
    }
}

fn said(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    ensure!(output.status.success(), "{command:?} ended with {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

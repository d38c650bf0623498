//! Tables, and what is said of their columns.

use std::{
    cell::RefCell,
    collections::HashMap,
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
    EIGHT, grouped,
};

/// Rows of a generated table, unless more are asked for.
pub const ROWS: u64 = 30_000;
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
    /// What was run before: some parts ask for the same.
    known: RefCell<HashMap<Vec<String>, (Cost, Value)>>,
}

impl Instance {
    /// Columns by their names, all of them quasi.
    pub fn plain(name: &str, table: &Path, quasi: &[&str], others: &[&str]) -> Self {
        let mut flags = vec!["--quasi".into(), quasi.join(",")];
        if !others.is_empty() {
            flags.extend(["--other".into(), others.join(",")]);
        }
        Self { name: name.into(), source: table.into(), flags, known: RefCell::default() }
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

    /// A table like Adult, with these columns and so many rows.
    pub fn generated(bench: &Bench, columns: Columns, rows: u64) -> Result<Self> {
        let table = bench.folder.join(format!("adult-like-{rows}.csv"));
        let name = format!("Generated, {} rows", grouped(rows as f64));
        let output = fs::File::create(&table)?;
        let status = generator(bench).args([&rows.to_string(), SEED]).stdout(output).status()?;
        ensure!(status.success(), "the generator ended with {status}");
        if columns == Columns::Bare {
            let others = [&OTHERS[..], &[NINTH]].concat();
            return Ok(Self::plain(&name, &table, &EIGHT, &others));
        }
        let spec = bench.folder.join(format!("adult-like-{rows}.toml"));
        let head = format!("version = 1\n[input]\npath = '{}'\n", table.display());
        let columns = generator(bench).arg("columns").output()?;
        ensure!(columns.status.success(), "the columns of the spec could not be made");
        fs::write(&spec, head + &String::from_utf8(columns.stdout)?)?;
        Ok(Self { name, source: spec, flags: Vec::new(), known: RefCell::default() })
    }

    /// Says to a command which table it is, and what its columns are.
    pub fn describe<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.arg(&self.source).args(&self.flags)
    }

    /// Releases it with k and further flags: what that costs, and what the program tells. The same is run once.
    pub fn anonymize(&self, bench: &Bench, k: u64, flags: &[&str]) -> Result<(Cost, Value)> {
        let key: Vec<String> =
            [k.to_string()].into_iter().chain(flags.iter().map(|&flag| flag.to_owned())).collect();
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let run = self.run(bench, k, flags)?;
        self.known.borrow_mut().insert(key, run.clone());
        Ok(run)
    }

    fn run(&self, bench: &Bench, k: u64, flags: &[&str]) -> Result<(Cost, Value)> {
        let mut command = Command::new(bench.programs.join("amidst"));
        self.describe(command.arg("anonymize")).args(["-k", &k.to_string()]).args(flags);
        command.arg("-o").arg(bench.folder.join("quality-release.csv"));
        let cost = measure(command.args(["--json", "--quiet", "--force"]))?;
        let report = serde_json::from_str(&cost.output).context("--json prints JSON")?;
        Ok((cost, report))
    }
}

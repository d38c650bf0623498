//! Every claim of an explanation, carried out: the spec is changed as the claim says, the job is run, the numbers compared.

mod carried_out;
mod counted;
mod stopped;

use std::{fs, path::Path};

use amidst::{
    Job, Role, Spec,
    advanced::demo,
    explain::{Reveal, explain},
    spec::{ColumnSpec, HierarchySpec, LevelBounds, OnUnmapped},
};
use amidst_testkit::generate::{
    SeededRng, adult,
    small::{Shape, Small},
};
use serde_json::Value;
use tempfile::TempDir;

/// Every measure that needs no target column.
const OBJECTIVES: &[&str] = amidst_metrics::NAMES.split_last().expect("there are measures").1;
const ALGORITHMS: [&str; 4] = ["optimal", "optimal", "exhaustive", "flash"];
const LIMITS: [&str; 6] = ["0%", "0%", "10%", "3 rows", "60%", "100%"];

/// A small table with everything that can vary, and its spec.
struct Case {
    small: Small,
    spec: Spec,
    _folder: TempDir,
}

/// The explanation of a spec.
fn explained(spec: &Spec, reveal: Reveal) -> Value {
    let explanation = explain(&Job::new(spec.clone()), reveal, &()).expect("a well-formed job is explained");
    serde_json::to_value(explanation).expect("an explanation is JSON")
}

impl Case {
    /// A random table and wish. Levels may be limited, columns weighted, and values missing from hierarchies.
    fn draw(seed: u64) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut draw = SeededRng::new(7_000 + seed);
        let mut small = Small::draw(Shape { rows: 50, columns: 4, leaves: 7, ..Shape::default() }, seed);
        let mut spec = Spec::of_table(&write(folder.path(), "table.csv", &csv(&small)));
        let is_weighted = draw.percent(30);
        for (name, paths) in small.header.iter().zip(&mut small.paths) {
            let mut column = ColumnSpec::new(Role::Quasi);
            if draw.percent(20) && paths.len() > 3 {
                let listed = paths.iter().position(|path| path[0].is_some()).expect("a value");
                paths.remove(listed);
                column.on_unmapped = OnUnmapped::Suppress;
            }
            let height = paths[0].len() as u32 - 1;
            if draw.percent(50) {
                let min = if draw.percent(30) { draw.between(0, height) } else { 0 };
                let max = draw.between(min, height) as u8;
                column.levels = Some(LevelBounds { min: Some(min as u8), max: Some(max) });
            }
            column.weight = is_weighted.then(|| f64::from(draw.below(4)) / 2.0);
            let line = |path: &Vec<Option<Box<str>>>| {
                path.iter().map(|label| label.as_deref().unwrap_or("")).collect::<Vec<_>>().join(";")
            };
            let lines: Vec<String> = paths.iter().map(line).collect();
            let file = write(folder.path(), &format!("{name}.csv"), &lines.join("\n"));
            column.hierarchy = Some(HierarchySpec { file: Some(file), ..HierarchySpec::default() });
            spec.columns.insert(name.clone(), column);
        }
        let most = if draw.percent(15) { 60 } else { 7 };
        spec.privacy.k = Some(u64::from(draw.between(1, most)));
        spec.solve.suppression = Some(LIMITS[draw.below(6) as usize].parse().expect("a limit"));
        spec.solve.objective = Some(OBJECTIVES[draw.below(OBJECTIVES.len() as u32) as usize].into());
        spec.solve.algorithm = Some(ALGORITHMS[draw.below(4) as usize].into());
        spec.output.path = Some(folder.path().join("release.csv").to_string_lossy().into_owned());
        Self { small, spec, _folder: folder }
    }
}

fn csv(small: &Small) -> String {
    // The quotes keep the line of a single empty cell from looking empty.
    let line = |row: &Vec<Option<String>>| {
        row.iter().map(|cell| format!("{:?}", cell.as_deref().unwrap_or(""))).collect::<Vec<_>>().join(",")
    };
    let lines = std::iter::once(small.header.join(",")).chain(small.rows.iter().map(line));
    lines.map(|line| line + "\n").collect()
}

/// Writes a file and gives its path.
fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the folder can be written to");
    path.to_string_lossy().into_owned()
}

/// A spec in a folder of its own, beside its table.
fn beside(folder: &TempDir, table: &str, toml: &str) -> Spec {
    let path = write(folder.path(), "table.csv", table);
    let mut spec = Spec::from_toml(toml).expect("a spec");
    spec.input.path = path;
    spec.output.path = Some(folder.path().join("release.csv").to_string_lossy().into_owned());
    (spec.output.report, spec.output.certificate, spec.output.plan) = (None, None, None);
    spec
}

/// A table like Adult and its nine quasi columns.
fn adult_like(folder: &TempDir, rows: u64) -> Spec {
    let mut table = Vec::new();
    adult::write_csv(rows, 3, &mut table).expect("memory can be written to");
    let table = String::from_utf8(table).expect("ASCII");
    beside(folder, &table, &format!("input.path = \"\"\n{}", adult::columns_toml()))
}

/// The register of the demo.
fn register(folder: &TempDir, people: usize) -> Spec {
    beside(folder, &demo::register(people, demo::SEED), demo::spec_toml())
}

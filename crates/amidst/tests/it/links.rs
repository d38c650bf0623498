//! What the solvers of k-anonymity revisited promise, judged on files by code that shares nothing with them.

use std::{fs, path::Path, sync::Arc};

use amidst::advanced::catalog::recoder;
use amidst::{
    check::{CheckOptions, Finding, check},
    spec::Input,
};
use amidst_cells::{Axis, Conditions, Labels, Objective, Points, Problem, Split};
use amidst_core::{Codes, Hierarchy};
use amidst_testkit::generate::SeededRng;

const HEADER: &str = "range,label,set";

/// Numbers, words of a hierarchy and letters; some cells are missing.
fn axes() -> Vec<Axis> {
    let texts = |texts: &[&str]| texts.iter().map(|text| Some(Box::from(*text))).chain([None]).collect();
    let days = ["1990-01-05", "1990-03-01", "1991-07-31", "1994-12-24", "1999-02-03"];
    let path = |line: &str| line.split(';').map(|label| Some(Box::from(label))).collect();
    let hierarchy = Hierarchy::from_paths(lines().map(path).to_vec()).unwrap();
    vec![
        Axis::ranges("range", texts(&days), vec![4.0, 59.0, 576.0, 1818.0, 3320.0]),
        Axis::labels("label", Arc::new(hierarchy)),
        Axis::sets("set", texts(&["a", "b", "c", "d"])),
    ]
}

fn lines() -> [&'static str; 5] {
    ["ant;insect;*", "bee;insect;*", "cat;mammal;*", "dog;mammal;*", "emu;bird;*"]
}

/// A table of rows of codes, as a file would have it.
fn write(folder: &Path, name: &str, rows: impl Iterator<Item = Vec<Option<String>>>) -> String {
    let cell = |cell: Option<String>| format!("\"{}\"", cell.unwrap_or_default());
    let line = |row: Vec<Option<String>>| row.into_iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
    let path = folder.join(name);
    fs::write(&path, format!("{HEADER}\n{}", rows.map(line).collect::<String>())).unwrap();
    path.display().to_string()
}

/// Releases a random table by one of the solvers, and checks it by the model of the same kind.
fn judged(algorithm: &str, k: u64, seed: u64) -> Finding {
    let (axes, mut draw) = (axes(), SeededRng::new(seed));
    let row = |draw: &mut SeededRng| axes.iter().map(|axis| draw.low_between(0, axis.values() - 1)).collect();
    let rows: Vec<Vec<u32>> = (0..12 + seed % 30).map(|_| row(&mut draw)).collect();
    let column = |at: usize| {
        let values = axes[at].values();
        (Codes::narrow(rows.iter().map(|row| row[at]).collect(), values as usize), values)
    };
    let (points, point_of_row) = Points::collapse(&[column(0), column(1), column(2)], &[]).unwrap();
    let problem = Problem {
        axes: &axes,
        points: &points,
        conditions: Conditions::new(k, Vec::new()),
        objective: Objective::Gcp,
        split: Split::Width,
        labels: Labels::Data,
        seed,
    };
    let found = recoder(algorithm).unwrap().solve(&problem, &()).unwrap().partition;
    let class_of_row = found.class_of_row(&points, &point_of_row, &()).unwrap();
    let label = |axis: &Axis, cover| axis.label(cover).map(|label| label.into_owned());
    let own =
        |row: &Vec<u32>| axes.iter().zip(row).map(|(axis, &code)| label(axis, axis.cover(code))).collect();
    let shown = |&class: &u32| {
        let covers = found.covers(&axes, &points, class as usize);
        axes.iter().zip(covers).map(|(axis, cover)| label(axis, cover)).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let hierarchy = folder.path().join("label.csv");
    fs::write(&hierarchy, lines().join("\n")).unwrap();
    let options = CheckOptions {
        input: Input {
            path: write(folder.path(), "release.csv", class_of_row.iter().map(shown)),
            ..Input::default()
        },
        original: Some(write(folder.path(), "original.csv", rows.iter().map(own))),
        quasi: HEADER.split(',').map(str::to_owned).collect(),
        hierarchies: vec![("label".into(), hierarchy)],
        require: vec![format!("{algorithm}-anonymity").parse().unwrap()],
        k: Some(k),
        ..CheckOptions::default()
    };
    check(&options, &()).unwrap()
}

#[test]
fn what_the_solvers_promise_holds_on_the_files() {
    for algorithm in ["one-k", "k-one", "k-k", "global-one-k"] {
        for seed in 0..40 {
            let finding = judged(algorithm, 2 + seed % 4, seed);
            assert!(
                finding.links.is_some_and(|links| links.matched),
                "{algorithm}, seed {seed}: no matching"
            );
            assert!(finding.holds, "{algorithm}, seed {seed}: {:?}", finding.models);
        }
    }
}

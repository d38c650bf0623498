//! Views of the same classes: whoever joins them, and the release besides, finds the classes and nothing finer.

use std::collections::{BTreeMap, BTreeSet};

use amidst::{
    Answer, Job,
    spec::{Generalize, Order},
};
use amidst_testkit::generate::{
    Draw,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

type Rows = Vec<Vec<String>>;

/// The cells of a file, row by row, without its header.
fn rows(folder: &TempDir, name: &str) -> Rows {
    let mut reader = csv::Reader::from_path(folder.path().join(name)).expect("the file was written");
    let row = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    reader.records().map(|record| row(record.expect("a record"))).collect()
}

/// Whether a class may hold a value, as far as its label tells.
fn may_hold(label: &str, value: &str) -> bool {
    let inner = label.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    label == "*" || label == value || inner.is_some_and(|inner| inner.split(", ").any(|it| it == value))
}

/// The values that a view may show of rows of a class: those whose other cells show what the class does.
fn joined(class: &[String], view: &Rows, column: usize) -> Vec<String> {
    let others = |row: &&Vec<String>| (0..class.len()).all(|at| at == column || row[at] == class[at]);
    let own = view.iter().filter(others).map(|row| row[column].clone());
    own.filter(|value| may_hold(&class[column], value)).collect()
}

#[test]
fn views_joined_with_the_release_tell_no_more_than_its_classes() {
    let mut released = 0;
    for seed in 0..120 {
        let mut draw = Draw::new(3_000 + seed);
        let shape = Shape { rows: 30, columns: 3, leaves: 6, height: 3, missing_percent: 0 };
        let small = Small::draw(shape, seed);
        let (k, l) = (u64::from(draw.between(1, 4)), draw.between(2, 3) as usize);
        if small.header.len() < 2 {
            continue;
        }
        let folder = TempDir::new().expect("a folder");
        let notes = numbered(small.rows.len());
        let wish = Wish { k, suppression: "0%", objective: "loss" };
        let mut spec = describe(&small, &notes, wish, folder.path());
        spec.columns.values_mut().for_each(|column| column.hierarchy = None);
        spec.solve.generalize = Some(Generalize::Cell);
        spec.output.order = Order::Input;
        let confidential = ["q0", "q1"];
        for name in confidential {
            let column = spec.columns.get_mut(name).expect("a quasi column");
            (column.confidential, column.not_identifying) = (true, true);
            let asked = format!("distinct-l-diversity l={l} column={name}");
            spec.privacy.require.push(asked.parse().expect("a requirement"));
        }
        let Answer::Released(_) = Job::new(spec).run(&()).expect("a well-formed job runs") else { continue };
        released += 1;
        let quasi = |row: Vec<String>| row[..small.header.len()].to_vec();
        let classes: Rows = rows(&folder, "release.csv").into_iter().map(quasi).collect();
        let mut rows_of: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
        classes.iter().enumerate().for_each(|(row, class)| rows_of.entry(class).or_default().push(row));
        for (column, name) in confidential.into_iter().enumerate() {
            let view = rows(&folder, &format!("release.{name}.csv"));
            assert_eq!(view.len(), small.rows.len(), "seed {seed}");
            for (class, members) in &rows_of {
                let found = joined(class, &view, column);
                let own = |&row: &usize| small.rows[row][column].clone().expect("no cell is missing");
                let own: Vec<String> = members.iter().map(own).collect();
                // Every row of the class may have every value that was found: all true ones are among them.
                let count = |all: &[String], value: &String| all.iter().filter(|it| *it == value).count();
                assert!(own.iter().all(|value| count(&found, value) >= count(&own, value)), "seed {seed}");
                let distinct: BTreeSet<&String> = own.iter().collect();
                assert!(members.len() >= k as usize && distinct.len() >= l, "seed {seed}");
            }
        }
    }
    assert!(released > 20, "only {released} tables were released");
}

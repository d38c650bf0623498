//! Views of the same classes: whoever joins them, and the release besides, finds the classes and nothing finer.

use std::collections::{BTreeMap, BTreeSet};

use amidst::{
    Answer, Job,
    spec::{Generalize, Order},
};
use amidst_testkit::generate::{
    SeededRng,
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

/// How many rows show each combination of all columns.
fn sizes(rows: &Rows) -> BTreeMap<&[String], usize> {
    let mut sizes: BTreeMap<&[String], usize> = BTreeMap::new();
    rows.iter().for_each(|row| *sizes.entry(row).or_default() += 1);
    sizes
}

#[test]
fn views_have_k_over_all_their_columns_and_joined_with_the_release_tell_no_more_than_its_classes() {
    let mut released = 0;
    for seed in 0..120 {
        let mut draw = SeededRng::new(3_000 + seed);
        let shape = Shape { rows: 30, columns: 4, leaves: 6, height: 3, missing_percent: 0 };
        let small = Small::draw(shape, seed);
        let (k, l) = (u64::from(draw.between(1, 4)), draw.between(1, 3) as usize);
        if small.header.len() < 3 {
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
            if l > 1 {
                let asked = format!("distinct-l-diversity l={l} column={name}");
                spec.privacy.require.push(asked.parse().expect("a requirement"));
            }
        }
        let Answer::Released(_) = Job::new(spec).run(&()).expect("a well-formed job runs") else { continue };
        released += 1;
        let quasi = |row: Vec<String>| row[..small.header.len()].to_vec();
        let classes: Rows = rows(&folder, "release.csv").into_iter().map(quasi).collect();
        assert!(sizes(&classes).values().all(|&rows| rows >= k as usize), "seed {seed}");
        for (column, name) in confidential.into_iter().enumerate() {
            let view = rows(&folder, &format!("release.{name}.csv"));
            assert!(sizes(&view).values().all(|&rows| rows >= k as usize), "seed {seed}");
            // The view is the release without the other confidential column: whoever joins them finds its classes.
            let shown = |row: &Vec<String>| -> Vec<String> {
                let kept = row.iter().enumerate().filter(|(at, _)| *at == column || *at > 1);
                kept.map(|(_, cell)| cell.clone()).collect()
            };
            let mut expected: Rows = classes.iter().map(shown).collect();
            expected.sort();
            assert_eq!(view, expected, "seed {seed}");
            // Every label covers the value of its row, and every class has its l values.
            let mut values: BTreeMap<&[String], BTreeSet<&str>> = BTreeMap::new();
            for (class, row) in classes.iter().zip(&small.rows) {
                let value = row[column].as_deref().expect("no cell is missing");
                assert!(may_hold(&class[column], value), "seed {seed}");
                values.entry(class).or_default().insert(value);
            }
            assert!(values.values().all(|values| values.len() >= l), "seed {seed}");
        }
    }
    assert!(released > 20, "only {released} tables were released");
}

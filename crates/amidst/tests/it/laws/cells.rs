//! Recoding cell by cell, whatever recodes: every row is there once, every cell covers what it was, and rows match as asked.

use std::{collections::BTreeSet, fs};

use amidst::{
    Answer, Job, Released, Spec,
    spec::{Generalize, MissingPolicy, Order, Suppress},
};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

/// Cells of a release, row by row as the source has them; an empty cell is missing or blank.
type Rows = Vec<Vec<String>>;

/// Releases a small table in the order it came; `None` if the target is out of reach.
fn release(small: &Small, change: impl FnOnce(&mut Spec)) -> Option<(Box<Released>, Rows)> {
    let folder = TempDir::new().expect("a folder");
    let notes = numbered(small.rows.len());
    let wish = Wish { k: 2, suppression: "0%", objective: "loss" };
    let mut spec = describe(small, &notes, wish, folder.path());
    spec.output.order = Order::Input;
    change(&mut spec);
    match Job::new(spec).run(&()).expect("a well-formed job runs") {
        Answer::Infeasible(_) => None,
        Answer::Released(released) => {
            let text = fs::read(folder.path().join("release.csv")).expect("the release was written");
            let mut reader = csv::Reader::from_reader(&text[..]);
            let row = |record: csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<String>>();
            let rows: Rows = reader.records().map(|record| row(record.expect("a record"))).collect();
            let found: Vec<&String> = rows.iter().map(|row| row.last().expect("a note")).collect();
            assert_eq!(found, notes.iter().collect::<Vec<_>>(), "every row is there, in its place");
            Some((released, rows))
        }
    }
}

/// Whether a label of a hierarchy, a set, a blank or a star covers a value.
fn covers(label: &str, value: Option<&str>, small: &Small, column: usize) -> bool {
    let on_path = || {
        let path = small.paths[column].iter().find(|path| path[0].as_deref() == value);
        path.is_some_and(|path| path.iter().any(|it| it.as_deref() == Some(label)))
    };
    let in_set = || {
        let inner = label.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        inner.is_some_and(|inner| inner.split(", ").any(|it| Some(it) == value))
    };
    label.is_empty() || label == "*" || label == value.unwrap_or("") || on_path() || in_set()
}

#[track_caller]
fn check_covers(small: &Small, rows: &Rows) {
    for (row, source) in rows.iter().zip(&small.rows) {
        for (column, value) in source.iter().enumerate() {
            assert!(covers(&row[column], value.as_deref(), small, column), "{:?} for {value:?}", row[column]);
        }
    }
}

/// The rows that each row agrees with; with `wildcard`, an empty cell agrees with everything.
fn matches(rows: &Rows, columns: &[usize], wildcard: bool) -> Vec<usize> {
    let agree = |a: &str, b: &str| a == b || (wildcard && (a.is_empty() || b.is_empty()));
    let is_match = |a: &[String], b: &[String]| columns.iter().all(|&at| agree(&a[at], &b[at]));
    rows.iter().map(|a| rows.iter().filter(|b| is_match(a, b)).count()).collect()
}

fn table(draw: &mut SeededRng, seed: u64) -> Small {
    let shape = Shape { rows: 30, columns: 3, leaves: 6, height: 3, missing_percent: draw.between(0, 1) * 8 };
    Small::draw(shape, seed)
}

#[test]
fn classes_cover_their_rows_and_have_enough_of_them() {
    let algorithms =
        ["mondrian", "mondrian-relaxed", "mondrian-hybrid", "local", "k-member", "oka", "top-down-greedy"];
    for seed in 0..60 {
        let mut draw = SeededRng::new(seed);
        let small = table(&mut draw, seed);
        let k = u64::from(draw.between(1, 5));
        let algorithm = algorithms[seed as usize % algorithms.len()];
        let is_plain = draw.percent(50);
        let found = release(&small, |spec| {
            spec.privacy.k = Some(k);
            spec.solve.algorithm = Some(algorithm.into());
            if is_plain {
                spec.columns.values_mut().for_each(|column| column.hierarchy = None);
            }
        });
        let Some((released, rows)) = found else {
            assert!(small.rows.len() < k as usize, "{algorithm}, seed {seed}");
            continue;
        };
        check_covers(&small, &rows);
        let columns: Vec<usize> = (0..small.header.len()).collect();
        let least = matches(&rows, &columns, false).into_iter().min().expect("rows");
        assert!(least >= k as usize, "{algorithm}, seed {seed}: {least} < {k}");
        assert_eq!(released.summary.privacy.k.reached, least as u64, "{algorithm}, seed {seed}");
        let changed = |at: usize| {
            let differs = |(row, source): (&Vec<String>, &Vec<Option<String>>)| {
                row[at] != source[at].as_deref().unwrap_or("")
            };
            rows.iter().zip(&small.rows).filter(|pair| differs(*pair)).count() as u64
        };
        for (at, (_, cells)) in released.summary.cells.iter().enumerate() {
            assert_eq!(cells.changed, changed(at), "{algorithm}, seed {seed}");
        }
        assert!(released.summary.levels.is_empty() && released.summary.height.is_none());
    }
}

#[test]
fn blanks_match_as_they_are_read() {
    for seed in 0..60 {
        let mut draw = SeededRng::new(1_000 + seed);
        let small = table(&mut draw, seed);
        let k = u64::from(draw.between(2, 4));
        let is_wildcard = draw.percent(50);
        let all: Vec<usize> = (0..small.header.len()).collect();
        let pairs: Vec<Vec<usize>> = all.iter().map(|&at| vec![at, (at + 1) % all.len()]).collect();
        let pairs: Vec<Vec<usize>> = pairs.into_iter().filter(|pair| pair[0] != pair[1]).collect();
        let asked = if draw.percent(40) && !pairs.is_empty() { pairs } else { vec![all.clone()] };
        let is_stratified = asked.len() == 1 && all.len() > 1 && draw.percent(30);
        let found = release(&small, |spec| {
            spec.privacy.k = Some(k);
            spec.solve.generalize = Some(Generalize::None);
            spec.solve.suppress = Some(Suppress::Cell);
            spec.solve.suppression = None;
            if is_wildcard {
                spec.privacy.missing = MissingPolicy::Wildcard;
            }
            if asked.len() > 1 {
                let named =
                    |set: &Vec<usize>| set.iter().map(|at| format!("q{at}")).collect::<Vec<_>>().join("+");
                let text: Vec<String> = asked.iter().map(named).collect();
                spec.privacy.combinations = Some(text.join(",").parse().expect("combinations"));
            }
            if is_stratified {
                spec.solve.strata = Some(vec!["q0".into()]);
            }
        });
        let Some((released, rows)) = found else { continue };
        for (row, source) in rows.iter().zip(&small.rows) {
            for (at, value) in source.iter().enumerate() {
                assert!(row[at].is_empty() || Some(row[at].as_str()) == value.as_deref(), "seed {seed}");
            }
            assert!(
                !is_stratified || row[0] == source[0].as_deref().unwrap_or(""),
                "seed {seed}: a stratum is kept"
            );
        }
        for set in &asked {
            let least = matches(&rows, set, is_wildcard).into_iter().min().expect("rows");
            assert!(least >= k as usize, "seed {seed}: {least} < {k} on {set:?}");
        }
        assert!(released.summary.privacy.k.holds, "seed {seed}");
    }
}

#[test]
fn columns_at_levels_are_blanked_where_that_costs_less() {
    for seed in 0..30 {
        let mut draw = SeededRng::new(2_000 + seed);
        let small = table(&mut draw, seed);
        let solve = |suppress| {
            release(&small, |spec| {
                spec.solve.suppress = Some(suppress);
                spec.solve.suppression = None;
            })
        };
        let (Some((blanked, rows)), Some((levelled, _))) = (solve(Suppress::Cell), solve(Suppress::None))
        else {
            continue;
        };
        check_covers(&small, &rows);
        let all: Vec<usize> = (0..small.header.len()).collect();
        assert!(matches(&rows, &all, false).into_iter().all(|rows| rows >= 2), "seed {seed}");
        // Cells of one column are at one level, or blank.
        for at in 0..small.header.len() {
            let shown = rows.iter().zip(&small.rows).filter(|(row, _)| !row[at].is_empty());
            let levels = shown.map(|(row, source)| -> BTreeSet<usize> {
                let path =
                    small.paths[at].iter().find(|path| path[0] == source[at].as_deref().map(Box::from));
                let path = path.expect("cells have paths");
                (0..path.len()).filter(|&level| path[level].as_deref() == Some(&*row[at])).collect()
            });
            // A label may stand on several levels: one of them must be that of all cells.
            let common = levels.reduce(|a, b| a.intersection(&b).copied().collect());
            assert!(common.is_none_or(|common| !common.is_empty()), "seed {seed}: column {at}");
        }
        assert!(blanked.summary.objective.value <= levelled.summary.objective.value + 1e-9, "seed {seed}");
    }
}

#[test]
fn the_same_release_at_any_number_of_threads() {
    for algorithm in ["mondrian", "local", "microaggregation", "k-k"] {
        let small = Small::draw(Shape { rows: 40, missing_percent: 0, ..Shape::default() }, 7);
        let text = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| {
                release(&small, |spec| {
                    spec.solve.algorithm = Some(algorithm.into());
                    spec.solve.objective = None;
                })
                .map(|(_, rows)| rows)
            })
        };
        assert_eq!(text(1), text(2), "{algorithm}");
    }
}

//! The kernel alone: rows to distinct tuples, tuples to class tables, and summaries of parts. Prints nanoseconds, the best of
//! several runs.

use std::{hint::black_box, ops::Range, sync::Arc, time::Instant};

use amidst_core::{Coded, Codes, Dictionary, Hierarchy};
use amidst_kernel::{CodedRows, Kernel, QuasiColumn, TupleSummary, Tuples};
use amidst_testkit::generate::SeededRng;

const ROWS: usize = 2_000_000;
const RUNS: usize = 5;

/// Tables by the number of values of each column.
const TABLES: [(&str, &[u32]); 4] = [
    ("few classes", &[4; 4]),
    ("like a register", &[60, 8, 16, 7, 14, 5, 2, 40, 2]),
    ("nearly unique", &[100; 6]),
    ("many columns", &[8; 20]),
];

fn main() {
    println!("| data | rows | distinct tuples | collapse, ns per row | roll-up, ns per tuple |");
    println!("|---|---|---|---|---|");
    TABLES.iter().for_each(|(name, widths)| measure(name, widths));
    println!();
    println!(
        "| data | summary, ns per row | rows again, ns per tuple | merge of halves, ns per tuple | bytes per tuple |"
    );
    println!("|---|---|---|---|---|");
    TABLES.iter().for_each(|(name, widths)| measure_summary(name, widths));
}

/// Measures a table whose columns have so many values each, small ones more frequent.
fn measure(name: &str, widths: &[u32]) {
    let mut draw = SeededRng::new(1);
    let columns: Vec<QuasiColumn> =
        widths.iter().enumerate().map(|(at, &width)| column(&mut draw, at, width)).collect();
    let collapse = best(|| Tuples::collapse(&columns).expect("a well-formed table"));
    let tuples = Tuples::collapse(&columns).expect("a well-formed table");
    let levels = vec![1; widths.len()];
    let roll_up = best(|| Kernel::new(&tuples, 0).table(&levels));
    println!(
        "| {name} | {ROWS} | {} | {:.1} | {:.1} |",
        tuples.len(),
        collapse / ROWS as f64,
        roll_up / tuples.len() as f64
    );
}

/// Measures the same tables by the texts of their values.
fn measure_summary(name: &str, widths: &[u32]) {
    let mut draw = SeededRng::new(1);
    let columns: Vec<QuasiColumn> =
        widths.iter().enumerate().map(|(at, &width)| column(&mut draw, at, width)).collect();
    let texts = |column: &QuasiColumn| -> Dictionary {
        (0..column.hierarchy.leaves() as u32).map(|leaf| column.hierarchy.label(0, leaf)).collect()
    };
    let coded = |column: &QuasiColumn, rows: Range<usize>| {
        Coded::narrow(texts(column), rows.map(|row| column.codes.at(row)).collect())
    };
    let part = |rows: Range<usize>| -> Vec<Coded> {
        columns.iter().map(|column| coded(column, rows.clone())).collect()
    };
    let summary = |coded: &[Coded]| {
        let named: Vec<(&str, &Coded)> =
            columns.iter().map(|column| column.name.as_str()).zip(coded).collect();
        TupleSummary::collapse(&CodedRows::new(&named)).expect("a well-formed table")
    };
    let whole = part(0..ROWS);
    let collapse = best(|| summary(&whole));
    let whole = summary(&whole);
    let rows = best(|| whole.counted_rows().expect("nothing is counted beside the tuples"));
    let halves = [0..ROWS / 2, ROWS / 2..ROWS].map(|rows| summary(&part(rows)));
    let merge = best(|| {
        let [ours, theirs] = halves.clone();
        ours.merge(theirs).expect("parts of one table")
    });
    let tuples = whole.len() as f64;
    println!(
        "| {name} | {:.1} | {:.1} | {:.1} | {:.1} |",
        collapse / ROWS as f64,
        rows / tuples,
        merge / tuples,
        whole.to_bytes().len() as f64 / tuples
    );
}

/// A column whose values pair up on level 1.
fn column(draw: &mut SeededRng, at: usize, width: u32) -> QuasiColumn {
    let label = |text: String| Some(text.into_boxed_str());
    let path =
        |leaf: u32| vec![label(format!("v{leaf}")), label(format!("g{}", leaf / 2)), label("*".into())];
    let hierarchy = Hierarchy::from_paths((0..width).map(path).collect()).expect("a tree");
    let codes = (0..ROWS).map(|_| draw.between(0, width - 1).min(draw.between(0, width - 1))).collect();
    QuasiColumn::new(&format!("q{at}"), Arc::new(hierarchy), Codes::narrow(codes, width as usize))
}

/// Nanoseconds of the fastest run.
fn best<T>(run: impl Fn() -> T) -> f64 {
    let time = || {
        let begun = Instant::now();
        black_box(run());
        begun.elapsed().as_secs_f64() * 1e9
    };
    (0..RUNS).map(|_| time()).fold(f64::INFINITY, f64::min)
}

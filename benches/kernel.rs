//! The kernel alone: rows to distinct tuples, and tuples to class tables. Prints nanoseconds, the best of several runs.

use std::{hint::black_box, sync::Arc, time::Instant};

use amidst_core::{Codes, Hierarchy};
use amidst_kernel::{Kernel, QuasiColumn, Tuples};
use amidst_testkit::generate::Draw;

const ROWS: usize = 2_000_000;
const RUNS: usize = 5;

fn main() {
    println!("| data | rows | distinct tuples | collapse, ns per row | roll-up, ns per tuple |");
    println!("|---|---|---|---|---|");
    measure("few classes", &[4; 4]);
    measure("like a register", &[60, 8, 16, 7, 14, 5, 2, 40, 2]);
    measure("nearly unique", &[100; 6]);
    measure("many columns", &[8; 20]);
}

/// Measures a table whose columns have so many values each, small ones more frequent.
fn measure(name: &str, widths: &[u32]) {
    let mut draw = Draw::new(1);
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

/// A column whose values pair up on level 1.
fn column(draw: &mut Draw, at: usize, width: u32) -> QuasiColumn {
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

//! Mondrian alone, the rows being in memory: `mondrian TABLE COLUMNS K`, as JSON on standard output. Columns are joined by
//! commas; what is a number everywhere is a range, everything else a set. Seconds are medians.

use std::{collections::BTreeSet, env, fs, time::Instant};

use amidst_cells::{Axis, Conditions, Labels, Mondrian, Objective, Points, Problem, Split};
use amidst_core::{Codes, Solver};

const RUNS: usize = 51;

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let [table, columns, k] = &words[..] else { return };
    let columns = read(table, &columns.split(',').collect::<Vec<_>>());
    let codes: Vec<(Codes, u32)> =
        columns.iter().map(|(axis, codes)| (codes.clone(), axis.values())).collect();
    let (points, _) = Points::collapse(&codes, &[]).expect("few columns");
    let problem = Problem {
        axes: &columns.into_iter().map(|(axis, _)| axis).collect::<Vec<_>>(),
        points: &points,
        conditions: Conditions::new(k.parse().expect("k is a number"), Vec::new()),
        objective: Objective::Gcp,
        split: Split::Width,
        labels: Labels::Data,
        seed: 0,
    };
    let classes = Mondrian::Strict.solve(&problem, &()).expect("few columns").partition.len();
    let all = seconds(&problem);
    // On one thread, time is processor time.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let processor = alone.install(|| seconds(&problem));
    println!(r#"{{"classes": {classes}, "seconds": {all}, "processor_seconds": {processor}}}"#);
}

fn seconds(problem: &Problem<'_>) -> f64 {
    let time = |_| {
        let begun = Instant::now();
        Mondrian::Strict.solve(problem, &()).expect("few columns");
        begun.elapsed().as_secs_f64()
    };
    let mut seconds: Vec<f64> = (0..RUNS).map(time).collect();
    seconds.sort_by(f64::total_cmp);
    seconds[RUNS / 2]
}

/// The columns named, of a table with semicolons.
fn read(table: &str, columns: &[&str]) -> Vec<(Axis, Codes)> {
    let text = fs::read_to_string(table).expect("the table can be read");
    let mut rows = text.lines().map(|line| line.split(';').collect::<Vec<_>>());
    let header = rows.next().expect("the table has a header");
    let rows: Vec<Vec<&str>> = rows.collect();
    let column = |name: &&str| {
        let at = header.iter().position(|one| one == name).expect("the table has the column");
        coded(name, &rows.iter().map(|row| row[at]).collect::<Vec<_>>())
    };
    columns.iter().map(column).collect()
}

fn coded(name: &str, cells: &[&str]) -> (Axis, Codes) {
    let mut values: Vec<&str> = cells.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |value: &&str| value.parse::<f64>().ok();
    let is_number = values.iter().all(|value| number(value).is_some());
    if is_number {
        values.sort_by(|a, b| number(a).partial_cmp(&number(b)).expect("both are numbers"));
    }
    let code = |cell: &&str| values.iter().position(|value| value == cell).expect("is a value") as u32;
    let codes = Codes::narrow(cells.iter().map(code).collect(), values.len());
    let texts = values.iter().map(|value| Some(Box::from(*value))).collect();
    let axis = match is_number {
        true => Axis::ranges(name, texts, values.iter().filter_map(number).collect()),
        false => Axis::sets(name, texts),
    };
    (axis, codes)
}

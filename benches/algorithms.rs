//! Every algorithm on every table: milliseconds, nodes judged, roll-ups. Prints Markdown.
//!
//! Adult is read from the folder given as the only argument, and left out if there is none. Known answers are compared
//! before a time is printed: a wrong answer is no measurement.

use std::{fs, path::Path, sync::Arc, time::Instant};

use amidst_core::{Codes, Guarantee, Hierarchy, Observer, Outcome, Solver, lattice::height};
use amidst_kernel::{QuasiColumn, Tuples};
use amidst_metrics::metric;
use amidst_models::KAnonymity;
use amidst_search::{ALL, Algorithm, Exhaustive, Flash, Lightning, Optimal, Problem, Verdicts};
use amidst_testkit::generate::wide;

const K: u64 = 5;
const RUNS: usize = 5;

const ADULT: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

fn main() {
    match std::env::args().skip(1).find(|word| !word.starts_with('-')) {
        Some(folder) if Path::new(&folder).is_dir() => adult(Path::new(&folder)),
        _ => println!("Left out: the folder of Adult was not given, or is not there."),
    }
    large();
}

fn adult(folder: &Path) {
    let columns = read_adult(folder);
    println!("\n## Algorithms: Adult, 30,162 rows, k = {K}\n");
    println!("The best node. Medians of {RUNS} runs, both cores.\n");
    println!("| data | algorithm | milliseconds | nodes judged | roll-ups | loss | gap |");
    println!("|---|---|---|---|---|---|---|");
    for (width, percent) in [(8, 0), (9, 0), (9, 5)] {
        let tuples = Tuples::collapse(&columns[..width]).expect("a well-formed table");
        let problem = problem(&tuples, percent);
        for algorithm in ALL {
            best(&format!("{width} QI, {percent} %"), &problem, algorithm);
        }
    }
    println!("\nAll minimal nodes, nine columns.\n");
    println!(
        "| suppression | algorithm | milliseconds | nodes judged | roll-ups | satisfying | minimal | least height |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let tuples = Tuples::collapse(&columns).expect("a well-formed table");
    for (percent, satisfying, minimal, least) in [(0, 87, 27, 14), (1, 1816, 577, 10), (5, 5184, 1071, 8)] {
        let problem = problem(&tuples, percent);
        for algorithm in ALL {
            let Some(finder) = algorithm.minimal_finder() else { continue };
            let Ok(found) = finder.minimal(&problem, &()) else { continue };
            assert_eq!(
                (found.nodes.len(), found.nodes.first().map(|node| height(node))),
                (minimal, Some(least))
            );
            let verdicts = Verdicts::new(&problem, &found.judged).expect("Adult's lattice is small");
            assert_eq!(verdicts.feasible(), Some(satisfying));
            let time = time(algorithm, || drop(finder.minimal(&problem, &())));
            let (judged, rolled_up) = (found.statistics.judged, found.statistics.rolled_up);
            println!(
                "| {percent} % | {} | {time:.1} | {judged} | {rolled_up} | {satisfying} | {minimal} | {least} |",
                algorithm.name()
            );
        }
    }
}

fn problem(tuples: &Tuples, percent: u64) -> Problem<'_> {
    let objective = metric("loss", None, tuples.attributes()).expect("there is such a metric");
    let model = KAnonymity::new(K).expect("k is at least 1");
    Problem::new(tuples, vec![Box::new(model)], objective, tuples.rows() * percent / 100)
}

fn best(data: &str, problem: &Problem<'_>, algorithm: &dyn Algorithm) {
    let Ok(Outcome::Found(solution)) = algorithm.solve(problem, &()) else { return };
    if algorithm.info().guarantee == Guarantee::Optimal {
        let Ok(Outcome::Found(optimum)) = Optimal.solve(problem, &()) else { return };
        assert_eq!(
            (&solution.levels, solution.is_optimal()),
            (&optimum.levels, true),
            "{}",
            algorithm.name()
        );
    }
    let time = time(algorithm, || drop(algorithm.solve(problem, &())));
    let (judged, rolled_up) = (solution.statistics.judged, solution.statistics.rolled_up);
    println!(
        "| {data} | {} | {time:.1} | {judged} | {rolled_up} | {:.6} | {:.3} |",
        algorithm.name(),
        solution.score.value(),
        solution.gap()
    );
}

/// Milliseconds, the median of several runs; one for the slowest.
fn time(algorithm: &dyn Algorithm, run: impl Fn()) -> f64 {
    let once = || {
        let begun = Instant::now();
        run();
        begun.elapsed().as_secs_f64() * 1e3
    };
    let runs = if algorithm.name() == Exhaustive::NAME { 1 } else { RUNS };
    let mut times: Vec<f64> = (0..runs).map(|_| once()).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Notes when a first answer was there.
struct First {
    begun: Instant,
    first: std::sync::OnceLock<f64>,
}

impl Observer for First {
    fn best(&self, _score: &amidst_core::Score, _bound: &amidst_core::Score) {
        self.first.get_or_init(|| self.begun.elapsed().as_secs_f64());
    }
}

fn large() {
    println!("\n## Large quasi-identifiers: generated, 100,000 rows, k = {K}, 5 % suppression\n");
    println!("| columns | nodes | algorithm | first feasible, s | all, s | nodes judged | loss | gap |");
    println!("|---|---|---|---|---|---|---|---|");
    for width in [10, 13, 20, 60, 100] {
        let column = |(at, column): (usize, amidst_testkit::generate::WideColumn)| {
            let codes = Codes::narrow(column.leaves, column.hierarchy.leaves());
            QuasiColumn::new(&format!("q{at}"), Arc::new(column.hierarchy), codes)
        };
        let columns: Vec<QuasiColumn> = wide(width, 100_000, 1).into_iter().enumerate().map(column).collect();
        let tuples = Tuples::collapse(&columns).expect("a well-formed table");
        let problem = problem(&tuples, 5);
        // Flash decides every node, which takes its time.
        let most = if width <= 10 { 3 } else { 2 };
        for algorithm in &[&Optimal as &dyn Algorithm, &Lightning, &Flash][..most] {
            let observer = First { begun: Instant::now(), first: std::sync::OnceLock::new() };
            let Ok(Outcome::Found(solution)) = algorithm.solve(&problem, &observer) else { continue };
            println!(
                "| {width} | {:.1e} | {} | {:.2} | {:.1} | {} | {:.4} | {:.3} |",
                solution.statistics.nodes as f64,
                algorithm.name(),
                observer.first.get().copied().unwrap_or(f64::NAN),
                observer.begun.elapsed().as_secs_f64(),
                solution.statistics.judged,
                solution.score.value(),
                solution.gap()
            );
        }
    }
}

/// The columns of Adult under their hierarchies. Cells hold neither quotes nor separators.
fn read_adult(folder: &Path) -> Vec<QuasiColumn> {
    let lines = |name: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(folder.join(name)).expect("Adult is complete");
        let cells = |line: &str| line.split(';').map(|cell| cell.trim().to_owned()).collect();
        text.lines().map(cells).collect()
    };
    let table = lines("adult.csv");
    let column = |name: &&str| {
        let at = table[0].iter().position(|column| column == name).expect("Adult has this column");
        let paths = lines(&format!("adult_hierarchy_{name}.csv"));
        let path = |path: &Vec<String>| path.iter().map(|label| Some(label.as_str().into())).collect();
        let (hierarchy, _) =
            Hierarchy::from_paths_as_given(paths.iter().map(path).collect()).expect("a hierarchy");
        let leaf = |row: &Vec<String>| hierarchy.leaf(Some(&row[at])).expect("hierarchies cover Adult");
        let codes = Codes::narrow(table[1..].iter().map(leaf).collect(), hierarchy.leaves());
        QuasiColumn::new(name, Arc::new(hierarchy), codes)
    };
    ADULT.iter().map(column).collect()
}

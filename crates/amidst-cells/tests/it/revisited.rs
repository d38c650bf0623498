//! The four kinds of k-anonymity revisited, on small random tables, against matchings tried out one by one.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use amidst_cells::{
    Axis, Conditions, Labels, Objective, PartitionResult, Points, Prices, Problem, Split, recoder,
};
use amidst_core::{Codes, Error, Hierarchy, Observer, Signal};
use amidst_testkit::generate::SeededRng;

/// A table of rows of codes, with its axes.
struct Table {
    axes: Vec<Axis>,
    rows: Vec<Vec<u32>>,
}

impl Table {
    /// A range, a hierarchy, a set and a column to be blanked; some cells missing.
    fn draw(rows: u32, seed: u64) -> Self {
        let mut draw = SeededRng::new(seed);
        let texts = |number: u32| -> Vec<Option<Box<str>>> {
            (0..number).map(|at| Some(at.to_string().into())).chain([None]).collect()
        };
        let path = |leaf: u32| {
            let labels = [format!("{leaf}"), format!("{}", leaf / 2), "*".into()];
            labels
                .into_iter()
                .zip(["leaf", "pair", ""])
                .map(|(label, level)| Some((level.to_owned() + &label).into()))
                .collect()
        };
        let hierarchy = Hierarchy::from_paths((0..6).map(path).collect()).unwrap();
        let axes = vec![
            Axis::ranges("range", texts(7), (0..7).map(|at| f64::from(at * at)).collect()),
            Axis::labels("label", Arc::new(hierarchy)),
            Axis::sets("set", texts(4)),
            Axis::blanks("blank", texts(2)),
        ];
        let row =
            |draw: &mut SeededRng| axes.iter().map(|axis| draw.low_between(0, axis.values() - 1)).collect();
        let rows = (0..rows).map(|_| row(&mut draw)).collect();
        Self { axes, rows }
    }

    fn points(&self) -> (Points, Vec<u32>) {
        let column = |at: usize| {
            let values = self.axes[at].values();
            (Codes::narrow(self.rows.iter().map(|row| row[at]).collect(), values as usize), values)
        };
        let columns: Vec<_> = (0..self.axes.len()).map(column).collect();
        Points::collapse(&columns, &[]).unwrap()
    }

    /// Which row lies within what which row shows, and what all of them cost.
    fn solve(&self, name: &str, k: u64, observer: &dyn Observer) -> (Vec<Vec<bool>>, u64, PartitionResult) {
        let (points, point_of_row) = self.points();
        let problem = Problem {
            axes: &self.axes,
            points: &points,
            conditions: Conditions::new(k, Vec::new()),
            objective: Objective::Gcp,
            split: Split::Width,
            labels: Labels::Data,
            seed: 0,
        };
        let found = recoder(name).unwrap().solve(&problem, observer).unwrap();
        let class_of_row = found.partition.class_of_row(&points, &point_of_row, &()).unwrap();
        let covers = |row: usize| found.partition.covers(&self.axes, &points, class_of_row[row] as usize);
        let is_within = |row: usize, covers: &[amidst_cells::Cover]| {
            let cells = self.axes.iter().zip(covers).zip(&self.rows[row]);
            cells.into_iter().all(|((axis, &cover), &code)| axis.contains(cover, code))
        };
        let all = 0..self.rows.len();
        let shown: Vec<_> = all.clone().map(covers).collect();
        let within = all.map(|row| shown.iter().map(|covers| is_within(row, covers)).collect()).collect();
        let prices = Prices::new(&self.axes, Objective::Gcp);
        let price = shown.iter().map(|covers| prices.of_row(covers)).sum();
        (within, price, found)
    }
}

/// The least number of rows that show a row, of rows within what a row shows, and of matches of a row.
fn reached(within: &[Vec<bool>]) -> (usize, usize, usize) {
    let rows = 0..within.len();
    let one_k = rows.clone().map(|row| within[row].iter().filter(|fits| **fits).count()).min();
    let k_one = rows.clone().map(|shown| rows.clone().filter(|&row| within[row][shown]).count()).min();
    let is_match = |row: usize, shown: usize| within[row][shown] && is_perfect(within, row, shown);
    let matches = rows.clone().map(|row| rows.clone().filter(|&shown| is_match(row, shown)).count()).min();
    (one_k.unwrap_or(0), k_one.unwrap_or(0), matches.unwrap_or(0))
}

/// Whether every other row can be given a row of its own when one row is given a certain one.
fn is_perfect(within: &[Vec<bool>], fixed: usize, taken: usize) -> bool {
    let mut given: Vec<Option<usize>> = vec![None; within.len()];
    (0..within.len()).filter(|&row| row != fixed).all(|row| {
        let mut tried = vec![false; within.len()];
        tried[taken] = true;
        give(within, row, &mut given, &mut tried)
    })
}

fn give(within: &[Vec<bool>], row: usize, given: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for shown in 0..within.len() {
        if within[row][shown] && !std::mem::replace(&mut tried[shown], true) {
            let holder = given[shown];
            if holder.is_none_or(|holder| give(within, holder, given, tried)) {
                given[shown] = Some(row);
                return true;
            }
        }
    }
    false
}

#[test]
fn every_kind_reaches_what_it_promises() {
    for seed in 0..150 {
        let (rows, k) = (8 + seed as u32 % 13, 2 + seed % 4);
        let table = Table::draw(rows, seed);
        let check = |name: &str, holds: fn((usize, usize, usize), usize) -> bool| {
            let (within, price, found) = table.solve(name, k, &());
            assert!(found.is_finished);
            assert!((0..within.len()).all(|row| within[row][row]), "{name}: every row shows itself");
            assert!(
                holds(reached(&within), k as usize),
                "{name}, k = {k}, seed {seed}: {:?}",
                reached(&within)
            );
            price
        };
        let one_k = check("one-k", |(one_k, ..), k| one_k >= k);
        let k_one = check("k-one", |(_, k_one, _), k| k_one >= k);
        let k_k = check("k-k", |(one_k, k_one, _), k| one_k >= k && k_one >= k);
        let global =
            check("global-one-k", |(one_k, k_one, matches), k| matches >= k && one_k >= k && k_one >= k);
        assert!(k_one <= k_k && k_k <= global && one_k <= global);
    }
}

#[test]
fn one_row_each_is_left_as_it_is() {
    let table = Table::draw(30, 1);
    for name in ["one-k", "k-one", "k-k", "global-one-k"] {
        let (_, price, _) = table.solve(name, 1, &());
        assert_eq!(price, 0, "{name}");
    }
}

/// Says stop after so many questions.
struct After(AtomicUsize);

impl Observer for After {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

#[test]
fn stopped_at_any_time_the_answer_still_holds() {
    let table = Table::draw(14, 3);
    for name in ["one-k", "k-one", "k-k", "global-one-k"] {
        for asked in 0..30 {
            let (within, _, found) = table.solve(name, 3, &After(AtomicUsize::new(asked)));
            let (one_k, k_one, matches) = reached(&within);
            let holds = match name {
                "one-k" => one_k >= 3,
                "k-one" => k_one >= 3,
                "k-k" => one_k >= 3 && k_one >= 3,
                _ => matches >= 3,
            };
            assert!(holds, "{name} after {asked}, finished: {}", found.is_finished);
        }
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let table = Table::draw(400, 5);
    let solve = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| table.solve("global-one-k", 4, &()).2.partition)
    };
    assert_eq!(solve(1), solve(4));
}

#[test]
fn other_models_are_refused() {
    let table = Table::draw(10, 0);
    let (points, _) = table.points();
    let values = amidst_core::Values::of_counts(vec![5, 5]);
    let model = amidst_models::model(&amidst_core::ModelParams::DistinctL { l: 2 }, Some(&values)).unwrap();
    let requirement =
        amidst_core::Requirement { aux_column: Some(0), ..amidst_core::Requirement::new(model) };
    let problem = Problem {
        axes: &table.axes,
        points: &points,
        conditions: Conditions::new(2, vec![requirement]),
        objective: Objective::Gcp,
        split: Split::Width,
        labels: Labels::Data,
        seed: 0,
    };
    let error = recoder("k-k").unwrap().solve(&problem, &()).unwrap_err();
    assert!(matches!(error, Error::Parameter { name: "algorithm", .. }), "{error}");
}

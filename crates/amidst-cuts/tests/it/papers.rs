//! The chapter's numbering of splits, and its table.

use amidst_cells::{Axis, Conditions, Points};
use amidst_core::Codes;
use amidst_cuts::{ALL, Cost, CutsResult, Cutter, KOptimize, Problem, Splits};
use amidst_kernel::AuxColumn;
use amidst_testkit::cuts::{CutCosts, CutTable};

const ZIP: [&str; 4] = ["22030", "22032", "22045", "22047"];
const MARITAL_STATUS: [&str; 4] = ["married", "widow", "divorced", "single"];
const SEX: [&str; 2] = ["M", "F"];

fn axis(values: &[&str]) -> Axis {
    Axis::sets("column", values.iter().map(|&value| Some(value.into())).collect())
}

/// The paper numbers all values of all columns from 1; the first of each column is implicit. Ours leave those out.
fn split(index: u32, columns: &[&[&str]]) -> u32 {
    let mut first = 1;
    for (at, values) in columns.iter().enumerate() {
        if index < first + values.len() as u32 {
            return index - at as u32 - 2;
        }
        first += values.len() as u32;
    }
    panic!("there is no such value")
}

/// The intervals that a set of the paper's numbers makes.
fn intervals(indices: &[u32], columns: &[&[&str]]) -> Vec<Vec<Vec<String>>> {
    let axes: Vec<Axis> = columns.iter().map(|values| axis(values)).collect();
    let splits = Splits::new(&axes);
    let of = |(at, values): (usize, &&[&str])| {
        let chosen = indices.iter().map(|&index| split(index, columns));
        let starts = splits.starts(at, chosen);
        let end = |place: usize| starts.get(place + 1).map_or(values.len(), |&start| start as usize);
        let own = |(place, &start): (usize, &u32)| {
            values[start as usize..end(place)].iter().map(|value| (*value).to_owned()).collect()
        };
        starts.iter().enumerate().map(own).collect()
    };
    columns.iter().enumerate().map(of).collect()
}

#[test]
fn figure_12_and_the_slides_number_splits_so() {
    let columns: [&[&str]; 3] = [&ZIP, &MARITAL_STATUS, &SEX];
    assert_eq!(
        intervals(&[3, 8, 10], &columns),
        [
            vec![vec!["22030", "22032"], vec!["22045", "22047"]],
            vec![vec!["married", "widow", "divorced"], vec!["single"]],
            vec![vec!["M"], vec!["F"]],
        ]
    );
    assert_eq!(
        intervals(&[], &columns),
        [vec![ZIP.to_vec()], vec![MARITAL_STATUS.to_vec()], vec![SEX.to_vec()]]
    );
    // Written out, the first value of every interval is named: {1, 3, 5, 8, 9, 10}.
    let numbered: Vec<&str> = columns.concat();
    let cut = intervals(&[3, 8, 10], &columns);
    let firsts = cut.iter().flatten().map(|interval| interval[0].as_str());
    let index = |first: &str| numbered.iter().position(|value| *value == first).map(|at| at + 1);
    assert_eq!(firsts.filter_map(index).collect::<Vec<_>>(), [1, 3, 5, 8, 9, 10]);
    // Section 4 cuts marital status alone, at 7.
    assert_eq!(
        intervals(&[7], &columns),
        [vec![ZIP.to_vec()], vec![vec!["married", "widow"], vec!["divorced", "single"]], vec![SEX.to_vec()]]
    );
    let slides: [&[&str]; 2] = [&["asian", "black", "white"], &["94138", "94139", "94141", "94142"]];
    assert_eq!(
        intervals(&[6], &slides),
        [vec![vec!["asian", "black", "white"]], vec![vec!["94138", "94139"], vec!["94141", "94142"]]]
    );
}

/// Figure 1: codes of ZIP, marital status and sex, and the disease: hypertension, obesity, HIV.
const ROWS: [([u32; 3], u32); 10] = [
    ([0, 0, 1], 0),
    ([0, 0, 1], 0),
    ([0, 3, 0], 1),
    ([1, 3, 0], 2),
    ([1, 3, 0], 1),
    ([1, 2, 1], 0),
    ([2, 2, 0], 1),
    ([3, 1, 0], 2),
    ([3, 1, 0], 2),
    ([3, 3, 1], 1),
];

fn solved(k: u64, cost: Cost) -> CutsResult {
    solved_by(&KOptimize::ALL_RULES, k, cost, (10, 0))
}

fn solved_by(cutter: &Cutter, k: u64, cost: Cost, (limit, seed): (u64, u64)) -> CutsResult {
    let axes = [axis(&ZIP), axis(&MARITAL_STATUS), axis(&SEX)];
    let column = |at: usize| {
        let values = axes[at].values();
        (Codes::narrow(ROWS.iter().map(|(codes, _)| codes[at]).collect(), values as usize), values)
    };
    let labels = AuxColumn { codes: ROWS.iter().map(|row| row.1).collect(), width: 3 };
    let (points, _) = Points::collapse(&[column(0), column(1), column(2)], &[labels]).expect("it is small");
    let problem = Problem {
        axes: &axes,
        points: &points,
        conditions: Conditions::new(k, Vec::new()),
        cost,
        target: Some(0),
        limit,
        rows: 10,
        seed,
    };
    cutter.solve(&problem, &()).expect("it is small")
}

/// Leaving out one row more than may be would lower the loss of all others.
#[test]
fn every_algorithm_finds_the_least_loss_of_figure_1_that_leaves_out_nothing() {
    for (seed, cutter) in (1..5).flat_map(|seed| ALL.map(|cutter| (seed, cutter))) {
        let found = solved_by(cutter, 3, Cost::Loss, (0, seed));
        // Men and women stand apart, and nothing else does.
        let least = 4.0_f64.cbrt() - 1.0;
        assert!((found.cost - least).abs() < 1e-9, "{} {seed}: {}", cutter.name(), found.cost);
    }
}

#[test]
fn the_optima_of_figure_1_are_found() {
    let columns: [&[&str]; 3] = [&ZIP, &MARITAL_STATUS, &SEX];
    // All sets of splits that cost the least, and how many are best for the disease.
    let check = |k: u64, discernibility: f64, classification: f64, sets: &[&[u32]], number: usize| {
        let all = all_sets(k);
        let known = sets.iter().map(|set| set.iter().map(|&index| split(index, &columns)).collect());
        let best = all.iter().filter(|(_, costs)| costs.discernibility == discernibility);
        let (mut known, mut best): (Vec<Vec<u32>>, Vec<Vec<u32>>) =
            (known.collect(), best.map(|(set, _)| set.clone()).collect());
        known.sort();
        best.sort();
        assert_eq!(best, known, "k = {k}");
        assert_eq!(all.iter().filter(|it| it.1.classification == classification).count(), number, "k = {k}");
        let found = solved(k, Cost::Discernibility);
        assert_eq!((found.cost, found.is_optimal()), (discernibility, true), "k = {k}");
        assert!(best.contains(&found.splits), "k = {k}: {:?}", found.splits);
        assert_eq!(solved(k, Cost::Classification).cost, classification, "k = {k}");
    };
    check(2, 28.0, 2.0, &[&[3, 6, 7], &[3, 7], &[6, 7, 8], &[6, 7, 10], &[7, 10]], 7);
    check(3, 34.0, 3.0, &[&[2, 3], &[2, 4]], 4);
    check(4, 52.0, 4.0, &[&[3], &[3, 6], &[6, 8], &[7], &[7, 8], &[8], &[10]], 3);
    check(5, 75.0, 6.0, &[&[2, 6, 7], &[2, 6, 10], &[2, 7], &[2, 10], &[4, 6], &[4, 6, 7], &[4, 7]], 4);
    let everything = |k: u64| all_sets(k).remove(0).1.discernibility;
    assert_eq!([2, 3, 4, 5].map(everything), [100.0; 4]);
}

/// Every set of splits, and what it costs, counted row by row.
fn all_sets(k: u64) -> Vec<(Vec<u32>, CutCosts)> {
    let axes = [axis(&ZIP), axis(&MARITAL_STATUS), axis(&SEX)];
    let splits = Splits::new(&axes);
    let table = CutTable {
        rows: ROWS.iter().map(|(codes, _)| codes.to_vec()).collect(),
        labels: ROWS.iter().map(|row| row.1).collect(),
        values: axes.iter().map(Axis::values).collect(),
    };
    let set = |bits: u32| (0..splits.len() as u32).filter(move |split| bits >> split & 1 == 1);
    let costs = |bits: u32| {
        let starts = (0..axes.len()).map(|axis| splits.starts(axis, set(bits)));
        table.costs(&starts.collect::<Vec<_>>(), k)
    };
    (0..1 << splits.len()).map(|bits| (set(bits).collect(), costs(bits))).collect()
}

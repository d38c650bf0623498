//! Searches over summaries of parts that were written, read and merged, against those over the rows.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Dictionary, Solver};
use amidst_kernel::{BoundAuxColumn, BoundColumn, CodedRows, TupleSummary, Tuples, UNCOUNTED};
use amidst_search::{Optimal, Problem};
use amidst_testkit::{generate::SeededRng, oracle::OracleColumn};

use crate::{
    case::{Case, SHAPE, answer},
    values::{beside, requirements},
};

/// Cells of some rows, by a dictionary of their own.
fn coded(rows: &[usize], cell: impl Fn(usize) -> Option<String>) -> Coded {
    let mut dictionary = Dictionary::default();
    let codes = rows.iter().map(|&row| dictionary.intern(cell(row).as_deref())).collect();
    Coded { codes: Codes::narrow(codes, dictionary.len()), dictionary: Arc::new(dictionary) }
}

/// Some rows of a case, with their companions and weights, written and read.
fn summary(case: &Case, seed: u64, rows: &[usize]) -> TupleSummary {
    let (aux_columns, weights) = beside(case, seed);
    let cell =
        |column: &OracleColumn, row: usize| column.hierarchy.label(0, column.leaves[row]).map(str::to_owned);
    let quasi: Vec<Coded> = case.columns.iter().map(|column| coded(rows, |row| cell(column, row))).collect();
    let quasi: Vec<(&str, &Coded)> = quasi.iter().map(|coded| ("q", coded)).collect();
    let text = |code: u32| (code != UNCOUNTED).then(|| code.to_string());
    let aux_columns: Vec<Coded> =
        aux_columns.iter().map(|aux_column| coded(rows, |row| text(aux_column.codes[row]))).collect();
    let weights: Vec<u64> = rows.iter().map(|&row| weights[row]).collect();
    let collapsed = CodedRows::new(&quasi).with_weights(&weights);
    let collapsed = aux_columns.iter().fold(collapsed, |rows, coded| rows.with_histogram(&[("c", coded)]));
    let summary = TupleSummary::collapse(&collapsed).unwrap();
    TupleSummary::from_bytes(&summary.to_bytes()).unwrap()
}

/// The summary under the hierarchies of a case.
fn bound(case: &Case, summary: &TupleSummary) -> Tuples {
    let columns = case.columns.iter().zip(summary.columns()).map(|(column, values)| {
        let leaves = values.iter().map(|value| column.hierarchy.leaf(value).unwrap()).collect();
        let bound = BoundColumn::new(Arc::new(column.hierarchy.clone()), leaves);
        bound.with_weight(column.weight).with_levels(column.min, column.max)
    });
    let aux_columns = summary.histograms().iter().enumerate().map(|(at, histogram)| {
        let code = |value: Option<&str>| value.map_or(UNCOUNTED, |value| value.parse().unwrap());
        BoundAuxColumn { histogram: at, codes: histogram.columns()[0].iter().map(code).collect(), width: 6 }
    });
    Tuples::new(summary, &columns.collect::<Vec<_>>(), &aux_columns.collect::<Vec<_>>()).unwrap()
}

#[test]
fn parts_that_were_merged_are_solved_like_the_whole() {
    let mut found = 0;
    for seed in 0..600 {
        let case = Case::draw(SHAPE, 130_000 + seed);
        let mut draw = SeededRng::new(seed ^ 0x5077);
        let mut parts = vec![Vec::new(); draw.between(1, 4) as usize];
        for row in 0..case.columns[0].leaves.len() {
            let part = draw.below(parts.len() as u32) as usize;
            parts[part].push(row);
        }
        let summaries = parts.iter().map(|rows| summary(&case, seed, rows));
        let merged = summaries.reduce(|a, b| b.merge(a).unwrap()).unwrap();
        let (merged, whole) = (bound(&case, &merged), crate::values::tuples(&case, seed));
        let [ours, expected] = [&merged, &whole].map(|tuples| {
            let metric = case.metric(tuples);
            let problem = Problem::new(tuples, requirements(&case, seed), metric, case.max_suppressed);
            answer(Optimal.solve(&problem, &()).unwrap())
        });
        assert_eq!(ours, expected, "seed {seed}");
        found += u32::from(ours.is_ok());
    }
    assert!(found > 200, "{found}");
}

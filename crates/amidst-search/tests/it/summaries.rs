//! Searches over summaries of parts that were written, read and merged, against those over the rows.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Dictionary, Solver};
use amidst_kernel::{AuxColumn, CodedRows, QuasiColumn, TupleSummary, Tuples, UNCOUNTED};
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
    Coded::narrow(dictionary, codes)
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
    let weights = coded(rows, |row| Some(weights[row].to_string()));
    let beside: Vec<(&str, &Coded)> =
        aux_columns.iter().chain([&weights]).map(|coded| ("c", coded)).collect();
    let collapsed = CodedRows::new(&quasi).with_histogram(&beside);
    let summary = TupleSummary::collapse(&collapsed).unwrap();
    TupleSummary::from_bytes(&summary.to_bytes()).unwrap()
}

/// The rows of a summary under the hierarchies of a case.
fn tuples(case: &Case, summary: &TupleSummary) -> Tuples {
    let rows = summary.counted_rows().unwrap();
    let (quasi, beside) = rows.split_at(case.columns.len());
    let quasi: Vec<QuasiColumn> = case
        .columns
        .iter()
        .zip(quasi)
        .map(|(column, (name, rows))| {
            let leaf = |code| column.hierarchy.leaf(rows.dictionary.value(code)).unwrap();
            let leaves = Codes::narrow(rows.codes.iter().map(leaf).collect(), column.hierarchy.leaves());
            QuasiColumn::new(name, Arc::new(column.hierarchy.clone()), leaves)
                .with_weight(column.weight)
                .with_levels(column.min, column.max)
                .with_counts(rows.counts().cloned())
        })
        .collect();
    let number =
        |rows: &Coded, code: u32| rows.dictionary.value(code).map(|text| text.parse::<u64>().unwrap());
    let (weights, aux_columns) = beside.split_last().unwrap();
    let aux_columns = aux_columns.iter().map(|(_, rows)| {
        let code = |code| number(rows, code).map_or(UNCOUNTED, |code| code as u32);
        AuxColumn { codes: rows.codes.iter().map(code).collect(), width: 6 }
    });
    let weights: Vec<u64> = weights.1.codes.iter().map(|code| number(&weights.1, code).unwrap()).collect();
    Tuples::collapse(&quasi)
        .unwrap()
        .with_aux_columns(&quasi, &aux_columns.collect::<Vec<_>>(), &())
        .unwrap()
        .with_weights(&quasi, &weights, &())
        .unwrap()
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
        let (merged, whole) = (tuples(&case, &merged), crate::values::tuples(&case, seed));
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

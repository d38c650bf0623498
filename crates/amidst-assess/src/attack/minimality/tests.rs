//! What is said to follow from minimal levels is so, on random tables.

use std::collections::BTreeMap;

use amidst_core::{Lattice, Levels};
use amidst_table::{Column, Table};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use super::{super::groups::Field, *};

type Tuple = Vec<Option<String>>;

/// The rows at a node.
fn at(small: &Small, hierarchies: &[Hierarchy], levels: &[u8]) -> Vec<Tuple> {
    let recode = |row: &Tuple| {
        let cells = row.iter().zip(hierarchies).zip(levels);
        cells
            .map(|((cell, hierarchy), &level)| {
                let path = hierarchy.path(hierarchy.leaf(cell.as_deref()).expect("cells are leaves"));
                path[usize::from(level)].as_deref().map(String::from)
            })
            .collect()
    };
    small.rows.iter().map(recode).collect()
}

/// For each row whether its class is below k.
fn stands_out(rows: &[Tuple], k: u64) -> Vec<bool> {
    let mut sizes: BTreeMap<&Tuple, u64> = BTreeMap::new();
    rows.iter().for_each(|row| *sizes.entry(row).or_default() += 1);
    rows.iter().map(|row| sizes[row] < k).collect()
}

fn suppressed(rows: &[Tuple], k: u64) -> u64 {
    stands_out(rows, k).into_iter().filter(|&stands_out| stands_out).count() as u64
}

/// Some node below which nothing is feasible, if there is one.
fn minimal(
    small: &Small,
    hierarchies: &[Hierarchy],
    k: u64,
    limit: u64,
    draw: &mut SeededRng,
) -> Option<Levels> {
    let top: Levels = hierarchies.iter().map(Hierarchy::height).collect();
    let is_feasible = |levels: &[u8]| suppressed(&at(small, hierarchies, levels), k) <= limit;
    let mut node = top.clone();
    if !is_feasible(&node) {
        return None;
    }
    loop {
        let lower = |column: usize| {
            let mut lower = node.clone();
            lower[column] = node[column].checked_sub(1)?;
            is_feasible(&lower).then_some(lower)
        };
        let below: Vec<Levels> = (0..node.len()).filter_map(lower).collect();
        if below.is_empty() {
            assert!(Lattice::new(vec![0; top.len()], top).contains(&node));
            return Some(node);
        }
        node = below[draw.below(below.len() as u32) as usize].clone();
    }
}

#[test]
fn classes_said_to_have_split_did_and_the_others_may_have() {
    let mut followed = 0;
    for seed in 0..600 {
        let small = Small::draw(Shape::default(), seed);
        let (hierarchies, mut draw) = (small.hierarchies(), SeededRng::new(seed));
        let (k, limit) = (u64::from(draw.between(2, 5)), u64::from(draw.below(4)));
        let Some(node) = minimal(&small, &hierarchies, k, limit, &mut draw) else { continue };
        let rows = at(&small, &hierarchies, &node);
        let gone = stands_out(&rows, k);
        let kept: Vec<usize> = (0..rows.len()).filter(|&row| !gone[row]).collect();
        if kept.is_empty() {
            continue;
        }
        let column = |at: usize| {
            Column::from_texts(&small.header[at], kept.iter().map(|&row| rows[row][at].as_deref()))
        };
        let release = Table::new((0..node.len()).map(column).collect());
        let coded = |at: usize| release.columns()[at].coded().expect("made of codes");
        let fields: Vec<Field<'_>> = (0..node.len()).map(|at| Field::of(&coded(at).codes)).collect();
        let classes = RowGroups::of(kept.len(), &fields, &()).expect("nobody aborts");
        let need = limit + 1 - (rows.len() - kept.len()) as u64;
        let columns: Vec<Released<'_>> = (0..node.len())
            .map(|at| Released {
                name: &small.header[at],
                column: coded(at),
                hierarchy: Some(&hierarchies[at]),
                level: Some(node[at]),
            })
            .collect();
        let found = Minimality::new(&columns, &classes, k, need, Reporting::Internal);
        for (at_column, said) in found.columns.iter().enumerate().filter(|(at, _)| node[*at] > 0) {
            let mut lower = node.clone();
            lower[at_column] -= 1;
            let outliers = stands_out(&at(&small, &hierarchies, &lower), k);
            let mut really: BTreeMap<u32, u64> = BTreeMap::new();
            for (place, _) in kept.iter().enumerate().filter(|(_, row)| outliers[**row]) {
                *really.entry(classes.of_row[place]).or_default() += 1;
            }
            let (split, rows) = (really.len() as u64, really.values().sum::<u64>());
            assert_eq!(said.verdict, Verdict::Splits, "seed {seed}");
            assert!(rows >= need, "seed {seed}");
            let told = |count| if let Count::Value(number) = count { number } else { unreachable!("inside") };
            assert!(told(said.must_split) <= split && split <= told(said.can_split), "seed {seed}");
            assert!(told(said.rows) <= rows, "seed {seed}");
            followed += told(said.must_split);
        }
    }
    assert!(followed > 20, "hardly anything followed: {followed}");
}

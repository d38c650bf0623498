//! Incognito's candidates and survivors, set of columns by set of columns, against their definition.

use std::collections::BTreeMap;

use amidst_core::{Lattice, Levels, Outcome, Solver};
use amidst_search::{Family, Incognito, MinimalFinder, Problem};

use crate::{
    case::{Case, SHAPE},
    wide::{case, wide},
};

/// The levels of some columns for which the node with all other columns at the top is feasible.
fn feasible(problem: &Problem<'_>, columns: &[usize]) -> Vec<Levels> {
    let (bottom, top) = (problem.lattice().bottom(), problem.lattice().top());
    let only = |levels: &[u8]| columns.iter().map(|&column| levels[column]).collect::<Levels>();
    let node = |levels: &Levels| {
        let mut node = top.to_vec();
        columns.iter().zip(levels).for_each(|(&column, &level)| node[column] = level);
        node
    };
    let all = Lattice::new(only(bottom), only(top));
    all.iter().filter(|levels| problem.judge(&node(levels)).unwrap().is_feasible).collect()
}

/// Every set of columns that have more than one level, with its candidates and survivors.
fn by_definition(problem: &Problem<'_>) -> Vec<Family> {
    let (bottom, top) = (problem.lattice().bottom(), problem.lattice().top());
    let free: Vec<usize> = (0..top.len()).filter(|&column| bottom[column] < top[column]).collect();
    let set = |bits: usize| -> Vec<usize> {
        free.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &column)| column).collect()
    };
    let mut sets: Vec<Vec<usize>> = (1..1 << free.len()).map(set).collect();
    sets.sort_by_key(|set| (set.len(), set.clone()));
    let survivors: BTreeMap<&Vec<usize>, Vec<Levels>> =
        sets.iter().map(|set| (set, feasible(problem, set))).collect();
    let family = |columns: &Vec<usize>| {
        let without = |list: &[usize], at: usize| [&list[..at], &list[at + 1..]].concat();
        let survives_without = |levels: &Levels, at: usize| {
            let fewer: Levels = [&levels[..at], &levels[at + 1..]].concat();
            columns.len() == 1 || survivors[&without(columns, at)].contains(&fewer)
        };
        let only = |levels: &[u8]| columns.iter().map(|&column| levels[column]).collect::<Levels>();
        let all = Lattice::new(only(bottom), only(top));
        let candidates = all.iter().filter(|it| (0..columns.len()).all(|at| survives_without(it, at)));
        Family {
            candidates: candidates.collect(),
            survivors: survivors[columns].clone(),
            columns: columns.clone(),
        }
    };
    sets.iter().map(family).collect()
}

#[test]
fn candidates_survive_in_every_smaller_set_and_survivors_are_feasible() {
    let (mut pruned, mut dropped) = (0, 0);
    for seed in 90_000..90_600 {
        let case = Case::draw(SHAPE, seed);
        let case = if seed % 4 == 0 { case.with_combinations(seed) } else { case };
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let trace = Incognito.trace(&problem, &()).unwrap();
        if !problem.judge(problem.lattice().top()).unwrap().is_feasible {
            assert!(trace.is_empty(), "seed {seed}");
            continue;
        }
        assert_eq!(trace, by_definition(&problem), "seed {seed}");
        let last = trace.last().map(|family| &family.candidates);
        pruned += last.map_or(0, |candidates| problem.lattice().nodes() - candidates.len() as u128);
        dropped += trace.iter().map(|it| it.candidates.len() - it.survivors.len()).sum::<usize>();
    }
    assert!(pruned > 1000 && dropped > 300, "too easy: {pruned} nodes pruned, {dropped} candidates dropped");
}

#[test]
fn no_node_is_judged_twice() {
    for seed in 91_000..91_300 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let minimal = Incognito.minimal(&problem, &()).unwrap();
        let mut judged: Vec<&Levels> = minimal.judged.iter().map(|it| &it.levels).collect();
        assert_eq!(judged.len() as u64, minimal.statistics.judged, "seed {seed}");
        judged.sort();
        judged.dedup();
        assert_eq!(judged.len() as u64, minimal.statistics.judged, "seed {seed}");
        assert!(minimal.statistics.rolled_up <= minimal.statistics.judged);
        assert!(judged.iter().all(|levels| problem.lattice().contains(levels)));
    }
}

#[test]
fn a_lattice_too_large_to_keep_every_node_is_refused() {
    let shape = amidst_testkit::generate::small::Shape { leaves: 6, height: 3, ..Default::default() };
    let case = case(wide(40, 50, shape), "loss", 0);
    let tuples = case.tuples();
    let refusal = Incognito.solve(&case.problem(&tuples), &()).unwrap_err().to_string();
    assert!(refusal.contains("choose lightning"), "{refusal}");
}

#[test]
fn columns_of_a_single_level_are_in_no_set() {
    let shape = amidst_testkit::generate::small::Shape { leaves: 6, height: 3, ..Default::default() };
    let mut columns = wide(60, 50, shape);
    columns.iter_mut().skip(2).for_each(|column| column.min = column.max);
    let case = case(columns, "loss", 0);
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    assert!(Incognito.trace(&problem, &()).unwrap().len() <= 3);
    assert!(matches!(Incognito.solve(&problem, &()).unwrap(), Outcome::Found(_)));
}

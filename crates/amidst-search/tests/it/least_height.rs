//! Samarati's search, by class tables and by the matrix, against brute force.

use amidst_core::{
    Levels, Outcome, Solver,
    lattice::{at_or_below, height},
};
use amidst_search::{Algorithm, Problem, Samarati, SamaratiMatrix, Trace, Visit};

use crate::{
    case::{Case, SHAPE, answer},
    wide::{case, wide},
};

/// All feasible nodes, in lexicographic order.
fn feasible(problem: &Problem<'_>) -> Vec<Levels> {
    problem.lattice().iter().filter(|node| problem.judge(node).unwrap().is_feasible).collect()
}

/// Of the nodes of the least height the first in lexicographic order.
fn lowest(feasible: &[Levels]) -> Option<&Levels> {
    feasible.iter().min_by_key(|node| (height(node), *node))
}

#[test]
fn both_variants_find_the_first_node_of_the_least_height_on_thousands_of_problems() {
    let (mut infeasible, mut proved) = (0, 0);
    for seed in 70_000..72_500 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let feasible = feasible(&problem);
        let scores = feasible.iter().map(|node| problem.judge(node).unwrap().score);
        let best = scores.min();
        for algorithm in [&Samarati as &dyn Algorithm, &SamaratiMatrix] {
            match answer(algorithm.solve(&problem, &()).unwrap()) {
                Ok(found) => {
                    assert_eq!(Some(&found.levels), lowest(&feasible), "{} seed {seed}", algorithm.name());
                    let view = problem.judge(&found.levels).unwrap();
                    assert_eq!(
                        (found.score, found.suppressed, found.classes),
                        (view.score, view.facts.suppressed, view.facts.classes)
                    );
                    assert!(Some(&found.bound) <= best.as_ref(), "{} seed {seed}", algorithm.name());
                    proved += u32::from(Some(&found.bound) == best.as_ref());
                }
                Err(least) => {
                    let top = problem.judge(problem.lattice().top()).unwrap();
                    assert!(feasible.is_empty() && least == top.facts.suppressed, "seed {seed}");
                    infeasible += 1;
                }
            }
        }
    }
    assert!(
        infeasible > 50 && proved > 1000,
        "too easy or too weak: {infeasible} infeasible, {proved} proved"
    );
}

#[test]
fn combinations_are_searched_by_class_tables_and_refused_by_the_matrix() {
    for seed in 73_000..73_300 {
        let case = Case::draw(SHAPE, seed).with_combinations(seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let found = answer(Samarati.solve(&problem, &()).unwrap()).ok().map(|it| it.levels);
        assert_eq!(found.as_ref(), lowest(&feasible(&problem)), "seed {seed}");
        let refusal = SamaratiMatrix.solve(&problem, &()).unwrap_err().to_string();
        assert!(refusal.contains("choose samarati"), "{refusal}");
    }
}

#[test]
fn the_least_height_is_proved_best_under_the_objective_height() {
    for seed in 74_000..74_500 {
        let mut case = Case { objective: "height", aggregate: None, ..Case::draw(SHAPE, seed) };
        case.columns.iter_mut().for_each(|column| column.weight = 1.0);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        for algorithm in [&Samarati as &dyn Algorithm, &SamaratiMatrix] {
            if let Ok(solution) = answer(algorithm.solve(&problem, &()).unwrap()) {
                assert!(solution.is_optimal(), "{} seed {seed}", algorithm.name());
            }
        }
    }
}

/// The search as it is written down: heights are halved, and a node below one that failed is passed over.
fn plain_trace(problem: &Problem<'_>) -> Trace {
    let nodes: Vec<Levels> = problem.lattice().iter().collect();
    let bottom = height(problem.lattice().bottom());
    let is_feasible = |node: &Levels| problem.judge(node).unwrap().is_feasible;
    let mut trace = Trace { visits: Vec::new(), found: nodes.last().filter(|top| is_feasible(top)).cloned() };
    let mut failed: Vec<Levels> = Vec::new();
    let mut low = 0;
    while let Some(high) = trace.found.as_ref().map(|found| height(found) - bottom).filter(|&it| low < it) {
        let mut visit = Visit { height: (low + high) / 2, examined: 0, skipped: 0, found: None };
        for node in nodes.iter().filter(|node| height(node) - bottom == visit.height) {
            visit.examined += 1;
            if failed.iter().any(|above| at_or_below(node, above)) {
                visit.skipped += 1;
            } else if is_feasible(node) {
                visit.found = Some(node.clone());
                break;
            } else {
                failed.push(node.clone());
            }
        }
        match &visit.found {
            Some(found) => trace.found = Some(found.clone()),
            None => low = visit.height + 1,
        }
        trace.visits.push(visit);
    }
    trace
}

#[test]
fn heights_are_visited_and_nodes_passed_over_as_written_down() {
    let mut skipped = 0;
    for seed in 75_000..76_000 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let trace = Samarati.trace(&problem, &()).unwrap();
        assert_eq!(trace, plain_trace(&problem), "seed {seed}");
        skipped += trace.visits.iter().map(|visit| visit.skipped).sum::<u64>();
    }
    assert!(skipped > 500, "only {skipped} nodes were passed over");
}

#[test]
fn only_nodes_not_passed_over_are_judged() {
    for seed in 75_000..75_200 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        if let Outcome::Found(solution) = Samarati.solve(&problem, &()).unwrap() {
            let visits = Samarati.trace(&problem, &()).unwrap().visits;
            let judged: u64 = visits.iter().map(|visit| visit.examined - visit.skipped).sum();
            assert_eq!(solution.statistics.judged, judged + 1, "seed {seed}");
        }
    }
}

#[test]
fn lattices_beyond_enumeration_are_searched_height_by_height() {
    let shape = amidst_testkit::generate::small::Shape { leaves: 6, height: 3, ..Default::default() };
    let mut columns = wide(40, 60, shape);
    // Only the last column tells rows apart, so the first node of a height makes them equal as soon as any does.
    let last = columns.iter().rposition(|column| column.hierarchy.height() > 1).unwrap();
    for (at, column) in columns.iter_mut().enumerate().filter(|(at, _)| *at != last) {
        column.leaves = vec![column.leaves[0]; 60];
        column.max = if at > last { 0 } else { column.max };
    }
    let case = case(columns, "height", 0);
    let tuples = case.tuples();
    let problem = Case { k: 60, ..case }.problem(&tuples);
    assert!(problem.lattice().nodes() > 1 << 40);
    let Outcome::Found(solution) = Samarati.solve(&problem, &()).unwrap() else { panic!("the top will do") };
    assert!(solution.levels.iter().enumerate().all(|(at, &level)| at == last || level == 0));
    assert!(solution.levels[last] > 1 && solution.is_optimal());
    let by_matrix = answer(SamaratiMatrix.solve(&problem, &()).unwrap()).unwrap();
    assert_eq!(by_matrix.levels, solution.levels);
}

//! The matrix of distance vectors against class tables, and the bounds it gives against brute force.

use amidst_core::{
    Levels, Solver,
    lattice::{at_or_below, height},
};
use amidst_models::KAnonymity;
use amidst_search::{Matrix, Problem, SamaratiMatrix};

use crate::case::{Case, SHAPE};

#[test]
fn matrix_and_class_tables_agree_on_every_vector_of_thousands_of_tables() {
    let mut suppressing = 0;
    for seed in 80_000..82_500 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let matrix = Matrix::new(&problem).unwrap();
        for node in problem.lattice().iter() {
            let suppressed = problem.judge(&node).unwrap().facts.suppressed;
            assert_eq!(matrix.suppressed(&node), suppressed, "seed {seed}, {node:?}");
            assert!(matrix.satisfies(&node, suppressed), "seed {seed}, {node:?}");
            assert!(suppressed == 0 || !matrix.satisfies(&node, suppressed - 1), "seed {seed}, {node:?}");
            suppressing += u32::from(suppressed > 0);
        }
    }
    assert!(suppressing > 10_000, "too easy: only {suppressing} nodes suppress anything");
}

#[test]
fn a_vector_is_the_levels_at_which_two_tuples_meet() {
    for seed in 83_000..83_300 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let matrix = Matrix::new(&case.problem(&tuples)).unwrap();
        // The labels that occur on the lowest level, in the order of the hierarchy, each with a leaf below it.
        let leaves: Vec<Vec<u32>> = case
            .columns
            .iter()
            .map(|column| {
                let above = column.hierarchy.ancestors(0, column.min);
                let mut leaves = column.leaves.clone();
                leaves.sort_unstable();
                leaves.dedup_by_key(|leaf| above[*leaf as usize]);
                leaves
            })
            .collect();
        for (row, &outlier) in matrix.outliers().iter().enumerate() {
            for other in 0..matrix.counts().len() {
                let (a, b) = (matrix.tuple(outlier), matrix.tuple(other));
                let meet = |at: usize| {
                    let (column, leaf) = (&case.columns[at], |label: u32| leaves[at][label as usize]);
                    column.hierarchy.distance(leaf(a[at]), leaf(b[at])).max(column.min)
                };
                let expected: Levels = (0..a.len()).map(meet).collect();
                assert_eq!(matrix.vector(row, other), expected, "seed {seed}");
            }
        }
    }
}

/// The feasible nodes, and those of them with nothing feasible below.
fn solutions(problem: &Problem<'_>) -> (Vec<Levels>, Vec<Levels>) {
    let feasible: Vec<Levels> =
        problem.lattice().iter().filter(|node| problem.judge(node).unwrap().is_feasible).collect();
    let has_below = |node: &Levels| feasible.iter().any(|other| other != node && at_or_below(other, node));
    let minimal = feasible.iter().filter(|node| !has_below(node)).cloned().collect();
    (feasible, minimal)
}

#[test]
fn solutions_lie_within_the_bounds() {
    let (mut above_bottom, mut tight, mut below_top) = (0, 0, 0);
    for seed in 84_000..86_000 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let matrix = Matrix::new(&problem).unwrap();
        let (bottom, top) = (height(problem.lattice().bottom()), problem.lattice().top());
        let (feasible, minimal) = solutions(&problem);
        let upper = matrix.upper();
        assert!(minimal.iter().all(|node| at_or_below(node, &upper)), "seed {seed}");
        assert!(problem.lattice().contains(&upper) && matrix.suppressed(&upper) == matrix.suppressed(top));
        below_top += u32::from(upper != top);
        let lowest = matrix.lowest_height(case.max_suppressed);
        let least = feasible.iter().map(|node| height(node) - bottom).min();
        if let Some(least) = least {
            assert!(lowest.is_some_and(|lowest| lowest <= least), "seed {seed}: {lowest:?}, {least}");
            above_bottom += u32::from(lowest > Some(0));
            tight += u32::from(lowest > Some(0) && lowest == Some(least));
        }
    }
    assert!(
        above_bottom > 300 && tight > 100 && below_top > 100,
        "bounds that say too little: {above_bottom} above the bottom, {tight} tight, {below_top} below the top"
    );
}

#[test]
fn nodes_between_the_same_levels_of_vectors_suppress_the_same_rows() {
    let (mut between, mut heights_without_lowest) = (0, 0);
    for seed in 87_000..89_000 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let matrix = Matrix::new(&problem).unwrap();
        for node in problem.lattice().iter() {
            let floor = matrix.floor(&node);
            assert!(at_or_below(&floor, &node) && at_or_below(problem.lattice().bottom(), &floor));
            assert_eq!(matrix.floor(&floor), floor, "seed {seed}");
            assert_eq!(matrix.suppressed(&floor), matrix.suppressed(&node), "seed {seed}");
            between += u32::from(floor != node);
        }
        assert!(solutions(&problem).1.iter().all(|node| matrix.floor(node) == *node), "seed {seed}");
        let is_lowest = |node: &Levels| matrix.floor(node) == *node;
        let heights = 0..=problem.lattice().height();
        heights_without_lowest +=
            heights.filter(|&it| !problem.lattice().at_height(it).any(|node| is_lowest(&node))).count();
    }
    assert!(
        between > 1000 && heights_without_lowest > 100,
        "too easy: {between} nodes between, {heights_without_lowest} heights without a lowest node"
    );
}

#[test]
fn a_matrix_that_does_not_fit_is_refused_with_its_size() {
    let mut case = Case::draw(SHAPE, 1);
    case.columns.iter_mut().for_each(|column| column.leaves = column.leaves.repeat(2));
    let tuples = case.tuples();
    let k = KAnonymity::new(100).unwrap();
    let problem = case.problem_with(&tuples, Box::new(k)).with_memory(tuples.len() * tuples.len() * 4 - 1);
    let refusal = SamaratiMatrix.solve(&problem, &()).unwrap_err().to_string();
    let size = format!("{0} outliers by {0} tuples", tuples.len());
    assert!(refusal.contains(&size) && refusal.contains("choose samarati"), "{refusal}");
    let problem = problem.with_memory(tuples.len() * tuples.len() * 4);
    assert!(SamaratiMatrix.solve(&problem, &()).is_ok());
}

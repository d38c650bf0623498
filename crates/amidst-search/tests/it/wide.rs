//! Lattices of any size end with a feasible node and an honest bound.

use amidst_core::{Outcome, Solver};
use amidst_search::{Algorithm, Flash, Lightning, Ola, Optimal};
use amidst_testkit::{generate::small::Shape, oracle::OracleColumn};

use crate::{case::Case, heuristics::heuristics};

/// So many columns, each drawn by itself.
pub fn wide(columns: u64, rows: usize, shape: Shape) -> Vec<OracleColumn> {
    let one = Shape { columns: 1, rows: 4000, ..shape };
    let column = |seed| {
        let mut column = Case::draw(one, 60_000 + seed).columns.remove(0);
        let leaves = column.leaves.clone();
        column.leaves = (0..rows).map(|row| leaves[(row * 7 + row / leaves.len()) % leaves.len()]).collect();
        OracleColumn { weight: 1.0, min: 0, max: column.hierarchy.height(), ..column }
    };
    (0..columns).map(column).collect()
}

/// With k = 3.
pub fn case(columns: Vec<OracleColumn>, objective: &'static str, max_suppressed: u64) -> Case {
    Case { columns, k: 3, max_suppressed, objective, aggregate: None, combinations: Vec::new() }
}

#[test]
fn a_hundred_columns_are_no_reason_to_fail() {
    let columns = wide(100, 300, Shape { leaves: 9, height: 4, ..Shape::default() });
    for objective in ["loss", "discernibility"] {
        let case = case(columns.clone(), objective, 10);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        assert!(problem.lattice().nodes() > 1 << 60);
        // One objective with a floor and one without will do for those that take longer.
        let others = heuristics().filter(|_| ["loss", "discernibility"].contains(&objective));
        for algorithm in others.chain([&Optimal as &dyn Algorithm]) {
            let Outcome::Found(solution) = algorithm.solve(&problem, &()).unwrap() else {
                panic!("{} {objective}", algorithm.name())
            };
            let view = problem.judge(&solution.levels).unwrap();
            assert!(view.is_feasible && view.score == solution.score && solution.bound <= solution.score);
            assert!(view.facts.smallest >= 3);
        }
        for algorithm in [&Flash as &dyn Algorithm, &Ola] {
            let refusal = algorithm.solve(&problem, &()).unwrap_err().to_string();
            assert!(refusal.contains("choose lightning"), "{refusal}");
        }
    }
}

#[test]
fn a_huge_lattice_whose_bottom_will_do_is_proved() {
    let mut columns = wide(40, 50, Shape { leaves: 6, height: 3, ..Shape::default() });
    columns.iter_mut().for_each(|column| column.leaves = vec![column.leaves[0]; 50]);
    let case = case(columns, "loss", 0);
    let tuples = case.tuples();
    let Outcome::Found(solution) = Optimal.solve(&case.problem(&tuples), &()).unwrap() else { panic!() };
    assert!(solution.is_optimal() && solution.levels.iter().all(|&level| level == 0));
}

#[test]
fn lightning_says_how_far_from_the_best_it_may_be() {
    let columns = wide(30, 400, Shape { leaves: 9, height: 4, ..Shape::default() });
    let case = case(columns, "loss", 20);
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    assert!(problem.lattice().nodes() > 1 << 40);
    let Outcome::Found(solution) = Lightning.solve(&problem, &()).unwrap() else { panic!() };
    let view = problem.judge(&solution.levels).unwrap();
    assert!(view.is_feasible && view.score == solution.score);
    assert!(solution.gap() > 0.0 && solution.gap() < 0.95, "{}", solution.gap());
}

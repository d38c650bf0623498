//! Objectives that look at a target column: classification.

use amidst_core::{Guarantee, Solver};
use amidst_kernel::AuxColumn;
use amidst_models::KAnonymity;
use amidst_search::{ALL, Exhaustive, Optimal, Problem, Requirement};
use amidst_testkit::{
    generate::{SeededRng, small::Shape},
    oracle::OracleNode,
};

use crate::{
    case::{Case, SHAPE, answer},
    laws::{check_bounds, check_more_outliers},
    values,
};

fn draw(shape: Shape, seed: u64) -> Case {
    Case { objective: "classification", aggregate: None, ..Case::draw(shape, seed) }
}

#[test]
fn the_best_node_is_that_of_brute_force_whatever_is_required() {
    let mut suppressing = 0;
    for seed in 0..600 {
        let case = draw(SHAPE, 90_000 + seed);
        let tuples = values::tuples(&case, seed);
        let target = seed as usize % 2;
        let problem = |asked: Vec<Requirement>| {
            Problem::new(&tuples, asked, case.metric(&tuples), case.max_suppressed).with_target(target)
        };
        let other = problem(values::requirements(&case, seed));
        let expected = answer(Exhaustive.solve(&other, &()).unwrap()).ok();
        assert_eq!(answer(Optimal.solve(&other, &()).unwrap()).ok(), expected, "seed {seed}");
        let k = problem(vec![Requirement::from(Box::new(KAnonymity::new(case.k).unwrap()))]);
        let expected = answer(Exhaustive.solve(&k, &()).unwrap());
        for algorithm in ALL {
            let found = answer(algorithm.solve(&k, &()).unwrap());
            match (&found, &expected) {
                (Ok(found), Ok(best)) if algorithm.info().guarantee != Guarantee::Optimal => {
                    assert!(found.bound <= best.score && best.score <= found.score, "seed {seed}");
                }
                _ => assert_eq!(found, expected, "{} seed {seed}", algorithm.name()),
            }
        }
        suppressing += u32::from(expected.is_ok_and(|best| best.suppressed > 0));
    }
    assert!(suppressing > 100, "{suppressing}");
}

#[test]
fn a_row_is_wrong_if_it_is_suppressed_or_differs_from_most_of_its_class() {
    for seed in 0..200 {
        let case = draw(SHAPE, 91_000 + seed);
        let quasi = case.quasi();
        let mut draw = SeededRng::new(seed);
        let codes: Vec<u32> = (0..quasi[0].codes.len()).map(|_| draw.low_between(0, 3)).collect();
        let tuples = case
            .tuples()
            .with_aux_columns(&quasi, &[AuxColumn { codes: codes.clone(), width: 4 }], &())
            .unwrap();
        let problem = case.problem(&tuples).with_target(0);
        for levels in problem.lattice().iter() {
            let expected = OracleNode::new(&case.columns, &levels, case.k).classification(&codes);
            let score = problem.judge(&levels).unwrap().score.value();
            assert!((score - expected).abs() < 1e-12, "seed {seed}: {score} {expected}");
        }
    }
}

#[test]
fn bounds_hold_also_with_more_outliers() {
    let mut nodes = 0;
    for seed in 0..300 {
        let case = draw(Shape { columns: 3, ..SHAPE }, 92_000 + seed);
        let tuples = values::tuples(&case, seed);
        let problem = |k: u64| {
            let asked = vec![Requirement::from(Box::new(KAnonymity::new(k).unwrap()))];
            Problem::new(&tuples, asked, case.metric(&tuples), case.max_suppressed).with_target(0)
        };
        check_bounds(&problem(case.k), seed);
        let (less, more) = check_more_outliers(&problem(case.k), &problem(case.k + 2), seed);
        assert_eq!(less, 0, "seed {seed}");
        nodes += more;
    }
    assert!(nodes > 500, "{nodes}");
}

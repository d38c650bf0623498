//! `optimal` gives the very answer of `exhaustive`, and that is the one brute force gives.

use amidst_core::lattice::height;
use amidst_search::{Algorithm, Exhaustive, Optimal};
use amidst_testkit::{
    generate::small::Shape,
    oracle::{OracleNode, nodes},
};

use crate::case::{Case, SHAPE, answer};

const LARGER: Shape = Shape { rows: 150, columns: 5, leaves: 10, height: 3, missing_percent: 2 };

#[test]
fn optimal_equals_exhaustive_on_thousands_of_problems() {
    let (mut infeasible, mut suppressing, mut judged, mut all) = (0, 0, 0, 0);
    for seed in 0..5000 {
        let case = Case::draw(if seed < 4000 { SHAPE } else { LARGER }, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let exhaustive = answer(Exhaustive.search(&problem, &()).unwrap());
        let outcome = Optimal.search(&problem, &()).unwrap();
        if let amidst_core::Outcome::Found(solution) = &outcome {
            judged += solution.statistics.judged;
            all += solution.statistics.nodes;
            assert!(solution.is_optimal());
        }
        assert_eq!(answer(outcome), exhaustive, "seed {seed}, {} {:?}", case.objective, case.aggregate);
        match exhaustive {
            Ok(solution) => suppressing += u32::from(solution.suppressed > 0),
            Err(_) => infeasible += 1,
        }
    }
    assert!(
        infeasible > 100 && suppressing > 1000,
        "too easy: {infeasible} infeasible, {suppressing} suppressing"
    );
    assert!(u128::from(judged) * 2 < all, "{judged} of {all} nodes were judged");
}

#[test]
fn exhaustive_equals_an_oracle_that_shares_no_code() {
    for seed in 10_000..10_500 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let found = answer(Exhaustive.search(&case.problem(&tuples), &()).unwrap());
        let all: Vec<OracleNode> =
            nodes(&case.columns).iter().map(|node| OracleNode::new(&case.columns, node, case.k)).collect();
        let feasible = all.iter().filter(|node| node.out() <= case.max_suppressed);
        let score = |node: &OracleNode| node.score(&case.columns, case.objective, case.aggregate_name());
        let best = feasible.min_by(|a, b| score(a).partial_cmp(&score(b)).unwrap());
        let (solution, best) = match (found, best) {
            (Err(least), None) => {
                assert_eq!(Some(least), all.iter().map(OracleNode::out).min(), "seed {seed}");
                continue;
            }
            (Ok(solution), Some(best)) => (solution, best),
            (found, best) => panic!("seed {seed}: {found:?}, {best:?}"),
        };
        let chosen = OracleNode::new(&case.columns, &solution.levels, case.k);
        assert_eq!((solution.suppressed, solution.classes), (chosen.out(), chosen.classes()), "seed {seed}");
        let close =
            |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8);
        let found: Vec<f64> = solution.score.parts().collect();
        assert!(close(&found, &score(&chosen)), "seed {seed}: {found:?}, {:?}", score(&chosen));
        assert!(close(&score(&chosen), &score(best)), "seed {seed}: {:?}, {:?}", score(&chosen), score(best));
    }
}

#[test]
fn of_equal_scores_the_lower_node_wins_and_then_the_smaller_vector() {
    for seed in 20_000..20_300 {
        let case = Case { objective: "discernibility*", aggregate: None, ..Case::draw(SHAPE, seed) };
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let Ok(solution) = answer(Optimal.search(&problem, &()).unwrap()) else { continue };
        let views = problem.lattice().iter().map(|node| problem.judge(&node).unwrap());
        let best = views.filter(|view| view.is_feasible).map(|view| (view.score, view.facts.levels));
        let best =
            best.min_by_key(|(score, levels)| (score.clone(), height(levels), levels.clone())).unwrap();
        assert_eq!(best, (solution.score, solution.levels), "seed {seed}");
    }
}

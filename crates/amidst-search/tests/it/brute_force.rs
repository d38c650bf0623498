//! Exact algorithms give the very answer of `exhaustive`, and that is the one brute force gives.

use amidst_core::{
    Guarantee, Levels, Outcome, Solution, Solver,
    lattice::{at_or_below, height},
};
use amidst_search::{ALL, Algorithm, Exhaustive, MinimalFinder, Ola, Optimal, Samarati, SamaratiMatrix};
use amidst_testkit::{
    generate::small::Shape,
    oracle::{OracleNode, nodes},
};

use crate::case::{Case, SHAPE, answer};

const LARGER: Shape = Shape { rows: 150, columns: 5, leaves: 10, height: 3, missing_percent: 2 };

/// The algorithms that promise the best node.
fn exact() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.into_iter().filter(|algorithm| algorithm.info().guarantee == Guarantee::Optimal)
}

/// Whether every exact algorithm gives the answer of `exhaustive`; gives that answer.
fn agree(case: &Case, seed: u64) -> Result<Solution, u64> {
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    let expected = answer(Exhaustive.solve(&problem, &()).unwrap());
    for algorithm in exact() {
        let found = answer(algorithm.solve(&problem, &()).unwrap());
        assert!(found.as_ref().is_ok_and(Solution::is_optimal) || found.is_err());
        let Case { objective, aggregate, combinations, .. } = case;
        assert_eq!(
            found,
            expected,
            "{} seed {seed}, {objective} {aggregate:?} {combinations:?}",
            algorithm.name()
        );
    }
    expected
}

#[test]
fn all_exact_algorithms_find_the_same_best_node_on_thousands_of_problems() {
    let (mut infeasible, mut suppressing) = (0, 0);
    for seed in 0..5000 {
        match agree(&Case::draw(if seed < 4500 { SHAPE } else { LARGER }, seed), seed) {
            Ok(solution) => suppressing += u32::from(solution.suppressed > 0),
            Err(_) => infeasible += 1,
        }
    }
    assert!(
        infeasible > 100 && suppressing > 1000,
        "too easy: {infeasible} infeasible, {suppressing} suppressing"
    );
}

#[test]
fn all_exact_algorithms_agree_on_combinations() {
    let (mut infeasible, mut suppressing) = (0, 0);
    for seed in 40_000..41_000 {
        match agree(&Case::draw(SHAPE, seed).with_combinations(seed), seed) {
            Ok(solution) => suppressing += u32::from(solution.suppressed > 0),
            Err(_) => infeasible += 1,
        }
    }
    assert!(
        infeasible > 20 && suppressing > 200,
        "too easy: {infeasible} infeasible, {suppressing} suppressing"
    );
}

#[test]
fn most_nodes_need_not_be_judged() {
    let (mut judged, mut all) = (0, 0);
    for seed in 0..1000 {
        let case = Case::draw(LARGER, seed);
        let tuples = case.tuples();
        if let Outcome::Found(solution) = Optimal.solve(&case.problem(&tuples), &()).unwrap() {
            judged += solution.statistics.judged;
            all += solution.statistics.nodes;
        }
    }
    assert!(u128::from(judged) * 3 < all, "{judged} of {all} nodes were judged");
}

#[test]
fn ola_judges_few_nodes() {
    let mut judged = [0; 3];
    for seed in 0..500 {
        let case = Case::draw(LARGER, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        for (sum, algorithm) in judged.iter_mut().zip([&Ola as &dyn MinimalFinder, &Samarati, &Exhaustive]) {
            *sum += algorithm.minimal(&problem, &()).unwrap().statistics.judged;
        }
    }
    let [ola, samarati, exhaustive] = judged;
    assert!(ola * 2 < samarati && ola * 4 < exhaustive, "{judged:?}");
}

#[test]
fn all_finders_find_the_same_minimal_nodes_on_thousands_of_problems() {
    let (mut several, mut none) = (0, 0);
    for seed in 50_000..53_000 {
        let case = Case::draw(SHAPE, seed);
        let case = if seed % 5 == 0 { case.with_combinations(seed) } else { case };
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let feasible: Vec<Levels> =
            problem.lattice().iter().filter(|node| problem.judge(node).unwrap().is_feasible).collect();
        let has_below =
            |node: &Levels| feasible.iter().any(|other| other != node && at_or_below(other, node));
        let mut expected: Vec<Levels> = feasible.iter().filter(|node| !has_below(node)).cloned().collect();
        expected.sort_by_key(|node| (height(node), node.clone()));
        for algorithm in ALL {
            let Some(finder) = algorithm.minimal_finder() else {
                let finds_one =
                    algorithm.info().guarantee == Guarantee::Heuristic || algorithm.name() == Optimal::NAME;
                assert!(finds_one, "{}", algorithm.name());
                continue;
            };
            let Ok(found) = finder.minimal(&problem, &()) else {
                let counts_only_classes =
                    algorithm.name() == SamaratiMatrix::NAME && !case.combinations.is_empty();
                assert!(counts_only_classes, "{} seed {seed}", algorithm.name());
                continue;
            };
            assert!(found.is_complete);
            assert_eq!(found.nodes, expected, "{} seed {seed}", algorithm.name());
            for judged in &found.judged {
                let view = problem.judge(&judged.levels).unwrap();
                assert_eq!(
                    (judged.suppressed, judged.is_feasible),
                    (view.facts.suppressed, view.is_feasible)
                );
            }
        }
        several += u32::from(expected.len() > 1);
        none += u32::from(expected.is_empty());
    }
    assert!(several > 300 && none > 50, "too easy: {several} with several nodes, {none} with none");
}

#[test]
fn exhaustive_equals_an_oracle_that_shares_no_code() {
    for seed in 10_000..10_500 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let found = answer(Exhaustive.solve(&case.problem(&tuples), &()).unwrap());
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
        let Ok(solution) = answer(Optimal.solve(&problem, &()).unwrap()) else { continue };
        let views = problem.lattice().iter().map(|node| problem.judge(&node).unwrap());
        let best = views.filter(|view| view.is_feasible).map(|view| (view.score, view.facts.levels));
        let best =
            best.min_by_key(|(score, levels)| (score.clone(), height(levels), levels.clone())).unwrap();
        assert_eq!(best, (solution.score, solution.levels), "seed {seed}");
    }
}

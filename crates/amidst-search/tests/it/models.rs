//! Models that promise less than k-anonymity does are searched no less exactly.

use amidst_core::{ClassModel, ClassSummary, Monotonicity, Solver, lattice::height};
use amidst_search::{Algorithm, Exhaustive, Flash, Incognito, Optimal, Samarati, SamaratiMatrix};

use crate::{
    case::{Case, SHAPE, answer},
    heuristics::heuristics,
};

/// Releases classes whose number of rows satisfies a condition.
#[derive(Debug)]
pub struct Rows {
    pub is_released: fn(u64) -> bool,
    pub monotonicity: Monotonicity,
}

impl ClassModel for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn threshold(&self) -> f64 {
        1.0
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.rows as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        (self.is_released)(class.rows)
    }

    fn monotonicity(&self) -> Monotonicity {
        self.monotonicity
    }
}

#[track_caller]
fn check(is_released: fn(u64) -> bool, monotonicity: Monotonicity) {
    for seed in 40_000..40_300 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem_with(&tuples, Box::new(Rows { is_released, monotonicity }));
        let exhaustive = answer(Exhaustive.solve(&problem, &()).unwrap());
        let optimal = answer(Optimal.solve(&problem, &()).unwrap());
        let best = exhaustive.ok();
        assert_eq!(optimal.ok(), best, "seed {seed}");
        for algorithm in heuristics() {
            let found = answer(algorithm.solve(&problem, &()).unwrap()).ok();
            assert!(found.is_some() || best.is_none() || !problem.is_monotone(), "seed {seed}");
            let Some(found) = found else { continue };
            let score = &best.as_ref().expect("what was found is feasible").score;
            assert!(problem.judge(&found.levels).unwrap().is_feasible, "{} seed {seed}", algorithm.name());
            assert!(found.bound <= *score && *score <= found.score, "{} seed {seed}", algorithm.name());
        }
    }
}

#[test]
fn models_without_any_promise() {
    check(u64::is_power_of_two, Monotonicity::None);
}

#[test]
fn models_that_generalizing_never_breaks() {
    check(|rows| rows.is_multiple_of(2), Monotonicity::Generalization);
}

#[test]
fn models_that_hold_for_all_larger_classes() {
    check(|rows| rows >= 4, Monotonicity::Suppression);
}

#[test]
fn algorithms_that_decide_nodes_by_others_refuse_models_that_do_not_allow_it() {
    for (monotonicity, max_suppressed, is_refused) in [
        (Monotonicity::None, 0, true),
        (Monotonicity::Generalization, 1, true),
        (Monotonicity::Generalization, 0, false),
        (Monotonicity::Suppression, 1, false),
    ] {
        let case = Case { max_suppressed, ..Case::draw(SHAPE, 1) };
        let tuples = case.tuples();
        let problem = case.problem_with(&tuples, Box::new(Rows { is_released: |_| true, monotonicity }));
        for algorithm in [&Samarati as &dyn Algorithm, &Incognito, &Flash] {
            let refusal = algorithm.solve(&problem, &()).err().map(|error| error.to_string());
            assert_eq!(refusal.is_some(), is_refused, "{} {monotonicity:?}", algorithm.name());
            assert!(refusal.is_none_or(|refusal| refusal.contains("choose optimal")));
        }
        // The matrix counts rows, and these models do not say how many they need.
        assert!(SamaratiMatrix.solve(&problem, &()).is_err());
    }
}

#[test]
fn what_generalizing_never_breaks_is_searched_exactly_if_nothing_is_suppressed() {
    for seed in 41_000..41_300 {
        let case = Case { max_suppressed: 0, ..Case::draw(SHAPE, seed) };
        let tuples = case.tuples();
        let is_even = |rows: u64| rows.is_multiple_of(2);
        let model = Rows { is_released: is_even, monotonicity: Monotonicity::Generalization };
        let problem = case.problem_with(&tuples, Box::new(model));
        let expected = answer(Exhaustive.solve(&problem, &()).unwrap()).ok();
        assert_eq!(answer(Incognito.solve(&problem, &()).unwrap()).ok(), expected, "seed {seed}");
        let feasible = problem.lattice().iter().filter(|node| problem.judge(node).unwrap().is_feasible);
        let lowest = feasible.min_by_key(|node| (height(node), node.clone()));
        let found = answer(Samarati.solve(&problem, &()).unwrap()).ok();
        assert_eq!(found.map(|it| it.levels), lowest, "seed {seed}");
    }
}

#[test]
fn no_model_releases_the_table_as_it_is() {
    let case = Case { max_suppressed: 0, ..Case::draw(SHAPE, 1) };
    let tuples = case.tuples();
    let problem = amidst_search::Problem::new(
        &tuples,
        Vec::<amidst_search::Requirement>::new(),
        case.metric(&tuples),
        0,
    );
    let solution = answer(Optimal.solve(&problem, &()).unwrap()).unwrap();
    assert_eq!(solution.levels, tuples.lattice().bottom());
}

//! Models that promise less than k-anonymity does are searched no less exactly.

use amidst_core::{ClassModel, ClassSummary, Monotonicity};
use amidst_search::{Algorithm, Exhaustive, Optimal};

use crate::case::{Case, SHAPE, answer};

/// Releases classes whose number of rows satisfies a condition.
#[derive(Debug)]
struct Rows {
    is_released: fn(u64) -> bool,
    monotonicity: Monotonicity,
}

impl ClassModel for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn asked(&self) -> f64 {
        1.0
    }

    fn reached(&self, class: &ClassSummary) -> f64 {
        class.rows as f64
    }

    fn holds(&self, class: &ClassSummary) -> bool {
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
        let exhaustive = answer(Exhaustive.search(&problem, &()).unwrap());
        let optimal = answer(Optimal.search(&problem, &()).unwrap());
        assert_eq!(optimal.ok(), exhaustive.ok(), "seed {seed}");
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
fn no_model_releases_the_table_as_it_is() {
    let case = Case { max_suppressed: 0, ..Case::draw(SHAPE, 1) };
    let tuples = case.tuples();
    let problem = amidst_search::Problem::new(&tuples, vec![], case.metric(&tuples), 0);
    let solution = answer(Optimal.search(&problem, &()).unwrap()).unwrap();
    assert_eq!(solution.levels, tuples.lattice().bottom());
}

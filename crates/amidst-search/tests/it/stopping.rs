//! A search that is stopped gives the best so far and an honest bound.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

use amidst_core::{Control, Outcome, Score};
use amidst_search::{Algorithm, Exhaustive, Optimal};

use crate::case::{Case, SHAPE, answer};

/// Stops after so many questions.
pub struct Patience(AtomicU64);

impl Patience {
    pub fn new(questions: u64) -> Self {
        Self(questions.into())
    }
}

impl Control for Patience {
    fn stopped(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn bounds_are_honest_whenever_the_search_is_stopped() {
    let mut open = 0;
    for seed in 50_000..50_200 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let Ok(best) = answer(Exhaustive.search(&problem, &()).unwrap()) else { continue };
        for algorithm in [&Optimal as &dyn Algorithm, &Exhaustive] {
            for patience in [0, 1, 2, 5, 10, 20, 40, 80] {
                match algorithm.search(&problem, &Patience::new(patience)).unwrap() {
                    Outcome::Stopped(Some(solution)) => {
                        assert!(solution.bound <= best.score && best.score <= solution.score, "seed {seed}");
                        let optimal = solution.score == best.score;
                        assert!(optimal || !solution.is_optimal(), "seed {seed}");
                        assert!((0.0..=1.0).contains(&solution.gap()));
                        open += u32::from(!optimal);
                    }
                    Outcome::Stopped(None) => {}
                    outcome => assert_eq!(answer(outcome).as_ref(), Ok(&best), "seed {seed}"),
                }
            }
        }
    }
    assert!(open > 50, "only {open} searches were stopped before the best");
}

/// Notes what it is told.
#[derive(Default)]
struct Listener(Mutex<Vec<(u64, u128, Option<Score>)>>);

impl Control for Listener {
    fn progress(&self, decided: u64, nodes: u128, best: Option<&Score>) {
        self.0.lock().unwrap().push((decided, nodes, best.cloned()));
    }
}

#[test]
fn progress_tells_decided_nodes_and_ever_better_scores() {
    for seed in 51_000..51_100 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let listener = Listener::default();
        Optimal.search(&problem, &listener).unwrap();
        let told = listener.0.into_inner().unwrap();
        assert!(!told.is_empty());
        assert!(
            told.iter().all(
                |&(decided, nodes, _)| nodes == problem.lattice().nodes() && u128::from(decided) <= nodes
            )
        );
        let scores: Vec<&Score> = told.iter().filter_map(|(_, _, best)| best.as_ref()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b));
    }
}

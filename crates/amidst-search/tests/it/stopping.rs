//! A search that is stopped gives the best so far and an honest bound.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

use amidst_core::{Guarantee, Observer, Outcome, Score, Signal, Solver, Stage};
use amidst_search::{ALL, Algorithm, Exhaustive, Incognito, Samarati, SamaratiMatrix};
use amidst_testkit::generate::small::Shape;

use crate::{
    case::{Case, SHAPE, answer},
    heuristics::heuristics,
    wide::{case, wide},
};

/// Stops after so many questions.
pub struct Patience(AtomicU64);

impl Patience {
    pub fn new(questions: u64) -> Self {
        Self(questions.into())
    }
}

impl Observer for Patience {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

#[test]
fn bounds_are_honest_whenever_the_search_is_stopped() {
    let mut open = 0;
    for seed in 50_000..50_200 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let Ok(best) = answer(Exhaustive.solve(&problem, &()).unwrap()) else { continue };
        for algorithm in ALL.into_iter().filter(|it| it.info().guarantee != Guarantee::Heuristic) {
            for patience in [0, 1, 2, 5, 10, 20, 40, 80] {
                match algorithm.solve(&problem, &Patience::new(patience)).unwrap() {
                    Outcome::Stopped(Some(solution)) => {
                        let is_between = solution.bound <= best.score && best.score <= solution.score;
                        assert!(is_between, "{} seed {seed}", algorithm.name());
                        assert!(problem.judge(&solution.levels).unwrap().is_feasible, "seed {seed}");
                        let optimal = solution.score == best.score;
                        assert!(optimal || !solution.is_optimal(), "seed {seed}");
                        assert!((0.0..=1.0).contains(&solution.gap()));
                        open += u32::from(!optimal);
                    }
                    Outcome::Stopped(None) => {}
                    outcome if algorithm.info().guarantee == Guarantee::Optimal => {
                        assert_eq!(answer(outcome).as_ref(), Ok(&best), "{} seed {seed}", algorithm.name());
                    }
                    outcome => assert!(answer(outcome).is_ok_and(|it| it.bound <= best.score)),
                }
            }
        }
    }
    assert!(open > 50, "only {open} searches were stopped before the best");
}

#[test]
fn a_search_that_begins_at_the_top_has_something_feasible_however_early_it_is_stopped() {
    for seed in 52_000..52_300 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let is_feasible = problem.judge(problem.lattice().top()).unwrap().is_feasible;
        for algorithm in [&Samarati as &dyn Algorithm, &SamaratiMatrix, &Incognito] {
            for patience in 0..4 {
                let has_some = match algorithm.solve(&problem, &Patience(patience.into())).unwrap() {
                    Outcome::Stopped(solution) => solution.is_some(),
                    Outcome::Found(_) => true,
                    Outcome::Infeasible(_) => false,
                };
                assert_eq!(has_some, is_feasible, "{} seed {seed}", algorithm.name());
            }
            // The matrix may narrow the search to a single node, which leaves nothing to stop.
            if is_feasible && problem.lattice().nodes() > 1 && algorithm.name() != SamaratiMatrix::NAME {
                let outcome = algorithm.solve(&problem, &Patience(0.into())).unwrap();
                assert!(matches!(outcome, Outcome::Stopped(_)), "{} seed {seed}", algorithm.name());
            }
        }
    }
}

#[test]
fn a_lattice_beyond_enumeration_can_be_stopped_at_any_node() {
    let columns = wide(100, 300, Shape { leaves: 9, height: 4, ..Shape::default() });
    let case = case(columns, "loss", 10);
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    for patience in [0, 1, 100] {
        let outcome = Samarati.solve(&problem, &Patience(patience.into())).unwrap();
        let Outcome::Stopped(Some(solution)) = outcome else { panic!("{outcome:?}") };
        assert!(problem.judge(&solution.levels).unwrap().is_feasible && solution.bound <= solution.score);
    }
}

#[test]
fn heuristics_are_honest_whenever_they_are_stopped() {
    let (mut stopped, mut ended) = (0, 0);
    for seed in 52_000..52_100 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let Ok(best) = answer(Exhaustive.solve(&problem, &()).unwrap()) else { continue };
        for algorithm in heuristics() {
            for patience in [0, 1, 2, 5, 10, 20, 40, 80] {
                let outcome = algorithm.solve(&problem, &Patience(patience.into())).unwrap();
                stopped += u32::from(matches!(outcome, Outcome::Stopped(_)));
                ended += u32::from(matches!(outcome, Outcome::Found(_)));
                match outcome {
                    Outcome::Stopped(Some(solution)) | Outcome::Found(solution) => {
                        assert!(solution.bound <= best.score && best.score <= solution.score, "seed {seed}");
                    }
                    Outcome::Stopped(None) => {}
                    Outcome::Infeasible(_) => panic!("seed {seed}: there is a node"),
                }
            }
        }
    }
    assert!(stopped > 500 && ended > 500, "{stopped} searches were stopped, {ended} were not");
}

/// Notes what it is told.
#[derive(Default)]
struct Listener {
    told: Mutex<Vec<(Stage, u64, Option<u64>)>>,
    best: Mutex<Vec<Score>>,
}

impl Observer for Listener {
    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.told.lock().unwrap().push((stage, done, of));
    }

    fn best(&self, score: &Score, bound: &Score) {
        assert!(bound <= score);
        self.best.lock().unwrap().push(score.clone());
    }
}

#[test]
fn progress_tells_decided_nodes_and_ever_better_scores() {
    for seed in 51_000..51_100 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        for algorithm in ALL {
            let listener = Listener::default();
            algorithm.solve(&problem, &listener).unwrap();
            let told = listener.told.into_inner().unwrap();
            assert!(!told.is_empty());
            let nodes = u64::try_from(problem.lattice().nodes()).unwrap();
            let is_right = |&(stage, decided, of): &(Stage, u64, Option<u64>)| {
                stage == Stage::Solving && of == Some(nodes) && decided <= nodes
            };
            assert!(told.iter().all(is_right), "{} seed {seed}", algorithm.name());
            let scores = listener.best.into_inner().unwrap();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{} seed {seed}", algorithm.name());
        }
    }
}

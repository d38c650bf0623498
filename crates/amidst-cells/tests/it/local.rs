//! `local`: valid, as good as can be on tiny tables, and the same at any number of threads.

use amidst_cells::{Objective, PartitionResult, Problem, recoder};
use amidst_core::Signal;

use crate::drawn::{Drawn, Extra, assert_valid, lowest, score};

fn local(problem: &Problem<'_>) -> PartitionResult {
    recoder("local").unwrap().solve(problem, &()).unwrap()
}

#[test]
fn every_row_is_in_a_class_that_holds() {
    for seed in 0..60 {
        let drawn = Drawn::new(80, seed);
        for asked in [Extra::Nothing, Extra::Diversity(2), Extra::Closeness(0.3), Extra::Share(0.5)] {
            for objective in [Objective::Gcp, Objective::Loss] {
                let problem = drawn.problem(2 + seed % 4, asked, objective);
                if problem.is_feasible() {
                    let found = local(&problem);
                    assert!(found.is_finished);
                    assert_valid(&problem, &found.partition);
                }
            }
        }
    }
}

#[test]
fn few_rows_are_solved_exactly() {
    for seed in 0..40 {
        let drawn = Drawn::new(8, seed);
        for asked in [Extra::Nothing, Extra::Diversity(2), Extra::Closeness(0.4), Extra::Share(0.7)] {
            let problem = drawn.problem(2, asked, Objective::Gcp);
            if !problem.is_feasible() {
                continue;
            }
            let found = local(&problem);
            assert_valid(&problem, &found.partition);
            assert!(found.is_optimal);
            let apart = score(&problem, &found.partition) - lowest(&problem);
            assert!(apart.abs() < 1e-5, "seed {seed}: {apart}");
        }
    }
}

#[test]
fn it_is_no_worse_than_what_it_is_made_of() {
    for seed in 0..30 {
        let drawn = Drawn::new(120, seed);
        for objective in [Objective::Gcp, Objective::Loss] {
            let problem = drawn.problem(3, Extra::Nothing, objective);
            let own = score(&problem, &local(&problem).partition);
            for name in ["top-down-greedy", "k-member", "oka"] {
                let other = recoder(name).unwrap().solve(&problem, &()).unwrap();
                assert!(own <= score(&problem, &other.partition) + 1e-6, "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let drawn = Drawn::new(300, 7);
    for asked in [Extra::Nothing, Extra::Closeness(0.2), Extra::Share(0.5)] {
        let problem = drawn.problem(4, asked, Objective::Loss);
        if !problem.is_feasible() {
            continue;
        }
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| local(&problem).partition)
        };
        assert_eq!(with(1), with(2), "{asked:?}");
    }
}

#[test]
fn stopped_at_once_it_still_answers() {
    struct Stop;
    impl amidst_core::Observer for Stop {
        fn signal(&self) -> Signal {
            Signal::finish_if(true)
        }
    }
    let drawn = Drawn::new(200, 3);
    for name in ["local", "top-down-greedy", "k-member", "oka"] {
        let problem = drawn.problem(3, Extra::Diversity(2), Objective::Gcp);
        let found = recoder(name).unwrap().solve(&problem, &Stop).unwrap();
        assert!(!found.is_finished, "{name}");
        assert_valid(&problem, &found.partition);
    }
}

#[test]
fn few_rows_lose_least_of_all_partitions() {
    let mut better = 0;
    for seed in 0..60 {
        let drawn = Drawn::new(9, seed);
        for k in [2, 3] {
            let problem = drawn.problem(k, Extra::Nothing, Objective::Loss);
            let found = local(&problem);
            assert!(found.is_optimal);
            assert_valid(&problem, &found.partition);
            let (own, lowest) = (score(&problem, &found.partition), lowest(&problem));
            assert!((own - lowest).abs() < 1e-9, "seed {seed}: {own} {lowest}");
            better += u32::from(own > 0.0);
        }
    }
    assert!(better > 60, "{better}");
}

#[test]
fn a_few_more_rows_are_solved_exactly_where_only_rows_are_asked() {
    for seed in 0..6 {
        let drawn = Drawn::new(17, seed);
        let problem = drawn.problem(2 + seed % 3, Extra::Nothing, Objective::Levels);
        let found = local(&problem);
        assert_valid(&problem, &found.partition);
        assert!(found.is_optimal, "{} rows", problem.points.rows());
        for name in ["top-down-greedy", "k-member", "oka"] {
            let other = recoder(name).unwrap().solve(&problem, &()).unwrap();
            let (own, other) = (score(&problem, &found.partition), score(&problem, &other.partition));
            assert!(own <= other + 1e-4, "{name}, seed {seed}: {own} {other}");
        }
    }
}

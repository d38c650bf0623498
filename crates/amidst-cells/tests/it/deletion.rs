//! Rows that are left out where that pays.

use amidst_cells::{
    Axis, Conditions, Judge, Labels, Objective, Partition, Points, Problem, Split, recoder, without_outliers,
};
use amidst_core::Codes;

use crate::drawn::{Drawn, Extra, lowest, score};

const ALGORITHMS: [&str; 7] =
    ["local", "mondrian", "mondrian-relaxed", "mondrian-hybrid", "top-down-greedy", "k-member", "oka"];

/// Every row is in a class that holds or left out, and no more of these than are allowed.
fn assert_valid(problem: &Problem<'_>, partition: &Partition, limit: u64) {
    let mut left: Vec<i64> = problem.points.counts().iter().map(|&rows| rows.into()).collect();
    let mut judge = Judge::new(&problem.conditions, problem.points);
    for class in partition.classes() {
        assert!(judge.holds(class.iter().map(|member| (member.point, member.rows))));
    }
    let members = partition.classes().flatten().chain(partition.left_out());
    members.for_each(|member| left[member.point as usize] -= i64::from(member.rows));
    assert!(left.iter().all(|&rows| rows == 0) && partition.rows_left_out() <= limit);
}

#[test]
fn one_outlier_may_go_so_that_all_others_stay_as_they_are() {
    let texts = |texts: &[&str]| texts.iter().map(|text| Some(Box::from(*text))).collect();
    let axes = [
        Axis::sets("a", texts(&["x", "y", "z"])),
        Axis::ranges("b", texts(&["1", "2", "9"]), vec![1.0, 2.0, 9.0]),
    ];
    let codes = || (Codes::U8(vec![0, 0, 0, 1, 1, 1, 2]), 3);
    let (points, _) = Points::collapse(&[codes(), codes()], &[]).unwrap();
    for objective in [Objective::Loss, Objective::Gcp] {
        let problem = Problem {
            axes: &axes,
            points: &points,
            conditions: Conditions::new(3, vec![]),
            objective,
            split: Split::default(),
            labels: Labels::default(),
            seed: 1,
        };
        let found = recoder("local").unwrap().solve(&problem, &()).unwrap().partition;
        let fewer = without_outliers(&problem, found, 1);
        assert_eq!(fewer.rows_left_out(), 1);
        assert!((score(&problem, &fewer) - 1.0 / 7.0).abs() < 1e-9);
    }
}

#[test]
fn what_is_left_out_never_costs_more_than_it_saves() {
    let mut better = 0;
    for seed in 0..60 {
        let drawn = Drawn::new(30, seed);
        for extra in [Extra::Nothing, Extra::Diversity(2), Extra::Closeness(0.4)] {
            for objective in [Objective::Loss, Objective::Gcp] {
                let problem = drawn.problem(2 + seed % 3, extra, objective);
                if !problem.is_feasible() {
                    continue;
                }
                for name in ALGORITHMS {
                    let found = recoder(name).unwrap().solve(&problem, &()).unwrap().partition;
                    let before = score(&problem, &found);
                    let limit = 1 + seed % 4;
                    let fewer = without_outliers(&problem, found, limit);
                    assert_valid(&problem, &fewer, limit);
                    assert!(score(&problem, &fewer) <= before + 1e-12, "{name}, seed {seed}");
                    better += u32::from(score(&problem, &fewer) < before - 1e-9);
                }
            }
        }
    }
    assert!(better > 20, "{better}");
}

#[test]
fn with_rows_left_out_the_best_of_tiny_tables_is_never_worse_than_without() {
    for seed in 0..30 {
        let drawn = Drawn::new(8, seed);
        let problem = drawn.problem(2, Extra::Nothing, Objective::Gcp);
        let found = recoder("local").unwrap().solve(&problem, &()).unwrap().partition;
        let fewer = without_outliers(&problem, found, 2);
        assert_valid(&problem, &fewer, 2);
        assert!(score(&problem, &fewer) <= lowest(&problem) + 1e-5, "seed {seed}");
    }
}

//! Rows that are left out where that pays.

use amidst_cells::{
    Axis, Conditions, Judge, Labels, Member, Objective, Partition, Points, Problem, Split, recoder,
    without_outliers,
};
use amidst_core::Codes;

use crate::drawn::{Drawn, Extra, lowest, lowest_of, score};

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

/// What an algorithm finds if at most so many rows may be left out.
fn solved(name: &str, problem: &Problem<'_>, limit: u64) -> Partition {
    let recoder = recoder(name).unwrap();
    let found = recoder.solve(problem, &()).unwrap().partition;
    without_outliers(recoder, problem, found, limit, &()).unwrap()
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
        for name in ALGORITHMS {
            let fewer = solved(name, &problem, 1);
            assert_eq!(fewer.rows_left_out(), 1, "{name}");
            assert!((score(&problem, &fewer) - 1.0 / 7.0).abs() < 1e-9, "{name}");
        }
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
                    let limit = 1 + seed % 4;
                    let before = score(&problem, &solved(name, &problem, 0));
                    let fewer = solved(name, &problem, limit);
                    assert_valid(&problem, &fewer, limit);
                    assert!(score(&problem, &fewer) <= before + 1e-12, "{name}, seed {seed}");
                    better += u32::from(score(&problem, &fewer) < before - 1e-9);
                }
            }
        }
    }
    assert!(better > 20, "{better}");
}

/// The lowest score of all partitions that hold, of all rows but at most so many.
fn lowest_without(problem: &Problem<'_>, limit: u64) -> f64 {
    let points = 0..problem.points.len() as u32;
    let rows: Vec<u32> =
        points.flat_map(|point| std::iter::repeat_n(point, problem.points.count(point) as usize)).collect();
    let mut least = f64::INFINITY;
    for gone in (0_u32..1 << rows.len()).filter(|gone| u64::from(gone.count_ones()) <= limit) {
        let is_gone = |at: &usize| gone >> at & 1 == 1;
        let member = |at: usize| Member { point: rows[at], rows: 1 };
        let left_out: Vec<Member> = (0..rows.len()).filter(is_gone).map(member).collect();
        let kept: Vec<u32> = (0..rows.len()).filter(|at| !is_gone(at)).map(|at| rows[at]).collect();
        least = least.min(lowest_of(problem, &kept, &left_out));
    }
    least
}

#[test]
fn tiny_tables_lose_the_least_that_any_rows_left_out_allow() {
    for seed in 0..30 {
        let drawn = Drawn::new(7, seed);
        for extra in [Extra::Nothing, Extra::Diversity(2)] {
            let problem = drawn.problem(2, extra, Objective::Gcp);
            if !problem.is_feasible() {
                continue;
            }
            let least = lowest_without(&problem, 2);
            assert!(least <= lowest(&problem));
            for name in ALGORITHMS {
                let fewer = solved(name, &problem, 2);
                assert_valid(&problem, &fewer, 2);
                let found = score(&problem, &fewer);
                assert!(found >= least - 1e-9, "{name}, seed {seed}");
                assert!(name != "local" || found <= least + 1e-5, "seed {seed}: {found} {least}");
            }
        }
    }
}

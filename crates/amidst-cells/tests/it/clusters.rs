//! The clustering algorithms.

use amidst_cells::{Objective, recoder};

use crate::drawn::{Drawn, Extra, assert_valid};

#[test]
fn every_row_is_in_a_class_that_holds() {
    for seed in 0..100 {
        let drawn = Drawn::new(90, seed);
        for asked in [Extra::Nothing, Extra::Diversity(2), Extra::Closeness(0.3), Extra::Share(0.5)] {
            let problem = drawn.problem(2 + seed % 4, asked, Objective::Gcp);
            if !problem.is_feasible() {
                continue;
            }
            for name in ["k-member", "oka", "top-down-greedy"] {
                let found = recoder(name).unwrap().solve(&problem, &()).unwrap();
                assert!(found.is_finished);
                assert_valid(&problem, &found.partition);
            }
        }
    }
}

#[test]
fn k_member_makes_as_many_classes_as_there_can_be() {
    for seed in 0..20 {
        let drawn = Drawn::new(90, seed);
        let problem = drawn.problem(4, Extra::Nothing, Objective::Gcp);
        let found = recoder("k-member").unwrap().solve(&problem, &()).unwrap();
        assert_eq!(found.partition.len() as u64, drawn.points.rows() / 4);
    }
}

#[test]
fn top_down_greedy_cuts_until_classes_are_small_or_alike() {
    for seed in 0..20 {
        let drawn = Drawn::new(90, seed);
        let problem = drawn.problem(4, Extra::Nothing, Objective::Gcp);
        let found = recoder("top-down-greedy").unwrap().solve(&problem, &()).unwrap();
        let is_alike = |class: usize| {
            let mut codes =
                found.partition.class(class).iter().map(|member| drawn.points.codes(member.point));
            let first = codes.next();
            codes.all(|own| Some(own) == first)
        };
        let is_cut = |class: usize| found.partition.rows(class) < 8 || is_alike(class);
        assert!((0..found.partition.len()).all(is_cut), "seed {seed}");
    }
}

#[test]
fn shares_of_values_do_not_make_one_class_of_everything() {
    let (mut several, mut all) = (0, 0);
    for seed in 0..60 {
        let drawn = Drawn::new(60, seed);
        let problem = drawn.problem(3, Extra::Share(0.6), Objective::Gcp);
        if !problem.is_feasible() {
            continue;
        }
        for name in ["k-member", "top-down-greedy"] {
            let found = recoder(name).unwrap().solve(&problem, &()).unwrap();
            assert_valid(&problem, &found.partition);
            all += 1;
            several += u32::from(found.partition.len() > 1);
        }
    }
    assert!(all > 20 && several * 10 > all * 8, "{several} of {all}");
}

#[test]
fn classes_specialized_from_the_top_hold_and_so_do_the_rows_given_back() {
    let (mut several, mut all) = (0, 0);
    for seed in 0..400 {
        let drawn = Drawn::new(90, seed);
        for asked in [Extra::Nothing, Extra::Diversity(2), Extra::Closeness(0.3), Extra::Share(0.6)] {
            let problem = drawn.problem(2 + seed % 4, asked, Objective::Gcp);
            if !problem.is_feasible() {
                continue;
            }
            // Columns without a hierarchy that are not blanked have nothing to go down along.
            let Ok(found) = recoder("alpha-k-top-down").unwrap().solve(&problem, &()) else { continue };
            assert_valid(&problem, &found.partition);
            all += 1;
            several += u32::from(found.partition.len() > 1);
        }
    }
    assert!(all > 100 && several * 2 > all, "{several} of {all}");
}

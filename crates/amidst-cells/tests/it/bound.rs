//! The bound is below everything.

use amidst_cells::{Objective, bound, bound_around, recoder};

use crate::drawn::{Drawn, Extra, lowest, score};

#[test]
fn no_partition_is_below_the_bound() {
    let mut tight = 0;
    for seed in 0..60 {
        let drawn = Drawn::new(8, seed);
        for objective in [Objective::Gcp, Objective::Loss] {
            let problem = drawn.problem(2, Extra::Nothing, objective);
            let (bound, lowest) = (bound(&problem, &()), lowest(&problem));
            assert!(bound <= lowest + 1e-12, "seed {seed}: {bound} {lowest}");
            tight += u32::from(bound > 0.3 * lowest);
        }
    }
    assert!(tight > 60, "{tight}");
}

#[test]
fn the_bound_is_the_sum_over_rows_of_the_nearest_others() {
    for seed in 0..40 {
        let drawn = Drawn::new(60, seed);
        let problem = drawn.problem(3, Extra::Nothing, Objective::Gcp);
        let price = |a: u32, b: u32| -> f64 {
            let codes = drawn.points.codes(a).iter().zip(drawn.points.codes(b));
            let share = |(axis, (&a, &b)): (&amidst_cells::Axis, (&u32, &u32))| {
                axis.share(Objective::Gcp, axis.join(axis.cover(a), axis.cover(b)))
            };
            drawn.axes.iter().zip(codes).map(share).sum()
        };
        let rows = &drawn.point_of_row;
        let second = |at: usize| {
            let others = (0..rows.len()).filter(|&other| other != at);
            let mut prices: Vec<f64> = others.map(|other| price(rows[at], rows[other])).collect();
            prices.sort_by(f64::total_cmp);
            prices[1]
        };
        let sum: f64 = (0..rows.len()).map(second).sum();
        let expected = sum / rows.len() as f64 / drawn.axes.len() as f64;
        assert!((bound(&problem, &()) - expected).abs() < 1e-5, "seed {seed}");
        let found = recoder("local").unwrap().solve(&problem, &()).unwrap();
        assert!(score(&problem, &found.partition) >= bound(&problem, &()));
    }
}

#[test]
fn no_partition_is_below_the_prices_of_rows() {
    let mut closer = 0;
    for seed in 0..200 {
        let drawn = Drawn::new(8, seed);
        for k in [2, 3] {
            let problem = drawn.problem(k, Extra::Nothing, Objective::Gcp);
            let found = recoder("top-down-greedy").unwrap().solve(&problem, &()).unwrap();
            let (first, second) = (bound(&problem, &()), bound_around(&problem, &found.partition, &()));
            let lowest = lowest(&problem);
            assert!(first <= second && second <= lowest + 1e-9, "seed {seed}: {first} {second} {lowest}");
            closer += u32::from(second > first + 1e-6);
        }
    }
    assert!(closer > 0, "{closer}");
}

//! Never below the least cost there is, and mostly at it.

use amidst_cells::suppression::{Blanks, Goal};
use amidst_core::Combination;
use amidst_testkit::generate::SeededRng;

use super::case::Case;

/// Cases by seed; those that make it to the optimum must be at least so many percent.
fn check(seeds: std::ops::Range<u64>, percent: usize, case: impl Fn(&mut SeededRng) -> Case) {
    let (mut best, all) = (0, seeds.clone().count());
    for seed in seeds {
        let case = case(&mut SeededRng::new(seed));
        let shown = case.solve();
        assert!(case.is_valid(&shown), "seed {seed}: {case:?}");
        let (cost, optimum) = (case.cost(&shown), case.optimum());
        assert!(cost >= optimum, "seed {seed}: {cost} < {optimum}");
        best += usize::from(cost == optimum);
        if case.blanks == Blanks::Wildcard {
            let prices: u64 = (0..case.rows.len()).map(|row| case.price(row)).sum();
            assert!(cost <= prices, "seed {seed}: {cost} > {prices}");
        }
    }
    assert!(best * 100 >= all * percent, "{best} of {all} at the optimum");
}

fn table(draw: &mut SeededRng, blanks: Blanks) -> Case {
    let rows = draw.between(3, 6);
    let table = Case::draw(draw, rows, 3, 3);
    let k = draw.between(2, 3);
    Case::new(table, u64::from(k), blanks)
}

#[test]
fn blanks_that_match_everything_are_few() {
    check(0..150, 60, |draw| table(draw, Blanks::Wildcard));
}

#[test]
fn blanks_that_are_values_are_few() {
    check(1000..1150, 60, |draw| table(draw, Blanks::Value));
}

#[test]
fn rows_in_company_pay_no_more_than_alone() {
    // Few cells are not what it is after.
    check(2000..2100, 0, |draw| Case { goal: Goal::Classes, ..table(draw, Blanks::Wildcard) });
}

#[test]
fn missing_cells_match_everything_or_are_a_value() {
    for blanks in [Blanks::Wildcard, Blanks::Value] {
        check(3000..3100, 60, |draw| {
            let mut case = table(draw, blanks);
            case.rows.iter_mut().flatten().for_each(|cell| *cell = cell.filter(|_| !draw.percent(15)));
            case
        });
    }
}

#[test]
fn columns_may_cost_more_than_others() {
    for blanks in [Blanks::Wildcard, Blanks::Value] {
        check(4000..4100, 60, |draw| {
            let mut case = table(draw, blanks);
            case.costs = (0..3).map(|_| u64::from(draw.between(1, 9))).collect();
            case
        });
    }
}

#[test]
fn combinations_are_met_one_by_one() {
    for blanks in [Blanks::Wildcard, Blanks::Value] {
        check(5000..5100, 40, |draw| {
            let one = |columns: &[usize], k| Combination { columns: columns.to_vec(), k };
            let combinations = vec![one(&[0, 1], 3), one(&[1, 2], 2)];
            Case { combinations, ..table(draw, blanks) }
        });
    }
}

#[test]
fn strata_do_not_help_one_another() {
    for blanks in [Blanks::Wildcard, Blanks::Value] {
        check(6000..6100, 60, |draw| {
            let rows = Case::draw(draw, 6, 3, 3);
            let strata = vec![0, 0, 2, 2, 2, 2];
            Case { strata: Some(strata), ..Case::new(rows, 2, blanks) }
        });
    }
}

//! The closed forms of the Earth Mover's Distance equal the cheapest transport, solved without any of them.

use amidst_core::{Values, model::Distance};
use amidst_testkit::{generate::SeededRng, models::earth_movers_distance};

use crate::{
    cases::t_closeness,
    support::{Class, class_model, draw_values},
};

const DISTANCES: [Distance; 4] = [Distance::Equal, Distance::Rank, Distance::Numeric, Distance::Hierarchical];

/// A table of 100 rows or of any number, and a class of 10 rows or of any number.
fn drawn(draw: &mut SeededRng) -> (Values, Class) {
    let values = draw.between(1, 7) as usize;
    let round = draw.percent(60);
    let mut rows = vec![0_u32; values];
    for _ in 0..if round { 10 } else { draw.between(1, 40) } {
        rows[draw.low_between(0, values as u32 - 1) as usize] += 1;
    }
    let mut counts: Vec<u64> = rows.iter().map(|&rows| u64::from(rows.max(1))).collect();
    let missing = if round { 100 - counts.iter().sum::<u64>() } else { u64::from(draw.below(60)) };
    (0..missing).for_each(|_| counts[draw.below(values as u32) as usize] += 1);
    (draw_values(draw, counts), Class::of(&rows))
}

#[test]
fn closed_forms_equal_the_cheapest_transport() {
    for seed in 0..4000 {
        let (values, class) = drawn(&mut SeededRng::new(seed));
        for distance in DISTANCES {
            let (cost, most) = earth_movers_distance(&values, &class.summary(), distance);
            let model = class_model(&t_closeness(0.5, distance), Some(&values));
            let (reached, expected) = (model.attained(&class.summary()), cost as f64 / most as f64);
            assert!(
                (reached - expected).abs() < 1e-14,
                "{distance:?} at seed {seed}: {reached} is not {expected}"
            );
        }
    }
}

#[test]
fn at_equality_a_class_is_close() {
    let mut equalities = [0; 4];
    for seed in 0..1500 {
        let (values, class) = drawn(&mut SeededRng::new(seed));
        for (distance, equalities) in DISTANCES.into_iter().zip(&mut equalities) {
            let (cost, most) = earth_movers_distance(&values, &class.summary(), distance);
            for hundredths in 0..=100 {
                let t = f64::from(hundredths) / 100.0;
                let model = class_model(&t_closeness(t, distance), Some(&values));
                let expected = cost * 100 <= i128::from(hundredths) * most;
                assert_eq!(model.holds(&class.summary()), expected, "{distance:?} {t} at seed {seed}");
                *equalities += u32::from(cost * 100 == i128::from(hundredths) * most);
            }
        }
    }
    assert!(equalities.iter().all(|&times| times > 20), "{equalities:?}");
}

#[test]
fn numbers_with_decimals_and_numbers_without_a_unit_keep_their_distance() {
    let params = t_closeness(0.3, Distance::Numeric);
    let class = Class::of(&[1, 1, 0, 2]);
    let whole = Values { numbers: Some(vec![0.0, 5.0, 20.0, 100.0]), ..Values::of_counts(vec![1; 4]) };
    let expected = class_model(&params, Some(&whole)).attained(&class.summary());
    for unit in [0.01, 0.1, 1.0 / 3.0, 1e-12, 1e200] {
        let numbers =
            whole.numbers.as_ref().unwrap().iter().map(|number| number * unit - 7.0 * unit).collect();
        let scaled = Values { numbers: Some(numbers), ..whole.clone() };
        let reached = class_model(&params, Some(&scaled)).attained(&class.summary());
        assert!((reached - expected).abs() < 1e-13, "{unit}: {reached} is not {expected}");
    }
}

#[test]
fn values_at_one_place_are_at_no_distance() {
    let params = t_closeness(0.0, Distance::Numeric);
    let table = Values { numbers: Some(vec![3.0, 3.0]), ..Values::of_counts(vec![5, 5]) };
    assert!(class_model(&params, Some(&table)).holds(&Class::of(&[4]).summary()));
    let one = Values::of_counts(vec![5]);
    for distance in [Distance::Equal, Distance::Rank] {
        assert!(class_model(&t_closeness(0.0, distance), Some(&one)).holds(&Class::of(&[4]).summary()));
    }
}

//! Millions of rows, and counts as large as they can be: no overflow, and equality is still equality.

use amidst_core::{ModelParams, Values, model::Distance};
use amidst_testkit::{generate::SeededRng, models};

use crate::{
    cases::{alpha_k, class_cases, t_closeness},
    support::{Class, class_model, draw_values},
};

/// Models that judge shares: the same with every count times a number.
fn is_of_shares(params: &ModelParams) -> bool {
    matches!(
        params,
        ModelParams::EntropyL { .. }
            | ModelParams::RecursiveL { .. }
            | ModelParams::TCloseness { .. }
            | ModelParams::DeltaDisclosure { .. }
            | ModelParams::BetaLikeness { .. }
    )
}

#[test]
fn boundaries_stay_where_they_are_however_many_rows_there_are() {
    for case in class_cases().into_iter().filter(|case| is_of_shares(&case.params)) {
        let values = case.values.unwrap();
        for times in [1_000_003_u32, 10_000_000, 40_000_000] {
            let counts = values.counts.iter().map(|rows| rows * u64::from(times) * 1000).collect();
            let model = class_model(&case.params, Some(&Values { counts, ..values.clone() }));
            let larger = |class: &Class| Class {
                counts: class.counts.iter().map(|rows| rows * times).collect(),
                ..class.clone()
            };
            assert!(
                case.holds.iter().all(|class| model.holds(&larger(class).summary())),
                "{:?}",
                case.params
            );
            assert!(
                case.fails.iter().all(|class| !model.holds(&larger(class).summary())),
                "{:?}",
                case.params
            );
        }
    }
}

#[test]
fn counts_up_to_the_largest_are_judged_as_with_fractions() {
    let params = [
        t_closeness(0.2, Distance::Equal),
        t_closeness(0.2, Distance::Rank),
        t_closeness(0.25, Distance::Numeric),
        t_closeness(0.2, Distance::Hierarchical),
        alpha_k(0.5, 3, &[]),
        alpha_k(0.2, 3, &["one"]),
        ModelParams::RecursiveL { c: 1.5, l: 2 },
        ModelParams::BetaLikeness { beta: 0.75, enhanced: false },
        ModelParams::BetaLikeness { beta: 0.75, enhanced: true },
        ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: true },
        ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: false },
        ModelParams::KPerStratum { k: u64::from(u32::MAX) / 4 },
    ];
    let mut verdicts = vec![[0; 2]; params.len()];
    for seed in 0..400 {
        let mut draw = SeededRng::new(seed);
        let values = draw.between(2, 6) as usize;
        let most = [10_000_000, u32::MAX - 1][draw.below(2) as usize];
        let rows: Vec<u32> =
            (0..values).map(|_| if draw.percent(20) { 0 } else { draw.between(most / 2, most) }).collect();
        let others: Vec<u64> = (0..values).map(|_| u64::from(draw.between(1, most))).collect();
        let counts = rows.iter().zip(others).map(|(&rows, others)| u64::from(rows) + others).collect();
        let (column, class) = (draw_values(&mut draw, counts), Class::of(&rows));
        for (params, verdicts) in params.iter().zip(&mut verdicts) {
            let holds = class_model(params, Some(&column)).holds(&class.summary());
            let expected = models::holds(params, &column, &class.summary()).unwrap();
            assert_eq!(holds, expected, "{params:?} at seed {seed}: {class:?}");
            verdicts[usize::from(holds)] += 1;
        }
    }
    assert!(verdicts.iter().flatten().all(|&times| times > 0), "both verdicts occur: {verdicts:?}");
}

#[test]
fn one_row_in_four_thousand_million_makes_the_difference() {
    // Half of 4,294,967,294 rows, and one row more.
    let half = u32::MAX / 2;
    let alpha = class_model(&alpha_k(0.5, 1, &[]), Some(&Values::of_counts(vec![1; 2])));
    assert!(alpha.holds(&Class::of(&[half, half]).summary()));
    assert!(!alpha.holds(&Class::of(&[half + 1, half]).summary()));
    // A fifth away from halves: 0.7 and 0.3 of 4,000,000,000 rows.
    let table = Values::of_counts(vec![5_000_000_000; 2]);
    let equal = class_model(&t_closeness(0.2, Distance::Equal), Some(&table));
    assert!(equal.holds(&Class::of(&[2_800_000_000, 1_200_000_000]).summary()));
    assert!(!equal.holds(&Class::of(&[2_800_000_001, 1_199_999_999]).summary()));
}

#[test]
fn a_million_values_are_no_matter() {
    // Every second value in the class, and the last one much too often.
    let values = 1_000_000_u32;
    let table = Values {
        numbers: Some((0..values).map(f64::from).collect()),
        ..Values::of_counts(vec![10; values as usize])
    };
    let present: Vec<u32> = (0..values).filter(|value| value % 2 == 0).collect();
    let counts = vec![5; present.len()];
    let class = Class { values: present, counts, ..Class::default() };
    for distance in [Distance::Rank, Distance::Numeric] {
        let model = class_model(&t_closeness(0.1, distance), Some(&table));
        // Cumulated shares differ by one value's share, at every second value.
        let expected = 0.5 / f64::from(values - 1);
        assert!((model.attained(&class.summary()) - expected).abs() < 1e-15);
    }
    let entropy = class_model(&ModelParams::EntropyL { l: f64::from(values / 2) }, Some(&table));
    assert!(entropy.holds(&class.summary()), "equality holds over 500,000 values");
}

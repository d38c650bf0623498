//! What models do *not* promise, each by a table that shows it. A model that came to promise it would be wrong.

use amidst_core::{ModelParams, Monotonicity, Values, model::Distance};

use crate::{
    cases::{alpha_k, t_closeness},
    support::{Class, class_model, sizes, table_model},
};

/// A class that holds and one that fails merge to one that fails: more rows are suppressed than before.
fn loses_with_suppression(params: &ModelParams, values: Option<&Values>, holds: Class, fails: Class) {
    let model = class_model(params, values);
    assert!(model.holds(&holds.summary()), "{params:?}");
    assert!(!model.holds(&fails.summary()), "{params:?}");
    assert!(!model.holds(&holds.merged(&fails).summary()), "{params:?}");
    assert!(model.monotonicity() < Monotonicity::Suppression, "{params:?}");
}

fn counts(counts: &[u64]) -> Values {
    Values::of_counts(counts.to_vec())
}

#[test]
fn merging_with_a_failing_class_may_fail() {
    let (even, skewed) = (Class::of(&[3, 3]), Class::of(&[20]));
    let table = counts(&[23, 3]);
    loses_with_suppression(&ModelParams::EntropyL { l: 2.0 }, Some(&table), even.clone(), skewed.clone());
    loses_with_suppression(&ModelParams::RecursiveL { c: 2.0, l: 2 }, Some(&table), even, skewed);
    loses_with_suppression(
        &alpha_k(0.5, 2, &[]),
        Some(&counts(&[6, 1])),
        Class::of(&[1, 1]),
        Class::of(&[5]),
    );
    let balanced = counts(&[5, 5]);
    for params in [
        t_closeness(0.1, Distance::Equal),
        t_closeness(0.1, Distance::Rank),
        ModelParams::BetaLikeness { beta: 0.2, enhanced: false },
        ModelParams::BetaLikeness { beta: 0.2, enhanced: true },
        ModelParams::DeltaDisclosure { delta: 0.5, skips_absent: false },
    ] {
        loses_with_suppression(&params, Some(&balanced), Class::of(&[1, 1]), Class::of(&[4]));
    }
    let strata = ModelParams::KPerStratum { k: 5 };
    loses_with_suppression(&strata, Some(&counts(&[5, 1])), Class::of(&[5]), Class::of(&[0, 1]));
    let params = Values { rows_asked: Some(vec![2, 9]), ..counts(&[2, 1]) };
    loses_with_suppression(&ModelParams::PersonalK, Some(&params), Class::of(&[2]), Class::of(&[0, 1]));
    let (few, all) = (Class::of_rows(1).with_population(4.0), Class::of_rows(9).with_population(9.0));
    loses_with_suppression(&ModelParams::DeltaPresence { min: 0.0, max: 0.5 }, None, few, all);
}

#[test]
fn delta_disclosure_that_passes_over_absent_values_is_not_monotone_at_all() {
    let params = ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: true };
    let model = class_model(&params, Some(&counts(&[9, 4])));
    let classes = [Class::of(&[3]), Class::of(&[3, 1]), Class::of(&[3, 3])];
    assert!(classes.iter().all(|class| model.holds(&class.summary())));
    assert!(!model.holds(&classes[0].merged(&classes[1]).summary()));
    assert_eq!(model.monotonicity(), Monotonicity::None);
}

#[test]
fn records_at_risk_may_lose_with_suppression() {
    let model = table_model(&ModelParams::RecordsAtRisk { risk: 0.2, share: 0.03 });
    assert!(!model.holds(&sizes(&[100, 3, 1])) && model.holds(&sizes(&[100, 3])), "1 row is suppressed");
    assert!(!model.holds(&sizes(&[100, 4])) && model.holds(&sizes(&[100])), "then 4");
    assert_eq!(model.monotonicity(), Monotonicity::Generalization);
}

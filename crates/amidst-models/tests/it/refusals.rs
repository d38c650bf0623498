//! Parameters out of range and columns that lack something are refused in words.

use amidst_core::{
    ModelParams, Values,
    model::{Distance, Estimator, Population},
};

use crate::{
    cases::{alpha_k, class_cases, t_closeness},
    support::two_by_two,
};

fn refused(params: &ModelParams, beginning: &str) {
    let values = Values {
        numbers: Some(vec![1.0, 2.0, 3.0, 4.0]),
        hierarchy: Some(two_by_two()),
        ..Values::of_counts(vec![1; 4])
    };
    let error = amidst_models::model(params, Some(&values)).unwrap_err().to_string();
    assert!(error.starts_with(beginning), "{params:?}: {error}");
    assert_eq!(amidst_models::in_range(params).unwrap_err().to_string(), error, "without a table too");
}

#[test]
fn parameters_out_of_range_are_named() {
    let estimated = |fraction, significance| ModelParams::KMap {
        k: 5,
        population: Population::Estimated { fraction, significance },
    };
    let unique =
        |share, fraction| ModelParams::PopulationUniqueness { share, estimator: Estimator::Dankar, fraction };
    refused(&ModelParams::KAnonymity { k: 0 }, "k = 0: ");
    refused(&ModelParams::KPerStratum { k: 0 }, "k = 0: ");
    refused(&ModelParams::KMap { k: 0, population: Population::Counted }, "k = 0: ");
    refused(&estimated(0.0, 0.05), "fraction = 0: ");
    refused(&estimated(1.5, 0.05), "fraction = 1.5: ");
    refused(&estimated(0.1, 0.0), "significance = 0: ");
    refused(&estimated(0.1, 1.0), "significance = 1: ");
    refused(&ModelParams::PSensitive { p: 0, k: 2 }, "p = 0: ");
    refused(&ModelParams::PSensitive { p: 2, k: 0 }, "k = 0: ");
    refused(&ModelParams::DistinctL { l: 0 }, "l = 0: ");
    refused(&ModelParams::EntropyL { l: 0.5 }, "l = 0.5: ");
    refused(&ModelParams::EntropyL { l: f64::NAN }, "l = NaN: ");
    refused(&ModelParams::RecursiveL { c: 0.0, l: 2 }, "c = 0: ");
    refused(&ModelParams::RecursiveL { c: 2.0, l: 0 }, "l = 0: ");
    refused(&alpha_k(0.0, 2, &[]), "alpha = 0: ");
    refused(&alpha_k(1.1, 2, &[]), "alpha = 1.1: ");
    refused(&alpha_k(0.5, 0, &[]), "k = 0: ");
    refused(&t_closeness(-0.1, Distance::Equal), "t = -0.1: ");
    refused(&t_closeness(1.1, Distance::Rank), "t = 1.1: ");
    refused(&ModelParams::DeltaDisclosure { delta: 0.0, skips_absent: false }, "delta = 0: ");
    refused(&ModelParams::DeltaDisclosure { delta: f64::INFINITY, skips_absent: true }, "delta = inf: ");
    refused(&ModelParams::EntropyL { l: f64::INFINITY }, "l = inf: ");
    refused(&ModelParams::RecursiveL { c: f64::INFINITY, l: 2 }, "c = inf: ");
    refused(&ModelParams::BetaLikeness { beta: f64::INFINITY, enhanced: false }, "beta = inf: ");
    refused(&ModelParams::BetaLikeness { beta: -1.0, enhanced: true }, "beta = -1: ");
    refused(&ModelParams::DeltaPresence { min: 0.5, max: 0.4 }, "min = 0.5: ");
    refused(&ModelParams::DeltaPresence { min: 0.5, max: 1.4 }, "max = 1.4: ");
    refused(&amidst_models::HighestRisk::params(0.0), "risk = 0: ");
    refused(&amidst_models::HighestRisk::params(1e-20), "risk = 0.00000000000000000001: ");
    refused(&ModelParams::AverageRisk { risk: 2.0 }, "risk = 2: ");
    refused(&ModelParams::RecordsAtRisk { risk: 0.2, share: -1.0 }, "share = -1: ");
    refused(&ModelParams::SampleUniqueness { share: f64::INFINITY }, "share = inf: ");
    refused(&unique(2.0, 0.1), "share = 2: ");
    refused(&unique(0.1, f64::NAN), "fraction = NaN: ");
}

#[test]
fn what_is_in_range_is_so_without_a_table() {
    for case in class_cases() {
        assert!(amidst_models::in_range(&case.params).is_ok(), "{:?}", case.params);
    }
    assert!(amidst_models::in_range(&t_closeness(0.2, Distance::Hierarchical)).is_ok());
    assert!(amidst_models::in_range(&alpha_k(0.5, 2, &["HIV"])).is_ok());
}

#[test]
fn a_model_without_its_column_is_refused() {
    for case in class_cases().into_iter().filter(|case| case.params.needs_column()) {
        let error = amidst_models::model(&case.params, None).unwrap_err().to_string();
        let expected =
            format!("column = none: {} looks at the values of a column; name one", case.params.id());
        assert_eq!(error, expected);
    }
}

#[test]
fn a_column_that_lacks_something_is_refused() {
    let values = Values::of_counts(vec![1; 4]);
    let message = |params: &ModelParams| amidst_models::model(params, Some(&values)).unwrap_err().to_string();
    assert!(message(&ModelParams::PersonalK).starts_with("column = not whole numbers: each row's own k"));
    let numeric = message(&t_closeness(0.2, Distance::Numeric));
    assert!(numeric.starts_with("distance = numeric: numeric distance needs numbers or dates in every row"));
    let hierarchical = message(&t_closeness(0.2, Distance::Hierarchical));
    assert!(hierarchical.starts_with("distance = hierarchical: hierarchical distance needs a hierarchy"));
    assert!(
        message(&alpha_k(0.5, 2, &["HIV"]))
            .starts_with("values = 1: the column has none of the values named")
    );
}

#[test]
fn messages_and_debug_output_tell_no_cell() {
    let secret = 987_654_321_u32;
    let values = Values {
        numbers: Some(vec![1.0, f64::from(secret)]),
        rows_asked: Some(vec![1, u64::from(secret)]),
        ..Values::of_counts(vec![2, 3])
    };
    for params in [ModelParams::PersonalK, t_closeness(0.2, Distance::Numeric)] {
        let shown = format!("{:?}", amidst_models::model(&params, Some(&values)).unwrap());
        assert!(!shown.contains("98765432"), "{shown}");
    }
}

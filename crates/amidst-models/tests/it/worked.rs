//! The tables of the literature, with counts typed in.

use amidst_core::{ModelParams, Values, model::Distance};

use crate::{
    cases::{alpha_k, t_closeness},
    support::{Class, class_model},
};

fn close(reached: f64, expected: f64) {
    assert!((reached - expected).abs() < 5e-7, "{reached} is not {expected}");
}

/// The classes of a table in its order: been_married F, never_married M, been_married M.
fn reached(params: &ModelParams, values: &Values, classes: &[&[u32]], expected: &[f64]) {
    let model = class_model(params, Some(values));
    classes
        .iter()
        .zip(expected)
        .for_each(|(rows, expected)| close(model.attained(&Class::of(rows).summary()), *expected));
}

#[test]
fn chapter_figure_18() {
    // Hypertension, HIV, obesity.
    let values = Values { named: vec![1], ..Values::of_counts(vec![3, 3, 3]) };
    let classes: [&[u32]; 3] = [&[3], &[0, 1, 2], &[0, 2, 1]];
    reached(&ModelParams::DistinctL { l: 2 }, &values, &classes, &[1.0, 2.0, 2.0]);
    reached(&alpha_k(0.4, 3, &["HIV"]), &values, &classes, &[0.0, 1.0 / 3.0, 2.0 / 3.0]);
    let model = class_model(&alpha_k(0.4, 3, &["HIV"]), Some(&values));
    let holds = classes.map(|rows| model.holds(&Class::of(rows).summary()));
    assert_eq!(holds, [true, true, false]);
}

#[test]
fn chapter_figure_19() {
    // Diabetes: no, yes.
    let diabetes = Values { named: vec![1], ..Values::of_counts(vec![6, 3]) };
    let classes: [&[u32]; 3] = [&[3, 0], &[1, 2], &[2, 1]];
    reached(&ModelParams::DistinctL { l: 2 }, &diabetes, &classes, &[1.0, 2.0, 2.0]);
    reached(&alpha_k(0.5, 3, &["Y"]), &diabetes, &classes, &[0.0, 2.0 / 3.0, 1.0 / 3.0]);
    reached(&t_closeness(0.2, Distance::Equal), &diabetes, &classes, &[0.333333, 0.333333, 0.0]);
    // Cholesterol: 190, 210, 220, 230, 250 (twice), 260, 275, 285.
    let cholesterol = Values::of_counts(vec![1, 1, 1, 1, 2, 1, 1, 1]);
    let classes: [&[u32]; 3] = [&[0, 0, 1, 1, 0, 0, 1], &[0, 0, 0, 0, 2, 1], &[1, 1, 0, 0, 0, 0, 0, 1]];
    reached(&ModelParams::DistinctL { l: 2 }, &cholesterol, &classes, &[3.0, 2.0, 3.0]);
    let rank = t_closeness(0.2, Distance::Rank);
    reached(&rank, &cholesterol, &classes, &[0.111111, 0.206349, 0.222222]);
}

#[test]
fn skewness_and_similarity() {
    // Diabetes 3, short breath 1: two values, but three quarters are diabetes.
    let values = Values { named: vec![0], ..Values::of_counts(vec![3, 1]) };
    reached(&ModelParams::DistinctL { l: 2 }, &values, &[&[3, 1]], &[2.0]);
    let alpha = class_model(&alpha_k(0.2, 4, &["diabetes"]), Some(&values));
    close(alpha.attained(&Class::of(&[3, 1]).summary()), 0.75);
    assert!(!alpha.holds(&Class::of(&[3, 1]).summary()));
    // Gastritis 1, stomach ulcer 2: two values of one organ.
    reached(&ModelParams::DistinctL { l: 2 }, &Values::of_counts(vec![1, 2]), &[&[1, 2]], &[2.0]);
}

#[test]
fn salaries_of_the_paper_on_t_closeness() {
    // 3k to 11k, each once. 3k, 4k, 5k are 0.375 away by rank, 6k, 8k, 11k 0.167.
    let salaries =
        Values { numbers: Some((3..=11).map(f64::from).collect()), ..Values::of_counts(vec![1; 9]) };
    let classes: [&[u32]; 2] = [&[1, 1, 1], &[0, 0, 0, 1, 0, 1, 0, 0, 1]];
    for distance in [Distance::Rank, Distance::Numeric] {
        reached(&t_closeness(0.2, distance), &salaries, &classes, &[0.375, 1.0 / 6.0]);
    }
}

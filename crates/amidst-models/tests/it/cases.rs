//! One table of cases: for every model a class that just holds and one that just fails.

use amidst_core::{
    ModelParams, Values,
    model::{Distance, Estimator, Population},
};

use crate::support::{Class, two_by_two};

/// A model of classes at its boundary.
pub struct Case {
    pub params: ModelParams,
    /// The column; `None` if it looks at none.
    pub values: Option<Values>,
    pub holds: Vec<Class>,
    pub fails: Vec<Class>,
}

fn case(params: ModelParams, values: Option<Values>, holds: &[Class], fails: &[Class]) -> Case {
    Case { params, values, holds: holds.to_vec(), fails: fails.to_vec() }
}

/// A case of a column.
fn of_values(params: ModelParams, values: Values, holds: &[&[u32]], fails: &[&[u32]]) -> Case {
    let classes = |all: &[&[u32]]| all.iter().map(|rows| Class::of(rows)).collect::<Vec<_>>();
    case(params, Some(values), &classes(holds), &classes(fails))
}

fn counts(counts: &[u64]) -> Values {
    Values::of_counts(counts.to_vec())
}

pub fn t_closeness(t: f64, distance: Distance) -> ModelParams {
    ModelParams::TCloseness { t, distance }
}

pub fn alpha_k(alpha: f64, k: u64, values: &[&str]) -> ModelParams {
    ModelParams::AlphaK { alpha, k, values: values.iter().map(|&value| value.into()).collect() }
}

pub fn counted_k_map(k: u64) -> ModelParams {
    ModelParams::KMap { k, population: Population::Counted }
}

fn estimated_k_map(k: u64, fraction: f64, significance: f64) -> ModelParams {
    ModelParams::KMap { k, population: Population::Estimated { fraction, significance } }
}

/// Of rows, people and populations.
fn of_rows() -> Vec<Case> {
    let rows = Class::of_rows;
    let people = |rows, people| Class::of_rows(rows).with_population(people);
    let presence = ModelParams::DeltaPresence { min: 0.1, max: 0.6 };
    let present = [people(6, 10.0), people(1, 10.0), people(3, 5.5)];
    let absent = [people(7, 11.0), people(1, 11.0), people(3, 4.9), people(3, 0.0)];
    vec![
        case(ModelParams::KAnonymity { k: 5 }, None, &[rows(5)], &[rows(4)]),
        case(ModelParams::KAnonymity { k: 1 }, None, &[rows(1)], &[]),
        case(counted_k_map(5), None, &[people(1, 5.0)], &[people(4, 4.0), people(1, 4.999)]),
        case(estimated_k_map(5, 0.1, 0.05), None, &[rows(3)], &[rows(2)]),
        case(estimated_k_map(5, 1.0, 0.05), None, &[rows(5)], &[rows(4)]),
        case(presence, None, &present, &absent),
        case(amidst_models::HighestRisk::params(0.2), None, &[rows(5)], &[rows(4)]),
        case(amidst_models::HighestRisk::params(0.09), None, &[rows(12)], &[rows(11)]),
        case(amidst_models::HighestRisk::params(1.0), None, &[rows(1)], &[]),
    ]
}

/// Of rows and values.
fn of_diversity() -> Vec<Case> {
    let five = counts(&[40, 30, 20, 9, 1]);
    let personal = Values { rows_asked: Some(vec![2, 5]), ..counts(&[9, 5]) };
    let named = Values { named: vec![1], ..counts(&[8, 4]) };
    vec![
        of_values(ModelParams::KAnonymity { k: 2 }, five.clone(), &[&[7, 1]], &[&[9]]),
        of_values(ModelParams::PersonalK, personal, &[&[1, 4], &[2]], &[&[2, 2], &[0, 4], &[1]]),
        of_values(ModelParams::KPerStratum { k: 3 }, five.clone(), &[&[3, 8], &[0, 3]], &[&[2, 8], &[0, 2]]),
        of_values(ModelParams::PSensitive { p: 2, k: 3 }, five.clone(), &[&[2, 1]], &[&[1, 1], &[3]]),
        of_values(ModelParams::DistinctL { l: 3 }, five.clone(), &[&[1, 1, 1]], &[&[9, 9]]),
        of_values(
            ModelParams::EntropyL { l: 2.0 },
            five.clone(),
            &[&[3, 3], &[5, 1, 2]],
            &[&[4, 3], &[7, 1, 1]],
        ),
        of_values(ModelParams::EntropyL { l: 1.0 }, five.clone(), &[&[1]], &[]),
        of_values(ModelParams::RecursiveL { c: 2.0, l: 2 }, five.clone(), &[&[5, 2, 1]], &[&[6, 2, 1], &[3]]),
        of_values(ModelParams::RecursiveL { c: 0.9, l: 1 }, five.clone(), &[&[8, 1]], &[&[9, 1]]),
        of_values(ModelParams::RecursiveL { c: 4.0, l: 3 }, five, &[&[5, 3, 2, 1]], &[&[4, 3, 1], &[4, 4]]),
        of_values(alpha_k(0.4, 3, &["b"]), named, &[&[3, 2], &[3, 0]], &[&[1, 1], &[1, 2], &[1, 1]]),
        of_values(alpha_k(0.5, 2, &[]), counts(&[8, 4]), &[&[1, 1]], &[&[2, 1], &[2]]),
    ]
}

/// Of values against the whole table.
fn of_closeness() -> Vec<Case> {
    let numbers = Values { numbers: Some(vec![0.0, 1.0, 10.0]), ..counts(&[4, 2, 4]) };
    let tree = Values { hierarchy: Some(two_by_two()), ..counts(&[5, 5, 5, 5]) };
    let basic = ModelParams::BetaLikeness { beta: 1.0, enhanced: false };
    let enhanced = |beta| ModelParams::BetaLikeness { beta, enhanced: true };
    let disclosure = |delta| ModelParams::DeltaDisclosure { delta, skips_absent: false };
    let skipping = |delta| ModelParams::DeltaDisclosure { delta, skips_absent: true };
    vec![
        of_values(t_closeness(0.2, Distance::Equal), counts(&[5, 5]), &[&[7, 3], &[3, 7]], &[&[71, 29]]),
        of_values(t_closeness(0.0, Distance::Equal), counts(&[4, 6]), &[&[2, 3]], &[&[3, 4]]),
        of_values(t_closeness(0.1, Distance::Rank), counts(&[4, 2, 4]), &[&[6, 0, 4]], &[&[61, 0, 39]]),
        of_values(t_closeness(0.02, Distance::Numeric), numbers, &[&[6, 0, 4]], &[&[61, 0, 39]]),
        of_values(
            t_closeness(0.0625, Distance::Hierarchical),
            tree,
            &[&[3, 1, 2, 2]],
            &[&[3, 2, 2, 1], &[4, 0, 2, 2]],
        ),
        of_values(disclosure(1.0), counts(&[4, 12]), &[&[2, 3]], &[&[2, 2], &[1, 7], &[1, 0], &[0, 1]]),
        of_values(disclosure(0.5), counts(&[1, 1]), &[&[64, 36]], &[&[65, 35], &[1, 0]]),
        of_values(skipping(1.0), counts(&[4, 12]), &[&[2, 3], &[0, 1]], &[&[2, 2], &[1, 7], &[1, 0]]),
        of_values(basic, counts(&[1, 3]), &[&[2, 2], &[0, 1]], &[&[3, 2], &[1, 0]]),
        of_values(enhanced(0.4), counts(&[5, 15]), &[&[7, 13]], &[&[8, 12]]),
        // −ln 0.25 is 1.386…
        of_values(enhanced(9.0), counts(&[1, 3]), &[&[59, 41]], &[&[60, 40]]),
        of_values(enhanced(9.0), counts(&[7]), &[&[3]], &[]),
    ]
}

/// Every model of classes.
pub fn class_cases() -> Vec<Case> {
    [of_rows(), of_diversity(), of_closeness()].into_iter().flatten().collect()
}

/// Every model of tables, with sizes that just hold and sizes that just fail.
pub fn table_cases() -> Vec<(ModelParams, Vec<u64>, Vec<u64>)> {
    let unique = |estimator| ModelParams::PopulationUniqueness { share: 0.1, estimator, fraction: 1.0 };
    let estimators = [Estimator::Zayatz, Estimator::Snb, Estimator::Pitman, Estimator::Dankar];
    let mut cases: Vec<_> =
        estimators.into_iter().map(|estimator| (unique(estimator), vec![9, 1], vec![8, 1])).collect();
    cases.extend([
        (ModelParams::AverageRisk { risk: 0.2 }, vec![9, 1], vec![8, 1]),
        (ModelParams::RecordsAtRisk { risk: 0.2, share: 0.1 }, vec![36, 4], vec![35, 4]),
        (ModelParams::RecordsAtRisk { risk: 0.2, share: 0.0 }, vec![5, 5], vec![500, 4]),
        (ModelParams::SampleUniqueness { share: 0.1 }, vec![9, 1], vec![8, 1]),
        (ModelParams::SampleUniqueness { share: 0.0 }, vec![2], vec![900, 1]),
    ]);
    cases
}

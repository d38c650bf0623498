//! Every privacy model, searched: what a model promises about merging classes must be true, or the best node is missed.

use std::sync::Arc;

use amidst_core::{
    Hierarchy, ModelParams, Solver, Values,
    model::{Distance, Estimator, Population},
};
use amidst_kernel::{AuxColumn, Tuples};
use amidst_models::{KAnonymity, model};
use amidst_search::{Exhaustive, Optimal, Problem, Requirement};
use amidst_testkit::generate::SeededRng;

use crate::case::{Case, SHAPE, answer};

/// The values of the companion: so many, in pairs below labels.
const WIDTH: u32 = 6;

fn params(draw: &mut SeededRng, at: u64) -> ModelParams {
    let mut of = |choices: &[f64]| choices[draw.below(choices.len() as u32) as usize];
    let closeness = |t, distance| ModelParams::TCloseness { t, distance };
    match at % 21 {
        0 => ModelParams::KAnonymity { k: 3 },
        1 => ModelParams::PersonalK,
        2 => ModelParams::KPerStratum { k: 2 },
        3 => ModelParams::KMap { k: 4, population: Population::Counted },
        4 => ModelParams::KMap {
            k: 4,
            population: Population::Estimated { fraction: of(&[0.3, 0.6]), significance: 0.1 },
        },
        5 => ModelParams::PSensitive { p: 2, k: 3 },
        6 => ModelParams::DistinctL { l: 3 },
        7 => ModelParams::EntropyL { l: of(&[1.5, 2.0, 2.7]) },
        8 => ModelParams::RecursiveL { c: of(&[1.0, 2.0, 3.5]), l: 2 },
        9 => ModelParams::AlphaK { alpha: of(&[0.4, 0.5, 0.75]), k: 2, values: Vec::new() },
        10 => closeness(of(&[0.2, 0.35, 0.5]), Distance::Equal),
        11 => closeness(of(&[0.1, 0.2, 0.3]), Distance::Rank),
        12 => closeness(of(&[0.1, 0.2, 0.3]), Distance::Numeric),
        13 => closeness(of(&[0.15, 0.3, 0.4]), Distance::Hierarchical),
        14 => {
            ModelParams::DeltaDisclosure { delta: of(&[0.8, 1.5, 2.5]), skips_absent: of(&[0.0, 1.0]) == 0.0 }
        }
        15 => ModelParams::BetaLikeness { beta: of(&[0.5, 1.0, 2.0]), enhanced: false },
        16 => ModelParams::BetaLikeness { beta: of(&[0.5, 1.0, 2.0]), enhanced: true },
        17 => ModelParams::DeltaPresence { min: of(&[0.0, 0.3]), max: of(&[0.6, 0.9]) },
        18 => amidst_models::HighestRisk::params(of(&[0.2, 0.34, 0.5])),
        19 => ModelParams::AverageRisk { risk: of(&[0.2, 0.3, 0.45]) },
        _ => match of(&[0.0, 1.0]) == 0.0 {
            true => ModelParams::RecordsAtRisk { risk: 0.34, share: of(&[0.0, 0.2, 0.4]) },
            false => ModelParams::SampleUniqueness { share: of(&[0.0, 0.1, 0.2]) },
        },
    }
}

fn values(codes: &[u32]) -> Values {
    let mut counts = vec![0; WIDTH as usize];
    codes.iter().for_each(|&code| counts[code as usize] += 1);
    let label = |text: String| Some(text.into_boxed_str());
    let path =
        |value: u32| vec![label(format!("v{value}")), label(format!("g{}", value / 2)), label("*".into())];
    let hierarchy = Hierarchy::from_paths((0..WIDTH).map(path).collect()).expect("it is a tree");
    let leaf = |value: u32| hierarchy.leaf(Some(&format!("v{value}"))).expect("every value is a leaf");
    Values {
        numbers: Some(vec![0.0, 1.0, 2.0, 10.0, 11.0, 40.0]),
        rows_asked: Some(vec![1, 2, 2, 3, 4, 6]),
        hierarchy: Some((Arc::new(hierarchy.clone()), (0..WIDTH).map(leaf).collect())),
        ..Values::of_counts(counts)
    }
}

#[test]
fn the_best_node_under_every_model_is_that_of_brute_force() {
    let mut found = [0; 21];
    for seed in 0..2100 {
        let case = Case::draw(SHAPE, 90_000 + seed);
        let mut draw = SeededRng::new(seed ^ 0xa5ed);
        let quasi = case.quasi();
        let rows = quasi[0].codes.len();
        let codes: Vec<u32> = (0..rows).map(|_| draw.low_between(0, WIDTH - 1)).collect();
        let weights: Vec<u64> = (0..rows).map(|_| u64::from(1_000_000 + draw.below(2_000_000))).collect();
        let values = values(&codes);
        let aux_column = AuxColumn { codes, width: WIDTH as usize };
        let tuples = Tuples::collapse(&quasi)
            .expect("columns fit together")
            .with_aux_columns(&quasi, &[aux_column], &())
            .unwrap()
            .with_weights(&quasi, &weights, &())
            .unwrap();
        let params = params(&mut draw, seed);
        let looks_at_values = params.needs_column() || matches!(params, ModelParams::KAnonymity { .. });
        let model = model(&params, looks_at_values.then_some(&values)).expect("parameters are in range");
        let mut requirements =
            vec![Requirement { aux_column: looks_at_values.then_some(0), ..Requirement::new(model) }];
        if draw.percent(50) {
            requirements.push(Requirement::from(Box::new(KAnonymity::new(2).expect("k is at least 1"))));
        }
        let problem = Problem::new(&tuples, requirements, case.metric(&tuples), case.max_suppressed);
        let best = answer(Exhaustive.solve(&problem, &()).unwrap()).ok();
        let optimal = answer(Optimal.solve(&problem, &()).unwrap()).ok();
        assert_eq!(optimal, best, "seed {seed}: {params:?}");
        found[(seed % 21) as usize] += u32::from(best.is_some());
    }
    assert!(found.iter().all(|&found| found >= 20), "{found:?}");
}

/// An estimate may rise when small classes go, so it need not be the fewest rows that are suppressed; but what is
/// released holds, and both ways find the same.
#[test]
fn population_uniqueness_holds_on_what_is_released() {
    for seed in 0..200 {
        let case = Case::draw(SHAPE, 95_000 + seed);
        let tuples = case.tuples();
        let params =
            ModelParams::PopulationUniqueness { share: 0.05, estimator: Estimator::Dankar, fraction: 0.2 };
        let requirement = Requirement::new(model(&params, None).expect("parameters are in range"));
        let problem = Problem::new(&tuples, vec![requirement], case.metric(&tuples), case.max_suppressed);
        let Ok(best) = answer(Optimal.solve(&problem, &()).unwrap()) else { continue };
        let reached = problem.judge(&best.levels).unwrap().reached[0].reached;
        assert!(reached.is_none_or(|reached| reached <= 0.05 + 1e-12), "seed {seed}: {reached:?}");
    }
}

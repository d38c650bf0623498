//! Requirements that look at values, at people or at all classes together are searched no less exactly.

use std::sync::Arc;

use amidst_core::{ClassModel, ClassSummary, Looks, Model, Monotonicity, Scale, Sizes, Solver, TableModel};
use amidst_kernel::{AuxColumn, Tuples, UNCOUNTED};
use amidst_search::{Algorithm, Exhaustive, Lightning, Optimal, Problem, Requirement, Split};
use amidst_testkit::generate::SeededRng;

use crate::{
    case::{Case, SHAPE, answer},
    heuristics::heuristics,
};

/// A model that asks something of a class.
#[derive(Debug)]
struct Asks {
    holds: fn(&ClassSummary<'_>) -> bool,
    looks: Looks,
    monotonicity: Monotonicity,
}

impl ClassModel for Asks {
    fn name(&self) -> &'static str {
        "asks"
    }

    fn threshold(&self) -> f64 {
        1.0
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        f64::from(u8::from(!(self.holds)(class)))
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        (self.holds)(class)
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        self.looks
    }

    fn monotonicity(&self) -> Monotonicity {
        self.monotonicity
    }
}

/// At most one class for so many rows.
#[derive(Debug)]
struct Average(u64);

impl TableModel for Average {
    fn name(&self) -> &'static str {
        "average"
    }

    fn threshold(&self) -> f64 {
        1.0 / self.0 as f64
    }

    fn attained(&self, sizes: &Sizes) -> f64 {
        sizes.classes() as f64 / sizes.rows() as f64
    }

    fn holds(&self, sizes: &Sizes) -> bool {
        sizes.classes() * self.0 <= sizes.rows()
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }
}

const DISTINCT: Asks = Asks {
    holds: |class| class.values.len() >= 2,
    looks: Looks::Values,
    monotonicity: Monotonicity::Suppression,
};
/// No value in more than three quarters of the rows.
const SHARE: Asks = Asks {
    holds: |class| class.counts.iter().all(|&rows| 4 * u64::from(rows) <= 3 * class.known()),
    looks: Looks::Values,
    monotonicity: Monotonicity::Generalization,
};
const EVEN: Asks = Asks {
    holds: |class| class.counts.iter().all(|&rows| rows != 1),
    looks: Looks::Values,
    monotonicity: Monotonicity::None,
};
const PEOPLE: Asks = Asks {
    holds: |class| class.population >= 3.5,
    looks: Looks::Population,
    monotonicity: Monotonicity::Suppression,
};

/// Three companions and a weight for each row.
pub fn beside(case: &Case, seed: u64) -> (Vec<AuxColumn>, Vec<u64>) {
    let mut draw = SeededRng::new(seed ^ 0x7a1e);
    let rows = case.columns[0].leaves.len();
    let mut codes = |width: u32, missing: u32| -> Vec<u32> {
        let mut code = || if draw.percent(missing) { UNCOUNTED } else { draw.low_between(0, width - 1) };
        (0..rows).map(|_| code()).collect()
    };
    let mut aux_columns =
        vec![AuxColumn { codes: codes(3, 0), width: 3 }, AuxColumn { codes: codes(6, 5), width: 6 }];
    // Of the second companion a third of the codes is a value, the rest a person: whose row it is stands in the third.
    let people = aux_columns[1].codes.iter().map(|&code| if code == UNCOUNTED { 3 } else { code % 3 });
    aux_columns.push(AuxColumn { codes: people.collect(), width: 4 });
    let weights = (0..rows).map(|_| u64::from(draw.below(2_000_000))).collect();
    (aux_columns, weights)
}

pub fn tuples(case: &Case, seed: u64) -> Tuples {
    let quasi = case.quasi();
    let (aux_columns, weights) = beside(case, seed);
    Tuples::collapse(&quasi)
        .expect("columns fit together")
        .with_aux_columns(&quasi, &aux_columns, &())
        .unwrap()
        .with_weights(&quasi, &weights, &())
        .unwrap()
}

fn of_values(model: Asks, aux_column: usize) -> Requirement {
    Requirement { aux_column: Some(aux_column), ..Requirement::new(Model::Class(Box::new(model))) }
}

pub fn requirements(case: &Case, seed: u64) -> Vec<Requirement> {
    let rows = Requirement::from(Box::new(amidst_models::KAnonymity::new(case.k).unwrap()));
    let people = Requirement::new(Model::Class(Box::new(PEOPLE)));
    let average = Requirement::new(Model::Table(Box::new(Average(1 + seed % 5))));
    // Pairs of the second companion: its value is the last bit, the rest joins the quasi columns.
    let split = Split {
        group_of: (0..6).map(|pair| pair / 2).collect(),
        value_of: (0..6).map(|pair| pair % 2).collect(),
        person_of: None,
    };
    let split = Some(Arc::new(split));
    let whose = Split {
        group_of: Vec::new(),
        value_of: (0..6).map(|pair| pair / 3).collect(),
        person_of: Some((0..6).map(|pair| pair % 3).collect()),
    };
    let of_people =
        |model: Asks| Requirement { split: Some(Arc::new(whose)), ..of_values(model, 1) }.of_people(Some(2));
    let rows_of_people = || Requirement::from(Box::new(amidst_models::KAnonymity::new(2).unwrap()));
    match seed % 13 {
        0 => vec![rows, of_values(DISTINCT, 0)],
        1 => vec![rows, of_values(SHARE, 0)],
        2 => vec![of_values(SHARE, 1), of_values(DISTINCT, 0)],
        3 => vec![rows, of_values(EVEN, 1)],
        4 => vec![rows, people],
        5 => vec![rows, average],
        6 => vec![average, of_values(SHARE, 0), rows],
        7 => vec![of_values(DISTINCT, 1), average],
        8 => vec![Requirement { split, ..of_values(SHARE, 1) }],
        9 => vec![Requirement { split, ..of_values(DISTINCT, 1) }],
        10 => vec![rows_of_people().of_people(Some(2)), rows, average],
        11 => vec![rows_of_people().of_people(Some(2)), of_people(SHARE)],
        _ => vec![rows, Requirement { split, ..of_values(EVEN, 1) }],
    }
}

#[test]
fn the_best_node_is_that_of_brute_force_whatever_requirements_look_at() {
    let (mut found_any, mut suppressed_some) = (0, 0);
    for seed in 0..2200 {
        let case = Case::draw(SHAPE, 70_000 + seed);
        let tuples = tuples(&case, seed);
        let problem =
            Problem::new(&tuples, requirements(&case, seed), case.metric(&tuples), case.max_suppressed);
        let exhaustive = answer(Exhaustive.solve(&problem, &()).unwrap()).ok();
        let optimal = answer(Optimal.solve(&problem, &()).unwrap()).ok();
        assert_eq!(optimal, exhaustive, "seed {seed}");
        found_any += u32::from(exhaustive.is_some());
        suppressed_some += u32::from(exhaustive.as_ref().is_some_and(|best| best.suppressed > 0));
        for algorithm in heuristics().chain([&Lightning as &dyn Algorithm]) {
            let found = answer(algorithm.solve(&problem, &()).unwrap()).ok();
            assert!(found.is_some() || exhaustive.is_none() || !problem.is_monotone(), "seed {seed}");
            let Some(found) = found else { continue };
            let score = &exhaustive.as_ref().expect("what was found is feasible").score;
            assert!(found.bound <= *score && *score <= found.score, "{} seed {seed}", algorithm.name());
        }
    }
    assert!(found_any > 900 && suppressed_some > 400, "{found_any}, {suppressed_some}");
}

#[test]
fn what_is_reached_is_the_worst_of_released_classes_and_holds() {
    for seed in 0..600 {
        let case = Case::draw(SHAPE, 80_000 + seed);
        let tuples = tuples(&case, seed);
        let asked = requirements(&case, seed);
        let problem = Problem::new(&tuples, asked, case.metric(&tuples), case.max_suppressed);
        for levels in problem.lattice().iter() {
            let view = problem.judge(&levels).unwrap();
            for reached in view.reached {
                let Some(value) = reached.reached else { continue };
                let holds = match reached.model {
                    "k-anonymity" => value >= reached.asked,
                    "average" => value <= reached.asked,
                    _ => value == 0.0,
                };
                assert!(holds, "seed {seed}: {} {value}", reached.model);
            }
        }
    }
}

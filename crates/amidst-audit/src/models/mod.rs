//! Every privacy model, judged on tables as they stand.
//!
//! Written straight from the definitions over the rows of each class and the histogram of one column in it, and sharing
//! nothing with the models that a search prunes by. Numbers are floating-point with a tolerance where a model turns, so
//! that rounding never tells a table at the very limit that it failed.

mod attribute;
mod checker;
mod class;
mod described;
mod domain;
mod grouping;
mod highest_risk;
mod k_map;
mod line;
mod model_input;
mod parts;
mod population;
mod survey;
mod table;
mod tree;
mod unfit;
mod uniqueness;

#[cfg(test)]
mod tests;

use amidst_core::{
    ModelParams,
    model::{DescribedModel, Population},
};
use rayon::prelude::*;

pub use attribute::Attribute;
use checker::Checker;
pub(crate) use class::Standing;
use class::{Class, ClassMeasure};
pub(crate) use domain::{Column, Domain};
pub(crate) use grouping::weighed;
pub use grouping::{Grouping, Looks};
pub(crate) use model_input::ModelInput;
pub(crate) use parts::{Histograms, Parts};
pub use population::PopulationCounts;
pub use unfit::Unfit;

use crate::{Classes, Share};

/// Every model that has a file of its own here. A new one is its file and one line.
const CHECKERS: [Checker; 1] = [highest_risk::CHECKER];

/// The checker of a model; none for models that are not ours.
fn checker(model: &DescribedModel) -> Option<&'static Checker> {
    const { &CHECKERS }.iter().find(|checker| checker.id == model.info().id)
}

/// How far a requirement holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What was asked.
    pub asked: f64,
    /// What the worst class has, or all classes together; infinite if no number is enough. `None` without rows.
    pub reached: Option<f64>,
    /// Whether that is enough.
    pub holds: bool,
    /// The classes that fall short. `None` if all are to blame alike.
    pub failing: Option<Share>,
}

/// A verdict, and where each class stands; nowhere if the model looks at all classes together.
pub(crate) struct Judgement {
    pub verdict: Verdict,
    pub standings: Option<Vec<Standing>>,
}

/// What a model looks at in classes.
pub(crate) struct ClassStatistics<'a> {
    /// The rows of each class, or its people. A class without any is none.
    pub sizes: &'a [u64],
    /// The rows of each class.
    pub rows_of: &'a [u64],
    pub values: Option<(&'a Histograms, &'a Domain)>,
    pub population: Option<&'a PopulationCounts>,
}

/// Judges a requirement.
pub(crate) fn judge(params: &ModelParams, seen: &ClassStatistics) -> Result<Judgement, Unfit> {
    if params.is_of_links() {
        return Err(Unfit::NoOriginal);
    }
    if params.needs_column() && seen.values.is_none() {
        return Err(Unfit::NoColumn);
    }
    if params.needs_population() && seen.population.is_none() {
        return Err(Unfit::NoPopulation);
    }
    if let ModelParams::Described(model) = params {
        return described::judge(model, seen);
    }
    Ok(match is_of_table(params) {
        true => of_table(params, seen),
        false => of_classes(params, seen),
    })
}

/// Whether a model looks at all classes together.
pub(crate) fn is_of_table(params: &ModelParams) -> bool {
    match params {
        ModelParams::AverageRisk { .. }
        | ModelParams::RecordsAtRisk { .. }
        | ModelParams::SampleUniqueness { .. }
        | ModelParams::PopulationUniqueness { .. } => true,
        ModelParams::Described(model) => described::is_of_table(model),
        _ => false,
    }
}

/// Whether nothing but the model itself can say whether it holds.
pub fn is_self_judged(params: &ModelParams) -> bool {
    matches!(params, ModelParams::Described(model) if checker(model).is_none())
}

/// Whether what stands at the very limit is enough.
fn suffices(params: &ModelParams, standing: Standing) -> bool {
    let is_strict = matches!(params, ModelParams::RecursiveL { .. } | ModelParams::DeltaDisclosure { .. });
    standing == Standing::Holds || standing == Standing::Edge && !is_strict
}

fn of_table(params: &ModelParams, seen: &ClassStatistics) -> Judgement {
    let sizes: Vec<u64> = seen.sizes.iter().copied().filter(|&rows| rows > 0).collect();
    let classes = Classes::summed_up(&sizes, 0, &()).expect("nobody aborts");
    let (reached, standing, blamed) =
        table::reached(params, &classes).expect("the model looks at all classes together");
    let holds = classes.rows == 0 || suffices(params, standing);
    let verdict = Verdict {
        asked: limit(params),
        reached: (classes.rows > 0).then_some(reached),
        holds,
        failing: if holds { Some(Share::default()) } else { blamed },
    };
    Judgement { verdict, standings: None }
}

fn of_classes(params: &ModelParams, seen: &ClassStatistics) -> Judgement {
    let domain = seen.values.map(|(_, domain)| domain);
    let reached =
        |class: &Class| class::reached(params, class, domain).expect("it looks at classes one by one");
    let judgement = tallied(seen, limit(params), &reached, |standing| suffices(params, standing));
    match leaves_out_somebody(params, seen) {
        false => judgement,
        true => {
            let verdict = Verdict { reached: Some(0.0), holds: false, failing: None, ..judgement.verdict };
            Judgement { verdict, ..judgement }
        }
    }
}

/// What all classes reach by what each does, and which fall short.
fn tallied(
    seen: &ClassStatistics,
    asked: f64,
    reached: &(dyn Fn(&Class) -> ClassMeasure + Sync),
    suffices: impl Fn(Standing) -> bool,
) -> Judgement {
    let class = |at: usize| {
        let (values, counts) = seen.values.map_or((&[][..], &[][..]), |(histograms, _)| histograms.of(at));
        let population = seen.population.map_or(0.0, |population| population.of_class[at]);
        let holders = seen.values.map_or(0, |(histograms, _)| histograms.holders(at));
        let class = Class { rows: seen.sizes[at], values, counts, holders, population };
        (class.rows > 0).then(|| reached(&class))
    };
    let reached: Vec<Option<ClassMeasure>> = (0..seen.sizes.len()).into_par_iter().map(class).collect();
    let worst = reached.iter().flatten().max_by(|a, b| a.badness.total_cmp(&b.badness));
    let fails = |reached: &&Option<ClassMeasure>| reached.is_some_and(|it| !suffices(it.standing));
    let failing = reached.iter().zip(seen.rows_of).filter(|(reached, _)| fails(reached));
    let failing = failing.fold(Share::default(), |share, (_, rows)| Share {
        classes: share.classes + 1,
        rows: share.rows + rows,
    });
    let verdict = Verdict {
        asked,
        reached: worst.map(|worst| worst.value),
        holds: failing.classes == 0,
        failing: Some(failing),
    };
    let standings = reached.iter().map(|reached| reached.map_or(Standing::Holds, |it| it.standing));
    Judgement { verdict, standings: Some(standings.collect()) }
}

/// Whether a model speaks of everybody in the population, and somebody is in no class: in the table with a chance of 0.
fn leaves_out_somebody(params: &ModelParams, seen: &ClassStatistics) -> bool {
    let (ModelParams::DeltaPresence { min, .. }, Some(people)) = (params, seen.population) else {
        return false;
    };
    let has_rows = seen.sizes.iter().any(|&rows| rows > 0);
    *min > 0.0 && has_rows && people.elsewhere(seen.sizes) > 0.0
}

/// What is asked, on the scale of what is reached.
fn limit(params: &ModelParams) -> f64 {
    match *params {
        ModelParams::KAnonymity { k } | ModelParams::KPerStratum { k } => k as f64,
        ModelParams::KMap { k, population: Population::Counted | Population::Weighted { .. } } => k as f64,
        ModelParams::KMap { k, population: Population::Estimated { fraction, significance } } => {
            k_map::least_rows(k, fraction, significance) as f64
        }
        ModelParams::PSensitive { p, .. } => p as f64,
        ModelParams::DistinctL { l } => l as f64,
        ModelParams::EntropyL { l } => l,
        ModelParams::RecursiveL { c, .. } => c,
        ModelParams::AlphaK { alpha, .. } => alpha,
        ModelParams::TCloseness { t, .. } => t,
        ModelParams::DeltaDisclosure { delta, .. } => delta,
        ModelParams::BetaLikeness { beta, .. } => beta,
        ModelParams::DeltaPresence { max, .. } => max,
        ModelParams::AverageRisk { risk } => risk,
        ModelParams::RecordsAtRisk { share, .. }
        | ModelParams::SampleUniqueness { share }
        | ModelParams::PopulationUniqueness { share, .. } => share,
        // Of each row its own: the rows of its class are a multiple of what it asks for, of which 1 is enough.
        ModelParams::PersonalK => 1.0,
        _ => f64::NAN,
    }
}

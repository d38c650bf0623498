//! k-map by survey weights where a model that is fitted to the sizes of all classes says that too few are behind one.
//!
//! A search judges classes one by one, and a class alone does not tell whether its rows are alone because most people are. So
//! the node it finds is the first that is tried; then come the nodes above it, in the order of what they cost.

use std::{collections::HashMap, sync::Arc};

use amidst_assess::risk::Estimate;
use amidst_core::{ModelParams, Observer, model::Population};
use amidst_release::SUPPRESSED;
use amidst_spec::{Result, quasi::ParseContext, validated::ValidatedSpec, weight};

use super::{
    Attempt, Dataset, Infeasibility, InfeasibleReason, Job, SolveError, above::nodes, deadline::Deadline,
    found, solution::RecodingSolution,
};

/// What must be said of a node that was not the search's own choice.
const NOT_PROVED: &str = "levels were raised because a model of the sizes of all classes estimates fewer people behind them than \
                          each class by itself: another release may keep more";

/// A solution that meets k-map by weights as the fitted model sees it; a first one that meets everything else is at hand.
pub(super) fn settle(
    job: &Job,
    read: &mut Dataset,
    validated: &ValidatedSpec,
    first: RecodingSolution,
    observer: &dyn Observer,
) -> Attempt<RecodingSolution> {
    let Some(weights) = WeightRequirement::of(read, validated)? else { return Ok(first) };
    let reached = match weights.reached(&first) {
        reached if reached >= weights.k => return Ok(first),
        reached => reached,
    };
    let smallest = weights.classes(&first).first().map_or(0, |(rows, _)| *rows);
    let (rows, deadline) = (first.rows, Deadline::new(observer, validated));
    for levels in nodes(job, read, validated, &first, observer)?.into_iter().flatten() {
        if deadline.is_stopped() {
            break;
        }
        read.roles.fix(&levels);
        let Some(solved) = found(job.solve(read, validated, observer))? else { continue };
        if weights.reached(&solved) >= weights.k {
            let warnings = solved.warnings.iter().cloned().chain([NOT_PROVED.to_owned()]).collect();
            return Ok(RecodingSolution {
                is_optimal: false,
                gap: 1.0,
                approximation: None,
                warnings,
                ..solved
            });
        }
    }
    let why = InfeasibleReason::TooFewByFit { k: weights.k, reached };
    Err(SolveError::Infeasible(Infeasibility::new(smallest, rows.suppressed, why)))
}

/// The weights of all rows, and what is asked of them.
struct WeightRequirement {
    of_rows: Vec<f64>,
    counts: Option<Arc<[u32]>>,
    k: u64,
    significance: f64,
}

impl WeightRequirement {
    /// The strictest k-map by weights, if one is asked.
    fn of(read: &Dataset, validated: &ValidatedSpec) -> Result<Option<Self>> {
        let by_weight = validated.requirements.iter().filter(|needed| needed.population.is_none());
        let asked = by_weight.filter_map(|needed| match needed.params {
            ModelParams::KMap { k, population: Population::Weighted { significance } } => {
                Some((k, significance))
            }
            _ => None,
        });
        let strictest = asked.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)));
        let (Some((k, significance)), Some(name)) = (strictest, &validated.stands_for) else {
            return Ok(None);
        };
        let column = read.model_column(name).coded().expect("columns looked at are coded");
        let mark = ParseContext::new(&read.layout, Vec::new()).decimal;
        let of_rows = weight::of_rows(name, column, mark)?;
        Ok(Some(Self { of_rows, counts: column.counts().cloned(), k, significance }))
    }

    /// The fewest people behind a class of a solution, as far as k asks for them.
    fn reached(&self, solved: &RecodingSolution) -> u64 {
        Estimate::new(self.classes(solved)).below(self.k, self.significance, self.k).0
    }

    /// The released classes by their rows and weights, the smallest first.
    fn classes(&self, solved: &RecodingSolution) -> Vec<(u64, f64)> {
        let mut classes: HashMap<u32, (u64, f64)> = HashMap::new();
        for (row, (&class, weight)) in solved.class_of_row.iter().zip(&self.of_rows).enumerate() {
            if class != SUPPRESSED {
                let count = self.counts.as_ref().map_or(1, |counts| counts[row]);
                let (rows, people) = classes.entry(class).or_default();
                (*rows, *people) = (*rows + u64::from(count), *people + f64::from(count) * weight);
            }
        }
        let mut classes: Vec<(u64, f64)> = classes.into_values().collect();
        classes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        classes
    }
}

//! k-map by survey weights, beside a model that is fitted to the sizes of all classes and sees what no class shows alone.

use amidst_audit::{Share, Verdict};
use amidst_core::{ModelParams, model::Population};
use amidst_spec::{Result, requirements::BoundRequirement, weight};

use super::{TableCheck, requirement::PopulationSource};
use crate::risk::Estimate;

impl TableCheck<'_> {
    /// The worse of a verdict, if it is one by survey weights, and of what the fitted model says, by which risks are told.
    pub(super) fn as_fitted(&self, one: &BoundRequirement, verdict: Verdict) -> Result<Verdict> {
        let (
            ModelParams::KMap { k, population: Population::Weighted { significance } },
            Some(PopulationSource::Column(name)),
        ) = (&one.params, &self.options.population_of(one))
        else {
            return Ok(verdict);
        };
        let of_rows = weight::of_rows(name, self.coded(name), self.mark())?;
        let estimate = Estimate::of_table(self.table.rows(), &self.columns, &of_rows);
        let most = verdict.reached.map_or(0, |reached| reached as u64).max(*k);
        let (least, failing) = estimate.below(*k, *significance, most);
        Ok(worse(
            verdict,
            Verdict { reached: Some(least as f64), holds: least >= *k, failing: Some(failing), ..verdict },
        ))
    }
}

/// The worse of two verdicts; classes that fall short by one of them fall short.
fn worse(one: Verdict, other: Verdict) -> Verdict {
    let by_classes = |failing: &Share| failing.classes;
    Verdict {
        asked: one.asked,
        reached: one.reached.into_iter().chain(other.reached).reduce(f64::min),
        holds: one.holds && other.holds,
        failing: one.failing.into_iter().chain(other.failing).max_by_key(by_classes),
    }
}

//! What is released.

use amidst_audit::CombinationReport;
use amidst_core::{NodeFacts, Solution, lattice};
use amidst_models::KAnonymity;
use amidst_spec::{
    Result, as_map,
    combinations::{CombinationRequirement, CombinationResults},
};
use serde::Serialize;

use super::{HoldsBack, case::Case};
use crate::summary::{KResult, ModelResult, Objective, Privacy, Rows};

/// The node that `anonymize` would release.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReleasedNode {
    /// The level of each quasi column, in the order of the table.
    #[serde(serialize_with = "as_map")]
    pub levels: Vec<(String, u8)>,
    /// The sum of the levels.
    pub height: u32,
    /// Rows read, released, suppressed.
    pub rows: Rows,
    /// Classes released.
    pub classes: u64,
    /// Each requirement and what is reached, a missing cell being a value like any other.
    pub privacy: Privacy,
    /// What was minimized.
    pub objective: Objective,
    /// Whether no feasible node is better, proved.
    pub optimal: bool,
    /// How much better the best node could still be, as a share of this one's objective.
    pub gap: f64,
    /// Whether it is k-minimal: no column can be one level lower without suppressing too many rows.
    pub minimal: bool,
    /// The columns that can be one level lower all the same, in the order of the table; see [`HoldsBack::finer`].
    pub lowerable: Vec<String>,
}

/// What a solution comes to.
pub(super) fn released(
    case: &Case<'_>,
    solution: &Solution,
    facts: &NodeFacts,
    holds_back: &[HoldsBack],
) -> Result<ReleasedNode> {
    let (optimal, gap) = case.proof(case.instance, solution);
    let can_be_lower = |name: &str| {
        let satisfies = |one: &HoldsBack| one.finer.as_ref().is_some_and(|finer| finer.step.satisfies);
        holds_back.iter().any(|one| one.column == name && satisfies(one))
    };
    let columns = case.instance.columns.iter().map(|column| column.name.clone());
    let lowerable: Vec<String> = columns.filter(|name| can_be_lower(name)).collect();
    Ok(ReleasedNode {
        levels: case.named(&solution.levels),
        height: lattice::height(&solution.levels),
        rows: case.instance.rows_when(facts.suppressed),
        classes: facts.classes,
        privacy: Privacy { k: k(case, facts)?, models: models(case, facts)? },
        objective: Objective { name: case.validated.objective.clone(), value: solution.score.value() },
        optimal,
        gap,
        minimal: lowerable.is_empty(),
        lowerable,
    })
}

/// What was asked besides k, and what is reached.
fn models(case: &Case<'_>, facts: &NodeFacts) -> Result<Vec<ModelResult>> {
    let view = case.problem.judge(&facts.levels)?;
    let first = view.reached.len() - case.validated.requirements.len();
    let models = case.validated.requirements.iter().zip(&view.reached[first..]);
    let by_profile = case.validated.is_by_profile();
    let models =
        models.map(|(needed, it)| ModelResult::new(needed, it.asked, it.reached, true).beside(by_profile));
    Ok(models.collect())
}

/// What was asked and what is reached: by all quasi columns together, or by each combination.
fn k(case: &Case<'_>, facts: &NodeFacts) -> Result<KResult> {
    let model = KAnonymity::NAME.to_owned();
    if case.validated.combinations.is_empty() {
        let view = case.problem.judge(&facts.levels)?;
        // Of the first requirement, k: of people where people are counted.
        let (asked, reached) = (case.validated.k, view.reached[0].reached.unwrap_or(0.0) as u64);
        return Ok(KResult { model, asked, reached, holds: reached >= asked, combined: None });
    }
    let reached = case.problem.least_rows(&facts.levels, &case.instance.combinations(case.validated))?;
    let report = |(one, reached): (&CombinationRequirement, u64)| CombinationReport {
        columns: one.columns.clone(),
        asked: one.k,
        reached,
    };
    let reports: Vec<CombinationReport> =
        case.validated.combinations.iter().zip(reached).map(report).collect();
    let combined = CombinationResults::new(facts.smallest, &reports);
    let (asked, reached, holds) = (combined.asked(), combined.reached(), combined.holds());
    Ok(KResult { model, asked, reached, holds, combined: Some(combined) })
}

//! What each column costs the others.

use amidst_core::Attribute;
use amidst_spec::Result;
use serde::Serialize;

use super::{Best, case::Case};

/// What would become of the other columns if one were not released at all (`role = "identifier"`).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dropped {
    /// The column.
    pub column: String,
    /// The objective of what is released now, with only the other columns counted: the same rows and levels, as if the
    /// column were cut out of the release. Objectives that count classes rather than columns do not change by that.
    pub now: f64,
    /// The best node of the other columns without it. What is lost is the column itself.
    pub best: Best,
}

/// Searches again without each column, the largest gain first.
pub(super) fn dropped(case: &Case<'_>, levels: &[u8]) -> Result<Vec<Dropped>> {
    let mut all = Vec::new();
    let columns = case.instance.columns.iter().enumerate();
    for (at, column) in columns.filter(|_| case.instance.columns.len() > 1) {
        if case.observer.is_stopped() {
            break;
        }
        let instance = case.instance.without(case.read, at, case.observer)?;
        let problem = instance.problem(case.validated)?;
        let now = objective_of_others(case, levels, at)?;
        let best = case.best(&instance, &problem)?;
        all.extend(best.map(|best| Dropped { column: column.name.clone(), now, best }));
    }
    let gain = |one: &Dropped| one.now - one.best.objective;
    all.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    Ok(all)
}

/// The objective of a node with all columns counted but one.
fn objective_of_others(case: &Case<'_>, levels: &[u8], dropped: usize) -> Result<f64> {
    let attributes = case.instance.tuples().attributes();
    let counted: Vec<usize> = (0..attributes.len()).filter(|&at| at != dropped).collect();
    let others: Vec<Attribute> = counted.iter().map(|&at| attributes[at].clone()).collect();
    let metric = case.validated.metric(&others)?;
    Ok(metric.score(&case.problem.judge_counting(levels, &counted)?).value())
}

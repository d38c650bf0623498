//! What 1 % more suppression would buy.

use amidst_spec::Result;
use serde::Serialize;

use super::{Best, case::Case};

/// The best node if more rows could be suppressed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoreSuppression {
    /// The limit in rows (`suppression = "120 rows"`): 1 % of all rows more than now, at least one row more, but never so
    /// many that no class could be left.
    pub limit: u64,
    /// The best node within it.
    pub best: Best,
}

/// Searches again with a higher limit.
pub(super) fn more_suppression(case: &Case<'_>) -> Result<Option<MoreSuppression>> {
    let (rows, now) = (case.instance.rows(), case.instance.limit(case.validated));
    let limit = (now + (rows / 100).max(1)).min(rows - case.validated.k);
    if limit == now || case.observer.is_stopped() {
        return Ok(None);
    }
    let problem = case.problem.with_max_suppressed(limit - case.instance.unmapped());
    let best = case.best(case.instance, &problem)?;
    Ok(best.map(|best| MoreSuppression { limit, best }))
}

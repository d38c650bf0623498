//! The nearest targets when the one asked for is out of reach.

use amidst_spec::Result;
use serde::Serialize;

use super::case::Case;
use crate::{job::LatticeInstance, outcome::Infeasible};

/// What could be had instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// The largest k within the limit on suppression; `None` if there is none.
    pub k: Option<u64>,
    /// The fewest rows that would have to be suppressed for the k asked (`suppression = "120 rows"`); `None` if no class
    /// has that many rows even at the most general node allowed.
    pub suppressed: Option<u64>,
    /// What a change to each column would do, in the order of the table.
    pub columns: Vec<NearestColumn>,
    /// What it would do if every column could go up to its root; `None` if all can already.
    pub all_widened: Option<Relief>,
}

/// What a change to one column would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NearestColumn {
    /// The column.
    pub column: String,
    /// If it were not released at all (`role = "identifier"`); `None` if it is the only quasi column.
    pub dropped: Option<Relief>,
    /// If it could go up to its root; `None` if it can already.
    pub widened: Option<Widened>,
}

/// What a change would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Relief {
    /// The fewest rows that would still have to be suppressed.
    pub suppressed: u64,
    /// Whether that is within the limit: whether the k asked is reached.
    pub reaches: bool,
}

/// What higher levels of a column would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Widened {
    /// The highest level it has (`levels = { max = 4 }`).
    pub level: u8,
    /// The outcome.
    #[serde(flatten)]
    pub relief: Relief,
}

/// Finds what could be had instead.
pub(super) fn nearest(case: &Case<'_>, infeasibility: &Infeasible) -> Result<Nearest> {
    let top = case.problem.lattice().top();
    let roots: Vec<u8> = case.instance.columns.iter().map(|column| column.hierarchy.height()).collect();
    let mut columns = Vec::new();
    for (at, column) in case.instance.columns.iter().enumerate() {
        let widened = if top[at] < roots[at] {
            let mut higher = top.to_vec();
            higher[at] = roots[at];
            Some(Widened { level: roots[at], relief: relief(case, case.instance, &higher)? })
        } else {
            None
        };
        let dropped = if roots.len() > 1 {
            let others = case.instance.without(case.read, at, case.observer)?;
            let mut levels = top.to_vec();
            levels.remove(at);
            Some(relief(case, &others, &levels)?)
        } else {
            None
        };
        columns.push(NearestColumn { column: column.name.clone(), dropped, widened });
    }
    Ok(Nearest {
        // Where more than k is asked, another k need not help.
        k: Some(infeasibility.best_k).filter(|&k| k > 0 && case.validated.requirements.is_empty()),
        suppressed: Some(infeasibility.least_suppressed)
            .filter(|&least| case.validated.k.saturating_add(least) <= case.instance.rows()),
        columns,
        all_widened: (*top != *roots).then(|| relief(case, case.instance, &roots)).transpose()?,
    })
}

/// What the most general node of a changed problem comes to: no other suppresses fewer rows.
fn relief(case: &Case<'_>, instance: &LatticeInstance, top: &[u8]) -> Result<Relief> {
    let facts = instance.problem(case.validated)?.judge(top)?.facts;
    let suppressed = instance.rows_when(facts.suppressed).suppressed;
    Ok(Relief { suppressed, reaches: facts.classes > 0 && suppressed <= instance.limit(case.validated) })
}

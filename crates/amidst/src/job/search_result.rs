//! What a search for a node comes to, and who searches.

use amidst_core::{Guarantee, Solution};
use amidst_search::{Algorithm, Lightning, Optimal, Problem};
use amidst_spec::{Result, names::AUTO, validated::ValidatedSpec};

use crate::summary::{Prefer, SearchOutcome};

/// The node to release, and how it was found.
pub(crate) struct SearchResult {
    pub algorithm: &'static str,
    pub outcome: SearchOutcome,
    pub solution: Solution,
    /// The policy that chose it, if not the objective.
    pub prefer: Option<Prefer>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
}

/// The algorithm asked for. Left to us, it is the one that proves its answer, as long as it can.
pub(crate) fn chosen(problem: &Problem<'_>, validated: &ValidatedSpec) -> Result<&'static dyn Algorithm> {
    Ok(match &*validated.algorithm {
        AUTO if problem.is_decidable() => &Optimal,
        AUTO => &Lightning,
        name => amidst_search::algorithm(name)?,
    })
}

/// What an algorithm's answer comes to, whether it ran to its end or was stopped.
pub(super) fn concluded(algorithm: &dyn Algorithm, solution: Solution, is_complete: bool) -> SearchResult {
    // One that was stopped when nothing was left to be proved ran to its end as well.
    let outcome = SearchOutcome::new(is_complete || solution.is_optimal());
    let is_unproved = outcome == SearchOutcome::Found && !solution.is_optimal();
    let unproved = is_unproved.then(|| unproved(algorithm, solution.statistics.nodes));
    let warnings = unproved.into_iter().collect();
    SearchResult { algorithm: algorithm.name(), outcome, solution, prefer: None, warnings }
}

/// Why an algorithm that ran to its end does not have the best node for certain.
fn unproved(algorithm: &dyn Algorithm, nodes: u128) -> String {
    let name = algorithm.name();
    match algorithm.info().guarantee {
        Guarantee::LeastHeight => {
            format!("{name} finds a node of the least height; another may be better under the objective")
        }
        Guarantee::Heuristic if name != Lightning::NAME => {
            format!("{name} is a heuristic: another node may be better under the objective")
        }
        Guarantee::Optimal | Guarantee::Approximation | Guarantee::Heuristic => {
            format!(
                "the lattice of {nodes} nodes is too large to decide every one: this is the best node found"
            )
        }
    }
}

//! The minimal nodes, and which of them a policy takes.

use amidst_core::{Observer, Outcome, Score, Solution, Solver};
use amidst_search::{
    Flash, Minimal, MinimalFinder, NodeEvaluator, NodeView, Optimal, Overall, Preference, Problem,
};
use amidst_spec::{Error, Result, names::AUTO, validated::ValidatedSpec};

use super::{Attempt, InfeasibleReason, LatticeInstance, SolveError};
use crate::summary::{NamedLevels, Prefer};

/// The minimal nodes, weighed.
pub(crate) struct RankedNodes {
    /// The minimal nodes, at least one, and what it took to find them.
    pub minimal: Minimal,
    /// The same nodes, looked at closely.
    pub views: Vec<NodeView>,
    /// Those that the policy holds best, by their place.
    pub ties: Vec<usize>,
    /// The one of them to take.
    pub preferred: usize,
    /// The best of all feasible nodes under the objective, or the best found.
    pub best: NodeView,
    /// No feasible node scores below this under the objective.
    bound: Score,
    /// Whether a node that is not minimal would be preferred.
    overall: Overall,
    policy: &'static str,
}

/// The algorithm that finds all minimal nodes: the one asked for, unless that is left to us.
pub(crate) fn finder(problem: &Problem<'_>, validated: &ValidatedSpec) -> Result<&'static dyn MinimalFinder> {
    match &*validated.algorithm {
        AUTO | Optimal::NAME if problem.is_decidable() => Ok(&Flash),
        AUTO | Optimal::NAME => Err(Error::too_large(
            "prefer",
            format!(
                "the lattice has {} nodes, too many to find all minimal ones; limit the levels of some columns, or let \
             anonymize search for the best node alone",
                problem.lattice().nodes()
            ),
        )),
        asked => Ok(amidst_search::minimal_finder(asked)?),
    }
}

/// Finds the minimal nodes and applies the policy asked for.
pub(crate) fn weigh(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<RankedNodes, InfeasibleReason> {
    let preference = instance.preference(validated)?;
    let minimal = finder(problem, validated)?.minimal(problem, observer)?;
    let mut evaluator = NodeEvaluator::new(problem);
    let views =
        minimal.nodes.iter().map(|levels| Ok(evaluator.view(levels)?)).collect::<Result<Vec<NodeView>>>()?;
    let Some((preferred, lowest)) =
        preference.choose(problem, &views).zip(Preference::Objective.choose(problem, &views))
    else {
        return Err(SolveError::Infeasible(match minimal.is_complete {
            true => InfeasibleReason::TooMuchSuppression,
            false => InfeasibleReason::Stopped,
        }));
    };
    let (found, bound) = match Optimal.solve(problem, observer)? {
        Outcome::Found(Solution { levels, bound, .. })
        | Outcome::Stopped(Some(Solution { levels, bound, .. })) => (Some(levels), bound),
        Outcome::Stopped(None) | Outcome::Infeasible(_) => {
            (None, problem.metric().floor(problem.lattice().bottom()))
        }
    };
    // A search that was stopped may end with less than is known already.
    let mut contenders = vec![views[lowest].clone()];
    if let Some(levels) = found.filter(|levels| *levels != minimal.nodes[lowest]) {
        contenders.push(evaluator.view(&levels)?);
    }
    let best = Preference::Objective.choose(problem, &contenders).expect("there is one at least");
    let best = contenders.swap_remove(best);
    let overall = match &preference {
        _ if !minimal.is_complete => Overall::Unknown,
        Preference::Objective if !minimal.nodes.contains(&best.facts.levels) => {
            Overall::Above(Box::new(best.clone()))
        }
        Preference::Objective if bound < best.score => Overall::Unknown,
        Preference::Objective => Overall::Minimal,
        preference => preference.overall(problem, &views, observer)?,
    };
    let ties = preference.best(problem, &views);
    Ok(RankedNodes { minimal, views, ties, preferred, best, bound, overall, policy: preference.name() })
}

impl RankedNodes {
    /// The node to take, with what is known about the objective.
    pub fn solution(&self) -> Solution {
        let NodeView { facts, score, .. } = &self.views[self.preferred];
        Solution {
            levels: facts.levels.clone(),
            bound: self.bound.clone().min(score.clone()),
            score: score.clone(),
            suppressed: facts.suppressed,
            classes: facts.classes,
            statistics: self.minimal.statistics,
        }
    }

    /// Whether the best node under the objective is proved to be the best.
    pub fn is_best_proved(&self) -> bool {
        self.bound >= self.best.score
    }

    /// The choice in numbers.
    pub fn in_numbers(&self) -> Prefer {
        Prefer {
            policy: self.policy.into(),
            ties: self.ties.len() as u64,
            minimal_nodes: self.views.len() as u64,
        }
    }

    /// What is odd about the choice, in words.
    pub fn warnings(&self, instance: &LatticeInstance, validated: &ValidatedSpec) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.minimal.is_complete {
            warnings
                .push("stopped before all minimal nodes were found: the choice is among those found".into());
        }
        let policy = if self.policy == Preference::OBJECTIVE { &*validated.objective } else { self.policy };
        match &self.overall {
            Overall::Minimal => {}
            Overall::Above(view) => warnings.push(format!(
                "the best node under {policy} is not minimal: {} suppresses {} rows and releases {} classes; only minimal \
                 nodes are preferred",
                NamedLevels { columns: instance.names(), levels: view.facts.levels.clone() },
                instance.rows_when(view.facts.suppressed).suppressed,
                view.facts.classes
            )),
            Overall::Unknown => warnings.push(format!(
                "whether a node that is not minimal is better under {policy} was not decided: the search was stopped, or \
                 the lattice is too large"
            )),
        }
        warnings
    }
}

//! A job that is being explained, and the two ways to find out more: judging a node, and searching again.

use amidst_core::{Observer, Solution};
use amidst_search::{NodeView, Problem};
use amidst_spec::{Result, as_map, validated::ValidatedSpec};
use serde::Serialize;

use crate::job::{Dataset, LatticeInstance, SearchResult, found, search};

/// A job that is being explained.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub read: &'a Dataset,
    pub validated: &'a ValidatedSpec,
    pub instance: &'a LatticeInstance,
    pub problem: &'a Problem<'a>,
    pub observer: &'a dyn Observer,
}

/// What one column on another level would come to, all others staying where they are.
///
/// Fixing every column at its level (`levels = { min, max }`) and allowing so many rows to be suppressed gives just this.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The other level.
    pub level: u8,
    /// Rows suppressed then.
    pub suppressed: u64,
    /// Whether that is within the limit.
    pub satisfies: bool,
    /// Classes released then.
    pub classes: u64,
    /// The objective then.
    pub objective: f64,
}

/// The best node after a change to the spec, as `anonymize` would find it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The level of each quasi column, in the order of the table.
    #[serde(serialize_with = "as_map")]
    pub levels: Vec<(String, u8)>,
    /// Rows suppressed.
    pub suppressed: u64,
    /// Classes released.
    pub classes: u64,
    /// Its objective.
    pub objective: f64,
    /// Whether no feasible node is better, proved.
    pub optimal: bool,
    /// How much better the best node could still be, as a share of this one's objective.
    pub gap: f64,
}

impl Case<'_> {
    /// A node's levels, by name.
    pub fn named(&self, levels: &[u8]) -> Vec<(String, u8)> {
        named(self.instance, levels)
    }

    /// A node with one column on another level.
    pub fn step(&self, levels: &[u8], column: usize, level: u8) -> Result<Step> {
        let mut moved = levels.to_vec();
        moved[column] = level;
        let NodeView { facts, score, is_feasible, .. } = self.problem.judge(&moved)?;
        Ok(Step {
            level,
            suppressed: self.instance.rows_when(facts.suppressed).suppressed,
            satisfies: is_feasible,
            classes: facts.classes,
            objective: score.value(),
        })
    }

    /// Why searching again would take too long, in words.
    pub fn why_not_to_search(&self) -> Option<String> {
        let is_bounded = self.problem.is_decidable() || self.validated.time_limit.is_some();
        let nodes = self.problem.lattice().nodes();
        match () {
            () if self.observer.is_stopped() => Some("stopped before any change was searched".to_owned()),
            () if is_bounded => None,
            () => Some(format!(
                "the lattice of {nodes} nodes is too large to search it again for every change; give a time limit for each \
                 search, such as time_limit = \"10s\""
            )),
        }
    }

    /// Whether a solution is the best there is, and the gap, as `anonymize` tells it.
    pub fn proof(&self, instance: &LatticeInstance, solution: &Solution) -> (bool, f64) {
        match instance.is_stricter(self.validated) {
            true => (false, 1.0),
            false => (solution.is_optimal(), solution.gap()),
        }
    }

    /// The best node of a changed problem; `None` if the search was stopped before there was one.
    pub fn best(&self, instance: &LatticeInstance, problem: &Problem<'_>) -> Result<Option<Best>> {
        let searched = found(search(instance, problem, self.validated, self.observer))?;
        let Some(SearchResult { solution, .. }) = searched else { return Ok(None) };
        let (optimal, gap) = self.proof(instance, &solution);
        Ok(Some(Best {
            levels: named(instance, &solution.levels),
            suppressed: instance.rows_when(solution.suppressed).suppressed,
            classes: solution.classes,
            objective: solution.score.value(),
            optimal,
            gap,
        }))
    }
}

fn named(instance: &LatticeInstance, levels: &[u8]) -> Vec<(String, u8)> {
    instance.columns.iter().map(|column| column.name.clone()).zip(levels.iter().copied()).collect()
}

//! What one point of a grid would release, in numbers.

use std::collections::HashMap;

use amidst_release::SUPPRESSED;
use amidst_search::{Combination, Problem};
use amidst_spec::{Result, as_map, spec::Limit, validated::ValidatedSpec};
use serde::Serialize;

use super::grid::Case;
use crate::{
    job::{Dataset, LatticeInstance, NodeSolution, RecodingSolution},
    summary::Objective,
};

/// A point of a grid, solved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepPoint {
    /// The algorithm asked for.
    pub algorithm: String,
    /// The limit on suppression.
    #[serde(serialize_with = "as_text")]
    pub suppression: Limit,
    /// The least number of rows in a class, or of people.
    pub k: u64,
    /// The highest risk of being singled out that k allows: one over k.
    pub risk: f64,
    /// `found`, `infeasible` or `stopped`, as `anonymize` tells it.
    pub outcome: &'static str,
    /// What would be released; `None` if nothing can.
    pub result: Option<PointResult>,
    /// Why nothing can be released, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What would be released.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointResult {
    /// The algorithm that ran.
    pub algorithm: String,
    /// The level of each quasi column, in the order of the table; nothing if they are recoded cell by cell.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<(String, u8)>,
    /// Rows suppressed.
    pub suppressed: u64,
    /// Classes released.
    pub classes: u64,
    /// Rows of the smallest class.
    pub smallest: u64,
    /// What was minimized.
    pub objective: Objective,
    /// Every measure of loss.
    #[serde(serialize_with = "as_map")]
    pub loss: Vec<(String, f64)>,
    /// Whether nothing better is feasible, proved.
    pub optimal: bool,
    /// How much better the best could still be, as a share of this one's score.
    pub gap: f64,
}

fn as_text<S: serde::Serializer>(limit: &Limit, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_str(limit)
}

impl SweepPoint {
    /// A case and how it ended.
    pub(super) fn new(
        case: &Case,
        outcome: &'static str,
        result: Option<PointResult>,
        message: Option<String>,
    ) -> Self {
        Self {
            algorithm: case.algorithm.clone(),
            suppression: case.suppression,
            k: case.k,
            risk: 1.0 / case.k as f64,
            outcome,
            result,
            message,
        }
    }
}

impl PointResult {
    /// Of a node.
    pub(super) fn of_node(
        node: NodeSolution,
        instance: &LatticeInstance,
        problem: &Problem<'_>,
        validated: &ValidatedSpec,
    ) -> Result<Self> {
        let NodeSolution { found, rows, loss, is_optimal, gap, .. } = node;
        let solution = found.solution;
        let all = Combination { columns: (0..solution.levels.len()).collect(), k: validated.k };
        let smallest = problem.least_rows(&solution.levels, &[all])?[0];
        Ok(Self {
            algorithm: found.algorithm.to_owned(),
            levels: instance.names().iter().cloned().zip(solution.levels.iter().copied()).collect(),
            suppressed: rows.suppressed,
            classes: solution.classes,
            smallest,
            objective: Objective { name: validated.objective.clone(), value: solution.score.value() },
            loss,
            optimal: is_optimal,
            gap,
        })
    }

    /// Of rows in classes.
    pub(super) fn of_rows(solved: &RecodingSolution, read: &Dataset) -> Self {
        let counts = read.counts();
        let mut rows_of_class: HashMap<u32, u64> = HashMap::new();
        for (row, &class) in solved.class_of_row.iter().enumerate().filter(|(_, class)| **class != SUPPRESSED)
        {
            *rows_of_class.entry(class).or_default() += counts.map_or(1, |counts| u64::from(counts[row]));
        }
        Self {
            algorithm: solved.algorithm.clone(),
            levels: solved.levels(),
            suppressed: solved.rows.suppressed,
            classes: rows_of_class.len() as u64,
            smallest: rows_of_class.into_values().min().unwrap_or(0),
            objective: solved.objective.clone(),
            loss: solved.loss.clone(),
            optimal: solved.is_optimal,
            gap: solved.gap,
        }
    }
}

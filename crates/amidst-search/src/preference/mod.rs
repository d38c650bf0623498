//! Preference policies: which of the minimal nodes to take (Samarati 2001, Section 6).
//!
//! A policy orders nodes by a key, the least first. Keys are compared exactly, so what a policy cannot tell apart stays
//! tied; of those the objective decides, then the height, then the levels.

mod key;
mod lexicographic;
mod overall;
mod wide;

use std::sync::Arc;

use amidst_core::{Error, Metric, Result, lattice::height};

use crate::{NodeView, Problem};
use key::Keys;

pub use overall::Overall;

/// Which of several nodes is preferred. Levels count from 0, not from the least level allowed.
#[derive(Clone, Debug)]
pub enum Preference {
    /// The least score under the problem's objective.
    Objective,
    /// The least sum of levels: the minimum absolute distance.
    MinHeight,
    /// The least sum of levels over heights of hierarchies: the minimum relative distance. Hierarchies without a level to
    /// rise to count nothing.
    MinRelativeHeight,
    /// The most classes released: the maximum distribution.
    MaxClasses,
    /// The fewest rows suppressed.
    MinSuppression,
    /// The least of the largest levels.
    MinPeak,
    /// The greatest of the largest levels.
    MaxPeak,
    /// The least of the largest levels over heights.
    MinRelativePeak,
    /// The greatest of the largest levels over heights.
    MaxRelativePeak,
    /// The fewest columns generalized.
    FewestColumns,
    /// The most columns generalized.
    MostColumns,
    /// The first of these columns generalized least; where that ties the second, and so on. Columns by their place.
    Priority(Vec<usize>),
    /// The least score under a metric of its own.
    Metric(Arc<dyn Metric>),
}

impl Preference {
    /// The id of the policy that follows the objective.
    pub const OBJECTIVE: &str = "objective";
    /// The id of the policy that ranks columns.
    pub const PRIORITY: &str = "priority";
    /// The ids of all policies; the name of a metric is one too.
    pub const NAMES: [&str; 12] = [
        Self::OBJECTIVE,
        "min-height",
        "min-relative-height",
        "max-classes",
        "min-suppression",
        "min-peak",
        "max-peak",
        "min-relative-peak",
        "max-relative-peak",
        "fewest-columns",
        "most-columns",
        Self::PRIORITY,
    ];

    /// A policy by its id. `priority` ranks columns by their place, and `metric` makes the metric of a name if there is
    /// one.
    ///
    /// # Errors
    /// If there is no such policy.
    pub fn parse(
        name: &str,
        priority: &[usize],
        metric: impl FnOnce(&str) -> Option<Box<dyn Metric>>,
    ) -> Result<Self> {
        Ok(match name {
            Self::OBJECTIVE => Self::Objective,
            "min-height" => Self::MinHeight,
            "min-relative-height" => Self::MinRelativeHeight,
            "max-classes" => Self::MaxClasses,
            "min-suppression" => Self::MinSuppression,
            "min-peak" => Self::MinPeak,
            "max-peak" => Self::MaxPeak,
            "min-relative-peak" => Self::MinRelativePeak,
            "max-relative-peak" => Self::MaxRelativePeak,
            "fewest-columns" => Self::FewestColumns,
            "most-columns" => Self::MostColumns,
            Self::PRIORITY => Self::Priority(priority.to_vec()),
            name => Self::Metric(Arc::from(metric(name).ok_or_else(|| Error::Parameter {
                name: "prefer",
                value: name.into(),
                expected: format!("one of {}, or a metric", Self::NAMES.join(", ")),
            })?)),
        })
    }

    /// Its id.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Objective => Self::OBJECTIVE,
            Self::MinHeight => "min-height",
            Self::MinRelativeHeight => "min-relative-height",
            Self::MaxClasses => "max-classes",
            Self::MinSuppression => "min-suppression",
            Self::MinPeak => "min-peak",
            Self::MaxPeak => "max-peak",
            Self::MinRelativePeak => "min-relative-peak",
            Self::MaxRelativePeak => "max-relative-peak",
            Self::FewestColumns => "fewest-columns",
            Self::MostColumns => "most-columns",
            Self::Priority(_) => Self::PRIORITY,
            Self::Metric(metric) => metric.name(),
        }
    }

    /// All nodes that none is preferred to, by their place: several if the policy cannot tell them apart.
    pub fn best(&self, problem: &Problem<'_>, nodes: &[NodeView]) -> Vec<usize> {
        let keys = Keys::new(self, problem);
        let keys: Vec<_> = nodes.iter().map(|node| keys.of(node)).collect();
        let Some(least) = keys.iter().min() else { return Vec::new() };
        (0..nodes.len()).filter(|&at| keys[at] == *least).collect()
    }

    /// The one node to take, by its place: of the best under the policy that with the least score under the objective,
    /// then the lowest, then that with the smallest levels. `None` if there are no nodes.
    pub fn choose(&self, problem: &Problem<'_>, nodes: &[NodeView]) -> Option<usize> {
        let levels = |at: usize| &nodes[at].facts.levels;
        let order = |&a: &usize, &b: &usize| {
            let scores = nodes[a].score.cmp(&nodes[b].score);
            scores.then_with(|| (height(levels(a)), levels(a)).cmp(&(height(levels(b)), levels(b))))
        };
        self.best(problem, nodes).into_iter().min_by(order)
    }
}

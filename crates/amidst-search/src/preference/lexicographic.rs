//! Policies as metrics, so that the search which proves the best node under an objective proves it under a policy too.

use std::sync::Arc;

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score};

use super::Preference;

/// One metric, and where it ties another. Bounds of each, side by side, bound both.
#[derive(Debug)]
pub(super) struct Lexicographic {
    pub first: Arc<dyn Metric>,
    pub then: Arc<dyn Metric>,
}

impl Lexicographic {
    fn both(&self, score: impl Fn(&dyn Metric) -> Score) -> Score {
        let parts: Vec<f64> = [&self.first, &self.then]
            .into_iter()
            .flat_map(|metric| score(&**metric).parts().collect::<Vec<_>>())
            .collect();
        Score::from_parts(&parts)
    }
}

impl Metric for Lexicographic {
    fn name(&self) -> &'static str {
        self.first.name()
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.both(|metric| metric.score(node))
    }

    fn needs(&self) -> Needs {
        self.first.needs() | self.then.needs()
    }

    fn is_monotone(&self) -> bool {
        self.first.is_monotone() && self.then.is_monotone()
    }

    fn ignores_suppression(&self) -> bool {
        self.first.ignores_suppression() && self.then.ignores_suppression()
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.both(|metric| metric.floor(levels))
    }

    fn bound_above(&self, node: &NodeFacts) -> Score {
        self.both(|metric| metric.bound_above(node))
    }

    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        self.both(|metric| metric.bound_below(levels, node))
    }
}

/// Rows suppressed.
#[derive(Debug)]
pub(super) struct Suppressed;

impl Metric for Suppressed {
    fn name(&self) -> &'static str {
        Preference::MinSuppression.name()
    }

    fn score(&self, node: &NodeFacts) -> Score {
        Score::new(node.suppressed as f64)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        self.score(node)
    }
}

/// Rows less classes released: the more classes, the less.
#[derive(Debug)]
pub(super) struct FewClasses;

impl Metric for FewClasses {
    fn name(&self) -> &'static str {
        Preference::MaxClasses.name()
    }

    fn score(&self, node: &NodeFacts) -> Score {
        Score::new((node.rows - node.classes) as f64)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    /// A class released further up holds one released here, or gathers the least size from outlier rows.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        let gathered = (node.suppressed / node.least.max(1)).min(node.outliers);
        Score::new((node.rows - node.classes - gathered) as f64)
    }

    /// Rows that may be released stand in classes of the least size.
    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        Score::new((node.rows - (node.rows - node.suppressed) / node.least.max(1)) as f64)
    }
}

/// How far a node is from being as high as the top, as a policy sees it.
#[derive(Debug)]
pub(super) struct Lowness {
    policy: Preference,
    heights: Vec<u8>,
    top: Vec<u8>,
}

impl Lowness {
    pub fn new(policy: Preference, attributes: &[Attribute], top: &[u8]) -> Self {
        let heights = attributes.iter().map(|attribute| attribute.height).collect();
        Self { policy, heights, top: top.to_vec() }
    }

    /// Quotients of such small numbers are equal as floats where they are equal, and else in the same order.
    fn of(&self, levels: &[u8]) -> Score {
        let peak = || f64::from(levels.iter().copied().max().unwrap_or(0));
        let share = |(&level, &height): (&u8, &u8)| f64::from(level) / f64::from(height.max(1));
        let touched = levels.iter().filter(|&&level| level > 0).count();
        Score::new(match self.policy {
            Preference::MaxPeak => f64::from(u8::MAX) - peak(),
            Preference::MaxRelativePeak => {
                1.0 - levels.iter().zip(&self.heights).map(share).fold(0.0, f64::max)
            }
            _ => (levels.len() - touched) as f64,
        })
    }
}

impl Metric for Lowness {
    fn name(&self) -> &'static str {
        self.policy.name()
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.of(&node.levels)
    }

    fn ignores_suppression(&self) -> bool {
        true
    }

    /// The top is at or above every node.
    fn floor(&self, _levels: &[u8]) -> Score {
        self.of(&self.top)
    }
}

//! Discernibility*: discernibility as if nothing were suppressed.

use amidst_core::{Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::entry::Entry;

/// Each row costs the size of its class, whether released or not. Unlike discernibility it never falls upwards.
#[derive(Clone, Copy, Debug)]
pub struct DiscernibilityStar;

impl DiscernibilityStar {
    /// Its id.
    pub const NAME: &str = "discernibility*";
    /// What it is.
    pub const INFO: MeasureInfo =
        MeasureInfo::new(Self::NAME, "the same over all classes, as if none were suppressed");
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, build: |_, _| Box::new(Self) };
}

impl Metric for DiscernibilityStar {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn ignores_suppression(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        Score::new((node.squares + node.outlier_squares) as f64)
    }

    fn bound_above(&self, node: &NodeFacts) -> Score {
        self.score(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::check;

    #[test]
    fn a_row_costs_its_class_even_if_suppressed() {
        check(&DiscernibilityStar, 9.0 + 9.0 + 1.0 + 1.0);
    }
}

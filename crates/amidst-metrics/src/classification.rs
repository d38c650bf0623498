//! Classification: how often a class says the wrong thing about the target column.

use amidst_core::{Metric, Needs, NodeFacts, Score, metric::MeasureInfo};

use crate::entry::Entry;

/// The share of rows that are suppressed, or whose target differs from what most rows of their class have.
#[derive(Clone, Copy, Debug)]
pub struct Classification;

impl Classification {
    /// Its id.
    pub const NAME: &str = "classification";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(
        Self::NAME,
        "the share of rows that are suppressed or whose target is not that of most in their class",
    )
    .of_target();
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, build: |_, _| Box::new(Self) };
}

fn share(rows: u64, right: u64) -> Score {
    Score::new(if rows == 0 { 0.0 } else { (rows - right) as f64 / rows as f64 })
}

impl Metric for Classification {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn needs(&self) -> Needs {
        Needs::MAJORITY
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        share(node.rows, node.majority.map_or(0, |majority| majority.released))
    }

    /// What most rows of a class have, no more rows have than in its parts most have together.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        share(node.rows, node.majority.map_or(node.rows, |majority| majority.all))
    }

    /// Suppressed rows stay suppressed.
    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        share(node.rows, node.rows - node.suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::check;

    #[test]
    fn suppressed_rows_and_those_that_differ_from_most_are_wrong() {
        // Two rows are suppressed. Of the two classes of three, one is of one mind, the other two to one.
        check(&Classification, (2.0 + 0.0 + 1.0) / 8.0);
    }
}

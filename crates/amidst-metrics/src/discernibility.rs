//! Discernibility: from how many rows each row cannot be told.

use amidst_core::{Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::entry::Entry;

/// Each released row costs the size of its class, each suppressed row the size of the table.
#[derive(Clone, Copy, Debug)]
pub struct Discernibility;

impl Discernibility {
    /// Its id.
    pub const NAME: &str = "discernibility";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(
        Self::NAME,
        "for each row the rows that it cannot be told from; all of them if it is suppressed",
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, build: |_, _| Box::new(Self) };
}

impl Metric for Discernibility {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        Score::new((node.squares + node.rows * node.suppressed) as f64)
    }

    /// Released classes stay and only grow. Outlier rows will cost at least what they do now, and at least the smallest
    /// class allowed, or the whole table if that is less.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        let outliers = node.outlier_squares.max(node.suppressed * node.least.min(node.rows));
        Score::new((node.squares + outliers) as f64)
    }

    /// Suppressed rows stay suppressed, the others stand in classes of the least size or cost even more.
    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        let least = node.least.min(node.rows);
        Score::new((node.rows * node.suppressed + (node.rows - node.suppressed) * least) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::check;

    #[test]
    fn a_row_costs_its_class_or_the_table() {
        check(&Discernibility, 9.0 + 9.0 + 2.0 * 8.0);
    }
}

//! Average class size: rows per class.

use amidst_core::{Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::entry::Entry;

/// All rows divided by the classes released; suppressed rows count as one class more.
#[derive(Clone, Copy, Debug)]
pub struct AverageClassSize;

impl AverageClassSize {
    /// Its id.
    pub const NAME: &str = "average-class-size";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(Self::NAME, "rows over classes");
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, build: |_, _| Box::new(Self) };
}

fn per_class(rows: u64, classes: u64) -> Score {
    Score::new(if rows == 0 { 0.0 } else { rows as f64 / classes as f64 })
}

impl Metric for AverageClassSize {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        per_class(node.rows, node.classes + u64::from(node.outliers > 0))
    }

    /// A class released further up holds one released here, or gathers the least size from outlier rows. One of the
    /// classes counted may be that of suppressed rows, which needs a single row.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        let gathered = node.suppressed.div_ceil(node.least.max(1));
        per_class(node.rows, node.classes + gathered.min(node.outliers))
    }

    /// Rows not suppressed stand in classes of the least size, and one row may be the class of suppressed ones.
    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        let least = node.least.max(1);
        let released = node.rows - node.suppressed;
        let classes = if node.suppressed > 0 { released / least + 1 } else { released.div_ceil(least) };
        per_class(node.rows, classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{check, node};

    #[test]
    fn suppressed_rows_count_as_one_class() {
        check(&AverageClassSize, 8.0 / 3.0);
        let node = NodeFacts { suppressed: 0, outliers: 0, ..node() };
        assert_eq!(AverageClassSize.score(&node).value(), 4.0);
    }
}

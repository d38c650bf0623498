//! How far up its hierarchy each cell went: [`Precision`] is the mean, [`LevelSum`] the sum over all rows.

use amidst_core::{Attribute, Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::{Aggregate, columns::Columns, entry::Entry};

/// The share of its hierarchy's height that a cell was raised, column by column the mean over rows, or else their sum; a suppressed
/// cell counts as all of it.
#[derive(Clone, Debug)]
pub struct Raised<const IS_MEAN: bool> {
    columns: Columns,
    heights: Vec<u8>,
    rows: u64,
}

/// The mean share of its hierarchy's height that a cell was raised.
pub type Precision = Raised<true>;

/// The sum, over all cells, of the share of its hierarchy's height that a cell was raised: what the approximation algorithms of
/// cell generalization are proved for. Where cells are kept or blanked it is the number of blanks.
pub type LevelSum = Raised<false>;

impl Precision {
    /// Its id.
    pub const NAME: &str = "precision";
    /// What it is.
    pub const INFO: MeasureInfo =
        MeasureInfo::new(Self::NAME, "the levels that a cell was raised over the height of its hierarchy")
            .of_columns(Self::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(Self::AGGREGATE))),
    };
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = Aggregate::ArithmeticMean;
}

impl LevelSum {
    /// Its id.
    pub const NAME: &str = "levels";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(
        Self::NAME,
        "the levels that a cell was raised over the height of its hierarchy, added up over all cells",
    )
    .of_columns(Self::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(Self::AGGREGATE))),
    };
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = Aggregate::Sum;
}

impl<const IS_MEAN: bool> Raised<IS_MEAN> {
    /// Reads the heights, and how many rows there are.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        let heights = attributes.iter().map(|attribute| attribute.height).collect();
        let leaves = attributes.first().and_then(|attribute| attribute.levels.first());
        let rows = leaves.map_or(0, |labels| labels.iter().map(|label| label.rows).sum());
        Self { columns: Columns::new(attributes, aggregate), heights, rows }
    }

    fn with_suppressed(&self, levels: &[u8], rows: u64, suppressed: u64) -> Score {
        let among = if IS_MEAN { rows.max(1) } else { 1 };
        self.columns.score(|column| {
            // A column without levels cannot be raised, but it can be suppressed.
            let height = u64::from(self.heights[column]).max(1);
            let raised = (rows - suppressed) * u64::from(levels[column]) + suppressed * height;
            raised as f64 / (among * height) as f64
        })
    }
}

impl<const IS_MEAN: bool> Metric for Raised<IS_MEAN> {
    fn name(&self) -> &'static str {
        if IS_MEAN { Precision::NAME } else { LevelSum::NAME }
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.with_suppressed(&node.levels, node.rows, node.suppressed)
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.with_suppressed(levels, self.rows, 0)
    }

    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        self.with_suppressed(levels, node.rows, node.suppressed)
    }

    fn part(&self, columns: &[usize]) -> Option<Box<dyn Metric>> {
        Some(Box::new(Self { columns: self.columns.only(columns), ..self.clone() }))
    }

    fn join(&self, parts: &[Score]) -> Score {
        self.columns.join(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn precision_is_the_share_of_the_height_that_cells_were_raised() {
        // Letters: six rows at 1 of 2, two rows at all of it. Flags: six rows at 0, two rows at all of it.
        check(&Precision::new(&attributes(), Aggregate::Maximum), 5.0 / 8.0);
        check(&Precision::new(&attributes(), Precision::AGGREGATE), (5.0 + 2.0) / 16.0);
    }

    #[test]
    fn levels_are_the_sum_of_levels_over_heights() {
        // Letters: six rows at 1 of 2, two rows at all of it. Flags: six rows at 0, two rows at all of it.
        check(&LevelSum::new(&attributes(), LevelSum::AGGREGATE), 6.0 / 2.0 + 2.0 + 2.0);
        check(&LevelSum::new(&attributes(), Aggregate::Maximum), 5.0);
    }

    #[test]
    fn a_column_without_levels_only_loses_suppressed_rows() {
        let mut attributes = attributes();
        attributes[1].height = 0;
        attributes[1].levels.truncate(1);
        check(&Precision::new(&attributes, Aggregate::Sum), 5.0 / 8.0 + 2.0 / 8.0);
    }
}

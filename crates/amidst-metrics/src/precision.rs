//! Precision: how far up its hierarchy each value went.

use amidst_core::{Attribute, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
};

/// The mean share of its hierarchy's height that a cell was raised; a suppressed cell counts as all of it.
pub type Precision = OfColumns<HeightShare>;

/// What a column contributes to [`Precision`].
#[derive(Clone, Debug)]
pub struct HeightShare {
    heights: Vec<u8>,
    rows: u64,
}

impl HeightShare {
    /// The levels that the cells of a column were raised, added up, and the height they are shares of.
    pub(crate) fn raised(&self, column: usize, levels: &[u8], rows: u64, suppressed: u64) -> (u64, u64) {
        // A column without levels cannot be raised, but it can be suppressed.
        let height = u64::from(self.heights[column]).max(1);
        ((rows - suppressed) * u64::from(levels[column]) + suppressed * height, height)
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    fn mean(&self, column: usize, levels: &[u8], rows: u64, suppressed: u64) -> f64 {
        let (raised, height) = self.raised(column, levels, rows, suppressed);
        if rows == 0 { 0.0 } else { raised as f64 / (rows * height) as f64 }
    }
}

impl ColumnMeasure for HeightShare {
    const NAME: &str = "precision";
    const ABOUT: &str = "the levels that a cell was raised over the height of its hierarchy";
    const AGGREGATE: Aggregate = Aggregate::ArithmeticMean;

    fn of(attributes: &[Attribute]) -> Self {
        let heights = attributes.iter().map(|attribute| attribute.height).collect();
        let leaves = attributes.first().and_then(|attribute| attribute.levels.first());
        let rows = leaves.map_or(0, |labels| labels.iter().map(|label| label.rows).sum());
        Self { heights, rows }
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        self.mean(column, levels, self.rows, 0)
    }

    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        self.mean(column, levels, node.rows, node.suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn it_is_the_share_of_the_height_that_cells_were_raised() {
        // Letters: six rows at 1 of 2, two rows at all of it. Flags: six rows at 0, two rows at all of it.
        check(&Precision::new(&attributes(), Aggregate::Maximum), 5.0 / 8.0);
        check(&Precision::new(&attributes(), Precision::AGGREGATE), (5.0 + 2.0) / 16.0);
    }

    #[test]
    fn a_column_without_levels_only_loses_suppressed_rows() {
        let mut attributes = attributes();
        attributes[1].height = 0;
        attributes[1].levels.truncate(1);
        check(&Precision::new(&attributes, Aggregate::Sum), 5.0 / 8.0 + 2.0 / 8.0);
    }
}

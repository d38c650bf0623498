//! Levels: what the approximation algorithms of cell generalization are proved for.

use amidst_core::{Attribute, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
    precision::HeightShare,
};

/// The sum, over all cells, of the share of its hierarchy's height that a cell was raised; a suppressed cell counts 1. Where
/// cells are kept or blanked it is the number of blanks.
pub type LevelSum = OfColumns<HeightSum>;

/// What a column contributes to [`LevelSum`].
#[derive(Clone, Debug)]
pub struct HeightSum(HeightShare);

impl HeightSum {
    fn sum(&self, column: usize, levels: &[u8], rows: u64, suppressed: u64) -> f64 {
        let (raised, height) = self.0.raised(column, levels, rows, suppressed);
        raised as f64 / height as f64
    }
}

impl ColumnMeasure for HeightSum {
    const NAME: &str = "levels";
    const ABOUT: &str =
        "the levels that a cell was raised over the height of its hierarchy, added up over all cells";
    const AGGREGATE: Aggregate = Aggregate::Sum;

    fn of(attributes: &[Attribute]) -> Self {
        Self(HeightShare::of(attributes))
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        self.sum(column, levels, self.0.rows(), 0)
    }

    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        self.sum(column, levels, node.rows, node.suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn it_is_the_sum_of_levels_over_heights() {
        // Letters: six rows at 1 of 2, two rows at all of it. Flags: six rows at 0, two rows at all of it.
        check(&LevelSum::new(&attributes(), LevelSum::AGGREGATE), 6.0 / 2.0 + 2.0 + 2.0);
        check(&LevelSum::new(&attributes(), Aggregate::Maximum), 5.0);
    }
}

//! Height: the sum of levels.

use amidst_core::{Attribute, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
};

/// The sum of a node's levels: its distance from the table as it is. Suppression does not matter.
pub type Height = OfColumns<Level>;

/// What a column contributes to [`Height`].
#[derive(Clone, Debug)]
pub struct Level;

impl ColumnMeasure for Level {
    const NAME: &str = "height";
    const ABOUT: &str = "the levels of all columns";
    const AGGREGATE: Aggregate = Aggregate::Sum;
    const IGNORES_SUPPRESSION: bool = true;

    fn of(_attributes: &[Attribute]) -> Self {
        Self
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        f64::from(levels[column])
    }

    fn lost_below(&self, column: usize, levels: &[u8], _node: &NodeFacts) -> f64 {
        self.lost_at(column, levels)
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Metric;

    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn it_is_the_sum_of_levels() {
        check(&Height::new(&attributes(), Height::AGGREGATE), 1.0);
        assert_eq!(Height::new(&attributes(), Height::AGGREGATE).floor(&[2, 1]).value(), 3.0);
    }
}

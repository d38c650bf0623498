//! Height: the sum of levels.

use amidst_core::{Attribute, Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::{Aggregate, columns::Columns, entry::Entry};

/// The sum of a node's levels: its distance from the table as it is. Suppression does not matter.
#[derive(Clone, Debug)]
pub struct Height {
    columns: Columns,
}

impl Height {
    /// Its id.
    pub const NAME: &str = "height";
    /// What it is.
    pub const INFO: MeasureInfo =
        MeasureInfo::new(Self::NAME, "the levels of all columns").of_columns(Self::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(Self::AGGREGATE))),
    };
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = Aggregate::Sum;

    /// Reads the weights.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        Self { columns: Columns::new(attributes, aggregate) }
    }
}

impl Metric for Height {
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
        self.floor(&node.levels)
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.columns.score(|column| f64::from(levels[column]))
    }

    fn part(&self, columns: &[usize]) -> Option<Box<dyn Metric>> {
        Some(Box::new(Self { columns: self.columns.only(columns) }))
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
    fn it_is_the_sum_of_levels() {
        check(&Height::new(&attributes(), Height::AGGREGATE), 1.0);
        assert_eq!(Height::new(&attributes(), Height::AGGREGATE).floor(&[2, 1]).value(), 3.0);
    }
}

//! Levels: what the approximation algorithms of cell generalization are proved for.

use amidst_core::{Attribute, Metric, NodeFacts, Score, metric::MeasureInfo};

use crate::{Aggregate, columns::Columns, entry::Entry};

/// The sum, over all cells, of the share of its hierarchy's height that a cell was raised; a suppressed cell counts 1. Where
/// cells are kept or blanked it is the number of blanks.
#[derive(Clone, Debug)]
pub struct LevelSum {
    columns: Columns,
    heights: Vec<u8>,
    rows: u64,
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

    /// Reads the heights, and how many rows there are.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        let heights = attributes.iter().map(|attribute| attribute.height).collect();
        let leaves = attributes.first().and_then(|attribute| attribute.levels.first());
        let rows = leaves.map_or(0, |labels| labels.iter().map(|label| label.rows).sum());
        Self { columns: Columns::new(attributes, aggregate), heights, rows }
    }

    fn with_suppressed(&self, levels: &[u8], rows: u64, suppressed: u64) -> Score {
        self.columns.score(|column| {
            // A column without levels cannot be raised, but it can be suppressed.
            let height = u64::from(self.heights[column]).max(1);
            let raised = (rows - suppressed) * u64::from(levels[column]) + suppressed * height;
            raised as f64 / height as f64
        })
    }
}

impl Metric for LevelSum {
    fn name(&self) -> &'static str {
        Self::NAME
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
    fn it_is_the_sum_of_levels_over_heights() {
        // Letters: six rows at 1 of 2, two rows at all of it. Flags: six rows at 0, two rows at all of it.
        check(&LevelSum::new(&attributes(), LevelSum::AGGREGATE), 6.0 / 2.0 + 2.0 + 2.0);
        check(&LevelSum::new(&attributes(), Aggregate::Maximum), 5.0);
    }
}

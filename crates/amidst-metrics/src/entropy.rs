//! Entropy: the bits it takes to undo the recoding.

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score, metric::MeasureInfo};

use crate::{
    Aggregate,
    columns::{Columns, round10},
    entry::Entry,
};

/// Non-uniform entropy: the bits it takes to tell each cell's value, knowing its label; for suppressed rows, also to
/// tell the label among those of the suppressed rows.
#[derive(Clone, Debug)]
pub struct Entropy {
    columns: Columns,
    /// For each column and level, the bits lost by all rows.
    bits: Vec<Vec<f64>>,
}

/// Sums of logarithms are exact to about twelve digits. A bound gives away more than that.
const SAFETY: f64 = 1.0 - 1e-9;

impl Entropy {
    /// Its id.
    pub const NAME: &str = "entropy";
    /// What it is.
    pub const INFO: MeasureInfo =
        MeasureInfo::new(Self::NAME, "the bits that it takes to tell values from labels")
            .of_columns(Self::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(Self::AGGREGATE))),
    };
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = Aggregate::Sum;

    /// Reads how often each label occurs.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        Self {
            columns: Columns::new(attributes, aggregate),
            bits: attributes.iter().map(bits_by_level).collect(),
        }
    }

    /// The bits that a column loses at a judged node.
    pub(crate) fn lost(&self, column: usize, node: &NodeFacts) -> f64 {
        round10(self.bits_at(column, &node.levels) + suppressed_bits(column, node))
    }

    /// The bits that a column loses if nothing is suppressed.
    pub(crate) fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        round10(self.bits_at(column, levels))
    }

    /// The bits that a column loses at least from `levels` up to a judged node: among more rows, and between finer
    /// labels, it takes more bits to tell one.
    pub(crate) fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        round10(self.bits_at(column, levels) + suppressed_bits(column, node) * SAFETY)
    }

    fn bits_at(&self, column: usize, levels: &[u8]) -> f64 {
        self.bits[column][usize::from(levels[column])]
    }
}

/// The bits it takes to tell the labels of suppressed rows.
fn suppressed_bits(column: usize, node: &NodeFacts) -> f64 {
    node.suppressed_columns.get(column).map_or(0.0, |it| it.bits)
}

/// The bits lost on each level, in a fixed order of adding; never falling, as in exact arithmetic.
fn bits_by_level(attribute: &Attribute) -> Vec<f64> {
    let leaves = attribute.levels.first().map_or(&[][..], |labels| labels);
    // The ancestor of each leaf, raised level by level.
    let mut ancestors: Vec<usize> = (0..leaves.len()).collect();
    let mut most = 0.0_f64;
    let mut bits = Vec::with_capacity(attribute.levels.len());
    for (level, labels) in attribute.levels.iter().enumerate() {
        if level > 0 {
            let below = &attribute.levels[level - 1];
            ancestors.iter_mut().for_each(|label| *label = below[*label].parent as usize);
        }
        let lost = leaves.iter().zip(&ancestors).map(|(leaf, &label)| {
            let (own, all) = (leaf.rows as f64, labels[label].rows as f64);
            own * (all / own).log2()
        });
        most = most.max(lost.sum());
        bits.push(most);
    }
    bits
}

impl Metric for Entropy {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn needs(&self) -> Needs {
        Needs::BITS
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.columns.score(|column| self.lost(column, node))
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.columns.score(|column| self.lost_at(column, levels))
    }

    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        self.columns.score(|column| self.lost_below(column, levels, node))
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
    fn it_counts_the_bits_to_tell_each_cell() {
        // Below ab: 3 · log2(4/3) + 1 · log2(4); below cd: 4 · log2(2). Suppressed rows: ab or cd, yes or no, one bit each.
        let (letter, flag) = (3.0 * (4.0_f64 / 3.0).log2() + 2.0 + 4.0 + 2.0, 2.0);
        check(&Entropy::new(&attributes(), Entropy::AGGREGATE), letter + flag);
    }
}

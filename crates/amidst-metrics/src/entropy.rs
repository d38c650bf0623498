//! Entropy: the bits it takes to undo the recoding.

use amidst_core::{Attribute, Needs, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
    columns::round10,
};

/// Non-uniform entropy: the bits it takes to tell each cell's value, knowing its label; for suppressed rows, also to
/// tell the label among those of the suppressed rows.
pub type Entropy = OfColumns<LostBits>;

/// What a column contributes to [`Entropy`]: for each column and level, the bits lost by all rows.
#[derive(Clone, Debug)]
pub struct LostBits(Vec<Vec<f64>>);

/// Sums of logarithms are exact to about twelve digits. A bound gives away more than that.
const SAFETY: f64 = 1.0 - 1e-9;

impl ColumnMeasure for LostBits {
    const NAME: &str = "entropy";
    const ABOUT: &str = "the bits that it takes to tell values from labels";
    const AGGREGATE: Aggregate = Aggregate::Sum;
    const NEEDS: Needs = Needs::BITS;

    fn of(attributes: &[Attribute]) -> Self {
        Self(attributes.iter().map(bits_by_level).collect())
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        round10(self.bits_at(column, levels))
    }

    /// Among more rows, and between finer labels, it takes more bits to tell one.
    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        round10(self.bits_at(column, levels) + suppressed_bits(column, node) * SAFETY)
    }

    fn lost(&self, column: usize, node: &NodeFacts) -> f64 {
        round10(self.bits_at(column, &node.levels) + suppressed_bits(column, node))
    }
}

impl LostBits {
    fn bits_at(&self, column: usize, levels: &[u8]) -> f64 {
        self.0[column][usize::from(levels[column])]
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

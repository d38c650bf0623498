//! Normalized entropy: entropy as a share of what each column has to lose.

use amidst_core::{Attribute, Needs, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
    columns::round10,
    entropy::LostBits,
};

/// [`Entropy`](crate::Entropy), each column divided by the bits it takes to tell its values when nothing is known.
pub type NormalizedEntropy = OfColumns<ShareOfBits>;

/// What a column contributes to [`NormalizedEntropy`].
#[derive(Clone, Debug)]
pub struct ShareOfBits {
    lost: LostBits,
    /// For each column, the most bits it can lose.
    most: Vec<f64>,
}

impl ShareOfBits {
    /// A column that tells nothing has nothing to lose.
    fn share(&self, column: usize, bits: f64) -> f64 {
        if self.most[column] > 0.0 { bits / self.most[column] } else { 0.0 }
    }
}

/// The bits it takes to tell the values of all rows.
fn most_bits(attribute: &Attribute) -> f64 {
    let leaves = attribute.levels.first().map_or(&[][..], |labels| labels);
    let all = leaves.iter().map(|leaf| leaf.rows).sum::<u64>() as f64;
    round10(leaves.iter().map(|leaf| leaf.rows as f64 * (all / leaf.rows as f64).log2()).sum())
}

impl ColumnMeasure for ShareOfBits {
    const NAME: &str = "normalized-entropy";
    const ABOUT: &str = "the same over the bits of each column";
    const AGGREGATE: Aggregate = Aggregate::Sum;
    const NEEDS: Needs = Needs::BITS;

    fn of(attributes: &[Attribute]) -> Self {
        Self { lost: LostBits::of(attributes), most: attributes.iter().map(most_bits).collect() }
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        self.share(column, self.lost.lost_at(column, levels))
    }

    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        self.share(column, self.lost.lost_below(column, levels, node))
    }

    fn lost(&self, column: usize, node: &NodeFacts) -> f64 {
        self.share(column, self.lost.lost(column, node))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Metric;

    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn each_column_is_a_share_of_what_it_can_lose() {
        // Columns lose what entropy says. All letters: 3 · log2(8/3) + 1 · log2(8) + 4 · log2(4); all flags: 8 · log2(2).
        let letter = 3.0 * (4.0_f64 / 3.0).log2() + 2.0 + 4.0 + 2.0;
        let most = 3.0 * (8.0_f64 / 3.0).log2() + 3.0 + 8.0;
        check(
            &NormalizedEntropy::new(&attributes(), NormalizedEntropy::AGGREGATE),
            letter / most + 2.0 / 8.0,
        );
    }

    #[test]
    fn nothing_left_is_1_for_each_column_and_a_constant_column_loses_nothing() {
        let entropy = NormalizedEntropy::new(&attributes(), NormalizedEntropy::AGGREGATE);
        assert_eq!(entropy.floor(&[2, 1]).value(), 2.0);
        let label = amidst_core::Label { leaves: 1, rows: 8, parent: 0 };
        let constant = Attribute { weight: 1.0, height: 0, leaves: 1, levels: vec![vec![label]] };
        assert_eq!(NormalizedEntropy::new(&[constant], Aggregate::Sum).floor(&[0]).value(), 0.0);
    }
}

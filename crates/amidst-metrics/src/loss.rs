//! Loss: how much of its domain each value covers.

use amidst_core::{Attribute, Needs, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
    columns::round10,
    coverage::Coverage,
};

/// The mean share of the domain that a cell covers, scaled to 0 for what nothing was done to and 1 for nothing left.
///
/// A label covers the leaves below it, a suppressed cell all of them.
pub type Loss = OfColumns<DomainShare>;

/// What a column contributes to [`Loss`].
#[derive(Clone, Debug)]
pub struct DomainShare(Vec<Coverage>);

/// Scales covered leaves so that one leaf a row is 0 and the whole domain a row is 1.
fn share(coverage: &Coverage, covered: u64) -> f64 {
    // A domain of one leaf has nothing to lose.
    let most = coverage.rows * (coverage.leaves - 1);
    if most == 0 { 0.0 } else { round10(covered.saturating_sub(coverage.rows) as f64 / most as f64) }
}

impl ColumnMeasure for DomainShare {
    const NAME: &str = "loss";
    const ABOUT: &str = "the share of its domain that a cell stands for";
    const AGGREGATE: Aggregate = Aggregate::GeometricMean;
    const NEEDS: Needs = Needs::LEAVES;

    fn of(attributes: &[Attribute]) -> Self {
        Self(attributes.iter().map(|attribute| Coverage::new(attribute, |leaves| leaves)).collect())
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        share(&self.0[column], self.0[column].at(levels[column]))
    }

    /// Suppressed rows cover everything, the others what they cover at `levels`. At the judged node itself this is the
    /// score.
    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        let shown = node.suppressed_columns.get(column).map_or(u64::MAX, |it| it.leaves);
        share(&self.0[column], self.0[column].with_suppressed(levels[column], node.suppressed, shown))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Metric;

    use super::*;
    use crate::example::{attributes, check, node};

    #[test]
    fn it_is_the_share_of_the_domain_that_cells_cover() {
        // Letters: six rows cover 2 leaves of 4, two rows all 4: (20 - 8) / (32 - 8). Flags: six rows 1 of 2, two rows 2.
        let (letter, flag) = (0.5, 0.25);
        check(&Loss::new(&attributes(), Aggregate::Maximum), letter);
        check(&Loss::new(&attributes(), Aggregate::Sum), letter + flag);
        check(&Loss::new(&attributes(), Aggregate::GeometricMean), (1.5_f64 * 1.25).sqrt() - 1.0);
        assert_eq!(Loss::new(&attributes(), Loss::AGGREGATE).of_columns(&node()), [letter, flag]);
    }

    #[test]
    fn nothing_done_is_0_and_nothing_left_is_1() {
        let loss = Loss::new(&attributes(), Loss::AGGREGATE);
        assert_eq!(loss.floor(&[0, 0]).value(), 0.0);
        assert_eq!(loss.floor(&[2, 1]).value(), 1.0);
        let all = NodeFacts { suppressed: 8, suppressed_columns: vec![], ..node() };
        assert_eq!(loss.score(&all).value(), 1.0);
    }

    #[test]
    fn a_domain_of_one_leaf_has_nothing_to_lose() {
        let label = amidst_core::Label { leaves: 1, rows: 8, parent: 0 };
        let attribute =
            Attribute { weight: 1.0, height: 1, leaves: 1, levels: vec![vec![label], vec![label]] };
        let node = NodeFacts { levels: vec![1], suppressed_columns: vec![], ..node() };
        assert_eq!(Loss::new(&[attribute], Loss::AGGREGATE).score(&node).value(), 0.0);
    }

    #[test]
    fn weights_are_relative_to_the_largest() {
        let mut attributes = attributes();
        (attributes[0].weight, attributes[1].weight) = (1.0, 4.0);
        check(&Loss::new(&attributes, Aggregate::Sum), 0.5 / 4.0 + 0.25);
        (attributes[0].weight, attributes[1].weight) = (0.0, 0.0);
        check(&Loss::new(&attributes, Aggregate::Sum), 0.75);
    }
}

//! GCP: the certainty penalty of all cells.

use amidst_core::{Attribute, Needs, NodeFacts};

use crate::{
    Aggregate,
    column_measure::{ColumnMeasure, OfColumns},
    coverage::Coverage,
};

/// The global certainty penalty: the mean, over all cells, of the share of the domain that a cell covers. A cell that
/// shows a single leaf costs nothing, a suppressed one costs 1.
pub type Gcp = OfColumns<CertaintyPenalty>;

/// What a column contributes to [`Gcp`].
#[derive(Clone, Debug)]
pub struct CertaintyPenalty(Vec<Coverage>);

/// As how many leaves a label counts.
fn penalized(leaves: u64) -> u64 {
    if leaves == 1 { 0 } else { leaves }
}

/// Covered leaves as a share of the whole domain in every row.
fn share(coverage: &Coverage, covered: u64) -> f64 {
    let most = coverage.rows * coverage.leaves;
    if most == 0 { 0.0 } else { covered as f64 / most as f64 }
}

impl ColumnMeasure for CertaintyPenalty {
    const NAME: &str = "gcp";
    const ABOUT: &str = "the share of its domain that a cell stands for, nothing for a value by itself";
    const AGGREGATE: Aggregate = Aggregate::ArithmeticMean;
    const NEEDS: Needs = Needs::LEAVES;

    fn of(attributes: &[Attribute]) -> Self {
        Self(attributes.iter().map(|attribute| Coverage::new(attribute, penalized)).collect())
    }

    fn lost_at(&self, column: usize, levels: &[u8]) -> f64 {
        share(&self.0[column], self.0[column].at(levels[column]))
    }

    /// Suppressed cells cost 1, the others what they cost at `levels`. At the judged node itself this is the score.
    fn lost_below(&self, column: usize, levels: &[u8], node: &NodeFacts) -> f64 {
        let shown = node.suppressed_columns.get(column).map_or(u64::MAX, |it| it.leaves - it.singles);
        share(&self.0[column], self.0[column].with_suppressed(levels[column], node.suppressed, shown))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Metric;

    use super::*;
    use crate::example::{attributes, check, node};

    #[test]
    fn it_is_the_mean_share_of_the_domain_that_cells_cover() {
        // Letters: six rows cover 2 leaves of 4, two rows all 4. Flags: six rows show a single leaf, two rows none.
        let (letter, flag) = ((6.0 * 2.0 / 4.0 + 2.0) / 8.0, 2.0 / 8.0);
        check(&Gcp::new(&attributes(), Aggregate::Maximum), letter);
        check(&Gcp::new(&attributes(), Gcp::AGGREGATE), (letter + flag) / 2.0);
    }

    #[test]
    fn a_single_leaf_costs_nothing_and_nothing_left_costs_1() {
        let gcp = Gcp::new(&attributes(), Gcp::AGGREGATE);
        assert_eq!(gcp.floor(&[0, 0]).value(), 0.0);
        assert_eq!(gcp.floor(&[2, 1]).value(), 1.0);
        let all = NodeFacts { levels: vec![0, 0], suppressed: 8, suppressed_columns: vec![], ..node() };
        assert_eq!(gcp.score(&all).value(), 1.0);
    }

    #[test]
    fn a_domain_of_one_leaf_costs_only_when_suppressed() {
        let label = amidst_core::Label { leaves: 1, rows: 8, parent: 0 };
        let attribute =
            Attribute { weight: 1.0, height: 1, leaves: 1, levels: vec![vec![label], vec![label]] };
        let gcp = Gcp::new(&[attribute], Gcp::AGGREGATE);
        assert_eq!(gcp.floor(&[1]).value(), 0.0);
        let node = NodeFacts { levels: vec![1], suppressed_columns: vec![], ..node() };
        assert_eq!(gcp.score(&node).value(), 2.0 / 8.0);
    }
}

//! GCP: the certainty penalty of all cells.

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score, metric::MeasureInfo};

use crate::{Aggregate, columns::Columns, coverage::Coverage, entry::Entry};

/// The global certainty penalty: the mean, over all cells, of the share of the domain that a cell covers. A cell that
/// shows a single leaf costs nothing, a suppressed one costs 1.
#[derive(Clone, Debug)]
pub struct Gcp {
    columns: Columns,
    coverages: Vec<Coverage>,
}

/// As how many leaves a label counts.
fn penalized(leaves: u64) -> u64 {
    if leaves == 1 { 0 } else { leaves }
}

/// Covered leaves as a share of the whole domain in every row.
fn share(coverage: &Coverage, covered: u64) -> f64 {
    let most = coverage.rows * coverage.leaves;
    if most == 0 { 0.0 } else { covered as f64 / most as f64 }
}

impl Gcp {
    /// Its id.
    pub const NAME: &str = "gcp";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(
        Self::NAME,
        "the share of its domain that a cell stands for, nothing for a value by itself",
    )
    .of_columns(Self::AGGREGATE.name());
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        build: |attributes, aggregate| Box::new(Self::new(attributes, aggregate.unwrap_or(Self::AGGREGATE))),
    };
    /// Its usual aggregate.
    pub const AGGREGATE: Aggregate = Aggregate::ArithmeticMean;

    /// Reads the domains.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        Self {
            columns: Columns::new(attributes, aggregate),
            coverages: attributes.iter().map(|attribute| Coverage::new(attribute, penalized)).collect(),
        }
    }
}

impl Metric for Gcp {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn needs(&self) -> Needs {
        Needs::LEAVES
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.bound_below(&node.levels, node)
    }

    fn floor(&self, levels: &[u8]) -> Score {
        self.columns.score(|column| {
            let coverage = &self.coverages[column];
            share(coverage, coverage.at(levels[column]))
        })
    }

    /// Suppressed cells cost 1, the others what they cost at `levels`. At the judged node itself this is the score.
    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        self.columns.score(|column| {
            let coverage = &self.coverages[column];
            let shown = node.suppressed_columns.get(column).map_or(u64::MAX, |it| it.leaves - it.singles);
            share(coverage, coverage.with_suppressed(levels[column], node.suppressed, shown))
        })
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

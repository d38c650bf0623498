//! Kullback-Leibler divergence: how far the release is from the table, as a distribution of tuples.

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score, SuppressedColumn, metric::MeasureInfo};

use crate::entry::Entry;

/// The bits per row by which the table's tuples diverge from what the release says of them.
///
/// A released class spreads its rows evenly over the tuples it stands for, suppressed rows are spread evenly over all
/// tuples there could be. For each distinct tuple of the table, its share of the rows times the logarithm of that share
/// over the one it is spread to.
#[derive(Clone, Debug)]
pub struct KlDivergence {
    columns: Vec<LeafBits>,
    rows: u64,
    /// The bits of all domains together.
    domains: f64,
    /// No sum over rows is off by more bits.
    slack: f64,
}

/// The bits it takes to number the leaves below the labels of a column.
#[derive(Clone, Debug)]
struct LeafBits {
    /// In the whole domain.
    domain: f64,
    /// For each level, summed over all rows.
    all: Vec<f64>,
    /// For each level, below the widest label.
    widest: Vec<f64>,
}

/// Sums of logarithms are exact to about twelve digits. A bound gives away more than that.
const SLACK: f64 = 1e-9;

impl KlDivergence {
    /// Its id.
    pub const NAME: &str = "kl-divergence";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(
        Self::NAME,
        "the bits by which the table differs from one spread evenly within its classes",
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, build: |attributes, _| Box::new(Self::new(attributes)) };

    /// Reads the domains.
    pub fn new(attributes: &[Attribute]) -> Self {
        let columns: Vec<LeafBits> = attributes.iter().map(LeafBits::new).collect();
        let leaves = attributes.first().and_then(|attribute| attribute.levels.first());
        let rows = leaves.map_or(0, |labels| labels.iter().map(|label| label.rows).sum());
        let domains = in_order(columns.iter().map(|column| column.domain));
        let slack = SLACK * (2.0 * bits(rows) + rows as f64 * domains);
        Self { columns, rows, domains, slack }
    }

    fn per_row(&self, bits: f64) -> Score {
        Score::new(if self.rows == 0 { 0.0 } else { bits.max(0.0) / self.rows as f64 })
    }

    /// The bits that number what rows stand for: for those not suppressed, the leaves below their labels at `levels`.
    /// `shown` tells what the others would have shown at most, if it is known.
    fn leaf_bits(&self, levels: &[u8], suppressed: u64, shown: &[SuppressedColumn]) -> f64 {
        let suppressed = suppressed as f64;
        let released = in_order(self.columns.iter().enumerate().map(|(at, column)| {
            let level = usize::from(levels[at]);
            let shown = shown.get(at).map_or(f64::MAX, |it| it.leaf_bits);
            (column.all[level] - shown.min(suppressed * column.widest[level])).max(0.0)
        }));
        released + suppressed * self.domains
    }
}

impl LeafBits {
    fn new(attribute: &Attribute) -> Self {
        let log = |leaves: u64| (leaves as f64).log2();
        let all = |labels: &Vec<amidst_core::Label>| -> f64 {
            labels.iter().map(|label| label.rows as f64 * log(label.leaves)).sum()
        };
        Self {
            domain: log(attribute.leaves.max(1)),
            all: attribute.levels.iter().map(all).collect(),
            widest: attribute
                .levels
                .iter()
                .map(|labels| log(labels.iter().map(|label| label.leaves).max().unwrap_or(1)))
                .collect(),
        }
    }
}

/// Rows times the bits that number them.
fn bits(rows: u64) -> f64 {
    if rows == 0 { 0.0 } else { rows as f64 * (rows as f64).log2() }
}

/// The sum of one number per column, whatever the order of columns.
fn in_order(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().sum()
}

impl Metric for KlDivergence {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn needs(&self) -> Needs {
        Needs::ROW_BITS | Needs::BITS
    }

    fn score(&self, node: &NodeFacts) -> Score {
        let rows = node.row_bits.unwrap_or_default();
        let leaves = self.leaf_bits(&node.levels, node.suppressed, &node.suppressed_columns);
        self.per_row(rows.source + leaves - rows.released - bits(node.suppressed))
    }

    /// Merging classes, or spreading rows over all tuples, never brings the release closer: what it would be without
    /// suppression is the least that every node at or above scores, whatever its outliers.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        let Some(rows) = node.row_bits else { return Score::new(0.0) };
        self.per_row(rows.source + self.leaf_bits(&node.levels, 0, &[]) - rows.all - self.slack)
    }

    /// Suppressed rows stay suppressed, and no sets of rows have more bits than all rows as one.
    fn bound_below(&self, levels: &[u8], node: &NodeFacts) -> Score {
        let source = node.row_bits.map_or(0.0, |rows| rows.source);
        let leaves = self.leaf_bits(levels, node.suppressed, &node.suppressed_columns);
        self.per_row(source + leaves - bits(node.rows) - self.slack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{attributes, check, node};

    #[test]
    fn it_is_how_far_the_tuples_are_from_where_the_release_spreads_them() {
        // ab yes spreads three rows over two tuples: 3/16 each; so does cd no. Two suppressed rows go over eight tuples.
        let term = |rows: f64, spread: f64| rows / 8.0 * (rows / 8.0 / spread).log2();
        let (a_yes, b_no, d_yes) = (term(3.0, 3.0 / 16.0), term(1.0, 1.0 / 32.0), term(1.0, 1.0 / 32.0));
        let (c_no, d_no) = (term(2.0, 3.0 / 16.0), term(1.0, 3.0 / 16.0));
        check(&KlDivergence::new(&attributes()), a_yes + b_no + c_no + d_no + d_yes);
    }

    #[test]
    fn the_table_as_it_is_diverges_from_itself_by_nothing() {
        let rows = amidst_core::RowBits { source: 5.0, released: 5.0, all: 5.0 };
        let kept = NodeFacts { levels: vec![0, 0], suppressed: 0, row_bits: Some(rows), ..node() };
        let kept = NodeFacts { suppressed_columns: vec![Default::default(); 2], ..kept };
        assert_eq!(KlDivergence::new(&attributes()).score(&kept).value(), 0.0);
    }

    #[test]
    fn suppressing_a_small_class_beside_a_large_one_may_bring_the_release_closer() {
        let label = |rows| amidst_core::Label { leaves: 1, rows, parent: 0 };
        let top = amidst_core::Label { leaves: 2, rows: 10, parent: 0 };
        let levels = vec![vec![label(1), label(9)], vec![top]];
        let divergence = KlDivergence::new(&[Attribute { weight: 1.0, height: 1, leaves: 2, levels }]);
        let all = 9.0 * 9_f64.log2();
        let node = |suppressed, released| NodeFacts {
            levels: vec![0],
            rows: 10,
            suppressed,
            suppressed_columns: vec![Default::default()],
            row_bits: Some(amidst_core::RowBits { source: all, released, all }),
            ..NodeFacts::default()
        };
        let (none, large, both) = (node(0, all), node(9, 0.0), node(10, 0.0));
        assert_eq!(divergence.score(&none).value(), 0.0);
        assert!((divergence.score(&large).value() - 0.9).abs() < 1e-12);
        assert!(divergence.score(&both) < divergence.score(&large));
        assert!([none, large, both].iter().all(|node| divergence.bound_above(node).value() == 0.0));
    }
}

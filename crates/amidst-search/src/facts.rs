//! The sums over a node's classes that metrics judge by.

use amidst_core::{Areas, Attribute, Majority, Needs, NodeFacts, RowBits, SuppressedColumn};
use amidst_kernel::{ClassHistograms, ClassTable, Histograms, Kernel, Tuples};

use crate::rule::{Released, Rule};

/// Sums over classes; nothing yet about what suppressed rows would have shown.
pub(crate) fn sums(tuples: &Tuples, rule: &Rule, table: &ClassTable, released: &Released) -> NodeFacts {
    let counts = table.counts();
    let sums = match released {
        Released::FromRows(least) => Sums::of(counts.iter().map(|&rows| (rows, rows >= *least))),
        Released::Marked(marks) => Sums::of(counts.iter().copied().zip(marks.iter().copied())),
    };
    NodeFacts {
        levels: table.levels().to_vec(),
        rows: tuples.rows(),
        suppressed: tuples.rows() - u64::from(sums.rows),
        classes: u64::from(sums.classes),
        outliers: table.len() as u64 - u64::from(sums.classes),
        squares: sums.squares,
        outlier_squares: sums.all_squares - sums.squares,
        smallest: u64::from(sums.smallest_less_one.wrapping_add(1)),
        least: rule.least(),
        ..NodeFacts::default()
    }
}

/// Sums over released classes, and one over all.
struct Sums {
    classes: u32,
    rows: u32,
    squares: u64,
    /// One less than the rows of the smallest, so that nothing released is not the smallest.
    smallest_less_one: u32,
    all_squares: u64,
}

impl Sums {
    /// Without a branch that depends on the data: sizes around k are as good as random. Tables have fewer than 2^32 rows.
    fn of(classes: impl Iterator<Item = (u32, bool)>) -> Self {
        let mut sums = Self { classes: 0, rows: 0, squares: 0, smallest_less_one: u32::MAX, all_squares: 0 };
        for (rows, is_released) in classes {
            let keep = u32::from(is_released);
            let kept = rows * keep;
            sums.classes += keep;
            sums.rows += kept;
            sums.squares += u64::from(kept) * u64::from(kept);
            sums.all_squares += u64::from(rows) * u64::from(rows);
            sums.smallest_less_one = sums.smallest_less_one.min(kept.wrapping_sub(1));
        }
        sums
    }
}

/// What is kept from node to node: room for histograms, and what is the same at every node.
#[derive(Default)]
pub(crate) struct FactsBuilder {
    /// The companion whose majority is counted.
    target: Option<usize>,
    histograms: Histograms,
    source_bits: Option<f64>,
}

impl FactsBuilder {
    pub fn new(target: Option<usize>) -> Self {
        Self { target, ..Self::default() }
    }

    /// Adds what is summed over classes one by one, as far as it is needed.
    pub fn add_classes(
        &mut self,
        facts: &mut NodeFacts,
        needs: Needs,
        kernel: &mut Kernel<'_>,
        table: &ClassTable,
        released: &Released,
    ) {
        let tuples = kernel.tuples();
        if let Some(values) = tuples.value_counts().filter(|_| needs.contains(Needs::ROW_BITS)) {
            let counts = table.counts();
            let is_released = |class: &usize| released.contains(table, *class);
            facts.row_bits = Some(RowBits {
                source: *self.source_bits.get_or_insert_with(|| bits(values.to_vec())),
                released: bits((0..counts.len()).filter(is_released).map(|class| counts[class]).collect()),
                all: bits(counts.to_vec()),
            });
        }
        if needs.contains(Needs::AREAS) {
            facts.areas = Some(areas(tuples, table, released, 0..tuples.attributes().len()));
        }
        if let Some(target) = self.target.filter(|_| needs.contains(Needs::MAJORITY)) {
            facts.majority = Some(majority(&kernel.tallies(table)[target], table, released));
        }
    }

    /// Adds what suppressed rows, so many of each class, would have shown, as far as it is needed.
    pub fn add_columns(
        &mut self,
        facts: &mut NodeFacts,
        needs: Needs,
        tuples: &Tuples,
        table: &ClassTable,
        suppressed: impl Fn(usize) -> u32,
    ) {
        if !needs.contains(Needs::LEAVES) {
            return;
        }
        if facts.suppressed == 0 {
            facts.suppressed_columns = vec![SuppressedColumn::default(); facts.levels.len()];
            return;
        }
        tuples.histograms(table, suppressed, &mut self.histograms);
        let all = facts.suppressed as f64;
        let column = |(at, attribute): (usize, &Attribute)| {
            let labels = &attribute.levels[usize::from(facts.levels[at])];
            let shown = self.histograms.column(at);
            let rows_of = || labels.iter().zip(shown.iter().copied()).filter(|&(_, rows)| rows > 0);
            let mut column = SuppressedColumn::default();
            for (label, rows) in rows_of() {
                column.leaves += label.leaves * rows;
                column.singles += u64::from(label.leaves == 1) * rows;
            }
            for (label, rows) in rows_of().filter(|_| needs.contains(Needs::BITS)) {
                column.bits += rows as f64 * (all / rows as f64).log2();
                column.leaf_bits += rows as f64 * (label.leaves as f64).log2();
            }
            column
        };
        facts.suppressed_columns = tuples.attributes().iter().enumerate().map(column).collect();
    }
}

/// The rows of each class times the bits that number them, the smallest classes first.
pub(crate) fn bits(mut counts: Vec<u32>) -> f64 {
    counts.sort_unstable();
    let alike = counts.chunk_by(|a, b| a == b);
    alike.map(|alike| alike.len() as f64 * (f64::from(alike[0]) * f64::from(alike[0]).log2())).sum()
}

/// The tuples of some columns that the rows may have been.
pub(crate) fn areas(
    tuples: &Tuples,
    table: &ClassTable,
    released: &Released,
    columns: impl Iterator<Item = usize>,
) -> Areas {
    let mut of_class = vec![1_u128; table.len()];
    for column in columns {
        let labels = &tuples.attributes()[column].levels[usize::from(table.levels()[column])];
        if labels.iter().all(|label| label.leaves == 1) {
            continue;
        }
        for (area, label) in of_class.iter_mut().zip(tuples.labels(table, column)) {
            *area = area.saturating_mul(labels[label as usize].leaves.into());
        }
    }
    let mut areas = Areas::default();
    for (class, (area, &rows)) in of_class.into_iter().zip(table.counts()).enumerate() {
        let area = area.saturating_mul(rows.into());
        areas.all = areas.all.saturating_add(area);
        if released.contains(table, class) {
            areas.released = areas.released.saturating_add(area);
        }
    }
    areas
}

/// The rows of the most frequent value in each class.
fn majority(tally: &ClassHistograms, table: &ClassTable, released: &Released) -> Majority {
    let mut majority = Majority::default();
    for class in 0..table.len() {
        let most = u64::from(tally.class(class).1.iter().copied().max().unwrap_or(0));
        majority.all += most;
        majority.released += if released.contains(table, class) { most } else { 0 };
    }
    majority
}

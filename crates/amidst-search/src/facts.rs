//! The sums over a node's classes that metrics judge by.

use amidst_core::{Attribute, Needs, NodeFacts, SuppressedColumn};
use amidst_kernel::{ClassTable, Histograms, Tuples};

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
        suppressed_columns: Vec::new(),
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

/// Adds what suppressed rows would have shown, as far as it is needed.
pub(crate) fn add_columns(
    facts: &mut NodeFacts,
    needs: Needs,
    tuples: &Tuples,
    table: &ClassTable,
    released: &Released,
    histograms: &mut Histograms,
) {
    if needs == Needs::Sums {
        return;
    }
    if facts.suppressed == 0 {
        facts.suppressed_columns = vec![SuppressedColumn::default(); facts.levels.len()];
        return;
    }
    tuples.histograms(table, |class| !released.contains(table, class), histograms);
    let all = facts.suppressed as f64;
    let column = |(at, attribute): (usize, &Attribute)| {
        let labels = &attribute.levels[usize::from(facts.levels[at])];
        let shown = histograms.column(at);
        let leaves = labels.iter().zip(shown).map(|(label, &rows)| label.leaves * rows).sum();
        let bits = |&rows: &u64| rows as f64 * (all / rows as f64).log2();
        let bits =
            if needs == Needs::Bits { shown.iter().filter(|&&rows| rows > 0).map(bits).sum() } else { 0.0 };
        SuppressedColumn { leaves, bits }
    };
    facts.suppressed_columns = tuples.attributes().iter().enumerate().map(column).collect();
}

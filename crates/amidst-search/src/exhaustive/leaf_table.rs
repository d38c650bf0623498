//! The distinct tuples, unpacked, and the plain way to group them.

use std::collections::{BTreeMap, HashMap, HashSet};

use amidst_core::{Areas, Attribute, ClassSummary, Levels, NodeFacts, RowBits, SuppressedColumn};

use crate::Problem;

/// Distinct tuples as one leaf per column, with their rows.
pub(super) struct LeafTable {
    tuples: Vec<(Vec<u32>, u64)>,
    source_bits: f64,
}

impl LeafTable {
    pub fn new(problem: &Problem<'_>) -> Self {
        let tuples = problem.tuples();
        let bottom = tuples.bottom();
        let columns = tuples.attributes().len();
        let leaves = |class| (0..columns).map(|column| tuples.label(bottom, class, column)).collect();
        let counts = bottom.counts().iter().enumerate();
        let source_bits = bits(bottom.counts().iter().map(|&rows| rows.into()));
        Self { tuples: counts.map(|(class, &rows)| (leaves(class), u64::from(rows))).collect(), source_bits }
    }

    /// Groups the tuples at a node.
    pub fn facts(&self, problem: &Problem<'_>, levels: Levels) -> NodeFacts {
        let attributes = problem.tuples().attributes();
        let label_of: Vec<Vec<u32>> =
            attributes.iter().zip(&levels).map(|(it, &level)| labels(it, level)).collect();
        let mut classes: HashMap<Vec<u32>, u64> = HashMap::new();
        for (leaves, rows) in &self.tuples {
            let labels =
                leaves.iter().zip(&label_of).map(|(&leaf, label_of)| label_of[leaf as usize]).collect();
            *classes.entry(labels).or_default() += rows;
        }
        let (rows, least) = (problem.tuples().rows(), problem.rule.least());
        let mut facts = NodeFacts { levels, rows, least, ..NodeFacts::default() };
        let mut outliers = Vec::new();
        let mut areas = Areas::default();
        let is_released = released(problem, &classes);
        facts.row_bits = Some(RowBits {
            source: self.source_bits,
            released: bits(is_released.iter().map(|labels| classes[labels])),
            all: bits(classes.values().copied()),
        });
        for (labels, rows) in classes {
            let area = area(attributes, &facts.levels, &labels).saturating_mul(rows.into());
            areas.all = areas.all.saturating_add(area);
            if is_released.contains(&labels) {
                areas.released = areas.released.saturating_add(area);
                facts.smallest = if facts.classes == 0 { rows } else { facts.smallest.min(rows) };
                facts.classes += 1;
                facts.squares += rows * rows;
            } else {
                facts.outliers += 1;
                facts.suppressed += rows;
                facts.outlier_squares += rows * rows;
                outliers.push((labels, rows));
            }
        }
        facts.areas = Some(areas);
        let column = |(at, it): (usize, &Attribute)| suppressed_column(it, facts.levels[at], at, &outliers);
        facts.suppressed_columns = attributes.iter().enumerate().map(column).collect();
        facts
    }
}

/// The classes for which every model holds, less those too rare in a combination among what is left, until none is.
fn released(problem: &Problem<'_>, classes: &HashMap<Vec<u32>, u64>) -> HashSet<Vec<u32>> {
    let holds = |rows: u64| problem.models().iter().all(|model| model.holds(&ClassSummary::of_rows(rows)));
    let mut kept: HashMap<&Vec<u32>, u64> =
        classes.iter().filter(|&(_, &rows)| holds(rows)).map(|(labels, &rows)| (labels, rows)).collect();
    loop {
        let before = kept.len();
        for combination in problem.combinations() {
            let values = |labels: &Vec<u32>| -> Vec<u32> {
                combination.columns.iter().map(|&column| labels[column]).collect()
            };
            let mut rows_of: HashMap<Vec<u32>, u64> = HashMap::new();
            kept.iter().for_each(|(labels, rows)| *rows_of.entry(values(labels)).or_default() += rows);
            kept.retain(|labels, _| rows_of[&values(labels)] >= combination.k);
        }
        if kept.len() == before {
            return kept.into_keys().cloned().collect();
        }
    }
}

/// The label of each leaf on a level.
fn labels(attribute: &Attribute, level: u8) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..attribute.levels[0].len() as u32).collect();
    for below in &attribute.levels[..usize::from(level)] {
        labels.iter_mut().for_each(|label| *label = below[*label as usize].parent);
    }
    labels
}

/// Rows times the bits that number them, over sets of so many rows, those of equal sizes together, the smallest first.
fn bits(rows: impl Iterator<Item = u64>) -> f64 {
    let mut sets: BTreeMap<u64, u64> = BTreeMap::new();
    rows.for_each(|rows| *sets.entry(rows).or_default() += 1);
    sets.into_iter().map(|(rows, sets)| sets as f64 * (rows as f64 * (rows as f64).log2())).sum()
}

/// The tuples of leaves that a class stands for.
fn area(attributes: &[Attribute], levels: &[u8], labels: &[u32]) -> u128 {
    let leaves = attributes.iter().zip(levels).zip(labels).map(|((attribute, &level), &label)| {
        u128::from(attribute.levels[usize::from(level)][label as usize].leaves)
    });
    leaves.fold(1, u128::saturating_mul)
}

fn suppressed_column(
    attribute: &Attribute,
    level: u8,
    at: usize,
    outliers: &[(Vec<u32>, u64)],
) -> SuppressedColumn {
    let labels = &attribute.levels[usize::from(level)];
    let mut shown = vec![0; labels.len()];
    outliers.iter().for_each(|(labels, rows)| shown[labels[at] as usize] += rows);
    let all: u64 = shown.iter().sum();
    let mut column = SuppressedColumn::default();
    for (label, rows) in labels.iter().zip(shown).filter(|&(_, rows)| rows > 0) {
        column.leaves += label.leaves * rows;
        column.singles += if label.leaves == 1 { rows } else { 0 };
        column.leaf_bits += rows as f64 * (label.leaves as f64).log2();
        column.bits += rows as f64 * (all as f64 / rows as f64).log2();
    }
    column
}

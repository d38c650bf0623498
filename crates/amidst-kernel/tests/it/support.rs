//! Columns made up, and rows grouped one by one.

use std::{collections::HashMap, sync::Arc};

use amidst_core::{Codes, Hierarchy};
use amidst_kernel::QuasiColumn;
use amidst_testkit::generate::SeededRng;

/// Columns of so many leaves, some of which do not occur.
pub fn columns(seed: u64, rows: usize, leaves: &[u32]) -> Vec<QuasiColumn> {
    let mut draw = SeededRng::new(seed);
    let column = |(at, &leaves): (usize, &u32)| {
        let hierarchy = hierarchy(leaves, 2 + at as u32 % 3);
        let skewed = draw.percent(50);
        let mut leaf = || if skewed { draw.low_between(0, leaves - 1) } else { draw.below(leaves) };
        let codes = (0..rows).map(|_| leaf()).collect();
        QuasiColumn::new(&format!("q{at}"), Arc::new(hierarchy), Codes::narrow(codes, leaves as usize))
    };
    leaves.iter().enumerate().map(column).collect()
}

/// Leaves in groups of `fan`, these in groups of `fan`, and so on twice, then the root.
fn hierarchy(leaves: u32, fan: u32) -> Hierarchy {
    let label = |level: u32, at: u32| Some(format!("l{level}g{at}").into());
    let path =
        |leaf: u32| vec![label(0, leaf), label(1, leaf / fan), label(2, leaf / fan / fan), Some("*".into())];
    Hierarchy::from_paths((0..leaves).map(path).collect()).expect("it is a tree")
}

/// Any node.
pub fn draw_levels(draw: &mut SeededRng, columns: &[QuasiColumn]) -> Vec<u8> {
    columns.iter().map(|column| draw.below(u32::from(column.hierarchy.height()) + 1) as u8).collect()
}

/// Rows of leaves.
pub struct Rows<'a> {
    columns: &'a [QuasiColumn],
}

impl<'a> Rows<'a> {
    pub fn new(columns: &'a [QuasiColumn]) -> Self {
        Self { columns }
    }

    /// The labels of each row.
    pub fn labels(&self, levels: &[u8]) -> Vec<Vec<u32>> {
        let ancestors = |(column, &level): (&QuasiColumn, &u8)| column.hierarchy.ancestors(0, level);
        let maps: Vec<Vec<u32>> = self.columns.iter().zip(levels).map(ancestors).collect();
        let label = |row: usize| {
            self.columns.iter().zip(&maps).map(|(column, map)| map[column.codes.at(row) as usize]).collect()
        };
        (0..self.columns[0].codes.len()).map(label).collect()
    }

    /// The rows of each class.
    pub fn classes(&self, levels: &[u8]) -> HashMap<Vec<u32>, u32> {
        let mut classes = HashMap::new();
        self.labels(levels).into_iter().for_each(|labels| *classes.entry(labels).or_insert(0) += 1);
        classes
    }

    /// The sizes of classes, ascending.
    pub fn sizes(&self, levels: &[u8]) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.classes(levels).into_values().collect();
        sizes.sort_unstable();
        sizes
    }

    /// For each column, the rows of each label that occurs in selected classes, in label order.
    pub fn histograms(&self, levels: &[u8], is_selected: impl Fn(u32) -> bool) -> Vec<Vec<u64>> {
        let mut counts = vec![std::collections::BTreeMap::new(); levels.len()];
        for (labels, rows) in self.classes(levels).into_iter().filter(|(_, rows)| is_selected(*rows)) {
            for (column, label) in labels.into_iter().enumerate() {
                *counts[column].entry(label).or_insert(0) += u64::from(rows);
            }
        }
        counts.into_iter().map(|counts| counts.into_values().collect()).collect()
    }
}

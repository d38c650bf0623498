//! What of a hierarchy occurs in the data.
//!
//! A hierarchy may have a million leaves and a column a hundred values. The kernel numbers only the labels that occur,
//! densely and in hierarchy order, so that the addresses of classes stay small.

use amidst_core::{Attribute, Hierarchy, Label};

use crate::row_keys::ABSENT;

/// The occurring labels of one column on every level.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// For each leaf of the hierarchy its dense number; `ABSENT` if no row has it.
    pub dense: Vec<u32>,
    /// Levels from 0 to the height of the hierarchy.
    pub levels: Vec<Level>,
}

/// The occurring labels of one level.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// For each dense leaf the dense label above it. Never decreasing.
    pub of_leaf: Vec<u32>,
    /// For each dense label its index in the hierarchy.
    pub labels: Vec<u32>,
    /// For each dense label the rows that show it.
    pub rows: Vec<u64>,
}

impl Domain {
    /// From the number of rows of each leaf.
    pub fn new(hierarchy: &Hierarchy, rows_of_leaf: &[u64]) -> Self {
        let occurring: Vec<u32> =
            (0..hierarchy.leaves() as u32).filter(|&leaf| rows_of_leaf[leaf as usize] > 0).collect();
        let mut dense = vec![ABSENT; hierarchy.leaves()];
        for (number, &leaf) in occurring.iter().enumerate() {
            dense[leaf as usize] = number as u32;
        }
        let mut indices = occurring.clone();
        let mut levels = Vec::with_capacity(usize::from(hierarchy.height()) + 1);
        for level in 0..=hierarchy.height() {
            if level > 0 {
                let parents = hierarchy.parents(level - 1);
                indices.iter_mut().for_each(|index| *index = parents[*index as usize]);
            }
            let rows = occurring.iter().map(|&leaf| rows_of_leaf[leaf as usize]);
            levels.push(Level::new(&indices, rows));
        }
        Self { dense, levels }
    }

    /// The number of occurring labels on a level.
    pub fn width(&self, level: u8) -> usize {
        self.levels[usize::from(level)].labels.len()
    }

    /// For each occurring label of a level its first leaf.
    pub fn first_leaves(&self, level: u8) -> Vec<u32> {
        let level = &self.levels[usize::from(level)];
        let mut first = Vec::with_capacity(level.labels.len());
        for (leaf, &label) in level.of_leaf.iter().enumerate() {
            if label as usize == first.len() {
                first.push(leaf as u32);
            }
        }
        first
    }

    /// What metrics may know.
    pub fn attribute(&self, hierarchy: &Hierarchy, weight: f64) -> Attribute {
        let levels = (0..=hierarchy.height()).map(|level| self.attribute_level(hierarchy, level)).collect();
        Attribute { weight, height: hierarchy.height(), leaves: hierarchy.leaves() as u64, levels }
    }

    fn attribute_level(&self, hierarchy: &Hierarchy, level: u8) -> Vec<Label> {
        let here = &self.levels[usize::from(level)];
        let mut parents = vec![0; here.labels.len()];
        if let Some(above) = self.levels.get(usize::from(level) + 1) {
            for (&label, &parent) in here.of_leaf.iter().zip(&above.of_leaf) {
                parents[label as usize] = parent;
            }
        }
        let leaves = |&index: &u32| hierarchy.leaf_range(level, index).len() as u64;
        let labels = here.labels.iter().map(leaves).zip(&here.rows).zip(parents);
        labels.map(|((leaves, &rows), parent)| Label { leaves, rows, parent }).collect()
    }
}

impl Level {
    /// From the index of the label above each occurring leaf, in leaf order, and the rows of each leaf.
    fn new(indices: &[u32], rows_of_leaf: impl Iterator<Item = u64>) -> Self {
        let (mut labels, mut rows) = (Vec::new(), Vec::new());
        let mut of_leaf = Vec::with_capacity(indices.len());
        for (&index, leaf_rows) in indices.iter().zip(rows_of_leaf) {
            if labels.last() != Some(&index) {
                labels.push(index);
                rows.push(0);
            }
            *rows.last_mut().expect("a label was just pushed") += leaf_rows;
            of_leaf.push(labels.len() as u32 - 1);
        }
        Self { of_leaf, labels, rows }
    }
}

//! Columns under their hierarchies, and the classes that levels make: what screens show while somebody tries levels out.
//!
//! Nothing is decided here: what is released is solved and audited by `amidst::Job`.

use std::collections::HashMap;

use amidst_core::{Coded, Hierarchy};
use schemars::JsonSchema;
use serde::Serialize;

/// Classes up to these sizes are counted together.
const ENDS: [u64; 7] = [1, 2, 4, 9, 19, 49, 99];

/// A column under its hierarchy.
pub struct LaidColumn {
    /// The hierarchy.
    pub hierarchy: Hierarchy,
    /// How it is made, in words.
    pub recipe: String,
    /// For every code of the column its leaf.
    leaves: Vec<Option<u32>>,
}

/// How large classes are.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClassSizes {
    /// All classes.
    pub classes: u64,
    /// Rows of the smallest.
    pub smallest: u64,
    /// Classes and rows by size.
    pub sizes: Vec<SizeRange>,
    /// Rows in classes of fewer than k.
    pub rows_below: u64,
    /// All rows.
    pub rows: u64,
}

/// Classes of a range of sizes.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeRange {
    /// The smallest size.
    pub from: u64,
    /// The largest; null without end.
    pub to: Option<u64>,
    /// Classes.
    pub classes: u64,
    /// Rows in them.
    pub rows: u64,
}

impl LaidColumn {
    /// Lays a hierarchy over the values of a column.
    pub fn new(hierarchy: Hierarchy, recipe: String, column: &Coded) -> Self {
        let leaves = column.dictionary.iter().map(|value| hierarchy.leaf(value)).collect();
        Self { hierarchy, recipe, leaves }
    }

    /// For every code the place of its label on a level; values without a leaf share one of their own.
    fn labels(&self, level: u8) -> Vec<u32> {
        let level = level.min(self.hierarchy.height());
        let above = self.hierarchy.ancestors(0, level);
        let none = self.hierarchy.width(level) as u32;
        self.leaves.iter().map(|leaf| leaf.map_or(none, |leaf| above[leaf as usize])).collect()
    }
}

/// The classes that columns make on some levels; `k` is what counts as small.
pub fn class_sizes(columns: &[(&LaidColumn, &Coded, u8)], rows: usize, k: u64) -> ClassSizes {
    let mut class_of_row = vec![0u32; rows];
    let mut classes = 1;
    for (laid, coded, level) in columns {
        let labels = laid.labels(*level);
        let mut known: HashMap<(u32, u32), u32> = HashMap::with_capacity(classes);
        for (class, code) in class_of_row.iter_mut().zip(coded.codes.iter()) {
            let next = known.len() as u32;
            *class = *known.entry((*class, labels[code as usize])).or_insert(next);
        }
        classes = known.len();
    }
    let mut sizes = vec![0u64; classes];
    class_of_row.iter().for_each(|&class| sizes[class as usize] += 1);
    sizes.retain(|&size| size > 0);
    summed(&sizes, k)
}

fn summed(sizes: &[u64], k: u64) -> ClassSizes {
    let starts = std::iter::once(1).chain(ENDS.iter().map(|end| end + 1));
    let ends = ENDS.iter().copied().map(Some).chain([None]);
    let range = |(from, to): (u64, Option<u64>)| {
        let within = || sizes.iter().filter(|&&size| size >= from && to.is_none_or(|to| size <= to));
        SizeRange { from, to, classes: within().count() as u64, rows: within().sum() }
    };
    ClassSizes {
        classes: sizes.len() as u64,
        smallest: sizes.iter().copied().min().unwrap_or(0),
        sizes: starts.zip(ends).map(range).collect(),
        rows_below: sizes.iter().filter(|&&size| size < k).sum(),
        rows: sizes.iter().sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(coded: &Coded) -> LaidColumn {
        let path = |value: &str| [value, &value[..1], "*"].map(|label| Some(label.into())).to_vec();
        let paths = coded.dictionary.iter().flatten().map(path).collect();
        LaidColumn::new(Hierarchy::from_paths(paths).expect("a hierarchy"), String::new(), coded)
    }

    #[test]
    fn classes_grow_with_levels() {
        let zip = Coded::from_texts(["11", "12", "11", "21", "22"].map(Some));
        let laid = laid(&zip);
        let sizes = |level| class_sizes(&[(&laid, &zip, level)], 5, 2);
        let found = [0, 1, 2].map(sizes).map(|it| (it.classes, it.smallest, it.rows_below));
        assert_eq!(found, [(4, 1, 3), (2, 2, 0), (1, 5, 0)]);
    }

    #[test]
    fn columns_cross() {
        let zip = Coded::from_texts(["11", "12", "11", "21"].map(Some));
        let sex = Coded::from_texts(["f", "f", "m", "m"].map(Some));
        let (a, b) = (laid(&zip), laid(&sex));
        let found = class_sizes(&[(&a, &zip, 1), (&b, &sex, 0)], 4, 2);
        assert_eq!((found.classes, found.smallest, found.rows_below, found.rows), (3, 1, 2, 4));
        assert_eq!(found.sizes.iter().map(|range| range.rows).sum::<u64>(), 4);
    }

    #[test]
    fn without_columns_all_rows_are_one_class() {
        assert_eq!(class_sizes(&[], 7, 2).smallest, 7);
    }
}

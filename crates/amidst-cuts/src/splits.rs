//! Where columns may be cut: every split of every column, numbered through.

use std::ops::Range;

use amidst_cells::Axis;

/// A way to cut a column: into two at a value, or a label of a hierarchy into all labels below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The column.
    pub axis: usize,
    /// The codes that each begin an interval by it.
    pub bounds: Box<[u32]>,
    /// The same with those of all splits that it presupposes.
    pub implied: Box<[u32]>,
    /// The split that it presupposes: that of the label above, or the one that tells missing cells apart.
    pub parent: Option<u32>,
    /// Whether others presuppose it.
    pub is_parent: bool,
}

/// Every split there is.
#[derive(Clone, Debug)]
pub struct Splits {
    splits: Vec<Split>,
    /// For each column the numbers of its splits.
    of_axis: Vec<Range<u32>>,
}

impl Splits {
    /// Those of columns: at every value of an order, at every label of a hierarchy.
    pub fn new(axes: &[Axis]) -> Self {
        let (mut splits, mut of_axis) = (Vec::new(), Vec::new());
        for (at, axis) in axes.iter().enumerate() {
            let first = splits.len() as u32;
            match axis.hierarchy() {
                Some(_) => of_labels(axis, at, &mut splits),
                None => of_values(axis, at, &mut splits),
            }
            of_axis.push(first..splits.len() as u32);
        }
        Self { splits, of_axis }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.splits.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.splits.is_empty()
    }

    /// One by its number.
    pub fn get(&self, split: u32) -> &Split {
        &self.splits[split as usize]
    }

    /// The numbers of those of a column.
    pub fn of_axis(&self, axis: usize) -> Range<u32> {
        self.of_axis[axis].clone()
    }

    /// Where the intervals of a column begin under some splits, ascending.
    pub fn starts(&self, axis: usize, chosen: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let own = chosen.into_iter().map(|split| self.get(split)).filter(|split| split.axis == axis);
        let mut starts: Vec<u32> = own.flat_map(|split| split.bounds.iter().copied()).chain([0]).collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }
}

/// One at every value but the first. Where cells are missing, they stand apart before anything else does: together with
/// others they are shown as everything.
fn of_values(axis: &Axis, at: usize, splits: &mut Vec<Split>) {
    let missing = axis.missing().filter(|&missing| missing > 0);
    let known = axis.values() - u32::from(axis.missing().is_some());
    let parent = missing.map(|_| splits.len() as u32);
    let apart = missing.map(|missing| Split {
        axis: at,
        bounds: [missing].into(),
        implied: [missing].into(),
        parent: None,
        is_parent: known > 1,
    });
    splits.extend(apart);
    splits.extend((1..known).map(|value| Split {
        axis: at,
        bounds: [value].into(),
        implied: [value].into_iter().chain(missing).collect(),
        parent,
        is_parent: false,
    }));
}

/// One for every label that has several below it, the highest first.
fn of_labels(axis: &Axis, at: usize, splits: &mut Vec<Split>) {
    let Some(hierarchy) = axis.hierarchy() else { return };
    // The split at or above each label of the level at hand.
    let mut above: Vec<Option<u32>> = vec![None; hierarchy.width(hierarchy.height())];
    for level in (1..=hierarchy.height()).rev() {
        let parents = hierarchy.parents(level - 1);
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); hierarchy.width(level)];
        for (index, &parent) in parents.iter().enumerate() {
            below[parent as usize].push(hierarchy.leaf_range(level - 1, index as u32).start);
        }
        for (label, mut starts) in below.into_iter().enumerate() {
            starts.sort_unstable();
            if starts.len() > 1 {
                let (parent, bounds) = (above[label], &starts[1..]);
                let mut implied = bounds.to_vec();
                if let Some(parent) = parent {
                    splits[parent as usize].is_parent = true;
                    implied.extend_from_slice(&splits[parent as usize].implied);
                    implied.sort_unstable();
                }
                above[label] = Some(splits.len() as u32);
                let bounds = bounds.into();
                splits.push(Split { axis: at, bounds, implied: implied.into(), parent, is_parent: false });
            }
        }
        above = parents.iter().map(|&parent| above[parent as usize]).collect();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_core::Hierarchy;

    use super::*;

    fn texts(known: usize, missing: bool) -> Vec<Option<Box<str>>> {
        (0..known).map(|at| Some(at.to_string().into())).chain(missing.then_some(None)).collect()
    }

    #[test]
    fn values_are_cut_anywhere_and_missing_cells_first() {
        let splits = Splits::new(&[Axis::sets("a", texts(3, false)), Axis::sets("b", texts(3, true))]);
        let told: Vec<_> = (0..5).map(|at| (splits.get(at).bounds[0], splits.get(at).parent)).collect();
        assert_eq!(told, [(1, None), (2, None), (3, None), (1, Some(2)), (2, Some(2))]);
        assert_eq!((splits.len(), splits.of_axis(1)), (5, 2..5));
        assert_eq!(splits.starts(1, [0, 2, 4]), [0, 2, 3]);
    }

    #[test]
    fn labels_are_cut_into_those_below_them() {
        let path = |(leaf, group): (&str, &str)| [leaf, group, "*"].map(|it| Some(it.into())).to_vec();
        let paths = [("a", "ab"), ("b", "ab"), ("c", "c"), ("d", "de"), ("e", "de")].map(path);
        let axis = Axis::labels("x", Arc::new(Hierarchy::from_paths(paths.to_vec()).unwrap()));
        let splits = Splits::new(&[axis]);
        let told: Vec<_> = (0..splits.len() as u32).map(|at| splits.get(at)).collect();
        let bounds: Vec<&[u32]> = told.iter().map(|split| &*split.bounds).collect();
        assert_eq!(bounds, [&[2, 3][..], &[1], &[4]]);
        assert_eq!(told[2].implied[..], [2, 3, 4]);
        assert_eq!((told[0].parent, told[1].parent, told[0].is_parent), (None, Some(0), true));
    }
}

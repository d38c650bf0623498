//! How many classes there are of each size.

use std::collections::BTreeMap;

/// The sizes of classes: for each number of rows, how many classes have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    classes: BTreeMap<u64, u64>,
}

impl Sizes {
    /// All sizes with their classes, the smallest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        self.classes.iter().map(|(&rows, &classes)| (rows, classes))
    }

    /// How many classes have so many rows.
    pub fn of(&self, rows: u64) -> u64 {
        self.classes.get(&rows).copied().unwrap_or(0)
    }

    /// All classes.
    pub fn classes(&self) -> u64 {
        self.classes.values().sum()
    }

    /// All rows.
    pub fn rows(&self) -> u64 {
        self.iter().map(|(rows, classes)| rows * classes).sum()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Takes away some classes of so many rows each; there must be as many.
    pub fn remove(&mut self, rows: u64, classes: u64) {
        let left = self.of(rows).checked_sub(classes).expect("there are as many classes of that size");
        match left {
            0 => _ = self.classes.remove(&rows),
            left => _ = self.classes.insert(rows, left),
        }
    }
}

/// From the rows of each class.
impl FromIterator<u64> for Sizes {
    fn from_iter<T: IntoIterator<Item = u64>>(rows: T) -> Self {
        let mut sizes = Self::default();
        rows.into_iter().for_each(|rows| *sizes.classes.entry(rows).or_default() += 1);
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_counted_by_size_and_taken_away() {
        let mut sizes: Sizes = [3, 1, 3, 2].into_iter().collect();
        assert_eq!(sizes.iter().collect::<Vec<_>>(), [(1, 1), (2, 1), (3, 2)]);
        assert_eq!((sizes.classes(), sizes.rows(), sizes.of(3), sizes.of(4)), (4, 9, 2, 0));
        sizes.remove(3, 1);
        sizes.remove(1, 1);
        assert_eq!(sizes.iter().collect::<Vec<_>>(), [(2, 1), (3, 1)]);
    }
}

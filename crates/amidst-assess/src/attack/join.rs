//! Finds the groups of a release whose every label is among those asked for.

use rayon::prelude::*;

use super::{
    groups::{Field, RowGroups},
    relation::Fit,
};

/// The labels of groups in order, so that those with a given label stand together.
pub(super) struct Index {
    /// The columns in the order of sorting, the most selective first.
    order: Vec<usize>,
    /// The groups in order.
    groups: Vec<u32>,
    /// Their labels, group after group.
    labels: Vec<u32>,
}

impl Index {
    /// Sorts the groups of a release by the columns in this order.
    pub fn new(groups: &RowGroups, fields: &[Field<'_>], order: Vec<usize>) -> Self {
        let width = order.len();
        let labels_of = |&row: &u32| order.iter().map(move |&column| fields[column].at(row as usize));
        let unsorted: Vec<u32> = groups.first_row.iter().flat_map(labels_of).collect();
        let labels_of = |group: u32| &unsorted[group as usize * width..(group as usize + 1) * width];
        let mut sorted: Vec<u32> = (0..groups.len() as u32).collect();
        sorted.par_sort_unstable_by_key(|&group| labels_of(group));
        let labels = sorted.iter().flat_map(|&group| labels_of(group)).copied().collect();
        Self { order, groups: sorted, labels }
    }

    /// Calls `found` with each group that has, in every column, one of the labels asked for, and whether it is sure to.
    pub fn find(&self, asked: &[&[Fit]], found: &mut impl FnMut(u32, bool)) {
        self.descend(0, 0..self.groups.len(), true, asked, found);
    }

    fn descend(
        &self,
        depth: usize,
        range: std::ops::Range<usize>,
        is_sure: bool,
        asked: &[&[Fit]],
        found: &mut impl FnMut(u32, bool),
    ) {
        let Some(&column) = self.order.get(depth) else {
            self.groups[range].iter().for_each(|&group| found(group, is_sure));
            return;
        };
        let (mut start, mut fits) = (range.start, asked[column]);
        // Both sides ascend; whichever is behind leaps forward.
        while start < range.end && !fits.is_empty() {
            let label = self.label(start, depth);
            fits = &fits[fits.partition_point(|fit| fit.label < label)..];
            let Some(fit) = fits.first() else { return };
            start += self.leap(start..range.end, |at| self.label(at, depth) < fit.label);
            let run = self.leap(start..range.end, |at| self.label(at, depth) == fit.label);
            if run > 0 {
                self.descend(depth + 1, start..start + run, is_sure && fit.is_sure, asked, found);
            }
            (start, fits) = (start + run, &fits[1..]);
        }
    }

    fn label(&self, at: usize, depth: usize) -> u32 {
        self.labels[at * self.order.len() + depth]
    }

    /// How many at the start of a range are so; all after them are not.
    fn leap(&self, range: std::ops::Range<usize>, is_so: impl Fn(usize) -> bool) -> usize {
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_so(middle) { low = middle + 1 } else { high = middle }
        }
        low - range.start
    }
}

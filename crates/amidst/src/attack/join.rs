//! Finds the groups of a release whose every label is among those asked for.

use super::{
    groups::{Field, Groups},
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
    pub fn new(groups: &Groups, fields: &[Field<'_>], order: Vec<usize>) -> Self {
        let labels = |group: u32| {
            let row = groups.first_row[group as usize] as usize;
            order.iter().map(move |&column| fields[column].at(row))
        };
        let mut sorted: Vec<u32> = (0..groups.len() as u32).collect();
        sorted.sort_by(|&one, &other| labels(one).cmp(labels(other)));
        let labels = sorted.iter().flat_map(|&group| labels(group)).collect();
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

//! How often each sensitive value occurs, and what that allows.

use amidst_kernel::UNCOUNTED;

use super::Diversity;
use crate::Points;

/// The rows of each value of a companion.
pub(super) struct Values {
    pub aux_column: usize,
    pub rows: Vec<u64>,
    /// Rows with a value.
    known: u64,
}

impl Values {
    pub fn of(points: &Points, aux_column: usize) -> Self {
        let mut rows = vec![0; points.width(aux_column)];
        for (&value, &count) in points.aux_column(aux_column).iter().zip(points.counts()) {
            if value != UNCOUNTED {
                rows[value as usize] += u64::from(count);
            }
        }
        Self { aux_column, known: rows.iter().sum(), rows }
    }

    fn most(&self) -> u64 {
        self.rows.iter().copied().max().unwrap_or(0)
    }

    /// The largest l of all rows together; 0 without any value.
    pub fn largest(&self, diversity: Diversity) -> u64 {
        match diversity {
            Diversity::Distinct => self.rows.iter().filter(|&&rows| rows > 0).count() as u64,
            Diversity::Share => self.known / self.most().max(1),
        }
    }

    /// Into how many groups to deal the rows. No larger l than [`Values::largest`] is asked.
    pub fn groups(&self, l: u64, diversity: Diversity, least: u64) -> u64 {
        let groups = match diversity {
            Diversity::Distinct => self.distinct_groups(l, least),
            Diversity::Share => self.shared_groups(l, least),
        };
        groups.max(1)
    }

    /// As many as there can be: a value is in each group at most once that counts.
    fn distinct_groups(&self, l: u64, least: u64) -> u64 {
        let reaches = |groups: u64| {
            self.rows.iter().map(|&rows| rows.min(groups)).sum::<u64>() >= groups.saturating_mul(l)
        };
        // What fewer groups have, more may lose; one group has it.
        let (mut low, mut high) = (1, (self.known / l.max(least)).max(1));
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if reaches(middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Enough rows in each group to begin with, if that leaves more groups than merging groups of l rows would.
    fn shared_groups(&self, l: u64, least: u64) -> u64 {
        let (most, small) = (self.most(), self.known / l);
        let merged = small / least.div_ceil(l).max(1);
        let is_shared = |groups: u64| most.div_ceil(groups).saturating_mul(l) <= self.known / groups;
        let at_most = self.known / least.max(l);
        (merged + 1..=at_most).rev().find(|&groups| is_shared(groups)).unwrap_or(small)
    }
}

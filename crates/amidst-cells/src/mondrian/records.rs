//! Rows while they are moved about.

use crate::{Member, Points};

/// Rows of a point, with its codes at hand; as many codes as there are columns, the rest is zero.
#[derive(Clone, Copy)]
pub struct Record<const D: usize> {
    /// Whose rows they are, and how many.
    pub member: Member,
    /// The codes of the point.
    pub codes: [u32; D],
}

/// All points with all their rows.
pub fn records<const D: usize>(points: &Points) -> Vec<Record<D>> {
    let record = |(point, &rows): (u32, &u32)| {
        let mut codes = [0; D];
        codes[..points.axes()].copy_from_slice(points.codes(point));
        Record { member: Member { point, rows }, codes }
    };
    (0..).zip(points.counts()).map(record).collect()
}

/// The same rows, each by itself.
pub fn apart<const D: usize>(records: &[Record<D>]) -> Vec<Record<D>> {
    let rows: u64 = records.iter().map(|record| u64::from(record.member.rows)).sum();
    let mut apart = Vec::with_capacity(rows as usize);
    for record in records {
        let row = Record { member: Member { rows: 1, ..record.member }, codes: record.codes };
        apart.extend(std::iter::repeat_n(row, record.member.rows as usize));
    }
    apart
}

/// The lowest and the highest code of each column.
pub fn bounds<const D: usize>(records: &[Record<D>]) -> [(u32, u32); D] {
    let (mut low, mut high) = ([u32::MAX; D], [0; D]);
    for record in records {
        for at in 0..D {
            low[at] = low[at].min(record.codes[at]);
            high[at] = high[at].max(record.codes[at]);
        }
    }
    std::array::from_fn(|at| (low[at], high[at]))
}

/// Moves what is at most `high` in a column before everything else; answers how many records that are.
pub fn lower_first<const D: usize>(records: &mut [Record<D>], axis: usize, high: u32) -> usize {
    let mut end = 0;
    for at in 0..records.len() {
        let is_lower = records[at].codes[axis] <= high;
        records.swap(at, end);
        end += usize::from(is_lower);
    }
    end
}

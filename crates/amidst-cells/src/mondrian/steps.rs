//! Where a column can be cut: between the values that some rows have.

use super::records::Record;
use crate::{Axis, Cover};

/// A value that some rows have, or a label below the lowest common one that some rows are under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The highest code that belongs to it.
    pub high: u32,
    /// Rows up to and including it.
    pub until: u64,
}

/// Below so many records, sorting is faster than counting.
const FEW: usize = 32;

/// The steps of one column at a time, and what it takes to find them.
#[derive(Default)]
pub struct Steps {
    steps: Vec<Step>,
    counts: Vec<u64>,
}

impl Steps {
    /// The steps of a column, in ascending order, where its lowest and highest code are known.
    pub fn find<const D: usize>(
        &mut self,
        (at, axis): (usize, &Axis),
        (low, high): (u32, u32),
        records: &[Record<D>],
    ) -> &[Step] {
        self.steps.clear();
        let range = (high - low) as usize + 1;
        if records.len() < FEW || range / 4 > records.len() {
            self.sort(at, records)
        } else {
            self.count(at, (low, range), records)
        }
        self.add_up(children(axis, low, high));
        &self.steps
    }

    fn sort<const D: usize>(&mut self, at: usize, records: &[Record<D>]) {
        let step = |record: &Record<D>| Step { high: record.codes[at], until: u64::from(record.member.rows) };
        self.steps.extend(records.iter().map(step));
        self.steps.sort_unstable_by_key(|step| step.high);
    }

    fn count<const D: usize>(&mut self, at: usize, (low, range): (u32, usize), records: &[Record<D>]) {
        self.counts.clear();
        self.counts.resize(range, 0);
        for record in records {
            self.counts[(record.codes[at] - low) as usize] += u64::from(record.member.rows);
        }
        let steps = (low..).zip(&self.counts).map(|(high, &until)| Step { high, until });
        self.steps.extend(steps.filter(|step| step.until > 0));
    }

    /// Joins steps that belong together, and turns rows into rows up to there.
    fn add_up(&mut self, last_of: impl Fn(u32) -> u32) {
        let (mut kept, mut until) = (0, 0);
        for at in 0..self.steps.len() {
            let Step { high, until: rows } = self.steps[at];
            until += rows;
            if kept == 0 || self.steps[kept - 1].high < high {
                self.steps[kept].high = last_of(high);
                kept += 1;
            }
            self.steps[kept - 1].until = until;
        }
        self.steps.truncate(kept);
    }
}

/// The last code that is never cut apart from a given one: with a hierarchy the last leaf under the same child of the
/// lowest label above all, else the code itself.
fn children(axis: &Axis, low: u32, high: u32) -> impl Fn(u32) -> u32 {
    let level = axis.label_of(Cover::interval(low, high)).map_or(0, |(level, _)| level.saturating_sub(1));
    let hierarchy = axis.hierarchy();
    move |code| {
        let Some(hierarchy) = hierarchy else { return code };
        let index = (0..level).fold(code, |index, level| hierarchy.parents(level)[index as usize]);
        hierarchy.leaf_range(level, index).end - 1
    }
}

/// The steps after which a cut leaves enough rows on both sides: the one with the median first, then whatever moves the
/// fewest rows to the other side; of two alike the lower.
pub fn near_median(steps: &[Step], least: u64) -> impl Iterator<Item = Step> {
    let rows = steps.last().map_or(0, |step| step.until);
    let first = steps.partition_point(|step| step.until < least);
    let end = steps.partition_point(|step| step.until + least <= rows).max(first);
    let middle = steps.partition_point(|step| step.until <= rows.saturating_sub(1) / 2);
    let (mut down, mut up) = ((middle + 1).clamp(first, end), (middle + 1).clamp(first, end));
    let away = move |at: usize| steps[at].until.abs_diff(steps[middle].until);
    std::iter::from_fn(move || {
        let next = match (down > first, up < end) {
            (true, true) if away(up) < away(down - 1) => up,
            (true, _) => down - 1,
            (false, true) => up,
            (false, false) => return None,
        };
        if next < down {
            down = next
        } else {
            up = next + 1
        }
        Some(steps[next])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn highs(counts: &[u64], least: u64) -> Vec<u32> {
        let until = counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        let steps: Vec<Step> = (0..).zip(until).map(|(high, until)| Step { high, until }).collect();
        near_median(&steps, least).map(|step| step.high).collect()
    }

    #[test]
    fn the_median_comes_first_then_what_is_near() {
        assert_eq!(highs(&[1, 1, 1, 1, 1, 1], 1), [2, 1, 3, 0, 4]);
        assert_eq!(highs(&[1, 1, 1, 1, 1, 1], 2), [2, 1, 3]);
        assert_eq!(highs(&[1, 3, 2, 1, 1], 1), [1, 2, 0, 3]);
    }

    #[test]
    fn a_frequent_median_is_cut_below() {
        assert_eq!(highs(&[2, 1, 9, 1], 2), [1, 0]);
        assert_eq!(highs(&[2, 1, 9], 4), [0_u32; 0]);
        assert_eq!(highs(&[9, 1, 2], 2), [0, 1]);
        assert_eq!(highs(&[5], 1), [0_u32; 0]);
    }
}

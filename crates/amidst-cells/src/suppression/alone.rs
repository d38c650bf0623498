//! What each point would need blanked if no other row had a blank.

use std::collections::HashMap;

use amidst_core::Control;
use rayon::prelude::*;

use super::{
    packed::{Columns, Tally},
    posed::Posed,
    subsets::Subset,
};

/// A point that not enough rows match as it is.
pub(super) struct Alone {
    pub point: u32,
    /// The cheapest subset that it would need, by its place.
    pub choice: usize,
    /// For each subset up to those that cost as much as the choice, and for each need, the rows that agree on what is
    /// left; no more than [`u16::MAX`].
    pub matches: Vec<u16>,
}

/// For every point at risk what it would need, and whether this is so: when stopped, some may need less.
pub(super) fn alone(posed: &Posed<'_>, subsets: &[Subset], control: &dyn Control) -> (Vec<Alone>, bool) {
    let mut points_of_open: HashMap<Columns, Vec<u32>> = HashMap::new();
    posed.points().for_each(|point| points_of_open.entry(posed.open[point as usize]).or_default().push(point));
    let mut groups: Vec<(Columns, Vec<u32>)> = points_of_open.into_iter().collect();
    groups.sort_unstable();
    let (mut all, mut is_finished) = (Vec::new(), true);
    for (open, points) in groups {
        let mut group = Group { posed, open, memo: HashMap::new() };
        is_finished &= group.decide(points, subsets, control, &mut all);
    }
    all.sort_unstable_by_key(|one| one.point);
    (all, is_finished)
}

/// Points that match everything in the same columns.
struct Group<'a, 'b> {
    posed: &'a Posed<'b>,
    open: Columns,
    /// For columns that agree, the rows that do so with each point at hand.
    memo: HashMap<Columns, Vec<i64>>,
}

impl Group<'_, '_> {
    fn decide(
        &mut self,
        points: Vec<u32>,
        subsets: &[Subset],
        control: &dyn Control,
        all: &mut Vec<Alone>,
    ) -> bool {
        let needs = &self.posed.needs;
        let last = subsets.len() - 1;
        let mut undecided: Vec<Alone> =
            points.into_iter().map(|point| Alone { point, choice: last, matches: Vec::new() }).collect();
        let mut done = 0;
        for level in subsets.chunk_by(|a, b| a.cost == b.cost) {
            // The points are others after each level.
            let points: Vec<u32> = undecided.iter().map(|one| one.point).collect();
            if points.is_empty() {
                return true;
            }
            if control.stopped() {
                all.extend(undecided);
                return false;
            }
            control.progress(done as u64, subsets.len() as u128, None);
            let kept = |subset: &Subset| -> Vec<Columns> {
                needs.iter().map(|need| need.columns & !(subset.columns | self.open)).collect()
            };
            let wanted: Vec<Vec<Columns>> = level.iter().map(kept).collect();
            self.count(&points, &wanted);
            let matches: Vec<Vec<&[i64]>> =
                wanted.iter().map(|keeps| keeps.iter().map(|keep| &self.memo[keep][..]).collect()).collect();
            let is_met = |at: usize, rows: &Vec<&[i64]>| rows.iter().zip(needs).all(|(rows, need)| rows[at] >= need.k);
            undecided.par_iter_mut().enumerate().for_each(|(at, one)| {
                let rows = matches.iter().flatten().map(|rows| rows[at].min(i64::from(u16::MAX)) as u16);
                one.matches.extend(rows);
                if let Some(subset) = matches.iter().position(|rows| is_met(at, rows)) {
                    one.choice = done + subset;
                }
            });
            drop(matches);
            self.memo.clear();
            let end = done + level.len();
            let (decided, left): (Vec<_>, Vec<_>) =
                undecided.into_iter().partition(|one| (done..end).contains(&one.choice));
            // Who needs nothing is not at risk.
            all.extend(decided.into_iter().filter(|one| subsets[one.choice].columns != 0));
            (undecided, done) = (left, end);
        }
        all.extend(undecided);
        true
    }

    /// Counts, for each wanted set of columns, the rows that agree with each point.
    fn count(&mut self, points: &[u32], wanted: &[Vec<Columns>]) {
        let mut missing: Vec<Columns> =
            wanted.iter().flatten().copied().filter(|keep| !self.memo.contains_key(keep)).collect();
        missing.sort_unstable();
        missing.dedup();
        let count = |&keep: &Columns| (keep, agreeing(self.posed, keep, points));
        let counted: Vec<(Columns, Vec<i64>)> = missing.par_iter().map(count).collect();
        self.memo.extend(counted);
    }
}

/// For each of some points the rows of all points that agree with it on some columns.
fn agreeing(posed: &Posed<'_>, columns: Columns, points: &[u32]) -> Vec<i64> {
    let mut tally = Tally::new(&posed.packed, columns);
    posed.points().for_each(|point| tally.add(point, posed.counts[point as usize]));
    points.iter().map(|&point| tally.rows(point)).collect()
}

//! What each point would need blanked if no other row had a blank.

use std::collections::HashMap;

use amidst_core::{Observer, Stage};
use rayon::prelude::*;

use super::{
    instance::SuppressionInstance,
    packed::{Columns, GroupCounts},
    subsets::Subset,
};

/// A point that not enough rows match as it is.
pub(super) struct IsolatedBlanks {
    pub point: u32,
    /// The cheapest subset that it would need, by its place.
    pub choice: usize,
    /// For each subset up to those that cost as much as the choice, and for each need, the rows that agree on what is
    /// left; no more than [`u16::MAX`].
    pub matches: Vec<u16>,
}

/// For every point at risk what it would need, and whether this is so: when stopped, some may need less.
pub(super) fn isolated_blanks(
    instance: &SuppressionInstance<'_>,
    subsets: &[Subset],
    observer: &dyn Observer,
) -> (Vec<IsolatedBlanks>, bool) {
    let mut points_of_open: HashMap<Columns, Vec<u32>> = HashMap::new();
    instance
        .points()
        .for_each(|point| points_of_open.entry(instance.open[point as usize]).or_default().push(point));
    let mut groups: Vec<(Columns, Vec<u32>)> = points_of_open.into_iter().collect();
    groups.sort_unstable();
    let (mut all, mut is_finished) = (Vec::new(), true);
    for (open, points) in groups {
        let group = Group { instance, open };
        is_finished &= group.decide(points, subsets, observer, &mut all);
    }
    all.sort_unstable_by_key(|one| one.point);
    (all, is_finished)
}

/// Points that match everything in the same columns.
struct Group<'a, 'b> {
    instance: &'a SuppressionInstance<'b>,
    open: Columns,
}

impl Group<'_, '_> {
    /// Says whether it ran to its end.
    fn decide(
        &self,
        points: Vec<u32>,
        subsets: &[Subset],
        observer: &dyn Observer,
        all: &mut Vec<IsolatedBlanks>,
    ) -> bool {
        let needs = &self.instance.needs;
        let last = subsets.len() - 1;
        let mut undecided: Vec<IsolatedBlanks> = points
            .into_iter()
            .map(|point| IsolatedBlanks { point, choice: last, matches: Vec::new() })
            .collect();
        let mut done = 0;
        for level in subsets.chunk_by(|a, b| a.cost == b.cost) {
            if undecided.is_empty() {
                return true;
            }
            if observer.is_stopped() {
                all.extend(undecided);
                return false;
            }
            observer.progress(Stage::Solving, done as u64, Some(subsets.len() as u64));
            let kept = |subset: &Subset| -> Vec<Columns> {
                needs.iter().map(|need| need.columns & !(subset.columns | self.open)).collect()
            };
            let wanted: Vec<Vec<Columns>> = level.iter().map(kept).collect();
            let rows = self.count(&undecided, &wanted);
            let matches: Vec<Vec<&[i64]>> =
                wanted.iter().map(|kept| kept.iter().map(|kept| &rows[kept][..]).collect()).collect();
            let is_met =
                |at: usize, rows: &Vec<&[i64]>| rows.iter().zip(needs).all(|(rows, need)| rows[at] >= need.k);
            undecided.par_iter_mut().enumerate().for_each(|(at, one)| {
                let rows = matches.iter().flatten().map(|rows| rows[at].min(i64::from(u16::MAX)) as u16);
                one.matches.extend(rows);
                if let Some(subset) = matches.iter().position(|rows| is_met(at, rows)) {
                    one.choice = done + subset;
                }
            });
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

    /// For each set of columns the rows that agree with each point on it.
    fn count(&self, undecided: &[IsolatedBlanks], wanted: &[Vec<Columns>]) -> HashMap<Columns, Vec<i64>> {
        let mut all: Vec<Columns> = wanted.concat();
        all.sort_unstable();
        all.dedup();
        all.into_par_iter().map(|columns| (columns, agreeing(self.instance, columns, undecided))).collect()
    }
}

/// For each of some points the rows of all points that agree with it on some columns.
fn agreeing(instance: &SuppressionInstance<'_>, columns: Columns, undecided: &[IsolatedBlanks]) -> Vec<i64> {
    let mut tally = GroupCounts::new(&instance.packed, columns);
    instance.points().for_each(|point| tally.add(point, instance.counts[point as usize]));
    undecided.iter().map(|one| tally.rows(one.point)).collect()
}

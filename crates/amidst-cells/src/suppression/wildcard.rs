//! A blank matches everything: each row gets the blanks it still needs beside those of the rows before it.

use std::cmp::Reverse;

use amidst_core::{Observer, Stage};

use super::{
    donors::Donors,
    instance::{SuppressionInstance, Unit},
    isolated::{IsolatedBlanks, isolated_blanks},
    packed::Columns,
    restore::restore,
    settle::{Classes, settle},
    subsets::{Subset, subsets},
};

/// What is preferred where a blank matches everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Classes: a row that can show the same as k rows, at what it would cost it if no other row had a blank, does so. Only
    /// the others rely on blanks. With several combinations it is the same as [`Goal::Cells`].
    #[default]
    Classes,
    /// Few cells: every row may rely on the blanks of others.
    Cells,
}

/// Blanks cells until everybody is matched by enough rows. Also says whether it ran to its end.
pub(super) fn solve(
    instance: &SuppressionInstance<'_>,
    goal: Goal,
    observer: &dyn Observer,
) -> (Vec<Unit>, bool) {
    let subsets = subsets(&instance.blankable, instance.costs, instance.most_subsets());
    let (risky, is_finished) = isolated_blanks(instance, &subsets, observer);
    let mut units = safe(instance, &risky);
    let (settled, risky) = match goal {
        Goal::Classes if instance.needs.len() == 1 => classes(instance, &subsets, &units, risky),
        _ => (Vec::new(), risky),
    };
    units.extend(settled);
    let is_decided = decide(instance, &subsets, risky, &mut units, observer);
    let is_restored = restore(instance, &mut units, observer);
    (units, is_finished && is_decided && is_restored)
}

/// The points that are not at risk.
fn safe(instance: &SuppressionInstance<'_>, risky: &[IsolatedBlanks]) -> Vec<Unit> {
    let mut is_risky = vec![false; instance.packed.len()];
    risky.iter().for_each(|one| is_risky[one.point as usize] = true);
    instance.points().filter(|&point| !is_risky[point as usize]).map(|point| instance.unit(point)).collect()
}

/// The points that can share what they show with enough rows at their own price, and the others.
fn classes(
    instance: &SuppressionInstance<'_>,
    subsets: &[Subset],
    safe: &[Unit],
    risky: Vec<IsolatedBlanks>,
) -> (Vec<Unit>, Vec<IsolatedBlanks>) {
    let mut classes = Classes::new(instance, instance.needs[0]);
    safe.iter().for_each(|unit| classes.add(unit.point, unit.open, unit.rows));
    let mut units: Vec<Unit> = risky.iter().map(|one| instance.unit(one.point)).collect();
    let mut done = 0;
    for level in subsets.chunk_by(|a, b| a.cost == b.cost) {
        let end = done + level.len();
        let own = (0..units.len() as u32).filter(|&at| (done..end).contains(&risky[at as usize].choice));
        let own: Vec<u32> = own.collect();
        let left = settle(&mut classes, &mut units, own.clone(), level);
        own.iter().for_each(|&at| units[at as usize].is_fixed = true);
        left.iter().for_each(|&at| units[at as usize].is_fixed = false);
        done = end;
    }
    let left = risky.into_iter().zip(&units).filter(|(_, unit)| !unit.is_fixed).map(|(one, _)| one).collect();
    (units.into_iter().filter(|unit| unit.is_fixed).collect(), left)
}

/// Gives each row of the points at risk the blanks that it needs, and adds it to the units.
fn decide(
    instance: &SuppressionInstance<'_>,
    subsets: &[Subset],
    mut risky: Vec<IsolatedBlanks>,
    units: &mut Vec<Unit>,
    observer: &dyn Observer,
) -> bool {
    let mut donors = Donors::new(&instance.packed);
    let left = risky.iter().map(|one| instance.unit(one.point));
    for unit in units.iter().copied().chain(left).filter(|unit| unit.open != 0) {
        donors.add(unit.point, unit.rows, unit.open);
    }
    // Who needs most cannot be spared it, and helps most others by it.
    risky.sort_by_key(|one| {
        (Reverse(subsets[one.choice].cost), Reverse(one.matches.iter().max().copied()), one.point)
    });
    let mut is_stopped = false;
    for (done, one) in risky.iter().enumerate() {
        if done % 64 == 0 {
            is_stopped |= observer.is_stopped();
            observer.progress(Stage::Solving, done as u64, Some(risky.len() as u64));
        }
        let before = instance.unit(one.point);
        for _ in 0..before.rows {
            let added = if is_stopped {
                subsets[one.choice].columns
            } else {
                choose(instance, subsets, one, &mut donors)
            };
            let unit = Unit { open: before.open | added, rows: 1, ..before };
            units.push(unit);
            if unit.open != before.open {
                donors.move_one(unit.point, before.open, unit.open);
            }
        }
    }
    !is_stopped
}

/// The cheapest columns by which a row is matched enough, beside the blanks that other rows have.
fn choose(
    instance: &SuppressionInstance<'_>,
    subsets: &[Subset],
    one: &IsolatedBlanks,
    donors: &mut Donors<'_>,
) -> Columns {
    let own = instance.open[one.point as usize];
    let mut best: Option<(u16, &Subset)> = None;
    for (subset, matches) in subsets.iter().zip(one.matches.chunks(instance.needs.len())) {
        if best.is_some_and(|(_, best)| best.cost < subset.cost) {
            break;
        }
        let open = own | subset.columns;
        let is_met = subset.columns & own == 0
            && instance.needs.iter().zip(matches).all(|(need, &agreeing)| {
                donors.suffice(one.point, open, need.columns, i64::from(agreeing), need.k)
            });
        if is_met && best.is_none_or(|(most, _)| matches[0] > most) {
            best = Some((matches[0], subset));
        }
    }
    best.map_or(subsets[one.choice].columns, |(_, subset)| subset.columns)
}

//! A blank matches everything: each row gets the blanks it still needs beside those of the rows before it.

use amidst_core::Control;

use super::{
    alone::{Alone, alone},
    donors::Donors,
    posed::{Posed, Unit},
    restore::restore,
    subsets::{Subset, subsets},
};

/// Blanks cells until everybody is matched by enough rows. Also says whether it ran to its end.
pub(super) fn solve(posed: &Posed<'_>, control: &dyn Control) -> (Vec<Unit>, bool) {
    let subsets = subsets(&posed.blankable, posed.costs, most(posed));
    let (risky, is_finished) = alone(posed, &subsets, control);
    let (mut units, is_decided) = decide(posed, &subsets, &risky, control);
    let is_restored = restore(posed, &mut units, control);
    (units, is_finished && is_decided && is_restored)
}

/// The most subsets that are looked at: each is counted in all points.
fn most(posed: &Posed<'_>) -> usize {
    ((1 << 28) / posed.packed.len().max(1)).clamp(256, 4096)
}

fn decide(
    posed: &Posed<'_>,
    subsets: &[Subset],
    risky: &[Alone],
    control: &dyn Control,
) -> (Vec<Unit>, bool) {
    let open = |point: u32| posed.open[point as usize];
    let mut is_risky = vec![false; posed.packed.len()];
    risky.iter().for_each(|one| is_risky[one.point as usize] = true);
    let mut donors = Donors::new(&posed.packed);
    for point in posed.points().filter(|&point| open(point) != 0) {
        donors.add(point, posed.counts[point as usize], open(point));
    }
    let safe = posed.points().filter(|&point| !is_risky[point as usize]);
    let mut units: Vec<Unit> =
        safe.map(|point| Unit { point, open: open(point), rows: posed.counts[point as usize] }).collect();
    let mut order: Vec<&Alone> = risky.iter().collect();
    // Who needs most cannot be spared it, and helps most others by it.
    order.sort_by_key(|one| (std::cmp::Reverse(subsets[one.choice].cost), one.point));
    let mut is_stopped = false;
    for (done, one) in order.iter().enumerate() {
        if done % 256 == 0 {
            is_stopped |= control.stopped();
            control.progress(done as u64, order.len() as u128, None);
        }
        for _ in 0..posed.counts[one.point as usize] {
            let choice = if is_stopped { one.choice } else { choose(posed, subsets, one, &mut donors) };
            let added = subsets[choice].columns & !open(one.point);
            let unit = Unit { point: one.point, open: open(one.point) | added, rows: 1 };
            units.push(unit);
            if added != 0 {
                if open(one.point) != 0 {
                    donors.add(unit.point, -1, open(one.point));
                }
                donors.add(unit.point, 1, unit.open);
            }
        }
    }
    (units, !is_stopped)
}

/// The cheapest subset by which a row is matched enough, beside the blanks that other rows have.
fn choose(posed: &Posed<'_>, subsets: &[Subset], one: &Alone, donors: &mut Donors<'_>) -> usize {
    let open = posed.open[one.point as usize];
    let needs = posed.needs.len();
    let mut best: Option<(u16, usize)> = None;
    for (place, matches) in one.matches.chunks(needs).enumerate() {
        let subset = &subsets[place];
        if best.is_some_and(|(_, best)| subsets[best].cost < subset.cost) {
            break;
        }
        let is_met = subset.columns & open == 0
            && posed.needs.iter().zip(matches).all(|(need, &agreeing)| {
                let open = open | subset.columns;
                donors.suffice(one.point, open, need.columns, i64::from(agreeing), need.k)
            });
        if is_met && best.is_none_or(|(most, _)| matches[0] > most) {
            best = Some((matches[0], place));
        }
    }
    best.map_or(one.choice, |(_, place)| place)
}

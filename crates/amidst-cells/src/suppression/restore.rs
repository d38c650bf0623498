//! Shows again what can be shown: later blanks of other rows may have made earlier ones needless.

use std::collections::BTreeMap;

use amidst_core::Observer;
use rayon::prelude::*;

use super::{
    instance::{Need, SuppressionInstance, Unit},
    packed::{Columns, GroupCounts, Packed, PointGroups},
};

/// Shows every cell again that no row needs blank any more: afterwards none can be shown without somebody matched by too
/// few rows. What cannot be shown now cannot be later either, because matches only get fewer. So once is enough.
///
/// Says whether it ran to its end. Tables of very many patterns of blanks are left as they are.
pub(super) fn restore(
    instance: &SuppressionInstance<'_>,
    units: &mut [Unit],
    observer: &dyn Observer,
) -> bool {
    let patterns = patterns(units);
    let is_blanked = |unit: &Unit| !unit.is_fixed && unit.open != instance.open[unit.point as usize];
    if !units.iter().any(is_blanked) || patterns.len().saturating_mul(units.len()) > MOST {
        return true;
    }
    let mut state = State { instance, matches: matches(instance, units, &patterns), units };
    for (&open, members) in patterns.iter().rev() {
        let blanked: Vec<u32> =
            members.iter().copied().filter(|&unit| is_blanked(&state.units[unit as usize])).collect();
        if blanked.is_empty() {
            continue;
        }
        let partners = Partners::new(instance, state.units, &patterns, open);
        for (done, unit) in blanked.into_iter().enumerate() {
            if done % 64 == 0 && observer.is_stopped() {
                return false;
            }
            state.show(unit, &partners);
        }
    }
    true
}

/// The most units times patterns for which it is worth while.
const MOST: usize = 1 << 32;

/// Units by the columns that are open.
type Patterns = BTreeMap<Columns, Vec<u32>>;

fn patterns(units: &[Unit]) -> Patterns {
    let mut patterns = Patterns::new();
    for (at, unit) in units.iter().enumerate() {
        patterns.entry(unit.open).or_default().push(at as u32);
    }
    patterns
}

/// For each unit and each need the rows that match it.
fn matches(instance: &SuppressionInstance<'_>, units: &[Unit], patterns: &Patterns) -> Vec<i64> {
    let needs = instance.needs.len();
    let mut all = vec![0; units.len() * needs];
    let counted: Vec<Vec<i64>> = patterns
        .par_iter()
        .map(|(&open, members)| {
            let mut own = vec![0; members.len() * needs];
            for (at, need) in instance.needs.iter().enumerate() {
                for (&other, donors) in patterns {
                    let mut tally = GroupCounts::new(&instance.packed, need.columns & !(open | other));
                    donors
                        .iter()
                        .map(|&unit| units[unit as usize])
                        .for_each(|it| tally.add(it.point, it.rows));
                    for (own, &unit) in own.iter_mut().skip(at).step_by(needs).zip(members) {
                        *own += tally.rows(units[unit as usize].point);
                    }
                }
            }
            own
        })
        .collect();
    for (members, own) in patterns.values().zip(&counted) {
        for (&unit, own) in members.iter().zip(own.chunks(needs)) {
            all[unit as usize * needs..][..needs].copy_from_slice(own);
        }
    }
    all
}

struct State<'a, 'b> {
    instance: &'a SuppressionInstance<'b>,
    units: &'a mut [Unit],
    matches: Vec<i64>,
}

impl State<'_, '_> {
    /// Shows the cells of a unit again that can be shown, the dearest first.
    fn show(&mut self, unit: u32, partners: &Partners<'_>) {
        let Unit { point, open, .. } = self.units[unit as usize];
        let blanked = open & !self.instance.open[point as usize];
        let mut columns: Vec<usize> = (0..128).filter(|column| blanked >> column & 1 == 1).collect();
        columns.sort_by_key(|&column| std::cmp::Reverse(self.instance.costs[column]));
        for column in columns {
            if let Some(lost) = self.lost(unit, column, partners) {
                self.units[unit as usize].open &= !(1 << column);
                for (place, rows) in lost {
                    self.matches[place] -= rows;
                }
            }
        }
    }

    /// What each count loses if a cell is shown; nothing if one falls too low.
    fn lost(&self, unit: u32, column: usize, partners: &Partners<'_>) -> Option<Vec<(usize, i64)>> {
        let own = self.units[unit as usize];
        let needs = self.instance.needs.len();
        let mut lost = Vec::new();
        for (at, need) in
            self.instance.needs.iter().enumerate().filter(|(_, need)| need.columns >> column & 1 == 1)
        {
            let mut left = self.matches[unit as usize * needs + at];
            for &partner in partners.of(own.point, at) {
                let other = self.units[partner as usize];
                if !is_lost(&self.instance.packed, need, &own, &other, column) {
                    continue;
                }
                let place = partner as usize * needs + at;
                left -= other.rows;
                if left < need.k || self.matches[place] - own.rows < need.k {
                    return None;
                }
                lost.push((place, own.rows));
                lost.push((unit as usize * needs + at, other.rows));
            }
        }
        Some(lost)
    }
}

/// Whether two units match now, but not if a cell of the first is shown.
fn is_lost(packed: &Packed, need: &Need, own: &Unit, other: &Unit, column: usize) -> bool {
    let differing = packed.differing(own.point, other.point) & need.columns & !other.open;
    differing >> column & 1 == 1 && differing & !own.open == 0
}

/// For units with some columns open, the units that match them, and maybe some that no longer do.
struct Partners<'a> {
    /// For each need and each pattern.
    lists: Vec<Vec<Lists<'a>>>,
}

struct Lists<'a> {
    groups: PointGroups<'a>,
    starts: Vec<u32>,
    units: Vec<u32>,
}

impl<'a> Partners<'a> {
    fn new(
        instance: &'a SuppressionInstance<'_>,
        units: &[Unit],
        patterns: &Patterns,
        open: Columns,
    ) -> Self {
        let lists = |need: &Need| {
            let list = |(&other, members): (&Columns, &Vec<u32>)| {
                let mut groups = PointGroups::new(&instance.packed, need.columns & !(open | other));
                let numbers: Vec<u32> =
                    members.iter().map(|&unit| groups.number(units[unit as usize].point)).collect();
                let mut starts = vec![0; groups.len() + 1];
                numbers.iter().for_each(|&number| starts[number as usize + 1] += 1);
                (0..groups.len()).for_each(|at| starts[at + 1] += starts[at]);
                let (mut next, mut sorted) = (starts.clone(), vec![0; members.len()]);
                for (&number, &unit) in numbers.iter().zip(members) {
                    sorted[next[number as usize] as usize] = unit;
                    next[number as usize] += 1;
                }
                Lists { groups, starts, units: sorted }
            };
            patterns.par_iter().map(list).collect()
        };
        Self { lists: instance.needs.iter().map(lists).collect() }
    }

    fn of(&self, point: u32, need: usize) -> impl Iterator<Item = &u32> {
        self.lists[need].iter().flat_map(move |lists| match lists.groups.find(point) {
            Some(group) => {
                &lists.units[lists.starts[group as usize] as usize..lists.starts[group as usize + 1] as usize]
            }
            None => &[],
        })
    }
}

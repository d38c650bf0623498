//! A blank is a value like any other: rows must show the same to match.

use amidst_core::Control;

use super::{
    packed::{Columns, Groups},
    posed::{Need, Posed, Unit},
    settle::{Classes, settle},
    subsets::{cost, subsets},
};

/// Blanks cells until everybody shows the same as enough rows. Also says whether it ran to its end.
///
/// Whoever does so already is left alone. The others are regrouped, the cheapest subsets of columns first. A blank for one
/// need may part rows that shared a class for another, so needs take turns until nothing changes; that ends because
/// blanks only get more.
pub(super) fn solve(posed: &Posed<'_>, control: &dyn Control) -> (Vec<Unit>, bool) {
    let mut units: Vec<Unit> = posed.points().map(|point| posed.unit(point)).collect();
    let (mut is_stopped, mut is_changed) = (false, true);
    while is_changed {
        is_changed = false;
        for &need in &posed.needs {
            is_changed |= regroup(posed, need, &mut units, control, &mut is_stopped);
        }
    }
    (units, !is_stopped)
}

/// Regroups the rows of too small classes. Says whether anything was blanked.
fn regroup(
    posed: &Posed<'_>,
    need: Need,
    units: &mut Vec<Unit>,
    control: &dyn Control,
    is_stopped: &mut bool,
) -> bool {
    let mut classes = Classes::new(posed, need);
    units.iter().for_each(|unit| classes.add(unit.point, unit.open, unit.rows));
    let is_small = |unit: &Unit| classes.rows(unit.point, unit.open) < need.k;
    let mut left: Vec<u32> = (0..units.len() as u32).filter(|&unit| is_small(&units[unit as usize])).collect();
    if left.is_empty() {
        return false;
    }
    left.iter().map(|&unit| units[unit as usize]).for_each(|it| classes.add(it.point, it.open, -it.rows));
    let before = blanks(units);
    let columns: Vec<usize> =
        posed.blankable.iter().copied().filter(|column| need.columns >> column & 1 == 1).collect();
    let subsets = subsets(&columns, posed.costs, posed.most_subsets());
    for level in subsets.chunk_by(|a, b| a.cost == b.cost) {
        *is_stopped |= control.stopped();
        if left.is_empty() || *is_stopped {
            break;
        }
        left = settle(&mut classes, units, left, level);
    }
    let mut rescue = Rescue { posed, need, classes };
    rescue.run(units, left, columns.iter().fold(0, |set, column| set | 1 << column));
    blanks(units) > before
}

fn blanks(units: &[Unit]) -> i64 {
    units.iter().map(|unit| i64::from(unit.open.count_ones()) * unit.rows).sum()
}

/// For the few rows that are left: fewer than k in a stratum, unless it was stopped.
struct Rescue<'a> {
    posed: &'a Posed<'a>,
    need: Need,
    classes: Classes<'a>,
}

impl Rescue<'_> {
    fn run(&mut self, units: &mut Vec<Unit>, left: Vec<u32>, all: Columns) {
        let strata = self.strata(units, &left);
        for (own, others) in strata {
            let rows: i64 = own.iter().map(|&unit| units[unit as usize].rows).sum();
            if rows >= self.need.k {
                own.iter().for_each(|&unit| units[unit as usize].open |= all);
                continue;
            }
            let spare = self.spare(units, &others);
            if spare >= self.need.k - rows {
                self.pull(units, own, &others, self.need.k - rows);
            } else {
                self.join(units, own, &others, all);
            }
        }
    }

    /// For each stratum with units that are left, those and the others.
    fn strata(&self, units: &[Unit], left: &[u32]) -> Vec<(Vec<u32>, Vec<u32>)> {
        let stratum = 1 << (self.posed.costs.len());
        let mut groups = Groups::new(&self.posed.packed, stratum);
        let mut strata: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        let mut is_left = vec![false; units.len()];
        for &unit in left {
            is_left[unit as usize] = true;
            let at = groups.number(units[unit as usize].point) as usize;
            strata.resize_with(groups.len(), Default::default);
            strata[at].0.push(unit);
        }
        for (at, unit) in units.iter().enumerate().filter(|(at, _)| !is_left[*at]) {
            if let Some(stratum) = groups.find(unit.point) {
                strata[stratum as usize].1.push(at as u32);
            }
        }
        strata
    }

    /// The rows that can leave their classes.
    fn spare(&self, units: &[Unit], others: &[u32]) -> i64 {
        let mut seen = Classes::new(self.posed, self.need);
        let mut spare = 0;
        for unit in others.iter().map(|&unit| units[unit as usize]) {
            if seen.rows(unit.point, unit.open) == 0 {
                spare += (self.classes.rows(unit.point, unit.open) - self.need.k).max(0);
            }
            seen.add(unit.point, unit.open, unit.rows);
        }
        spare
    }

    /// Takes the nearest rows out of classes that have more than they need, one after another.
    fn pull(&mut self, units: &mut Vec<Unit>, mut own: Vec<u32>, others: &[u32], rows: i64) {
        for _ in 0..rows {
            let joint = self.joint(units, &own);
            let first = units[own[0] as usize].point;
            let open = |unit: &Unit| joint | self.apart(first, unit);
            let can_go = |unit: &Unit| unit.rows > 0 && self.classes.rows(unit.point, unit.open) > self.need.k;
            let nearest = others
                .iter()
                .filter(|&&unit| can_go(&units[unit as usize]))
                .min_by_key(|&&unit| (cost(self.posed.costs, open(&units[unit as usize])), unit));
            let Some(&nearest) = nearest else { break };
            let pulled = Unit { rows: 1, ..units[nearest as usize] };
            units[nearest as usize].rows -= 1;
            self.classes.add(pulled.point, pulled.open, -1);
            own.push(units.len() as u32);
            units.push(pulled);
        }
        let joint = self.joint(units, &own);
        self.open(units, &own, joint);
    }

    /// Blanks what is needed to make one class of some units and the class for which that costs least.
    fn join(&mut self, units: &mut [Unit], mut own: Vec<u32>, others: &[u32], all: Columns) {
        let joint = self.joint(units, &own);
        let first = units[own[0] as usize].point;
        let rows: i64 = own.iter().map(|&unit| units[unit as usize].rows).sum();
        let costs = |open: Columns| i128::from(cost(self.posed.costs, open));
        let price = |unit: &Unit| {
            let size = self.classes.rows(unit.point, unit.open);
            let open = joint | self.apart(first, unit);
            i128::from(size + rows) * costs(open) - i128::from(size) * costs(unit.open & self.need.columns)
        };
        let Some(&nearest) = others.iter().min_by_key(|&&unit| (price(&units[unit as usize]), unit)) else {
            return self.open(units, &own, all);
        };
        let nearest = units[nearest as usize];
        let is_same = |unit: &Unit| {
            (unit.open ^ nearest.open) & self.need.columns == 0
                && self.posed.packed.differing(unit.point, nearest.point) & self.need.columns & !unit.open == 0
        };
        let same: Vec<u32> = others.iter().copied().filter(|&unit| is_same(&units[unit as usize])).collect();
        same.iter().map(|&unit| units[unit as usize]).for_each(|it| self.classes.add(it.point, it.open, -it.rows));
        own.extend(same);
        let joint = self.joint(units, &own);
        self.open(units, &own, joint);
    }

    /// The columns that must be blank for units to show the same.
    fn joint(&self, units: &[Unit], own: &[u32]) -> Columns {
        let first = units[own[0] as usize].point;
        own.iter().fold(0, |joint, &unit| joint | self.apart(first, &units[unit as usize]))
    }

    fn apart(&self, point: u32, unit: &Unit) -> Columns {
        (self.posed.packed.differing(point, unit.point) | unit.open) & self.need.columns
    }

    fn open(&mut self, units: &mut [Unit], own: &[u32], open: Columns) {
        for &unit in own {
            let unit = &mut units[unit as usize];
            unit.open |= open;
            self.classes.add(unit.point, unit.open, unit.rows);
        }
    }
}

//! A blank is a value like any other: rows must show the same to match.

use amidst_core::Observer;

use super::{
    instance::{Need, SuppressionInstance, Unit},
    packed::{Columns, PointGroups},
    settle::{Classes, settle},
    subsets::{cost, subsets},
};

/// Blanks cells until everybody shows the same as enough rows. Also says whether it ran to its end.
///
/// Whoever does so already is left alone. The others are regrouped, the cheapest subsets of columns first. A blank for one
/// need may part rows that shared a class for another, so needs take turns until nothing changes; that ends because
/// blanks only get more.
pub(super) fn solve(instance: &SuppressionInstance<'_>, observer: &dyn Observer) -> (Vec<Unit>, bool) {
    let mut units: Vec<Unit> = instance.points().map(|point| instance.unit(point)).collect();
    let (mut is_stopped, mut is_changed) = (false, true);
    while is_changed {
        is_changed = false;
        for &need in &instance.needs {
            is_changed |= regroup(instance, need, &mut units, observer, &mut is_stopped);
        }
    }
    (units, !is_stopped)
}

/// Regroups the rows of too small classes. Says whether anything was blanked.
fn regroup(
    instance: &SuppressionInstance<'_>,
    need: Need,
    units: &mut Vec<Unit>,
    observer: &dyn Observer,
    is_stopped: &mut bool,
) -> bool {
    let mut classes = Classes::new(instance, need);
    units.iter().for_each(|unit| classes.add(unit.point, unit.open, unit.rows));
    let is_small = |unit: &Unit| classes.rows(unit.point, unit.open) < need.k;
    let mut left: Vec<u32> =
        (0..units.len() as u32).filter(|&unit| is_small(&units[unit as usize])).collect();
    if left.is_empty() {
        return false;
    }
    left.iter().map(|&unit| units[unit as usize]).for_each(|it| classes.add(it.point, it.open, -it.rows));
    let before = blanks(units);
    let columns: Vec<usize> =
        instance.blankable.iter().copied().filter(|column| need.columns >> column & 1 == 1).collect();
    let subsets = subsets(&columns, instance.costs, instance.most_subsets());
    let mut rescue = Rescue { instance, need, classes };
    for level in subsets.chunk_by(|a, b| a.cost == b.cost) {
        *is_stopped |= observer.is_stopped();
        if left.is_empty() || *is_stopped {
            break;
        }
        left = rescue.join_cheaply(units, left, level[0].cost);
        left = settle(&mut rescue.classes, units, left, level);
    }
    rescue.run(units, left, columns.iter().fold(0, |set, column| set | 1 << column));
    blanks(units) > before
}

fn blanks(units: &[Unit]) -> i64 {
    units.iter().map(|unit| i64::from(unit.open.count_ones()) * unit.rows).sum()
}

/// For rows that find no others like them: they are joined with rows that have found theirs.
struct Rescue<'a> {
    instance: &'a SuppressionInstance<'a>,
    need: Need,
    classes: Classes<'a>,
}

/// The most pairs of units that are looked at before a level.
const PAIRS: usize = 1 << 24;

impl Rescue<'_> {
    /// Joins those units with whole classes for which that costs no more than blanking them for so much a row.
    fn join_cheaply(&mut self, units: &mut [Unit], left: Vec<u32>, most: u64) -> Vec<u32> {
        if left.len().saturating_mul(units.len()) > PAIRS {
            return left;
        }
        let mut is_left = vec![false; units.len()];
        left.iter().for_each(|&unit| is_left[unit as usize] = true);
        let others =
            (0..units.len() as u32).filter(|&unit| !is_left[unit as usize] && units[unit as usize].rows > 0);
        let mut others: Vec<u32> = others.collect();
        // At least one more cell is blanked in every row of the class.
        let cheapest =
            self.instance.blankable.iter().map(|&column| i128::from(self.instance.costs[column])).min();
        let stays = |unit: &u32| {
            let rows = i128::from(units[*unit as usize].rows);
            let highest = i128::from(most) * rows;
            if cheapest.is_none_or(|cheapest| highest < cheapest * (i128::from(self.need.k) + rows)) {
                return true;
            }
            match self.nearest(units, &[*unit], &others) {
                Some((price, nearest)) if price <= highest => {
                    self.join(units, vec![*unit], &others, nearest);
                    others.push(*unit);
                    false
                }
                _ => true,
            }
        };
        left.into_iter().filter(stays).collect()
    }

    /// For what is left after all: fewer than k rows in a stratum, unless it was stopped.
    fn run(&mut self, units: &mut Vec<Unit>, left: Vec<u32>, all: Columns) {
        let strata = self.strata(units, &left);
        for (own, others) in strata {
            let rows: i64 = own.iter().map(|&unit| units[unit as usize].rows).sum();
            if rows >= self.need.k {
                own.iter().for_each(|&unit| units[unit as usize].open |= all);
                continue;
            }
            let spare = self.spare(units, &others);
            let nearest = self.nearest(units, &own, &others);
            match nearest {
                _ if spare >= self.need.k - rows => self.pull(units, own, &others, self.need.k - rows),
                Some((_, nearest)) => self.join(units, own, &others, nearest),
                None => self.open(units, &own, all),
            }
        }
    }

    /// For each stratum with units that are left, those and the others.
    fn strata(&self, units: &[Unit], left: &[u32]) -> Vec<(Vec<u32>, Vec<u32>)> {
        let mut groups = PointGroups::new(&self.instance.packed, self.instance.stratum);
        let mut strata: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        let mut is_left = vec![false; units.len()];
        for &unit in left {
            is_left[unit as usize] = true;
            let at = groups.number(units[unit as usize].point) as usize;
            strata.resize_with(groups.len(), Default::default);
            strata[at].0.push(unit);
        }
        for (at, unit) in units.iter().enumerate().filter(|(at, unit)| !is_left[*at] && unit.rows > 0) {
            if let Some(stratum) = groups.find(unit.point) {
                strata[stratum as usize].1.push(at as u32);
            }
        }
        strata
    }

    /// The rows that can leave their classes.
    fn spare(&self, units: &[Unit], others: &[u32]) -> i64 {
        let mut seen = Classes::new(self.instance, self.need);
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
            let can_go =
                |unit: &Unit| unit.rows > 0 && self.classes.rows(unit.point, unit.open) > self.need.k;
            let nearest = others
                .iter()
                .filter(|&&unit| can_go(&units[unit as usize]))
                .min_by_key(|&&unit| (cost(self.instance.costs, open(&units[unit as usize])), unit));
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

    /// A unit of the class with which some units make one class at the least price, and that price.
    fn nearest(&self, units: &[Unit], own: &[u32], others: &[u32]) -> Option<(i128, u32)> {
        let joint = self.joint(units, own);
        let first = units[own[0] as usize].point;
        let rows: i64 = own.iter().map(|&unit| units[unit as usize].rows).sum();
        let costs = |open: Columns| i128::from(cost(self.instance.costs, open & self.need.columns));
        let before: i128 = own
            .iter()
            .map(|&unit| &units[unit as usize])
            .map(|it| i128::from(it.rows) * costs(it.open))
            .sum();
        let price = |&other: &u32| {
            let unit = &units[other as usize];
            let open = joint | self.apart(first, unit);
            let size = self.classes.rows(unit.point, unit.open);
            let price =
                || i128::from(size + rows) * costs(open) - i128::from(size) * costs(unit.open) - before;
            (open & self.instance.stratum == 0).then(|| (price(), other))
        };
        others.iter().filter_map(price).min()
    }

    /// Blanks what is needed to make one class of some units and the class of another.
    fn join(&mut self, units: &mut [Unit], mut own: Vec<u32>, others: &[u32], nearest: u32) {
        let nearest = units[nearest as usize];
        let is_same = |unit: &Unit| {
            (unit.open ^ nearest.open) & self.need.columns == 0
                && self.instance.packed.differing(unit.point, nearest.point) & self.need.columns & !unit.open
                    == 0
        };
        let same: Vec<u32> = others.iter().copied().filter(|&unit| is_same(&units[unit as usize])).collect();
        same.iter()
            .map(|&unit| units[unit as usize])
            .for_each(|it| self.classes.add(it.point, it.open, -it.rows));
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
        (self.instance.packed.differing(point, unit.point) | unit.open) & self.need.columns
    }

    fn open(&mut self, units: &mut [Unit], own: &[u32], open: Columns) {
        for &unit in own {
            let unit = &mut units[unit as usize];
            unit.open |= open;
            self.classes.add(unit.point, unit.open, unit.rows);
        }
    }
}

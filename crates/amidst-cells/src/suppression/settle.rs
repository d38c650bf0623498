//! Rows that show the same: blanks are chosen so that enough rows share them and everything beside them.

use std::cmp::Reverse;

use hashbrown::HashMap;
use rayon::prelude::*;

use super::{
    instance::{Need, SuppressionInstance, Unit},
    packed::{Columns, GroupCounts},
    subsets::Subset,
};

/// Rows by what they show on the columns of a need.
pub(super) struct Classes<'a> {
    instance: &'a SuppressionInstance<'a>,
    need: Need,
    tallies: HashMap<Columns, GroupCounts<'a>>,
}

impl<'a> Classes<'a> {
    /// None yet.
    pub fn new(instance: &'a SuppressionInstance<'a>, need: Need) -> Self {
        Self { instance, need, tallies: HashMap::new() }
    }

    /// Adds rows, or takes them away if they are less than none.
    pub fn add(&mut self, point: u32, open: Columns, rows: i64) {
        let open = open & self.need.columns;
        let tally = || GroupCounts::new(&self.instance.packed, self.need.columns & !open);
        self.tallies.entry(open).or_insert_with(tally).add(point, rows);
    }

    /// The rows that show the same as a point with some columns open.
    pub fn rows(&self, point: u32, open: Columns) -> i64 {
        self.tallies.get(&(open & self.need.columns)).map_or(0, |tally| tally.rows(point))
    }
}

/// Blanks one subset of a level in each unit that then shows the same as enough others, and adds those to the classes.
/// The units that are left come back as they were.
pub(super) fn settle(
    classes: &mut Classes<'_>,
    units: &mut [Unit],
    mut left: Vec<u32>,
    level: &[Subset],
) -> Vec<u32> {
    loop {
        let picks = picks(classes, units, &left, level);
        let settled = settled(classes, units, &left, &picks);
        if settled.is_empty() {
            return left;
        }
        for &(unit, open) in &settled {
            let unit = &mut units[unit as usize];
            unit.open |= open;
            classes.add(unit.point, unit.open, unit.rows);
        }
        let mut gone = settled.iter().map(|(unit, _)| *unit).peekable();
        left.retain(|unit| gone.next_if_eq(unit).is_none());
    }
}

/// How much a class is wanted, and the columns that would be open in it.
type Pick = Option<(i64, Columns)>;

/// How much a row wants the class that is its only choice; one of several the less.
const WANTED: i64 = 720_720;

/// For each unit the subset by which it would be in the class that is wanted most, of those that could have enough rows.
fn picks(classes: &Classes<'_>, units: &[Unit], left: &[u32], level: &[Subset]) -> Vec<Pick> {
    let choices = Choices { classes, units, left, level };
    let could = choices.tallies(|_, unit| unit.rows);
    let options = |&unit: &u32| choices.of(unit, &could).count() as i64;
    let options: Vec<i64> = left.par_iter().map(options).collect();
    let wants = choices.tallies(|at, unit| unit.rows * WANTED.checked_div(options[at]).unwrap_or(0));
    let pick = |&unit: &u32| {
        let point = units[unit as usize].point;
        let want = |open: Columns| wants[&open].rows(point) + WANTED * classes.rows(point, open);
        choices
            .of(unit, &could)
            .map(|open| (want(open), open))
            .max_by_key(|&(want, open)| (want, Reverse(open)))
    };
    left.par_iter().map(pick).collect()
}

/// The units that are left, and the subsets they may choose from.
struct Choices<'a, 'b> {
    classes: &'a Classes<'b>,
    units: &'a [Unit],
    left: &'a [u32],
    level: &'a [Subset],
}

impl<'a> Choices<'a, '_> {
    /// What may be open in a unit, as far as there could be enough rows.
    fn of(&self, unit: u32, could: &HashMap<Columns, GroupCounts<'_>>) -> impl Iterator<Item = Columns> {
        let point = self.units[unit as usize].point;
        let rows = move |open: Columns| could[&open].rows(point) + self.classes.rows(point, open);
        self.with(self.open(unit)).filter(move |&open| rows(open) >= self.classes.need.k)
    }

    /// Tallies the units that could have some columns open, by what they would show then, for all such columns.
    fn tallies(&self, weight: impl Fn(usize, &Unit) -> i64 + Sync) -> HashMap<Columns, GroupCounts<'a>> {
        let mut opens: Vec<Columns> = self.left.iter().map(|&unit| self.open(unit)).collect();
        opens.sort_unstable();
        opens.dedup();
        let mut wanted: Vec<Columns> = opens.into_iter().flat_map(|open| self.with(open)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let tally = |&open: &Columns| {
            let mut tally =
                GroupCounts::new(&self.classes.instance.packed, self.classes.need.columns & !open);
            for (at, &unit) in self.left.iter().enumerate().filter(|(_, unit)| self.open(**unit) & !open == 0)
            {
                let unit = &self.units[unit as usize];
                tally.add(unit.point, weight(at, unit));
            }
            (open, tally)
        };
        let tallies: Vec<(Columns, GroupCounts<'_>)> = wanted.par_iter().map(tally).collect();
        tallies.into_iter().collect()
    }

    fn open(&self, unit: u32) -> Columns {
        self.units[unit as usize].open & self.classes.need.columns
    }

    /// Some columns together with each subset.
    fn with(&self, open: Columns) -> impl Iterator<Item = Columns> {
        self.level
            .iter()
            .filter(move |subset| subset.columns & open == 0)
            .map(move |subset| subset.columns | open)
    }
}

/// The units whose picks agree with those of enough others; or else all that can follow the best pick.
fn settled(classes: &Classes<'_>, units: &[Unit], left: &[u32], picks: &[Pick]) -> Vec<(u32, Columns)> {
    let (instance, need) = (classes.instance, classes.need);
    let mut picked = Classes::new(instance, need);
    let chosen = || left.iter().zip(picks).filter_map(|(&unit, pick)| pick.map(|(_, open)| (unit, open)));
    for (unit, open) in chosen() {
        picked.add(units[unit as usize].point, open, units[unit as usize].rows);
    }
    let rows = |unit: u32, open: Columns| {
        let point = units[unit as usize].point;
        picked.rows(point, open) + classes.rows(point, open)
    };
    let settled: Vec<(u32, Columns)> = chosen().filter(|&(unit, open)| rows(unit, open) >= need.k).collect();
    if !settled.is_empty() {
        return settled;
    }
    let best = left
        .iter()
        .zip(picks)
        .filter_map(|(&unit, pick)| pick.map(|(rows, open)| (rows, Reverse(unit), open)));
    let Some((_, Reverse(leader), open)) = best.max() else { return Vec::new() };
    let leader = units[leader as usize].point;
    let follows = |unit: &Unit| {
        let apart = instance.packed.differing(leader, unit.point) & need.columns;
        (apart | unit.open & need.columns) & !open == 0
    };
    left.iter().filter(|&&unit| follows(&units[unit as usize])).map(|&unit| (unit, open)).collect()
}

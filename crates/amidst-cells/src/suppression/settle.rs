//! Rows that show the same: blanks are chosen so that enough rows share them and everything beside them.

use std::cmp::Reverse;

use hashbrown::HashMap;
use rayon::prelude::*;

use super::{
    packed::{Columns, Tally},
    posed::{Need, Posed, Unit},
    subsets::Subset,
};

/// Rows by what they show on the columns of a need.
pub(super) struct Classes<'a> {
    posed: &'a Posed<'a>,
    need: Need,
    tallies: HashMap<Columns, Tally<'a>>,
}

impl<'a> Classes<'a> {
    /// None yet.
    pub fn new(posed: &'a Posed<'a>, need: Need) -> Self {
        Self { posed, need, tallies: HashMap::new() }
    }

    /// Adds rows, or takes them away if they are less than none.
    pub fn add(&mut self, point: u32, open: Columns, rows: i64) {
        let open = open & self.need.columns;
        let tally = || Tally::new(&self.posed.packed, self.need.columns & !open);
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

/// The rows that would show the same, and the columns that would be open.
type Pick = Option<(i64, Columns)>;

/// For each unit the subset by which it could share what it shows with most rows, if they are enough.
fn picks(classes: &Classes<'_>, units: &[Unit], left: &[u32], level: &[Subset]) -> Vec<Pick> {
    let (posed, need) = (classes.posed, classes.need);
    let own = |unit: u32| units[unit as usize].open & need.columns;
    let mut opens: Vec<Columns> = left.iter().map(|&unit| own(unit)).collect();
    opens.sort_unstable();
    opens.dedup();
    let with = |open: Columns| level.iter().filter(move |it| it.columns & open == 0).map(move |it| it.columns | open);
    let mut wanted: Vec<Columns> = opens.iter().flat_map(|&open| with(open)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let tally = |&open: &Columns| {
        let mut tally = Tally::new(&posed.packed, need.columns & !open);
        let able = left.iter().filter(|&&unit| own(unit) & !open == 0);
        able.map(|&unit| units[unit as usize]).for_each(|unit| tally.add(unit.point, unit.rows));
        (open, tally)
    };
    let counted: Vec<(Columns, Tally<'_>)> = wanted.par_iter().map(tally).collect();
    let tallies: HashMap<Columns, Tally<'_>> = counted.into_iter().collect();
    let pick = |&unit: &u32| {
        let point = units[unit as usize].point;
        let rows = |open: Columns| tallies[&open].rows(point) + classes.rows(point, open);
        let options = with(own(unit)).map(|open| (rows(open), open));
        options.filter(|&(rows, _)| rows >= need.k).max_by_key(|&(rows, open)| (rows, Reverse(open)))
    };
    left.par_iter().map(pick).collect()
}

/// The units whose picks agree with those of enough others; or else all that can follow the best pick.
fn settled(classes: &Classes<'_>, units: &[Unit], left: &[u32], picks: &[Pick]) -> Vec<(u32, Columns)> {
    let (posed, need) = (classes.posed, classes.need);
    let mut picked = Classes::new(posed, need);
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
    let best = left.iter().zip(picks).filter_map(|(&unit, pick)| pick.map(|(rows, open)| (rows, Reverse(unit), open)));
    let Some((_, Reverse(leader), open)) = best.max() else { return Vec::new() };
    let leader = units[leader as usize].point;
    let follows = |unit: &Unit| {
        let apart = posed.packed.differing(leader, unit.point) & need.columns;
        (apart | unit.open & need.columns) & !open == 0
    };
    left.iter().filter(|&&unit| follows(&units[unit as usize])).map(|&unit| (unit, open)).collect()
}

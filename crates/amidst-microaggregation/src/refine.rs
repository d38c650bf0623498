//! Rows moved and swapped between neighbouring groups while that brings them closer together.

use amidst_core::Observer;
use rayon::prelude::*;

use super::{
    groups::GroupList,
    hansen_mukherjee::{around_mode, count},
    space::Space,
    tree::Tree,
};
use amidst_cells::Member;

/// What counts as closer.
const GAIN: f64 = 1e-9;

/// Passes over all rows at most.
const PASSES: usize = 40;

/// Groups tried for a row at most.
const CANDIDATES: usize = 8;

/// For every point, the nearest points.
pub(super) struct Neighbours {
    each: usize,
    near: Vec<u32>,
}

impl Neighbours {
    /// So many for each point, itself not counted; fewer if there are not as many.
    pub fn new(space: &Space, points: u32, each: usize) -> Self {
        let each = each.min(points.saturating_sub(1) as usize);
        let all: Vec<Member> = (0..points).map(|point| Member { point, rows: 1 }).collect();
        let tree = Tree::new(space, &all);
        let near = |point: u32| {
            let mut hits = tree.nearest(space.spot(point), each as u64 + 1);
            let own = hits.iter().position(|((_, other), _)| *other == point).unwrap_or(each);
            hits.remove(own);
            hits.into_iter().map(|((_, other), _)| other)
        };
        let near = (0..points).into_par_iter().with_min_len(256).flat_map_iter(near).collect();
        Self { each, near }
    }

    fn of(&self, point: u32) -> &[u32] {
        &self.near[point as usize * self.each..][..self.each]
    }
}

/// Groups of single rows that give and take.
pub(super) struct Refined<'a> {
    space: &'a Space,
    neighbours: &'a Neighbours,
    k: usize,
    /// The point of each row, point after point, and where the rows of each begin.
    point_of: Vec<u32>,
    first_of: Vec<u32>,
    group_of: Vec<u32>,
    groups: Vec<Vec<u32>>,
    /// Group after group, the means of its coordinates.
    centres: Vec<f64>,
    /// Group after group, for each of its categories the rows of each code.
    tallies: Vec<Vec<(f64, u32)>>,
    /// The pass in which each group last changed. Nothing helps between groups that did not.
    changed: Vec<usize>,
    pass: usize,
}

impl<'a> Refined<'a> {
    /// From groups of at least k rows.
    pub fn new(
        space: &'a Space,
        neighbours: &'a Neighbours,
        groups: &GroupList,
        counts: &[u32],
        k: usize,
    ) -> Self {
        let mut first_of = Vec::with_capacity(counts.len() + 1);
        first_of.push(0);
        counts.iter().for_each(|rows| first_of.push(first_of[first_of.len() - 1] + rows));
        let point_of: Vec<u32> = (0..counts.len())
            .flat_map(|point| std::iter::repeat_n(point as u32, counts[point] as usize))
            .collect();
        let mut refined = Self {
            space,
            neighbours,
            k,
            group_of: vec![0; point_of.len()],
            groups: Vec::with_capacity(groups.len()),
            centres: vec![0.0; groups.len() * space.numeric()],
            point_of,
            first_of,
            tallies: vec![Vec::new(); groups.len() * (space.width() - space.numeric())],
            changed: vec![1; groups.len()],
            pass: 1,
        };
        let mut next = refined.first_of.clone();
        for (group, members) in groups.iter().enumerate() {
            let mut rows = Vec::new();
            for member in members {
                let first = &mut next[member.point as usize];
                rows.extend(*first..*first + member.rows);
                *first += member.rows;
            }
            rows.iter().for_each(|&row| refined.group_of[row as usize] = group as u32);
            refined.groups.push(rows);
            refined.centre(group);
        }
        refined
    }

    /// Moves and swaps rows until nothing helps; says whether it came to that.
    pub fn settle(&mut self, observer: &dyn Observer) -> bool {
        for pass in 1..=PASSES {
            self.pass = pass;
            let mut is_changed = false;
            for row in 0..self.point_of.len() as u32 {
                if row % 1024 == 0 && observer.is_stopped() {
                    return false;
                }
                is_changed |= self.place(row);
            }
            for group in 0..self.groups.len() {
                is_changed |= self.dissolve(group);
                is_changed |= self.split(group);
            }
            if !is_changed {
                break;
            }
        }
        true
    }

    /// The groups, those given up left out.
    pub fn groups(&self) -> GroupList {
        let mut groups = GroupList::default();
        for rows in self.groups.iter().filter(|rows| !rows.is_empty()) {
            let member = |&row: &u32| Member { point: self.point_of[row as usize], rows: 1 };
            groups.push(rows.iter().map(member).collect());
        }
        groups
    }

    /// Does the best with a row that can be done: move it, or swap it for another.
    fn place(&mut self, row: u32) -> bool {
        let own = self.group_of[row as usize] as usize;
        let mut best = (GAIN, usize::MAX, None);
        for other in self.candidates(row) {
            if self.changed[own].max(self.changed[other]) + 1 < self.pass {
                continue;
            }
            if self.groups[own].len() > self.k {
                let gain = self.gain(own, other, Some(row), None);
                if gain > best.0 {
                    best = (gain, other, None);
                }
            }
            for &partner in &self.groups[other] {
                let gain = self.gain(own, other, Some(row), Some(partner));
                if gain > best.0 {
                    best = (gain, other, Some(partner));
                }
            }
        }
        let (_, other, partner) = best;
        if other == usize::MAX {
            return false;
        }
        self.shift(row, other);
        if let Some(partner) = partner {
            self.shift(partner, own);
        }
        self.centre(own);
        self.centre(other);
        true
    }

    /// Groups of the neighbours of a row, nearest first.
    fn candidates(&self, row: u32) -> Vec<usize> {
        let own = self.group_of[row as usize];
        let mut groups = Vec::with_capacity(CANDIDATES);
        for &point in self.neighbours.of(self.point_of[row as usize]) {
            let group = self.group_of[self.first_of[point as usize] as usize];
            if group != own && !groups.contains(&(group as usize)) {
                groups.push(group as usize);
                if groups.len() == CANDIDATES {
                    break;
                }
            }
        }
        groups
    }

    /// How much closer rows come if one goes from a group to another, or another comes back for it.
    fn gain(&self, from: usize, to: usize, goes: Option<u32>, comes: Option<u32>) -> f64 {
        let numeric = self.space.numeric();
        let (a, b) = (self.groups[from].len() as f64, self.groups[to].len() as f64);
        let spot = |row: u32| &self.space.spot(self.point_of[row as usize])[..numeric];
        let mut gain = match (goes, comes) {
            (Some(goes), None) => {
                let leaving = if a > 1.0 { a / (a - 1.0) * self.off(from, spot(goes)) } else { 0.0 };
                leaving - b / (b + 1.0) * self.off(to, spot(goes))
            }
            (Some(goes), Some(comes)) => {
                let (x, y) = (spot(goes), spot(comes));
                self.off(from, x) - self.off(from, y) + self.off(to, y) - self.off(to, x)
                    + square(x, y) * (1.0 / a + 1.0 / b)
            }
            _ => 0.0,
        };
        for category in 0..self.space.width() - numeric {
            let code = |row: u32| self.space.spot(self.point_of[row as usize])[numeric + category];
            let (goes, comes) = (goes.map(code), comes.map(code));
            if goes != comes {
                gain += self.mixed(category, from, None, None) + self.mixed(category, to, None, None)
                    - self.mixed(category, from, goes, comes)
                    - self.mixed(category, to, comes, goes);
            }
        }
        gain
    }

    /// The square of the distance to the centre of a group, of the coordinates.
    fn off(&self, group: usize, spot: &[f64]) -> f64 {
        square(&self.centres[group * spot.len()..][..spot.len()], spot)
    }

    /// What a category spreads in a group around its most frequent value, with one value less and one more.
    fn mixed(&self, category: usize, group: usize, less: Option<f64>, more: Option<f64>) -> f64 {
        let tally = &self.tallies[group * (self.space.width() - self.space.numeric()) + category];
        let is = |code: f64, other: Option<f64>| u32::from(other == Some(code));
        let new = more.filter(|&more| tally.iter().all(|(code, _)| *code != more)).map(|more| (more, 1));
        let held = tally.iter().map(|&(code, rows)| (code, rows + is(code, more) - is(code, less)));
        around_mode(self.space, category, held.chain(new))
    }

    fn shift(&mut self, row: u32, to: usize) {
        let from = std::mem::replace(&mut self.group_of[row as usize], to as u32) as usize;
        let at = self.groups[from].iter().position(|&held| held == row).expect("it is in its group");
        self.groups[from].swap_remove(at);
        self.groups[to].push(row);
    }

    /// Takes the centre of a group anew.
    fn centre(&mut self, group: usize) {
        self.changed[group] = self.pass;
        let numeric = self.space.numeric();
        let centre = &mut self.centres[group * numeric..][..numeric];
        centre.fill(0.0);
        for &row in &self.groups[group] {
            let spot = self.space.spot(self.point_of[row as usize]);
            centre.iter_mut().zip(spot).for_each(|(sum, it)| *sum += it);
        }
        let rows = self.groups[group].len() as f64;
        centre.iter_mut().for_each(|sum| *sum /= rows);
        let categories = self.space.width() - numeric;
        for (category, tally) in self.tallies[group * categories..][..categories].iter_mut().enumerate() {
            tally.clear();
            for &row in &self.groups[group] {
                count(tally, self.space.spot(self.point_of[row as usize])[numeric + category]);
            }
        }
    }

    /// What the rows of a group spread.
    fn spread(&self, rows: &[u32]) -> f64 {
        let member = |&row: &u32| Member { point: self.point_of[row as usize], rows: 1 };
        self.space.spread(&rows.iter().map(member).collect::<Vec<_>>())
    }

    /// Gives a group up if its rows are better off with their neighbours.
    fn dissolve(&mut self, group: usize) -> bool {
        if self.groups[group].is_empty() {
            return false;
        }
        let rows = self.groups[group].clone();
        let before = self.spread(&rows);
        let mut taken: Vec<usize> = Vec::new();
        let mut cost = 0.0;
        for &row in &rows {
            let price = |other: usize| -> f64 {
                let mut with = self.groups[other].clone();
                let without = self.spread(&with);
                with.push(row);
                self.spread(&with) - without
            };
            let homes = self.candidates(row).into_iter().take(4);
            let best = homes.map(|other| (price(other), other)).reduce(|a, b| if b.0 < a.0 { b } else { a });
            let Some((price, home)) = best else { break };
            cost += price;
            if cost >= before - GAIN {
                break;
            }
            self.shift(row, home);
            taken.push(home);
        }
        let is_better = taken.len() == rows.len();
        if !is_better {
            rows.iter().take(taken.len()).for_each(|&row| self.shift(row, group));
        }
        taken.sort_unstable();
        taken.dedup();
        if is_better {
            taken.into_iter().for_each(|home| self.centre(home));
        }
        is_better
    }

    /// Splits a group that is large enough for two.
    fn split(&mut self, group: usize) -> bool {
        if self.groups[group].len() < 2 * self.k {
            return false;
        }
        let new = self.groups.len();
        let spots = |row: u32| self.space.spot(self.point_of[row as usize]);
        let rows = self.groups[group].clone();
        let furthest = |from: u32| {
            let off = |&row: &u32| self.space.square(spots(from), spots(row));
            rows.iter().copied().reduce(|a, b| if off(&b) > off(&a) { b } else { a }).expect("it has rows")
        };
        let one = furthest(rows[0]);
        let other = furthest(one);
        let mut order = rows;
        let lean = |row: u32| {
            self.space.square(spots(row), spots(one)) - self.space.square(spots(row), spots(other))
        };
        order.sort_unstable_by(|&a, &b| lean(a).total_cmp(&lean(b)).then(a.cmp(&b)));
        let points: Vec<u32> = order.iter().map(|&row| self.point_of[row as usize]).collect();
        let ends = super::hansen_mukherjee::best(self.space, &points, self.k);
        for (at, pair) in ends.windows(2).enumerate() {
            self.groups.push(Vec::new());
            self.changed.push(self.pass);
            let categories = self.space.width() - self.space.numeric();
            self.tallies.resize(self.groups.len() * categories, Vec::new());
            self.centres.resize(self.groups.len() * self.space.numeric(), 0.0);
            order[pair[0]..pair[1]].iter().for_each(|&row| self.shift(row, new + at));
            self.centre(new + at);
        }
        self.centre(group);
        true
    }
}

fn square(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

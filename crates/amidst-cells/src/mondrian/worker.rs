//! Cuts a region until nothing can be cut any more, on all cores.

use super::{
    Ways,
    cut::Course,
    cutter::{Cutter, Shared},
    records::{Record, apart},
    shown::Shown,
};
use crate::{Cover, Member, Partition, Problem};

/// Rows that may still be cut.
pub struct Region<'r, const D: usize> {
    /// Its rows.
    pub records: &'r mut [Record<D>],
    /// How many they are.
    pub rows: u64,
    /// What it shows, if not what its rows need.
    pub shown: Option<Shown>,
}

/// Classes, in the order of regions: lower sides first.
#[derive(Default)]
pub struct Classes {
    members: Vec<Member>,
    ends: Vec<usize>,
    /// Empty if classes show what their rows need.
    shown: Vec<Cover>,
}

/// Regions of so few records are not worth another thread.
const GRAIN: usize = 2048;

/// Nor are those that are such a small part of all: so threads never wait for one another too deep.
const PARTS: usize = 256;

/// Cuts regions.
pub struct Worker<'a> {
    problem: &'a Problem<'a>,
    shared: &'a Shared<'a>,
    course: &'a Course<'a>,
    grain: usize,
    /// Whether what cannot be cut between values is halved.
    halves_rest: bool,
}

impl<'a> Worker<'a> {
    /// For so many records.
    pub fn new(
        problem: &'a Problem<'a>,
        shared: &'a Shared<'a>,
        course: &'a Course<'a>,
        records: usize,
    ) -> Self {
        Self { problem, shared, course, grain: GRAIN.max(records / PARTS), halves_rest: false }
    }

    /// Says whether what cannot be cut between values is halved.
    pub fn halving(self, halves_rest: bool) -> Self {
        Self { halves_rest, ..self }
    }

    /// The classes of a region.
    pub fn run<const D: usize>(&self, region: Region<'_, D>, ways: Ways) -> Classes {
        let mut classes = Classes::default();
        self.cut(region, ways, &mut Cutter::new(self.shared), &mut classes);
        classes
    }

    fn cut<'r, const D: usize>(
        &self,
        region: Region<'r, D>,
        ways: Ways,
        cutter: &mut Cutter<'a, D>,
        classes: &mut Classes,
    ) {
        let mut open = vec![region];
        while let Some(Region { records, rows, shown }) = open.pop() {
            let Some(made) = cutter.cut(records, rows, ways) else {
                self.close(Region { records, rows, shown }, ways, cutter, classes);
                continue;
            };
            let (lower, upper) = records.split_at_mut(made.at);
            let between = || {
                let (axis, high) = made.between?;
                let is_order = self.problem.axes[axis].hierarchy().is_none();
                let next = upper.iter().map(|record| record.codes[axis]).min().filter(|_| is_order);
                Some((axis, next.map_or(high, |next| high + (next - high) / 2)))
            };
            let (below, above) = shown.map(|shown| shown.sides(between())).unzip();
            let lower = Region { records: lower, rows: made.rows, shown: below };
            let upper = Region { records: upper, rows: rows - made.rows, shown: above };
            if lower.records.len().min(upper.records.len()) < self.grain {
                open.extend([upper, lower]);
                continue;
            }
            let ((), above) =
                rayon::join(|| self.cut(lower, ways, cutter, classes), || self.run(upper, ways));
            classes.append(above);
        }
    }

    /// What cannot be cut any more is a class, or is halved.
    fn close<const D: usize>(
        &self,
        region: Region<'_, D>,
        ways: Ways,
        cutter: &mut Cutter<'a, D>,
        classes: &mut Classes,
    ) {
        let Region { records, rows, shown } = region;
        let can_halve = rows >= 2 * self.problem.conditions.least()
            && records.iter().any(|record| record.codes != records[0].codes);
        if self.halves_rest && ways == Ways::Values && can_halve && !self.course.is_stopped() {
            let shown = shown.map(|shown| shown.sides(None).0);
            self.cut(Region { records: &mut apart(records), rows, shown }, Ways::Halves, cutter, classes);
            return;
        }
        self.course.done(rows);
        classes.add(records);
        classes.shown.extend(shown.iter().flat_map(|shown| shown.covers(self.problem.axes)));
    }
}

impl Classes {
    fn add<const D: usize>(&mut self, records: &mut [Record<D>]) {
        records.sort_unstable_by_key(|record| record.member.point);
        for same in records.chunk_by(|a, b| a.member.point == b.member.point) {
            let rows = same.iter().map(|record| record.member.rows).sum();
            self.members.push(Member { point: same[0].member.point, rows });
        }
        self.ends.push(self.members.len());
    }

    fn append(&mut self, mut other: Self) {
        let start = self.members.len();
        self.members.append(&mut other.members);
        self.ends.extend(other.ends.iter().map(|end| start + end));
        self.shown.append(&mut other.shown);
    }

    /// All of them.
    pub fn partition(self) -> Partition {
        let is_shown = !self.shown.is_empty();
        let partition = Partition::from_parts(self.members, self.ends);
        if is_shown { partition.with_regions(self.shown) } else { partition }
    }
}

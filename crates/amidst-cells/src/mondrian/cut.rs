//! A cut, and whether it may be made.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use amidst_core::{Observer, Stage};

use super::{
    records::{Record, lower_first},
    steps::Step,
};
use crate::{Judge, Problem};

/// A way to cut a region in two, along one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// The column.
    pub axis: usize,
    /// Where the lower side ends.
    pub place: Place,
    /// The rows of the lower side.
    pub rows: u64,
}

impl Cut {
    /// In the middle of so many rows.
    pub fn half(axis: usize, rows: u64) -> Self {
        Self { axis, place: Place::Half, rows: rows / 2 }
    }

    /// After a step of a column.
    pub fn after(axis: usize, step: Step) -> Self {
        Self { axis, place: Place::Code(step.high), rows: step.until }
    }

    /// Whether it may be made, as far as the allowable codes tell, in ascending order. Nothing is told of halves.
    pub fn is_among(self, codes: &[u32]) -> bool {
        match self.place {
            Place::Half => true,
            Place::Code(high) => codes.binary_search(&high).is_ok(),
        }
    }
}

/// Where the lower side ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the middle: records are sorted by code and then by point, and each is one row.
    Half,
    /// With a code.
    Code(u32),
}

/// A cut that was made: records before `at` are its lower side.
pub struct Made {
    /// Where the upper side begins.
    pub at: usize,
    /// The rows of the lower side.
    pub rows: u64,
    /// The column and the last code of the lower side; none if rows of one code are on both sides.
    pub between: Option<(usize, u32)>,
}

/// How far a run is, on all threads.
pub struct Course<'a> {
    observer: &'a dyn Observer,
    rows: u64,
    done: AtomicU64,
    is_stopped: AtomicBool,
}

impl<'a> Course<'a> {
    /// At its start.
    pub fn new(observer: &'a dyn Observer, rows: u64) -> Self {
        Self { observer, rows, done: AtomicU64::new(0), is_stopped: AtomicBool::new(false) }
    }

    /// So many rows are in classes of their own now.
    pub fn done(&self, rows: u64) {
        self.done.fetch_add(rows, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn look(&self) {
        if self.observer.is_stopped() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.observer.progress(Stage::Solving, self.done.load(Ordering::Relaxed), Some(self.rows));
    }
}

/// After so many records were looked at, somebody may want to stop.
const PATIENCE: usize = 1 << 16;

/// Makes cuts that are allowable. One for each thread.
pub struct Gate<'a> {
    course: &'a Course<'a>,
    judge: Judge<'a>,
    only_rows: bool,
    work: usize,
}

impl<'a> Gate<'a> {
    /// For the conditions of a problem.
    pub fn new(problem: &'a Problem<'a>, course: &'a Course<'a>) -> Self {
        let judge = Judge::new(&problem.conditions, problem.points);
        Self { course, judge, only_rows: problem.conditions.only_rows(), work: PATIENCE }
    }

    /// Whether to go no further, before some records are looked at.
    pub fn is_closed(&mut self, records: usize) -> bool {
        self.work += records;
        if self.work >= PATIENCE {
            self.work = 0;
            self.course.look();
        }
        self.course.is_stopped()
    }

    /// Makes a cut that leaves enough rows on both sides; none if it is not allowable, or if somebody wants to stop.
    pub fn make<const D: usize>(&mut self, records: &mut [Record<D>], cut: Cut) -> Option<Made> {
        if self.is_closed(records.len()) {
            return None;
        }
        let at = divide(records, cut);
        let (lower, upper) = records.split_at(at);
        if !(self.only_rows || self.holds(lower) && self.holds(upper)) {
            return None;
        }
        let last = match cut.place {
            Place::Code(high) => Some(high),
            Place::Half => last_of(lower, upper, cut.axis),
        };
        Some(Made { at, rows: cut.rows, between: last.map(|high| (cut.axis, high)) })
    }

    /// The codes after which a cut is allowable, of the steps of a column by which records are sorted.
    pub fn allowable<const D: usize>(
        &mut self,
        (axis, steps): (usize, &[Step]),
        records: &[Record<D>],
    ) -> Vec<u32> {
        let (mut lower, mut upper) = (self.judge.tally(), self.judge.tally());
        records.iter().for_each(|record| self.judge.add(record.member, &mut upper));
        let mut rest = records;
        let mut holds = |step: &&Step| {
            let own = rest.partition_point(|record| record.codes[axis] <= step.high);
            rest[..own].iter().for_each(|record| self.judge.shift(record.member, &mut upper, &mut lower));
            rest = &rest[own..];
            !self.is_closed(own) && self.judge.holds_tally(&lower) && self.judge.holds_tally(&upper)
        };
        steps.iter().filter(|step| holds(step)).map(|step| step.high).collect()
    }

    fn holds<const D: usize>(&mut self, side: &[Record<D>]) -> bool {
        self.judge.holds(side.iter().map(|record| (record.member.point, record.member.rows)))
    }
}

/// Moves the lower side to the front.
pub fn divide<const D: usize>(records: &mut [Record<D>], Cut { axis, place, .. }: Cut) -> usize {
    match place {
        Place::Code(high) => lower_first(records, axis, high),
        Place::Half => {
            let half = records.len() / 2;
            records.select_nth_unstable_by_key(half, |record| (record.codes[axis], record.member.point));
            half
        }
    }
}

/// The last code of the lower side, if the upper has only higher ones.
fn last_of<const D: usize>(lower: &[Record<D>], upper: &[Record<D>], axis: usize) -> Option<u32> {
    let code = |record: &Record<D>| record.codes[axis];
    let last = lower.iter().map(code).max()?;
    upper.iter().all(|record| code(record) > last).then_some(last)
}

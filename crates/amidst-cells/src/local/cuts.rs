//! All rows cut in two again and again, where it saves most.

use amidst_core::Observer;
use rayon::prelude::*;

use crate::{Axis, Cover, Judge, Member, Prices, Problem};

/// What the best cut is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Best {
    /// The one that saves most.
    Saving,
    /// The one that saves most for how evenly it cuts: uneven cuts leave more to be cut later.
    Balance,
}

/// Classes that hold, next to those they were cut from. The class of all rows must hold. Classes that were not cut yet when the
/// observer stops stay as they are.
pub(super) fn cuts(
    problem: &Problem<'_>,
    prices: &Prices,
    best: Best,
    observer: &dyn Observer,
) -> Vec<Vec<Member>> {
    let all =
        (0..problem.points.len() as u32).map(|point| Member { point, rows: problem.points.count(point) });
    Cutter { problem, prices, best, observer }.classes(all.collect())
}

/// Cuts every class on that can be cut, unless the observer stops.
pub(super) fn cut_on(
    problem: &Problem<'_>,
    prices: &Prices,
    classes: Vec<Vec<Member>>,
    observer: &dyn Observer,
) -> Vec<Vec<Member>> {
    if observer.is_stopped() {
        return classes;
    }
    let cutter = Cutter { problem, prices, best: Best::Saving, observer };
    classes.into_par_iter().flat_map_iter(|class| cutter.classes(class)).collect()
}

struct Cutter<'a> {
    problem: &'a Problem<'a>,
    prices: &'a Prices,
    best: Best,
    observer: &'a dyn Observer,
}

/// Codes of a column that go to one side.
#[derive(Clone, Copy)]
struct Cut {
    saving: f64,
    column: usize,
    side: Side,
}

#[derive(Clone, Copy)]
enum Side {
    UpTo(u32),
    Among(u64),
}

impl Side {
    fn has(self, code: u32) -> bool {
        match self {
            Self::UpTo(last) => code <= last,
            Self::Among(bits) => bits >> code & 1 == 1,
        }
    }
}

/// Of larger regions only so many points are looked at to find a cut.
const SAMPLE: usize = 1 << 13;

/// Regions of so many points are worth a question to the observer before they are cut.
const LARGE: usize = 64;

/// So many cuts of a column are tried, if more than the number of rows is asked of a class.
const TRIED: usize = 4;

impl Cutter<'_> {
    fn classes(&self, members: Vec<Member>) -> Vec<Vec<Member>> {
        if members.len() >= LARGE && self.observer.is_stopped() {
            return vec![members];
        }
        let mut cuts = self.candidates(&members);
        cuts.sort_by(|a, b| b.saving.total_cmp(&a.saving));
        for cut in cuts {
            let code = |member: &Member| self.problem.points.codes(member.point)[cut.column];
            let (left, right): (Vec<Member>, Vec<Member>) =
                members.iter().partition(|it| cut.side.has(code(it)));
            if self.holds(&left) && self.holds(&right) {
                drop(members);
                let (mut left, right) = match left.len().min(right.len()) > 256 {
                    true => rayon::join(|| self.classes(left), || self.classes(right)),
                    false => (self.classes(left), self.classes(right)),
                };
                left.extend(right);
                return left;
            }
        }
        vec![members]
    }

    fn holds(&self, members: &[Member]) -> bool {
        let members = members.iter().map(|member| (member.point, member.rows));
        Judge::new(&self.problem.conditions, self.problem.points).holds(members)
    }

    /// The best cuts of each column.
    fn candidates(&self, members: &[Member]) -> Vec<Cut> {
        let rows: u64 = members.iter().map(|member| u64::from(member.rows)).sum();
        if rows < 2 * self.problem.conditions.least() || members.len() < 2 {
            return Vec::new();
        }
        let sample: Vec<Member> = members.iter().step_by(members.len().div_ceil(SAMPLE)).copied().collect();
        let columns = 0..self.problem.axes.len();
        match sample.len() > 1024 {
            true => columns
                .into_par_iter()
                .flat_map_iter(|column| self.of_column(&sample, rows, column))
                .collect(),
            false => columns.flat_map(|column| self.of_column(&sample, rows, column)).collect(),
        }
    }

    /// The best cuts of a column, judged by a sample of so many rows.
    fn of_column(&self, sample: &[Member], rows: u64, column: usize) -> Vec<Cut> {
        let axis = &self.problem.axes[column];
        let code = |member: &Member| self.problem.points.codes(member.point)[column];
        let mut sorted = sample.to_vec();
        if axis.is_mask() {
            let mut rows_of = [0_u64; 64];
            sample.iter().for_each(|member| rows_of[code(member) as usize] += u64::from(member.rows));
            sorted.sort_unstable_by_key(|it| (u64::MAX - rows_of[code(it) as usize], code(it), it.point));
        } else {
            sorted.sort_unstable_by_key(|member| (code(member), member.point));
        }
        if code(&sorted[0]) == code(&sorted[sorted.len() - 1]) {
            return Vec::new();
        }
        let before = self.costs(sorted.iter());
        let mut after = self.costs(sorted.iter().rev());
        after.reverse();
        let (whole, seen) = before[sorted.len() - 1];
        let scale = rows as f64 / seen as f64;
        let least = self.problem.conditions.least() as f64 * if scale > 1.0 { 1.1 } else { 1.0 };
        let mut cuts = Vec::new();
        let mut bits = 0;
        for at in 1..sorted.len() {
            let last = code(&sorted[at - 1]);
            if axis.is_mask() {
                bits |= 1 << last;
            }
            if last == code(&sorted[at]) {
                continue;
            }
            let ((left, rows_left), (right, rows_right)) = (before[at - 1], after[at]);
            let balance = rows_left as f64 * rows_right as f64 / (seen as f64 * seen as f64);
            if rows_left.min(rows_right) as f64 * scale < least || left + right >= whole {
                continue;
            }
            let saving = (whole - left - right) as f64;
            let side = if axis.is_mask() { Side::Among(bits) } else { Side::UpTo(last) };
            let saving = if self.best == Best::Saving { saving } else { saving / balance };
            cuts.push(Cut { saving, column, side });
        }
        cuts.sort_by(|a, b| b.saving.total_cmp(&a.saving));
        cuts.truncate(if self.problem.conditions.only_rows() && scale <= 1.0 { 1 } else { TRIED });
        cuts
    }

    /// What the first members cost together, and their rows, for every number of them.
    fn costs<'m>(&self, members: impl Iterator<Item = &'m Member>) -> Vec<(u64, u64)> {
        let axes = self.problem.axes;
        let mut covers: Vec<Cover> = Vec::new();
        let mut rows = 0;
        let single = |(axis, &code): (&Axis, &u32)| axis.cover(code);
        members
            .map(|member| {
                let own = axes.iter().zip(self.problem.points.codes(member.point)).map(single);
                if covers.is_empty() {
                    covers.extend(own);
                } else {
                    let joined = covers.iter_mut().zip(own).enumerate();
                    joined.for_each(|(column, (cover, own))| *cover = self.prices.join(column, *cover, own));
                }
                rows += u64::from(member.rows);
                (rows * self.prices.of_row(&covers), rows)
            })
            .collect()
    }
}

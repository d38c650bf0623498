//! Deals rows into groups so that every value is spread as evenly as can be.
//!
//! In each group a value has its rows over the number of groups, rounded down or up, and so have all rows together. While
//! groups are dealt, that is kept for those left: a value with as many rows as groups are left must give to each. Who else
//! gives is free, and the rows that come first are taken: neighbours in the order of points.

use std::{cmp::Reverse, collections::BinaryHeap};

use amidst_core::{Observer, Stage};
use amidst_kernel::UNCOUNTED;

use super::Values;
use crate::{Member, Points};

/// How many groups are dealt before somebody asks whether to stop.
const BREATH: u64 = 1 << 12;

/// Groups, each of them the members up to its end.
pub(super) struct Dealt {
    pub members: Vec<Member>,
    pub ends: Vec<usize>,
    /// Whether all groups were dealt; else the last one took everything that was left.
    pub is_finished: bool,
}

/// Deals all rows into so many groups.
pub(super) fn deal(points: &Points, values: &Values, groups: u64, observer: &dyn Observer) -> Dealt {
    let mut dealer = Dealer::new(points, values, groups);
    let mut dealt = Dealt { members: Vec::with_capacity(points.len()), ends: Vec::new(), is_finished: true };
    for left in (2..=groups).rev() {
        let done = groups - left;
        if done.is_multiple_of(BREATH) {
            observer.progress(Stage::Solving, done, Some(groups));
            if observer.is_stopped() {
                dealt.is_finished = false;
                break;
            }
        }
        dealer.group(left, &mut dealt.members);
        dealt.ends.push(dealt.members.len());
    }
    dealer.rest(&mut dealt.members);
    dealt.ends.push(dealt.members.len());
    dealt
}

/// Values, and who has to give next.
struct Dealer<'a> {
    buckets: Buckets<'a>,
    groups: u64,
    /// Values with more rows than there are groups: they are in every group.
    frequent: Vec<u32>,
    /// Rows of frequent values.
    frequent_left: u64,
    /// Rows of all others: at most one of each value in a group.
    rare_left: u64,
    /// Rare values that must be in every group from now on.
    due: Vec<u32>,
    is_due: Vec<bool>,
    /// Rare values by the rows they had left when last looked at.
    by_left: BinaryHeap<(u64, u32)>,
    /// Rare values by the first point they have left.
    by_front: BinaryHeap<Reverse<(u32, u32)>>,
    /// Rows without a value in all, and dealt.
    unknown: u64,
    unknown_dealt: u64,
    /// Rare values of the group at hand that were not due.
    taken: Vec<u32>,
}

impl<'a> Dealer<'a> {
    fn new(points: &'a Points, values: &Values, groups: u64) -> Self {
        let buckets = Buckets::new(points, values.aux_column);
        let all = 0..values.rows.len() as u32;
        let (frequent, rare): (Vec<u32>, Vec<u32>) = all
            .filter(|&value| buckets.left[value as usize] > 0)
            .partition(|&value| buckets.left[value as usize] > groups);
        let left = |values: &[u32]| values.iter().map(|&value| buckets.left[value as usize]).sum();
        Self {
            groups,
            frequent_left: left(&frequent),
            rare_left: left(&rare),
            frequent,
            due: Vec::new(),
            is_due: vec![false; values.rows.len()],
            by_left: rare.iter().map(|&value| (buckets.left[value as usize], value)).collect(),
            by_front: rare.iter().map(|&value| Reverse((buckets.front(value), value))).collect(),
            unknown: buckets.left[values.rows.len()],
            unknown_dealt: 0,
            taken: Vec::new(),
            buckets,
        }
    }

    /// Deals the next group, of so many left.
    fn group(&mut self, left: u64, members: &mut Vec<Member>) {
        let start = members.len();
        // Both kinds are rounded down, unless that would round all rows down twice.
        let is_one_more = self.frequent_left % left + self.rare_left % left >= left;
        let frequent = self.frequent_left / left + u64::from(is_one_more);
        let rare = self.rare_left / left;
        self.give_frequent(left, frequent, members);
        self.give_rare(left, rare, members);
        self.give_unknown(left, members);
        members[start..].sort_unstable();
    }

    /// Every frequent value gives its share; those that come first give the rows that rounding leaves.
    fn give_frequent(&mut self, left: u64, rows: u64, members: &mut Vec<Member>) {
        let buckets = &mut self.buckets;
        self.frequent.sort_unstable_by_key(|&value| buckets.front(value));
        let sure: u64 = self.frequent.iter().map(|&value| buckets.left[value as usize] / left).sum();
        let mut more = rows - sure;
        for &value in &self.frequent {
            let own = buckets.left[value as usize];
            let is_one_more = more > 0 && !own.is_multiple_of(left);
            more -= u64::from(is_one_more);
            buckets.take(value, own / left + u64::from(is_one_more), members);
        }
        self.frequent_left -= rows;
    }

    /// Rare values give one row each: those that must, then those that come first.
    fn give_rare(&mut self, left: u64, rows: u64, members: &mut Vec<Member>) {
        while let Some(&(then, value)) = self.by_left.peek().filter(|(then, _)| *then >= left) {
            self.by_left.pop();
            match self.buckets.left[value as usize] {
                now if now == then => {
                    self.is_due[value as usize] = true;
                    self.due.push(value);
                }
                0 => {}
                now => self.by_left.push((now, value)),
            }
        }
        for &value in &self.due {
            self.buckets.take(value, 1, members);
        }
        while ((self.due.len() + self.taken.len()) as u64) < rows {
            let first = self.by_front.pop();
            let Reverse((_, value)) = first.expect("no value has more rows than groups are left");
            if !self.is_due[value as usize] {
                self.buckets.take(value, 1, members);
                self.taken.push(value);
            }
        }
        for value in self.taken.drain(..) {
            if self.buckets.left[value as usize] > 0 {
                self.by_front.push(Reverse((self.buckets.front(value), value)));
            }
        }
        self.rare_left -= rows;
    }

    /// Rows without a value are spread evenly.
    fn give_unknown(&mut self, left: u64, members: &mut Vec<Member>) {
        let done = u128::from(self.groups - left + 1);
        let until = (u128::from(self.unknown) * done / u128::from(self.groups)) as u64;
        let place = self.is_due.len() as u32;
        self.buckets.take(place, until - self.unknown_dealt, members);
        self.unknown_dealt = until;
    }

    /// Everything that is left is one group.
    fn rest(mut self, members: &mut Vec<Member>) {
        let start = members.len();
        for value in 0..self.buckets.left.len() as u32 {
            self.buckets.take(value, self.buckets.left[value as usize], members);
        }
        members[start..].sort_unstable();
    }
}

/// Points by value, each in the order of points; those without a value come last.
struct Buckets<'a> {
    points: &'a Points,
    order: Vec<u32>,
    /// Where in the order each value's first point with rows left is.
    at: Vec<usize>,
    /// Rows of that point that are gone.
    used: Vec<u32>,
    /// Rows left of each value.
    left: Vec<u64>,
}

impl<'a> Buckets<'a> {
    fn new(points: &'a Points, aux_column: usize) -> Self {
        let width = points.width(aux_column);
        let place = |value: u32| if value == UNCOUNTED { width } else { value as usize };
        let (mut left, mut at) = (vec![0; width + 1], vec![0; width + 2]);
        for (&value, &rows) in points.aux_column(aux_column).iter().zip(points.counts()) {
            left[place(value)] += u64::from(rows);
            at[place(value) + 1] += 1;
        }
        (0..=width).for_each(|value| at[value + 1] += at[value]);
        let mut next = at.clone();
        let mut order = vec![0; points.len()];
        for (point, &value) in points.aux_column(aux_column).iter().enumerate() {
            order[next[place(value)]] = point as u32;
            next[place(value)] += 1;
        }
        Self { points, order, at, used: vec![0; width + 1], left }
    }

    /// The first point of a value that has rows left.
    fn front(&self, value: u32) -> u32 {
        self.order[self.at[value as usize]]
    }

    /// Takes the first rows of a value.
    fn take(&mut self, value: u32, mut rows: u64, to: &mut Vec<Member>) {
        let value = value as usize;
        self.left[value] -= rows;
        while rows > 0 {
            let point = self.order[self.at[value]];
            let here = self.points.count(point) - self.used[value];
            let taken = u32::try_from(rows).unwrap_or(u32::MAX).min(here);
            to.push(Member { point, rows: taken });
            rows -= u64::from(taken);
            if taken == here {
                (self.at[value], self.used[value]) = (self.at[value] + 1, 0);
            } else {
                self.used[value] += taken;
            }
        }
    }
}

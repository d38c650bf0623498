//! What is asked of the rows of a class besides their number, row by row of a pool.

use super::lattice::each;
use crate::{Judge, Member, Problem};

/// Whether rows of a pool may be a class, and which of them.
#[derive(Default)]
pub(super) struct Asked<'a> {
    /// Unless the number of rows is all that is asked.
    judge: Option<Judge<'a>>,
    least: u64,
    aux_columns: Vec<usize>,
    rows: Vec<Member>,
    /// For each companion the value of every row, as numbered below.
    values: Vec<u32>,
    /// For each value of each companion the rows of the pool that have it, and the inverse of how many may.
    masks: Vec<u64>,
    scales: Vec<f64>,
    words: usize,
    ids: Vec<(usize, u32)>,
    counts: Vec<u32>,
    /// Rows that were judged.
    pub judged: i64,
}

impl<'a> Asked<'a> {
    pub(super) fn new(problem: &'a Problem<'a>) -> Self {
        let conditions = &problem.conditions;
        let judge = (!conditions.only_rows()).then(|| Judge::new(conditions, problem.points));
        let aux_columns = conditions.aux_columns();
        Self { judge, least: conditions.least(), aux_columns, ..Self::default() }
    }

    /// Whether more than the number of rows is asked.
    pub(super) fn is_more(&self) -> bool {
        self.judge.is_some()
    }

    pub(super) fn judge(&mut self) -> Option<&mut Judge<'a>> {
        self.judge.as_mut()
    }

    /// Looks at the rows of another pool. Values count by their share of it, or all alike.
    pub(super) fn fill(&mut self, problem: &Problem<'_>, rows: impl Iterator<Item = Member>, by_share: bool) {
        if self.judge.is_none() {
            return;
        }
        self.judged = 0;
        self.rows.clear();
        self.rows.extend(rows);
        self.words = self.rows.len().div_ceil(64);
        self.ids.clear();
        for (at, &column) in self.aux_columns.iter().enumerate() {
            let values = problem.points.aux_column(column);
            self.ids.extend(self.rows.iter().map(|row| (at, values[row.point as usize])));
        }
        let each_row = std::mem::take(&mut self.ids);
        self.ids.extend_from_slice(&each_row);
        self.ids.sort_unstable();
        self.ids.dedup();
        self.values.clear();
        self.values.extend(each_row.iter().map(|id| self.ids.partition_point(|it| it < id) as u32));
        self.masks.clear();
        self.masks.resize(self.ids.len() * self.words, 0);
        self.scales.clear();
        self.scales.resize(self.ids.len(), 0.0);
        for (at, &id) in self.values.iter().enumerate() {
            let row = at % self.rows.len();
            self.masks[id as usize * self.words + row / 64] |= 1 << (row % 64);
            self.scales[id as usize] += 1.0;
        }
        self.scales.iter_mut().for_each(|scale| *scale = if by_share { 1.0 / *scale } else { 1.0 });
    }

    /// Whether some rows may be a class, but for their number.
    pub(super) fn may(&mut self, rows: &[u64]) -> bool {
        let Some(judge) = &mut self.judge else { return true };
        let mut members: Vec<Member> = Vec::new();
        each(rows, |row| members.push(self.rows[row]));
        self.judged += 2 * members.len() as i64;
        judge.holds(members.iter().map(|member| (member.point, member.rows)))
    }

    /// The same, and so may those of others that are not among them.
    pub(super) fn may_with_rest(&mut self, rows: &[u64], left: &[u64]) -> bool {
        if self.judge.is_none() {
            return true;
        }
        let rest: Vec<u64> = left.iter().zip(rows).map(|(left, own)| left & !own).collect();
        self.may(rows) && (rest.iter().all(|&word| word == 0) || self.may(&rest))
    }

    /// Lets rows of values that are too frequent go until the others may be a class, and so may the rest of all that are
    /// left. Says whether they may in the end.
    pub(super) fn trim(&mut self, rows: &mut [u64], left: &[u64]) -> bool {
        let Some(judge) = &self.judge else { return true };
        let (mut tally, mut rest) = (judge.tally(), judge.tally());
        let (mut number, mut others, pool) = (0_u64, 0_u64, self.rows.len());
        self.counts.clear();
        self.counts.resize(self.ids.len(), 0);
        each(rows, |row| {
            judge.add(self.rows[row], &mut tally);
            number += 1;
            for column in 0..self.aux_columns.len() {
                self.counts[self.values[column * pool + row] as usize] += 1;
            }
        });
        for (word, (&left, &own)) in left.iter().zip(&*rows).enumerate() {
            each(&[left & !own], |row| {
                judge.add(self.rows[word * 64 + row], &mut rest);
                others += 1;
            });
        }
        self.judged += (number + others) as i64;
        while number >= self.least {
            self.judged += 2 * self.ids.len() as i64;
            if judge.holds_tally(&tally) && (others == 0 || judge.holds_tally(&rest)) {
                return true;
            }
            let excess = |id: usize| f64::from(self.counts[id]) * self.scales[id];
            let Some(id) = (0..self.ids.len()).max_by(|&a, &b| excess(a).total_cmp(&excess(b))) else {
                return false;
            };
            let mask = &self.masks[id * self.words..][..self.words];
            let Some(word) = (0..self.words).rev().find(|&word| rows[word] & mask[word] != 0) else {
                return false;
            };
            let row = word * 64 + 63 - (rows[word] & mask[word]).leading_zeros() as usize;
            rows[word] &= !(1 << (row % 64));
            number -= 1;
            others += 1;
            judge.shift(self.rows[row], &mut tally, &mut rest);
            for column in 0..self.aux_columns.len() {
                self.counts[self.values[column * pool + row] as usize] -= 1;
            }
        }
        false
    }
}

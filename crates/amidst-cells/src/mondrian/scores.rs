//! What cuts are worth: what both sides would cost, or how open they leave the values of a companion. Less is better.

use amidst_kernel::UNCOUNTED;

use super::{records::Record, steps::Step};
use crate::{Axis, Cover, Points, Prices};

/// Adds up some rows and says what they are worth.
pub trait Score<const D: usize>: Send {
    /// Without rows.
    fn clear(&mut self);
    /// With more of them.
    fn add(&mut self, record: &Record<D>);
    /// What they are worth; nothing costs nothing.
    fn score(&self) -> u64;
}

/// What rows cost as one class.
pub struct Cost<'a> {
    axes: &'a [Axis],
    prices: &'a Prices,
    covers: Vec<Cover>,
    rows: u64,
}

impl<'a> Cost<'a> {
    /// At these prices.
    pub fn new(axes: &'a [Axis], prices: &'a Prices) -> Self {
        Self { axes, prices, covers: Vec::new(), rows: 0 }
    }
}

impl<const D: usize> Score<D> for Cost<'_> {
    fn clear(&mut self) {
        self.covers.clear();
        self.rows = 0;
    }

    fn add(&mut self, record: &Record<D>) {
        let own = self.axes.iter().zip(&record.codes);
        if self.rows == 0 {
            self.covers.extend(own.map(|(axis, &code)| axis.cover(code)));
        } else {
            for (cover, (axis, &code)) in self.covers.iter_mut().zip(own) {
                if !axis.contains(*cover, code) {
                    *cover = axis.join(*cover, axis.cover(code));
                }
            }
        }
        self.rows += u64::from(record.member.rows);
    }

    fn score(&self) -> u64 {
        self.rows * self.prices.of_row(&self.covers)
    }
}

/// How open rows leave the value of a companion: its entropy, times the rows that have one.
pub struct Doubt<'a> {
    value_of: &'a [u32],
    counts: Vec<u64>,
    rows: u64,
    /// Of all counts.
    sum: u64,
}

impl<'a> Doubt<'a> {
    /// About a companion of the points.
    pub fn new(points: &'a Points, aux_column: usize) -> Self {
        let counts = vec![0; points.width(aux_column)];
        Self { value_of: points.aux_column(aux_column), counts, rows: 0, sum: 0 }
    }
}

impl<const D: usize> Score<D> for Doubt<'_> {
    fn clear(&mut self) {
        self.counts.fill(0);
        (self.rows, self.sum) = (0, 0);
    }

    fn add(&mut self, record: &Record<D>) {
        let value = self.value_of[record.member.point as usize];
        if value != UNCOUNTED {
            let rows = u64::from(record.member.rows);
            let count = &mut self.counts[value as usize];
            self.sum = self.sum + bits(*count + rows) - bits(*count);
            *count += rows;
            self.rows += rows;
        }
    }

    fn score(&self) -> u64 {
        bits(self.rows).saturating_sub(self.sum)
    }
}

/// n · log2 n, in whole millionths (binary ones), so that sums do not depend on their order.
fn bits(count: u64) -> u64 {
    let count = count.max(1) as f64;
    (count * count.log2() * f64::from(1 << 20)).round() as u64
}

/// For each step of a column, by which records are sorted, what both sides of a cut after it are worth together.
pub fn scores<const D: usize>(
    score: &mut dyn Score<D>,
    (axis, steps): (usize, &[Step]),
    records: &[Record<D>],
) -> Vec<u64> {
    let mut scores = Vec::with_capacity(steps.len());
    let mut rest = records;
    score.clear();
    for step in steps {
        let own = rest.partition_point(|record| record.codes[axis] <= step.high);
        rest[..own].iter().for_each(|record| score.add(record));
        rest = &rest[own..];
        scores.push(score.score());
    }
    rest = records;
    score.clear();
    for (step, sum) in steps.iter().zip(&mut scores).rev() {
        let own = rest.partition_point(|record| record.codes[axis] <= step.high);
        rest[own..].iter().for_each(|record| score.add(record));
        rest = &rest[..own];
        *sum += score.score();
    }
    scores
}

/// What both sides are worth together.
pub fn score_of<const D: usize>(score: &mut dyn Score<D>, sides: (&[Record<D>], &[Record<D>])) -> u64 {
    let mut of = |side: &[Record<D>]| {
        score.clear();
        side.iter().for_each(|record| score.add(record));
        score.score()
    };
    of(sides.0) + of(sides.1)
}

//! The least loss. Columns are joined by a geometric mean: the logarithm of what is minimized is a sum of concave functions, one
//! for each column's mean share.
//!
//! Where mean shares lie in a box, each function is no lower there than the straight line between its ends. So the partition
//! that is cheapest by the slopes of these lines bounds every partition in the box from below, and is one itself. A box whose
//! bound is lower than the best known is cut in two at that partition, in the column in which its line is farthest below.

use std::{cmp::Ordering, collections::BinaryHeap};

use amidst_cells::Partition;
use amidst_core::Observer;

use super::{
    search::cheapest,
    table::{ONE, Table},
};

/// A logarithm that differs by less is the same.
const SAME: f64 = 1e-9;

/// So many boxes may be looked at.
const MOST_BOXES: usize = 400;

/// The best partition found, whether nothing is better, and the least score there can be.
pub(super) struct LeastLoss {
    pub partition: Partition,
    pub is_proved: bool,
    pub bound: f64,
}

/// The partition of the least loss with at most so many rows left out, from one that is known.
pub(super) fn least_loss(
    table: &Table<'_>,
    known: Partition,
    limit: u64,
    observer: &dyn Observer,
) -> LeastLoss {
    let mut search =
        Search { table, limit, weights: table.weights(), known: vec![known], best: f64::INFINITY };
    search.best = search.logarithm(&table.means(&search.known[0]));
    let high = search.weights.iter().map(|&weight| ends(weight, search.best));
    let first = search.boxed(high.map(|high| (0.0, high)).collect(), observer);
    let mut open = BinaryHeap::from([first]);
    let (mut boxes, mut is_proved) = (1, true);
    let mut bound = search.best;
    while let Some(next) = open.pop() {
        if next.bound >= search.best - SAME {
            break;
        }
        bound = next.bound;
        let Some(column) = next.cut.filter(|_| boxes < MOST_BOXES && !observer.is_stopped()) else {
            is_proved = false;
            break;
        };
        let (low, high) = next.sides[column];
        let at = next.means[column];
        for side in [(low, at), (at, high)] {
            let mut sides = next.sides.clone();
            sides[column] = side;
            open.push(search.boxed(sides, observer));
            boxes += 1;
        }
    }
    let score = |logarithm: f64| (logarithm / search.weights.len() as f64).exp() - 1.0;
    let partition = search.known.swap_remove(0);
    LeastLoss { partition, is_proved, bound: score(if is_proved { search.best } else { bound }) }
}

/// The highest mean share of a column, of a partition that is no worse.
fn ends(weight: f64, best: f64) -> f64 {
    if weight > 0.0 { ((best.exp() - 1.0) / weight).min(1.0) } else { 1.0 }
}

struct Search<'a> {
    table: &'a Table<'a>,
    limit: u64,
    weights: Vec<f64>,
    /// The best, and others that were found on the way.
    known: Vec<Partition>,
    /// The logarithm of the best.
    best: f64,
}

/// Mean shares between ends, column by column.
struct Boxed {
    bound: f64,
    sides: Vec<(f64, f64)>,
    /// Those of the partition that is cheapest by its lines.
    means: Vec<f64>,
    /// The column to cut, if that helps.
    cut: Option<usize>,
}

impl Search<'_> {
    fn logarithm(&self, means: &[f64]) -> f64 {
        self.weights.iter().zip(means).map(|(weight, mean)| (weight * mean).ln_1p()).sum()
    }

    /// Bounds a box, and keeps the partition that does if it is better than the best.
    fn boxed(&mut self, sides: Vec<(f64, f64)>, observer: &dyn Observer) -> Boxed {
        let lines: Vec<Line> =
            self.weights.iter().zip(&sides).map(|(&weight, &side)| Line::new(weight, side)).collect();
        let slopes: Vec<f64> = lines.iter().map(|line| line.slope).collect();
        let costs = self.table.costs(&slopes);
        let found = cheapest(self.table, &costs, &self.known, self.limit, observer);
        let start: f64 = lines.iter().map(|line| line.start).sum();
        let bound = start + found.bound as f64 / ONE as f64 / self.table.rows() as f64 - SAME / 4.0;
        let means = self.table.means(&found.partition);
        let below = |at: usize| {
            let curve = (self.weights[at] * means[at]).ln_1p();
            curve - lines[at].start - lines[at].slope * means[at]
        };
        let inside = |&at: &usize| sides[at].0 < means[at] && means[at] < sides[at].1;
        let cut = (0..sides.len()).filter(inside).max_by(|&a, &b| below(a).total_cmp(&below(b)));
        let cut = cut.filter(|&at| below(at) > 0.0 && found.is_proved());
        let logarithm = self.logarithm(&means);
        if logarithm < self.best {
            self.best = logarithm;
            self.known.insert(0, found.partition);
        } else if !self.known.contains(&found.partition) {
            self.known.push(found.partition);
        }
        Boxed { bound, sides, means, cut }
    }
}

/// The line between the ends of a curve.
struct Line {
    start: f64,
    slope: f64,
}

impl Line {
    fn new(weight: f64, (low, high): (f64, f64)) -> Self {
        let curve = |mean: f64| (weight * mean).ln_1p();
        let slope = match high > low {
            true => (curve(high) - curve(low)) / (high - low),
            false => weight / (1.0 + weight * low),
        };
        Self { start: curve(low) - slope * low, slope }
    }
}

impl Ord for Boxed {
    /// The lowest bound is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

impl PartialOrd for Boxed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Boxed {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Boxed {}

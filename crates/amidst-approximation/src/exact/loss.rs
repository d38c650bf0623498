//! The least loss. Columns are joined by a geometric mean: the logarithm of what is minimized is a sum of concave functions, one
//! for each column's mean share.
//!
//! Where mean shares lie in a box, each function is no lower there than the straight line between its ends. So the partition
//! that is cheapest by the slopes of these lines bounds every partition in the box from below, and is one itself. A box whose
//! bound is lower than the best known is cut in two at that partition, in the column in which its line is farthest below. No column
//! loses less than it would if it alone counted, and what others lose at least leaves it only so much: so boxes are small from
//! the start.

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
const MOST_BOXES: usize = 2000;

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
    let sides = search.sides(observer);
    let mut open: BinaryHeap<Boxed> = search.boxed(sides, observer).into_iter().collect();
    let (mut boxes, mut is_proved) = (1, true);
    let mut bound = search.best;
    while let Some(next) = open.pop() {
        if next.bound >= search.best - SAME {
            break;
        }
        bound = next.bound;
        let Some((column, at)) = next.cut.filter(|_| boxes < MOST_BOXES && !observer.is_stopped()) else {
            is_proved = false;
            break;
        };
        let (low, high) = next.sides[column];
        for side in [(low, at), (at, high)] {
            let mut sides = next.sides.clone();
            sides[column] = side;
            open.extend(search.boxed(sides, observer));
            boxes += 1;
        }
    }
    let score = |logarithm: f64| (logarithm / search.weights.len() as f64).exp() - 1.0;
    let partition = search.known.swap_remove(0);
    LeastLoss { partition, is_proved, bound: score(if is_proved { search.best } else { bound }) }
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
    /// The column to cut and where, if that helps.
    cut: Option<(usize, f64)>,
}

impl Search<'_> {
    fn logarithm(&self, means: &[f64]) -> f64 {
        self.weights.iter().zip(means).map(|(weight, mean)| (weight * mean).ln_1p()).sum()
    }

    /// Between which ends mean shares lie, of all partitions that are better than the best.
    fn sides(&mut self, observer: &dyn Observer) -> Vec<(f64, f64)> {
        let columns = self.weights.len();
        let mut sides = Vec::with_capacity(columns);
        for column in 0..columns {
            let mut alone = vec![0.0; columns];
            alone[column] = 1.0;
            let found = cheapest(self.table, &self.table.costs(&alone), &self.known, self.limit, observer);
            let least = found.bound as f64 / ONE as f64 / self.table.rows() as f64 - SAME;
            sides.push((least.clamp(0.0, 1.0), 1.0));
            self.keep(found.partition);
        }
        sides
    }

    /// Takes from a box what no better partition has. Nothing if that is all of it.
    fn narrowed(&self, mut sides: Vec<(f64, f64)>) -> Option<Vec<(f64, f64)>> {
        let least = |at: usize, low: f64| (self.weights[at] * low).ln_1p();
        let sum: f64 = sides.iter().enumerate().map(|(at, side)| least(at, side.0)).sum();
        for (at, side) in sides.iter_mut().enumerate().filter(|(at, _)| self.weights[*at] > 0.0) {
            let left = self.best - (sum - least(at, side.0));
            side.1 = side.1.min(left.exp_m1() / self.weights[at] + SAME);
            if side.1 < side.0 {
                return None;
            }
        }
        Some(sides)
    }

    /// Bounds a box, and keeps the partition that does if it is better than the best. Nothing if the box has no better one.
    fn boxed(&mut self, sides: Vec<(f64, f64)>, observer: &dyn Observer) -> Option<Boxed> {
        let sides = self.narrowed(sides)?;
        let lines: Vec<Line> =
            self.weights.iter().zip(&sides).map(|(&weight, &side)| Line::new(weight, side)).collect();
        let slopes: Vec<f64> = lines.iter().map(|line| line.slope).collect();
        let costs = self.table.costs(&slopes);
        let found = cheapest(self.table, &costs, &self.known, self.limit, observer);
        let start: f64 = lines.iter().map(|line| line.start).sum();
        let bound = start + found.bound as f64 / ONE as f64 / self.table.rows() as f64 - SAME / 4.0;
        let means = self.table.means(&found.partition);
        let below = |(at, mean): (usize, f64)| {
            let curve = (self.weights[at] * mean).ln_1p();
            curve - lines[at].start - lines[at].slope * mean
        };
        // At the partition itself; in the middle, if that lies outside or on the edge.
        let is_inside = |at: usize| sides[at].0 < means[at] && means[at] < sides[at].1;
        let inside = (0..sides.len()).filter(|&at| is_inside(at)).map(|at| (at, means[at]));
        let middles = sides.iter().map(|side| f64::midpoint(side.0, side.1)).enumerate();
        let farthest = |cuts: &mut dyn Iterator<Item = (usize, f64)>| {
            cuts.filter(|&cut| below(cut) > SAME / 64.0).max_by(|&a, &b| below(a).total_cmp(&below(b)))
        };
        let cut = farthest(&mut { inside }).or_else(|| farthest(&mut { middles }));
        self.keep(found.partition);
        Some(Boxed { bound, sides, cut })
    }

    /// Keeps a partition, as the first if it is the best.
    fn keep(&mut self, partition: Partition) {
        let logarithm = self.logarithm(&self.table.means(&partition));
        if logarithm < self.best {
            self.best = logarithm;
            self.known.insert(0, partition);
        } else if !self.known.contains(&partition) {
            self.known.push(partition);
        }
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

//! A price for every row that no class can pay less than.
//!
//! If in every cell with at least k rows the mean of the k highest prices is at most what a row costs in it, then a class
//! costs no less than its rows' prices: its mean price is at most that of the k highest in its cell. So the sum of all
//! prices bounds every partition, whoever found it, in the sum of what columns lose.
//!
//! Prices start at what rows cost in a partition. A pass over all cells repairs them exactly: in a cell whose k highest
//! prices have a mean of 1/ρ times its cost, every row keeps at most ρ times its price or the k-th highest, whichever is
//! more; then any k of them have a mean of at most the cost. Where all prices are 0, each may be the cost. A pass also keeps
//! the cells that are nearly met ([`tight`](super::tight)); among these alone prices are then improved, and another pass
//! repairs what that did to the others.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use amidst_core::Observer;

use super::{
    cells::{Cells, Visit},
    tight::{SHARP, TightCells},
};
use crate::{Partition, Problem, partition::covers, prices::weights};

/// Passes over all cells. Prices are improved after all but the last ones, which only repair: that never lowers a price
/// that needs no repair.
const PASSES: u32 = 5;
const IMPROVED: u32 = 4;

/// No pass may look at more rows of cells than this.
const WORK: u64 = 6_000_000_000;

/// A cell is nearly met if the mean of its k highest prices is at least so much of its cost.
const TIGHT: f64 = 0.85;

/// Prices are lowered by this, so that rounding never makes them too high.
const SAFE: f64 = 1.0 - 1e-9;

/// What every partition costs at least, in the weighted sum of the columns' shares per row; nothing if there are too many
/// cells, or columns without hierarchies.
pub(super) fn dual(problem: &Problem<'_>, partition: &Partition, observer: &dyn Observer) -> Option<f64> {
    let least = problem.conditions.least();
    let cells = Cells::new(problem.axes, problem.points, problem.objective, least)?;
    let mut prices = start(problem, partition, &cells);
    let most: f64 = weights(problem.axes).iter().sum();
    let mut best = None;
    let (mut tight, mut sharpness) = (TIGHT, SHARP);
    for pass in 0..PASSES {
        let mut order: Vec<u32> = (0..prices.len() as u32).collect();
        order.sort_by(|&a, &b| prices[b as usize].total_cmp(&prices[a as usize]).then(a.cmp(&b)));
        let look = Pass {
            prices: &prices,
            counts: &cells.counts,
            least,
            repaired: prices.iter().map(|_| AtomicU64::new(f64::MAX.to_bits())).collect(),
            tight: (pass < IMPROVED).then_some(tight),
            kept: Mutex::new(TightCells::default()),
            work: AtomicU64::new(0),
            observer,
        };
        cells.each(order, &look);
        if look.is_over() {
            break;
        }
        // No row costs more than one that is suppressed.
        let repaired =
            look.repaired.iter().map(|it| f64::from_bits(it.load(Ordering::Relaxed)).min(most) * SAFE);
        let mut repaired: Vec<f64> = repaired.collect();
        let sum: f64 = repaired.iter().zip(&cells.counts).map(|(price, &count)| price * count as f64).sum();
        best = Some(best.map_or(sum, |best: f64| best.max(sum)));
        if pass < IMPROVED {
            let mut kept = look.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
            match kept.is_full() {
                // Only those that are met more nearly are kept next time.
                true => tight = (1.0 + tight) / 2.0,
                false => kept.improve(&mut repaired, (&cells.counts, least), &mut sharpness, observer),
            }
        }
        prices = repaired;
    }
    best.map(|sum| sum / problem.points.rows() as f64)
}

/// What rows cost in a partition.
fn start(problem: &Problem<'_>, partition: &Partition, cells: &Cells) -> Vec<f64> {
    let weights = weights(problem.axes);
    let mut sums = vec![0.0; cells.counts.len()];
    for class in partition.classes() {
        let covers = covers(problem.axes, problem.points, class);
        let shares = problem.axes.iter().zip(&covers).zip(&weights);
        let cost: f64 =
            shares.map(|((axis, &cover), weight)| weight * axis.share(problem.objective, cover)).sum();
        for member in class {
            sums[cells.row_of(problem.points.codes(member.point))] += cost * f64::from(member.rows);
        }
    }
    sums.iter().zip(&cells.counts).map(|(sum, &count)| sum / count as f64).collect()
}

/// One look at all cells.
struct Pass<'a> {
    /// Of distinct rows.
    prices: &'a [f64],
    counts: &'a [u64],
    least: u64,
    /// For each row the least that a cell leaves it.
    repaired: Vec<AtomicU64>,
    /// Which cells are kept, if any.
    tight: Option<f64>,
    kept: Mutex<TightCells>,
    work: AtomicU64,
    observer: &'a dyn Observer,
}

impl Visit for Pass<'_> {
    fn visit(&self, rows: &[u32], cost: f64) {
        self.work.fetch_add(rows.len() as u64, Ordering::Relaxed);
        let (mut left, mut sum, mut last) = (self.least, 0.0, 0.0);
        for &row in rows {
            let taken = left.min(self.counts[row as usize]);
            last = self.prices[row as usize];
            sum += taken as f64 * last;
            left -= taken;
            if left == 0 {
                break;
            }
        }
        let mean = sum / self.least as f64;
        let ratio = cost / mean;
        for &row in rows {
            // Where no price can be raised by a factor, none may be above the cost.
            let price = if mean > 0.0 { ratio * self.prices[row as usize].max(last) } else { cost };
            let price = price.to_bits();
            let own = &self.repaired[row as usize];
            if price < own.load(Ordering::Relaxed) {
                own.fetch_min(price, Ordering::Relaxed);
            }
        }
        if cost > 0.0 && self.tight.is_some_and(|tight| mean > tight * cost) {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(rows, self.counts, self.least, cost);
        }
    }

    fn is_over(&self) -> bool {
        self.work.load(Ordering::Relaxed) > WORK || self.observer.is_stopped()
    }
}

//! A price for every row that no class can pay less than.
//!
//! If in every cell with at least k rows the mean of the k highest prices is at most what a row costs in it, then a class
//! costs no less than its rows' prices: its mean price is at most that of the k highest in its cell. So the sum of all
//! prices bounds every partition, whoever found it, in the sum of what columns lose.
//!
//! Prices start at what rows cost in a partition. Cells that ask too much of their dearest rows lower these, by a penalty
//! that grows with the excess, and rows that no cell presses rise. After each pass prices are repaired exactly: in a cell
//! whose k highest prices have a mean of 1/ρ times its cost, every row keeps at most ρ times its price or the k-th
//! highest, whichever is more; then any k of them have a mean of at most the cost. Where all prices are 0, each may be the cost.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_core::Observer;

use super::cells::{Cells, Visit};
use crate::{Partition, Problem, partition::covers, prices::weights};

/// Passes over all cells.
const PASSES: u32 = 12;

/// No pass may look at more rows of cells than this.
const WORK: u64 = 6_000_000_000;

/// Loads are whole numbers of such parts, so that sums do not depend on the order of work.
const PART: f64 = 1_099_511_627_776.0;

/// A row that is pressed more than this falls no faster.
const LOAD: f64 = 3.0;

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
    for pass in 0..PASSES {
        let mut order: Vec<u32> = (0..prices.len() as u32).collect();
        order.sort_by(|&a, &b| prices[b as usize].total_cmp(&prices[a as usize]).then(a.cmp(&b)));
        let look = Pass {
            prices: &prices,
            counts: &cells.counts,
            least,
            sharpness: 16.0 + 8.0 * f64::from(pass),
            repaired: prices.iter().map(|_| AtomicU64::new(f64::MAX.to_bits())).collect(),
            loads: prices.iter().map(|_| AtomicU64::new(0)).collect(),
            costs: AtomicU64::new(0),
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
        let repaired: Vec<f64> = repaired.collect();
        let sum: f64 = repaired.iter().zip(&cells.counts).map(|(price, &count)| price * count as f64).sum();
        best = Some(best.map_or(sum, |best: f64| best.max(sum)));
        prices = look.next(repaired, f64::from(pass) / f64::from(PASSES));
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
    sharpness: f64,
    /// For each row the least that a cell leaves it.
    repaired: Vec<AtomicU64>,
    /// For each row how much cells press it, and what cells that press cost.
    loads: Vec<AtomicU64>,
    costs: AtomicU64,
    work: AtomicU64,
    observer: &'a dyn Observer,
}

impl Visit for Pass<'_> {
    fn visit(&self, rows: &[u32], cost: f64) {
        self.work.fetch_add(rows.len() as u64, Ordering::Relaxed);
        let (mut left, mut sum, mut last) = (self.least, 0.0, 0.0);
        let mut high = 0;
        for &row in rows {
            let taken = left.min(self.counts[row as usize]);
            last = self.prices[row as usize];
            sum += taken as f64 * last;
            left -= taken;
            high += 1;
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
        let excess = if cost > 0.0 { self.sharpness * (mean / cost - 1.0) } else { 8.0 };
        if excess > -12.0 && mean > 0.0 {
            let weight = exponential(excess.min(8.0));
            self.costs.fetch_add((weight * cost * self.least as f64 * PART / 1e6) as u64, Ordering::Relaxed);
            let mut left = self.least;
            for &row in &rows[..high] {
                let taken = left.min(self.counts[row as usize]);
                left -= taken;
                let load = weight * taken as f64 * PART / 1e6;
                self.loads[row as usize].fetch_add(load as u64, Ordering::Relaxed);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.work.load(Ordering::Relaxed) > WORK || self.observer.is_stopped()
    }
}

impl Pass<'_> {
    /// Prices for the next pass: those that cells press more than others fall, the others rise.
    fn next(&self, repaired: Vec<f64>, done: f64) -> Vec<f64> {
        let read = |value: &AtomicU64| value.load(Ordering::Relaxed) as f64 * 1e6 / PART;
        let sum: f64 = repaired.iter().zip(self.counts).map(|(price, &count)| price * count as f64).sum();
        let scale = sum / read(&self.costs).max(1e-9);
        let step = 0.3 * (1.0 - 0.8 * done);
        let rows = repaired.iter().zip(self.loads.iter().zip(self.counts));
        rows.map(|(price, (load, &count))| {
            let load = (scale * read(load) / count as f64).min(LOAD);
            price * exponential(step * (1.0 - load))
        })
        .collect()
    }
}

/// About e to the power of something, by plain arithmetic: the same on every machine.
fn exponential(power: f64) -> f64 {
    let mut value = (1.0 + power / 256.0).max(0.0);
    for _ in 0..8 {
        value *= value;
    }
    value
}

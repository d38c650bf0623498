//! Cells whose cost the prices of their rows nearly reach, and better prices among these alone.
//!
//! Cells that ask too much of their dearest rows press these, by a penalty that grows with the excess. Rows that cells press
//! more than others fall in price, and those that no cell presses rise; the penalty grows sharper and the steps smaller.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_core::Observer;
use rayon::prelude::*;

/// Of each cell so many times k rows are kept, those of the highest prices: the others hardly come to count.
const TIMES: u64 = 2;

/// No more rows of cells than this are kept.
const MOST: usize = 48_000_000;

/// Rows of cells that are looked at together.
const CHUNK: usize = 1 << 16;

/// Steps after each pass.
const STEPS: u32 = 50;

/// The first penalty, how much it grows in each step, and how far prices go.
pub(super) const SHARP: f64 = 20.0;
const SHARPER: f64 = 1.018;
const STRIDE: f64 = 2.0;

/// A row that is pressed more than this falls no faster.
const LOAD: f64 = 3.0;

/// No price rises by more between two passes: cells that were not kept would come to be exceeded.
const RISE: f64 = 1.15;

/// Loads are whole numbers of such parts, so that sums do not depend on the order of work.
const PART: f64 = 1_048_576.0;

/// Cells, some together.
#[derive(Default)]
pub(super) struct TightCells {
    chunks: Vec<Chunk>,
    rows: usize,
}

#[derive(Default)]
struct Chunk {
    /// Cell after cell, the dearest first.
    rows: Vec<u32>,
    /// Where each cell ends, and what a row costs in it.
    cells: Vec<(usize, f64)>,
}

impl TightCells {
    /// Keeps a cell: its rows, the dearest first.
    pub(super) fn push(&mut self, rows: &[u32], counts: &[u64], least: u64, cost: f64) {
        if self.is_full() {
            return;
        }
        if self.chunks.last().is_none_or(|last| last.rows.len() > CHUNK) {
            self.chunks.push(Chunk::default());
        }
        let Some(chunk) = self.chunks.last_mut() else { return };
        let mut left = TIMES * least;
        let before = chunk.rows.len();
        for &row in rows {
            chunk.rows.push(row);
            left = left.saturating_sub(counts[row as usize]);
            if left == 0 {
                break;
            }
        }
        self.rows += chunk.rows.len() - before;
        chunk.cells.push((chunk.rows.len(), cost));
    }

    /// Whether some cells were not kept.
    pub(super) fn is_full(&self) -> bool {
        self.rows > MOST
    }

    /// Changes prices so that their sum grows, but cells are not exceeded by much. The penalty
    /// grows on from where it was.
    pub(super) fn improve(
        &mut self,
        prices: &mut [f64],
        (counts, least): (&[u64], u64),
        sharpness: &mut f64,
        observer: &dyn Observer,
    ) {
        let most: Vec<f64> = prices.iter().map(|price| RISE * price).collect();
        for _ in 0..STEPS {
            let loads: Vec<AtomicU64> = prices.iter().map(|_| AtomicU64::new(0)).collect();
            let look = Look { prices, counts, least, sharpness: *sharpness, loads: &loads, observer };
            let costs: u64 = self.chunks.par_iter_mut().map(|chunk| look.press(chunk)).sum();
            if observer.is_stopped() {
                return;
            }
            let sum: f64 = prices.iter().zip(counts).map(|(price, &count)| price * count as f64).sum();
            let scale = sum / (costs as f64).max(1.0);
            let step = STRIDE / *sharpness;
            let rows = prices.iter_mut().zip(&most).zip(loads.iter().zip(counts));
            rows.for_each(|((price, most), (load, &count))| {
                let load = (scale * load.load(Ordering::Relaxed) as f64 / count as f64).min(LOAD);
                *price = (*price * exponential(step * (1.0 - load))).min(*most);
            });
            *sharpness *= SHARPER;
        }
    }
}

/// One look at all cells that were kept.
struct Look<'a> {
    prices: &'a [f64],
    counts: &'a [u64],
    least: u64,
    sharpness: f64,
    /// For each row how much cells press it.
    loads: &'a [AtomicU64],
    observer: &'a dyn Observer,
}

impl Look<'_> {
    /// Lets cells press their rows. Says what those that press cost.
    fn press(&self, chunk: &mut Chunk) -> u64 {
        if self.observer.is_stopped() {
            return 0;
        }
        let mut costs = 0;
        let mut start = 0;
        for &(end, cost) in &chunk.cells {
            let rows = &mut chunk.rows[start..end];
            start = end;
            self.sort(rows);
            let (mut left, mut sum, mut high) = (self.least, 0.0, 0);
            for &row in &*rows {
                let taken = left.min(self.counts[row as usize]);
                sum += taken as f64 * self.prices[row as usize];
                left -= taken;
                high += 1;
                if left == 0 {
                    break;
                }
            }
            let excess = self.sharpness * (sum / (self.least as f64 * cost) - 1.0);
            if excess <= -12.0 {
                continue;
            }
            let weight = exponential(excess.min(8.0)) * PART;
            costs += (weight * cost * self.least as f64) as u64;
            let mut left = self.least;
            for &row in &rows[..high] {
                let taken = left.min(self.counts[row as usize]);
                left -= taken;
                self.loads[row as usize].fetch_add((weight * taken as f64) as u64, Ordering::Relaxed);
            }
        }
        costs
    }

    /// Puts the dearest first. They nearly are.
    fn sort(&self, rows: &mut [u32]) {
        let is_before = |a: u32, b: u32| {
            let (one, other) = (self.prices[a as usize], self.prices[b as usize]);
            one > other || (one == other && a < b)
        };
        for at in 1..rows.len() {
            let row = rows[at];
            let mut to = at;
            while to > 0 && is_before(row, rows[to - 1]) {
                rows[to] = rows[to - 1];
                to -= 1;
            }
            rows[to] = row;
        }
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

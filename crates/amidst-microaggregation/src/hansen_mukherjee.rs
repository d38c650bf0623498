//! The best groups of rows that follow one another in an order: the shortest path of Hansen and Mukherjee.

use rayon::prelude::*;

use super::{groups::GroupList, space::Space};
use amidst_cells::Member;

/// Ends whose groups are priced at a time.
const BLOCK: usize = 1 << 12;

/// Cuts rows, each given by its point, into groups of k to 2k − 1 that follow one another, with the least sum of squared
/// distances to their centres.
pub(super) fn best(space: &Space, order: &[u32], k: usize) -> Vec<usize> {
    let rows = order.len();
    if rows < 2 * k {
        return vec![rows];
    }
    let mut least = vec![f64::INFINITY; rows + 1];
    let mut size = vec![0_u32; rows + 1];
    least[0] = 0.0;
    for from in (k..=rows).step_by(BLOCK) {
        let ends = from..(from + BLOCK).min(rows + 1);
        let mut prices = vec![f64::INFINITY; ends.len() * k];
        let price = |(end, prices): (usize, &mut [f64])| {
            let last = (2 * k - 1).min(end);
            Window::new(space).prices(order[end - last..end].iter().rev().copied(), k, prices);
        };
        ends.clone().into_par_iter().zip(prices.par_chunks_mut(k)).with_min_len(64).for_each(price);
        for (end, prices) in ends.zip(prices.chunks(k)) {
            for (more, price) in prices.iter().enumerate().take((end + 1).saturating_sub(k)) {
                let sum = least[end - k - more] + price;
                if sum < least[end] {
                    (least[end], size[end]) = (sum, (k + more) as u32);
                }
            }
        }
    }
    let mut ends = vec![rows];
    while let Some(&end) = ends.last().filter(|&&end| end > size[end] as usize) {
        ends.push(end - size[end] as usize);
    }
    ends.reverse();
    ends
}

/// The rows of an order between the ends of its groups.
pub(super) fn groups(order: &[u32], ends: &[usize]) -> GroupList {
    let mut groups = GroupList::default();
    let mut from = 0;
    for &to in ends {
        groups.push(order[from..to].iter().map(|&point| Member { point, rows: 1 }).collect());
        from = to;
    }
    groups
}

/// Rows added one by one, and how far they spread. Seen from the first of them, so that little is lost to rounding.
struct Window<'a> {
    space: &'a Space,
    sums: Vec<f64>,
    squares: f64,
    /// Rows by code, for each category.
    tallies: Vec<Vec<(f64, u32)>>,
}

impl<'a> Window<'a> {
    fn new(space: &'a Space) -> Self {
        let tallies = vec![Vec::new(); space.width() - space.numeric()];
        Self { space, sums: vec![0.0; space.numeric()], squares: 0.0, tallies }
    }

    /// What the first k rows, the first k + 1 and so on spread.
    fn prices(mut self, rows: impl Iterator<Item = u32>, k: usize, prices: &mut [f64]) {
        let mut origin: &[f64] = &[];
        for (before, point) in rows.enumerate() {
            let spot = self.space.spot(point);
            if before == 0 {
                origin = spot;
            }
            self.add(spot, origin);
            if before + 1 >= k {
                prices[before + 1 - k] = self.spread((before + 1) as f64);
            }
        }
    }

    fn add(&mut self, spot: &[f64], origin: &[f64]) {
        for (at, sum) in self.sums.iter_mut().enumerate() {
            let place = spot[at] - origin[at];
            *sum += place;
            self.squares += place * place;
        }
        for (tally, &code) in self.tallies.iter_mut().zip(&spot[self.sums.len()..]) {
            count(tally, code);
        }
    }

    fn spread(&self, rows: f64) -> f64 {
        let sums: f64 = self.sums.iter().map(|sum| sum * sum).sum();
        let mut spread = (self.squares - sums / rows).max(0.0);
        for (category, tally) in self.tallies.iter().enumerate() {
            spread += around_mode(self.space, category, tally.iter().copied());
        }
        spread
    }
}

/// Adds a row to the rows of each code.
pub(super) fn count(tally: &mut Vec<(f64, u32)>, code: f64) {
    match tally.iter_mut().find(|(held, _)| *held == code) {
        Some((_, rows)) => *rows += 1,
        None => tally.push((code, 1)),
    }
}

/// The sum of squared distances of the values of a category to the most frequent one, of equals the smallest.
pub(super) fn around_mode(
    space: &Space,
    category: usize,
    tally: impl Iterator<Item = (f64, u32)> + Clone,
) -> f64 {
    let more = |a: &(f64, u32), b: &(f64, u32)| a.1.cmp(&b.1).then(b.0.total_cmp(&a.0));
    let mode = tally.clone().max_by(more).map_or(0.0, |(code, _)| code);
    tally.map(|(code, rows)| f64::from(rows) * space.apart(category, code, mode)).sum()
}

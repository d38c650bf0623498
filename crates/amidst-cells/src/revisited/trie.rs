//! Points in the order of their codes, so that those that begin alike are passed over together.

use crate::{Axis, Cover, Points, Prices};

/// The points, sorted by the columns in which two of them differ most in price.
pub(super) struct Trie {
    /// The columns in the order of sorting.
    order: Vec<usize>,
    /// The points in order.
    points: Vec<u32>,
    /// Where each point stands.
    place: Vec<u32>,
    /// Their codes, point after point.
    codes: Vec<u32>,
    /// For each place and column: where the run of points that agree up to that column ends.
    ends: Vec<u32>,
    /// For each place in how many first columns it agrees with the one before.
    shared: Vec<usize>,
}

/// What each code of each column costs together with some covers, in the order of the trie's columns. The last bits count
/// the columns in which the code is outside.
pub(super) struct Costs(Vec<Vec<u64>>);

/// Below what is paid stands in how many columns something had to be widened.
const WIDENED_BITS: u32 = 16;

/// Pairs looked at to order the columns.
const PAIRS: usize = 512;

impl Trie {
    pub fn new(axes: &[Axis], points: &Points, prices: &Prices) -> Self {
        let order = order(axes, points, prices);
        let width = order.len();
        let key = |point: u32| order.iter().map(move |&axis| points.codes(point)[axis]);
        let mut sorted: Vec<u32> = (0..points.len() as u32).collect();
        sorted.sort_by(|&a, &b| key(a).cmp(key(b)));
        let codes: Vec<u32> = sorted.iter().flat_map(|&point| key(point)).collect();
        let shared = |at: usize| match at {
            0 => 0,
            at => {
                let (one, other) = (&codes[(at - 1) * width..at * width], &codes[at * width..][..width]);
                one.iter().zip(other).take_while(|(a, b)| a == b).count()
            }
        };
        let shared: Vec<usize> = (0..sorted.len()).map(shared).collect();
        let mut ends = vec![sorted.len() as u32; sorted.len() * width];
        for at in (0..sorted.len().saturating_sub(1)).rev() {
            for depth in 0..width {
                let is_alike = shared[at + 1] > depth;
                ends[at * width + depth] =
                    if is_alike { ends[(at + 1) * width + depth] } else { at as u32 + 1 };
            }
        }
        let mut place = vec![0; sorted.len()];
        sorted.iter().zip(0..).for_each(|(&point, at)| place[point as usize] = at);
        Self { order, points: sorted, place, codes, ends, shared }
    }

    /// What codes cost together with some covers.
    pub fn costs(&self, axes: &[Axis], prices: &Prices, covers: &[Cover]) -> Costs {
        let column = |&axis: &usize| {
            let (column, cover) = (&axes[axis], covers[axis]);
            let cost = |code: u32| match column.contains(cover, code) {
                true => u64::from(prices.of(axis, cover)) << WIDENED_BITS,
                false => {
                    u64::from(prices.of(axis, column.join(cover, column.cover(code)))) << WIDENED_BITS | 1
                }
            };
            (0..column.values()).map(cost).collect()
        };
        Costs(self.order.iter().map(column).collect())
    }

    /// Calls `found` with every point and its cost, as long as it costs no more than `found` last said.
    pub fn below(&self, costs: &Costs, mut most: u64, mut found: impl FnMut(u32, u64) -> u64) {
        let width = self.order.len();
        let mut sums = vec![0; width + 1];
        let (mut at, mut depth) = (0, 0);
        while at < self.points.len() {
            let codes = &self.codes[at * width..][..width];
            while depth < width {
                let sum = sums[depth] + costs.0[depth][codes[depth] as usize];
                if sum > most {
                    break;
                }
                depth += 1;
                sums[depth] = sum;
            }
            at = match depth == width {
                true => {
                    most = found(self.points[at], sums[width]);
                    at + 1
                }
                false => self.ends[at * width + depth] as usize,
            };
            depth = self.shared.get(at).copied().unwrap_or(0);
        }
    }

    /// Calls `found` with every point within some covers.
    pub fn inside(&self, axes: &[Axis], covers: &[Cover], mut found: impl FnMut(u32)) {
        let width = self.order.len();
        let (mut at, mut depth) = (0, 0);
        while at < self.points.len() {
            let codes = &self.codes[at * width..][..width];
            let is_inside = |depth: usize| {
                let axis = self.order[depth];
                axes[axis].contains(covers[axis], codes[depth])
            };
            while depth < width && is_inside(depth) {
                depth += 1;
            }
            at = match depth == width {
                true => {
                    found(self.points[at]);
                    at + 1
                }
                false => self.ends[at * width + depth] as usize,
            };
            depth = self.shared.get(at).copied().unwrap_or(0);
        }
    }

    /// The points that stand within so many places of one, itself left out.
    pub fn around(&self, point: u32, reach: usize) -> impl Iterator<Item = u32> + '_ {
        let at = self.place[point as usize] as usize;
        let range = at.saturating_sub(reach)..(at + reach + 1).min(self.points.len());
        range.filter(move |&other| other != at).map(|other| self.points[other])
    }

    /// The columns in the order of sorting.
    pub fn order(&self) -> &[usize] {
        &self.order
    }
}

impl Costs {
    /// What some codes cost: all columns of a point.
    pub fn of(&self, trie: &Trie, point: u32) -> u64 {
        let at = trie.place[point as usize] as usize * trie.order.len();
        self.0.iter().zip(&trie.codes[at..]).map(|(costs, &code)| costs[code as usize]).sum()
    }
}

/// Whether nothing had to be widened for this cost.
pub(super) fn is_inside(cost: u64) -> bool {
    cost & ((1 << WIDENED_BITS) - 1) == 0
}

/// The columns in which points differ most in price first.
fn order(axes: &[Axis], points: &Points, prices: &Prices) -> Vec<usize> {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    let number = points.len();
    if number < 2 {
        return order;
    }
    let pair = |at: usize| ((at * number / PAIRS) as u32, ((at * 7919 + number / 2) % number) as u32);
    let spread = |axis: usize| -> u64 {
        let price = |(one, other): (u32, u32)| {
            let cover = |point: u32| axes[axis].cover(points.codes(point)[axis]);
            u64::from(prices.of(axis, axes[axis].join(cover(one), cover(other))))
        };
        (0..PAIRS).map(pair).map(price).sum()
    };
    let spreads: Vec<u64> = (0..axes.len()).map(spread).collect();
    order.sort_by_key(|&axis| std::cmp::Reverse(spreads[axis]));
    order
}

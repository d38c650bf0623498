//! What all four share: the rows, what covers cost, and which points lie within covers.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_core::Observer;
use rayon::prelude::*;

use super::{
    shows::{Shows, of_all},
    trie::Trie,
};
use crate::{Axis, Cover, Points, Prices, Problem};

/// A problem, made ready.
pub(super) struct Ground<'a> {
    pub axes: &'a [Axis],
    pub points: &'a Points,
    pub k: u64,
    pub prices: Prices,
    pub trie: Trie,
    pub observer: &'a dyn Observer,
}

impl<'a> Ground<'a> {
    pub fn new(problem: &Problem<'a>, observer: &'a dyn Observer) -> Self {
        let prices = Prices::new(problem.axes, problem.objective);
        Self {
            axes: problem.axes,
            points: problem.points,
            k: problem.conditions.least(),
            trie: Trie::new(problem.axes, problem.points, &prices),
            prices,
            observer,
        }
    }

    /// What all rows cost.
    pub fn price(&self, shows: &Shows) -> u64 {
        let price = |at: usize| u64::from(shows.show(at).rows) * self.prices.of_row(shows.covers(at));
        (0..shows.len()).map(price).sum()
    }

    /// For each point, how many rows show it.
    pub fn shown(&self, shows: &Shows) -> Vec<u64> {
        let shown: Vec<AtomicU64> = (0..self.points.len()).map(|_| AtomicU64::new(0)).collect();
        (0..shows.len()).into_par_iter().for_each(|at| {
            let rows = u64::from(shows.show(at).rows);
            self.trie.inside(self.axes, shows.covers(at), |point| {
                shown[point as usize].fetch_add(rows, Ordering::Relaxed);
            });
        });
        shown.into_iter().map(AtomicU64::into_inner).collect()
    }

    /// What a row of a show would cost more if it covered a point too; `None` if it does already, or costs more than `most`.
    pub fn added(&self, shows: &Shows, at: usize, point: u32, most: u64) -> Option<u64> {
        let (covers, codes) = (shows.covers(at), self.points.codes(point));
        let (mut sum, mut is_inside) = (0, true);
        for &column in self.trie.order() {
            let (axis, cover) = (&self.axes[column], covers[column]);
            if !axis.contains(cover, codes[column]) {
                let wider = self.prices.of(column, axis.join(cover, axis.cover(codes[column])));
                sum += u64::from(wider.saturating_sub(self.prices.of(column, cover)));
                is_inside = false;
                if sum > most {
                    return None;
                }
            }
        }
        (!is_inside).then_some(sum)
    }

    /// The points within what a show covers.
    pub fn inside(&self, shows: &Shows, at: usize) -> Vec<u32> {
        let mut inside = Vec::new();
        self.trie.inside(self.axes, shows.covers(at), |point| inside.push(point));
        inside
    }

    /// Lets k rows show all there is, wherever they are: then everybody has that many to hide behind.
    pub fn widen_few(&self, shows: &mut Shows) {
        let all = self.all();
        let mut missing = self.k;
        for at in 0..shows.len() {
            let rows = missing.min(u64::from(shows.show(at).rows));
            if rows == 0 {
                return;
            }
            shows.widen(at, rows as u32, &all);
            missing -= rows;
        }
    }

    /// What covers all points.
    pub fn all(&self) -> Vec<Cover> {
        of_all(self.axes, self.points)
    }
}

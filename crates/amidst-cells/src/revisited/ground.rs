//! What all four share: the rows, what covers cost, and which points lie within covers.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_core::Control;
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
    pub control: &'a dyn Control,
}

impl<'a> Ground<'a> {
    pub fn new(problem: &Problem<'a>, control: &'a dyn Control) -> Self {
        let prices = Prices::new(problem.axes, problem.objective);
        Self {
            axes: problem.axes,
            points: problem.points,
            k: problem.conditions.least(),
            trie: Trie::new(problem.axes, problem.points, &prices),
            prices,
            control,
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

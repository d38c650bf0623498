//! (1,k): every row lies within what k rows show.
//!
//! Rows that lack some are taken one after the other; what is shown by others is widened for them where that costs least.

use amidst_core::Stage;
use rayon::prelude::*;

use super::{
    ground::Ground,
    shows::{Shows, joined},
};
use crate::Cover;

/// So many points look for whom to widen at a time, before anything is widened.
const AT_ONCE: usize = 64;

/// A show that may be widened for a point: what a row of it would cost more, and which.
type Offer = (u64, u32);

/// How far it came.
#[derive(PartialEq, Eq)]
pub(super) enum End {
    /// Every point is shown by k rows.
    Done,
    /// It would cost more than was allowed.
    TooDear,
    /// Stopped.
    Stopped,
}

/// Widens what is shown until every point lies within what k rows show, as long as that costs less than `most` more.
pub(super) fn solve(ground: &Ground<'_>, shows: &mut Shows, most: u64) -> End {
    let mut state = State { ground, shown: ground.shown(shows), shows, spent: 0 };
    loop {
        let lacking = state.lacking();
        if lacking.is_empty() {
            return End::Done;
        }
        for (block, some) in lacking.chunks(AT_ONCE).enumerate() {
            if ground.observer.is_stopped() {
                return End::Stopped;
            }
            ground.observer.progress(Stage::Solving, (block * AT_ONCE) as u64, Some(lacking.len() as u64));
            let offers: Vec<Vec<Offer>> = some.par_iter().map(|&point| state.offers(point)).collect();
            some.iter().zip(offers).for_each(|(&point, offers)| state.take(point, &offers));
            if state.spent >= most {
                return End::TooDear;
            }
        }
    }
}

struct State<'a> {
    ground: &'a Ground<'a>,
    shows: &'a mut Shows,
    /// For each point how many rows show it.
    shown: Vec<u64>,
    /// What was paid for widening.
    spent: u64,
}

impl State<'_> {
    /// The points that fewer than k rows show.
    fn lacking(&self) -> Vec<u32> {
        let points = 0..self.shown.len() as u32;
        points.filter(|&point| self.shown[point as usize] < self.ground.k).collect()
    }

    /// The cheapest offers for a point, ascending, with enough rows.
    fn offers(&self, point: u32) -> Vec<Offer> {
        let missing = self.ground.k.saturating_sub(self.shown[point as usize]);
        let (mut offers, mut rows): (Vec<Offer>, u64) = (Vec::new(), 0);
        if missing == 0 {
            return offers;
        }
        let mut most = u64::MAX;
        // Neighbours first: what they offer rules most others out.
        let (all, start) = (self.shows.len(), point as usize);
        for at in (start..all).chain((0..start).rev()) {
            let Some(cost) = self.ground.added(self.shows, at, point, most) else { continue };
            let offer = (cost, at as u32);
            offers.insert(offers.partition_point(|one| *one < offer), offer);
            rows += u64::from(self.shows.show(at).rows);
            while let Some(&(_, last)) = offers.last()
                && rows - u64::from(self.shows.show(last as usize).rows) >= missing
            {
                rows -= u64::from(self.shows.show(last as usize).rows);
                offers.pop();
            }
            if rows >= missing {
                most = offers.last().map_or(u64::MAX, |(cost, _)| *cost);
            }
        }
        offers
    }

    /// Takes up offers until a point is shown by k rows. Some may have been widened meanwhile.
    fn take(&mut self, point: u32, offers: &[Offer]) {
        let (axes, points) = (self.ground.axes, self.ground.points);
        for &(_, at) in offers {
            let missing = self.ground.k.saturating_sub(self.shown[point as usize]);
            if missing == 0 {
                return;
            }
            let at = at as usize;
            if !self.shows.holds(axes, at, points.codes(point)) {
                let covers = joined(axes, self.shows.covers(at), points.codes(point));
                self.widen(at, missing, &covers);
            }
        }
    }

    fn widen(&mut self, at: usize, missing: u64, covers: &[Cover]) {
        let Ground { axes, points, prices, trie, .. } = self.ground;
        let rows = missing.min(u64::from(self.shows.show(at).rows)) as u32;
        let before = self.shows.covers(at).to_vec();
        let added = prices.of_row(covers).saturating_sub(prices.of_row(&before));
        self.spent += added * u64::from(rows);
        self.shows.widen(at, rows, covers);
        trie.inside(axes, covers, |other| {
            let codes = points.codes(other).iter();
            let was_inside =
                axes.iter().zip(&before).zip(codes).all(|((axis, &cover), &code)| axis.contains(cover, code));
            if !was_inside {
                self.shown[other as usize] += u64::from(rows);
            }
        });
    }
}

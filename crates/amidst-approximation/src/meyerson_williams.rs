//! `meyerson-williams` (Meyerson and Williams 2004): rows are covered by balls around rows, those first that are smallest for
//! what they cover.
//!
//! A ball has at least k rows, and covers at most 2k − 1 that no other has covered. Of the sets of 2k − 1 rows that every ball
//! holds the greedy choice is among the nearest uncovered ones, so no set is ever listed.

use std::{cmp::Ordering, collections::BinaryHeap};

use amidst_cells::{PartitionResult, Problem};
use amidst_core::{Method, Observer, Result, Solver, SolverInfo, Stage};

use crate::{
    disjoint::disjoint,
    ground::{Ground, Ratios},
    rows::Rows,
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct MeyersonWilliams;

impl Solver<Problem<'_>> for MeyersonWilliams {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "meyerson-williams",
            "balls of rows, those that cover most for their radius first; O(k log k) times the least",
            Method::LocalRecoding,
        )
        .with_proof()
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let ground = Ground::new(problem);
        let k = ground.k();
        let lacking = |point: u32| k.saturating_sub(ground.count(point));
        let near = ground.nearest(lacking, |other| ground.count(other), observer)?;
        let least = ground.sum_of_last(&near);
        let rows = Rows::new(&ground);
        let sets = Balls::new(&ground, &rows, &near).cover(observer)?;
        let classes = disjoint(sets, rows.len(), k as usize);
        let classes = classes.iter().map(|class| rows.members(class)).collect();
        let ratios = Ratios { plain: Some(ratio(k)), with_deletion: None };
        Ok(ground.answer(classes, least, ratios, observer))
    }
}

/// The radii of balls add up to at most the harmonic number of 2k − 1 times those of the best classes, of which each costs k
/// times its own or more; a class costs each of its rows at most as often the diameter, two radii, as it has others.
fn ratio(k: u64) -> f64 {
    let most = 2 * k - 1;
    let harmonic: f64 = (1..=most).map(|at| 1.0 / at as f64).sum();
    2.0 * (most * (most - 1)) as f64 / k as f64 * harmonic
}

/// What a ball costs for each row that it covers anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    radius: u64,
    rows: u64,
    centre: u32,
}

impl Ord for Offer {
    /// The cheapest is the greatest; of equals the larger one, then the one that comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        let own = u128::from(other.radius) * u128::from(self.rows);
        let that = u128::from(self.radius) * u128::from(other.rows);
        own.cmp(&that).then(self.rows.cmp(&other.rows)).then(other.centre.cmp(&self.centre))
    }
}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

struct Balls<'a> {
    ground: &'a Ground<'a>,
    rows: &'a Rows,
    near: &'a [Vec<(u64, u32)>],
    /// For each point how many of its rows are covered.
    covered: Vec<u32>,
}

impl<'a> Balls<'a> {
    fn new(ground: &'a Ground<'a>, rows: &'a Rows, near: &'a [Vec<(u64, u32)>]) -> Self {
        Self { ground, rows, near, covered: vec![0; ground.problem.points.len()] }
    }

    /// The rows that a ball may cover anew.
    fn most(&self) -> u64 {
        2 * self.ground.k() - 1
    }

    /// Rows of a point that are not covered.
    fn open(&self, point: u32) -> u64 {
        self.ground.count(point) - u64::from(self.covered[point as usize])
    }

    /// Sets that cover all rows.
    fn cover(mut self, observer: &dyn Observer) -> Result<Vec<Vec<u32>>> {
        let all = self.ground.problem.points.rows();
        let mut left = all;
        // At first nothing is covered, so no ball can offer more than one of radius 0 that covers all it may.
        let most = self.most();
        let first = |centre: u32| Offer { radius: 0, rows: most, centre };
        let mut queue: BinaryHeap<Offer> = self.ground.points().map(first).collect();
        let mut sets = Vec::new();
        let mut round = 0_u64;
        while left > 0 {
            round += 1;
            if round.is_multiple_of(256) {
                observer.go_on()?;
                observer.progress(Stage::Solving, all - left, Some(all));
            }
            let offer = queue.pop().expect("every row is in a ball around itself");
            // What a ball covers anew only shrinks.
            let (offer, near) = self.offer(offer.centre);
            if queue.peek().is_some_and(|next| *next > offer) {
                queue.push(offer);
                continue;
            }
            let set = self.take(offer, &near);
            left -= offer.rows;
            sets.push(set);
            queue.push(offer);
        }
        Ok(sets)
    }

    /// The best ball around a point, and the points whose rows it covers anew, nearest first.
    fn offer(&self, centre: u32) -> (Offer, Vec<(u64, u32)>) {
        let least = self.near[centre as usize].last().map_or(0, |last| last.0);
        let near = self.nearest_open(centre);
        let mut best = Offer { radius: u64::MAX, rows: 1, centre };
        let mut sum = 0;
        for &(distance, point) in &near {
            sum = (sum + self.open(point)).min(self.most());
            best = best.max(Offer { radius: distance.max(least), rows: sum, centre });
        }
        (best, near)
    }

    /// The nearest points that are not covered wholly, as few as have enough rows.
    fn nearest_open(&self, centre: u32) -> Vec<(u64, u32)> {
        let open = self.ground.points().filter(|&point| self.open(point) > 0);
        let mut near: Vec<(u64, u32)> =
            open.map(|point| (self.ground.distance(centre, point), point)).collect();
        let few = self.most() as usize;
        if near.len() > few {
            near.select_nth_unstable(few - 1);
            near.truncate(few);
        }
        near.sort_unstable();
        near
    }

    /// Covers the rows of a ball; if they are too few, covered ones of the nearest points are in the set again.
    fn take(&mut self, offer: Offer, near: &[(u64, u32)]) -> Vec<u32> {
        let mut set: Vec<u32> = Vec::new();
        let mut left = offer.rows;
        for &(_, point) in near {
            let taken = self.open(point).min(left) as u32;
            let start = self.rows.of(point).start + self.covered[point as usize];
            set.extend(start..start + taken);
            self.covered[point as usize] += taken;
            left -= u64::from(taken);
        }
        let k = self.ground.k() as usize;
        let around =
            std::iter::once(offer.centre).chain(self.near[offer.centre as usize].iter().map(|near| near.1));
        let again = around.flat_map(|point| {
            let start = self.rows.of(point).start;
            start..start + self.covered[point as usize]
        });
        let missing = k.saturating_sub(set.len());
        let again: Vec<u32> = again.filter(|row| !set.contains(row)).take(missing).collect();
        set.extend(again);
        set
    }
}

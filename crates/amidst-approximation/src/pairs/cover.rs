//! Edges of least weight that leave no row alone.
//!
//! An edge saves something only if it is shorter than both its ends' ways to their nearest rows together, so a cover of least
//! weight is a matching that saves most, and the way to the nearest row for everybody else. Rows that are alike have no way to
//! go and are never matched. Few edges are given to the matching at first; its prices say which others could save more, and
//! these are added until none can.

use amidst_core::{Observer, Result};
use rayon::prelude::*;

use crate::{
    ground::Ground,
    matching::{Edge, Goal, matching},
};

/// So many edges of each row are added at a time.
const ADDED: usize = 12;

/// Which edges are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// Those to so many nearest rows first.
    pub near: u64,
    /// Whether others are added until the cover weighs least.
    pub is_exact: bool,
}

/// Edges between points, and the sum of the ways to the nearest rows.
pub(super) fn cover(
    ground: &Ground<'_>,
    tried: Tried,
    observer: &dyn Observer,
) -> Result<(Vec<(u32, u32)>, u64)> {
    let is_single = |point: u32| ground.count(point) == 1;
    let near = ground.nearest(|point| if is_single(point) { tried.near } else { 0 }, |_| 1, observer)?;
    let savings = Savings::new(ground, &near);
    let mut edges = savings.among(&near);
    loop {
        let found = matching(savings.points.len(), &edges, Goal::Weight);
        observer.go_on()?;
        let missed = if tried.is_exact { savings.missed(&found.prices, &edges) } else { Vec::new() };
        if missed.is_empty() {
            let least = savings.ways.iter().sum::<i64>() as u64;
            return Ok((savings.cover(&found.mates), least));
        }
        edges.extend(missed);
        edges.sort_unstable();
        edges.dedup();
    }
}

/// What edges between single rows save.
struct Savings<'a> {
    ground: &'a Ground<'a>,
    /// Points of one row.
    points: Vec<u32>,
    /// For each of them the nearest other point, and the way to it.
    nearest: Vec<u32>,
    ways: Vec<i64>,
}

impl<'a> Savings<'a> {
    fn new(ground: &'a Ground<'a>, near: &[Vec<(u64, u32)>]) -> Self {
        let points: Vec<u32> = ground.points().filter(|&point| !near[point as usize].is_empty()).collect();
        let first = |&point: &u32| near[point as usize][0];
        Self {
            ground,
            nearest: points.iter().map(|point| first(point).1).collect(),
            ways: points.iter().map(|point| first(point).0 as i64).collect(),
            points,
        }
    }

    fn saving(&self, a: usize, b: usize) -> i64 {
        self.ways[a] + self.ways[b] - self.ground.distance(self.points[a], self.points[b]) as i64
    }

    /// Edges to near points that save something.
    fn among(&self, near: &[Vec<(u64, u32)>]) -> Vec<Edge> {
        let place = |point: u32| self.points.binary_search(&point).ok();
        let mut edges = Vec::new();
        for (a, &point) in self.points.iter().enumerate() {
            for b in near[point as usize].iter().filter_map(|near| place(near.1)) {
                let saving = self.saving(a, b);
                if saving > 0 {
                    edges.push((a.min(b) as u32, a.max(b) as u32, saving));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Edges that save more than the prices of their ends, which are doubled; those that miss most.
    fn missed(&self, prices: &[i64], edges: &[Edge]) -> Vec<Edge> {
        let of = |a: usize| {
            let mut missed: Vec<(i64, Edge)> = Vec::new();
            for b in a + 1..self.points.len() {
                // No edge saves more than the shorter of its ends' ways, doubled.
                let room = prices[a] + prices[b];
                if room >= 4 * self.ways[a].min(self.ways[b]) {
                    continue;
                }
                let saving = self.saving(a, b);
                if saving > 0 && room < 2 * saving {
                    missed.push((room - 2 * saving, (a as u32, b as u32, saving)));
                }
            }
            missed.sort_unstable();
            missed
                .into_iter()
                .map(|(_, edge)| edge)
                .filter(|edge| edges.binary_search(edge).is_err())
                .take(ADDED)
                .collect::<Vec<Edge>>()
        };
        (0..self.points.len()).into_par_iter().flat_map_iter(of).collect()
    }

    /// The edges of a matching, and the nearest row for everybody else.
    fn cover(&self, mates: &[Option<u32>]) -> Vec<(u32, u32)> {
        let edge = |(at, mate): (usize, &Option<u32>)| match *mate {
            None => Some((self.points[at], self.nearest[at])),
            Some(mate) if at < mate as usize => Some((self.points[at], self.points[mate as usize])),
            Some(_) => None,
        };
        mates.iter().enumerate().filter_map(edge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::with_table;

    fn weight(ground: &Ground<'_>, edges: &[(u32, u32)]) -> u64 {
        edges.iter().map(|&(a, b)| ground.distance(a, b)).sum()
    }

    /// The least weight of edges that reach all points still open.
    fn least(ground: &Ground<'_>, open: u32) -> u64 {
        let points = ground.problem.points.len() as u32;
        if open == 0 {
            return 0;
        }
        let first = open.trailing_zeros();
        let others = (0..points).filter(|&other| other != first);
        let ways = others
            .map(|other| ground.distance(first, other) + least(ground, open & !(1 << first | 1 << other)));
        ways.min().expect("there are several points")
    }

    #[test]
    fn covers_of_few_rows_weigh_least_of_all() {
        for seed in 0..200 {
            with_table(seed, (7, 5, 3), 2, |ground| {
                let single = ground.points().filter(|&point| ground.count(point) == 1);
                let open = single.fold(0, |open, point| open | 1 << point);
                let (edges, _) = cover(ground, Tried { near: 12, is_exact: true }, &()).unwrap();
                assert_eq!(weight(ground, &edges), least(ground, open), "seed {seed}");
            });
        }
    }

    #[test]
    fn edges_that_are_added_make_up_for_those_that_were_not_tried() {
        let mut shorter = 0;
        for seed in 0..12 {
            with_table(seed, (150, 12, 2), 2, |ground| {
                let near = ground.nearest(|point| u64::from(ground.count(point) == 1), |_| 1, &()).unwrap();
                let savings = Savings::new(ground, &near);
                let all = (0..savings.points.len())
                    .flat_map(|a| (a + 1..savings.points.len()).map(move |b| (a, b)));
                let all: Vec<Edge> = all
                    .map(|(a, b)| (a as u32, b as u32, savings.saving(a, b)))
                    .filter(|edge| edge.2 > 0)
                    .collect();
                let best = savings.cover(&matching(savings.points.len(), &all, Goal::Weight).mates);
                let [sparse, exact] =
                    [false, true].map(|is_exact| cover(ground, Tried { near: 2, is_exact }, &()).unwrap().0);
                assert_eq!(weight(ground, &exact), weight(ground, &best), "seed {seed}");
                assert!(weight(ground, &sparse) >= weight(ground, &exact));
                shorter += u32::from(weight(ground, &sparse) > weight(ground, &exact));
            });
        }
        assert!(shorter > 0, "the edges tried first were always enough");
    }
}

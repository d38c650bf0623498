//! A 2-factor of least weight: edges of which every row has two.
//!
//! It is a matching of all vertices of a larger graph: two copies of each row, and two vertices for each edge. These are
//! matched with each other if the edge is left out, and with copies of its ends if it is taken. Few edges are tried at first,
//! to near rows and along a tour, so that there is a factor at all; the prices of the matching say which others could be better,
//! and these are added until none can.

use std::collections::BTreeSet;

use amidst_cells::Tree;
use amidst_core::{Observer, Result};
use rayon::prelude::*;

use crate::{
    ground::Ground,
    matching::{Goal, Matching, matching},
    rows::Rows,
};

/// So many edges of each row are added at a time.
const ADDED: usize = 4;

/// Which edges are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// Those to so many nearest rows first.
    pub near: usize,
    /// Whether others are added until the factor weighs least.
    pub is_exact: bool,
}

/// The edges of the factor. There are at least three rows.
pub(super) fn factor(
    ground: &Ground<'_>,
    rows: &Rows,
    tried: Tried,
    observer: &dyn Observer,
) -> Result<Vec<(u32, u32)>> {
    let mut edges = first(ground, rows, tried.near, observer)?;
    loop {
        let listed: Vec<(u32, u32)> = edges.iter().copied().collect();
        let (found, copies) = matched(ground, rows, &listed);
        observer.go_on()?;
        let missed = if tried.is_exact { missed(ground, rows, &found, &edges) } else { Vec::new() };
        if missed.is_empty() {
            let is_taken = |at: &usize| found.mates[copies + 2 * at] != Some((copies + 2 * at + 1) as u32);
            return Ok((0..listed.len()).filter(is_taken).map(|at| listed[at]).collect());
        }
        edges.extend(missed);
    }
}

/// Edges to near rows, and a tour.
fn first(
    ground: &Ground<'_>,
    rows: &Rows,
    number: usize,
    observer: &dyn Observer,
) -> Result<BTreeSet<(u32, u32)>> {
    let near = ground.nearest(|_| number as u64, |other| ground.count(other), observer)?;
    let tree = Tree::new(ground.problem.axes, ground.problem.points, &ground.prices, observer);
    let tour: Vec<u32> = tree.order().iter().flat_map(|&point| rows.of(point)).collect();
    let mut edges = BTreeSet::new();
    let mut add = |a: u32, b: u32| {
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
    };
    (0..tour.len()).for_each(|at| add(tour[at], tour[(at + 1) % tour.len()]));
    for row in 0..rows.len() as u32 {
        let point = rows.point_of[row as usize];
        let own = rows.of(point);
        // Of rows that are alike those that follow, in a circle, so that not all of them try the same.
        let turned = |range: std::ops::Range<u32>| {
            let length = range.end - range.start;
            (0..length).map(move |at| range.start + (row + 1 + at) % length)
        };
        let others = near[point as usize].iter().flat_map(|near| turned(rows.of(near.1)));
        turned(own)
            .chain(others)
            .filter(|&other| other != row)
            .take(number)
            .for_each(|other| add(row, other));
    }
    Ok(edges)
}

/// The matching, and the number of copies of rows, which come first.
fn matched(ground: &Ground<'_>, rows: &Rows, tried: &[(u32, u32)]) -> (Matching, usize) {
    let copies = 2 * rows.len();
    let mut edges = Vec::with_capacity(5 * tried.len());
    for (at, &(a, b)) in tried.iter().enumerate() {
        let weight = -(distance(ground, rows, a, b) as i64);
        let own = (copies + 2 * at) as u32;
        edges.push((own, own + 1, 0));
        for (end, row) in [(own, a), (own + 1, b)] {
            edges.extend([(2 * row, end, weight), (2 * row + 1, end, weight)]);
        }
    }
    (matching(copies + 2 * tried.len(), &edges, Goal::Perfect), copies)
}

/// Edges that could be better than some that are taken: those that weigh less than the prices of their ends, which are doubled
/// and negative.
fn missed(
    ground: &Ground<'_>,
    rows: &Rows,
    found: &Matching,
    edges: &BTreeSet<(u32, u32)>,
) -> Vec<(u32, u32)> {
    let price = |row: u32| found.prices[2 * row as usize].min(found.prices[2 * row as usize + 1]);
    let of = |a: u32| {
        let mut missed = Vec::new();
        for b in a + 1..rows.len() as u32 {
            let room = price(a) + price(b);
            let least = 4 * distance(ground, rows, a, b) as i64;
            if room + least < 0 && !edges.contains(&(a, b)) {
                missed.push((room + least, (a, b)));
            }
        }
        missed.sort_unstable();
        missed.into_iter().map(|(_, edge)| edge).take(ADDED).collect::<Vec<_>>()
    };
    (0..rows.len() as u32).into_par_iter().flat_map_iter(of).collect()
}

fn distance(ground: &Ground<'_>, rows: &Rows, a: u32, b: u32) -> u64 {
    ground.distance(rows.point_of[a as usize], rows.point_of[b as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::with_table;

    fn weight(ground: &Ground<'_>, rows: &Rows, edges: &[(u32, u32)]) -> u64 {
        edges.iter().map(|&(a, b)| distance(ground, rows, a, b)).sum()
    }

    /// The least weight of edges of which every row has two, one edge after the other taken or not.
    fn least(ground: &Ground<'_>, rows: &Rows, edges: &[(u32, u32)], lacking: &mut [u32]) -> Option<u64> {
        let Some((&(a, b), rest)) = edges.split_first() else {
            return lacking.iter().all(|&it| it == 0).then_some(0);
        };
        // The edges of a row follow each other, so what it lacks once they are over it will always lack.
        if lacking[..a as usize].iter().any(|&it| it > 0) {
            return None;
        }
        let without = least(ground, rows, rest, lacking);
        if lacking[a as usize] == 0 || lacking[b as usize] == 0 {
            return without;
        }
        lacking[a as usize] -= 1;
        lacking[b as usize] -= 1;
        let with = least(ground, rows, rest, lacking).map(|sum| sum + distance(ground, rows, a, b));
        lacking[a as usize] += 1;
        lacking[b as usize] += 1;
        with.into_iter().chain(without).min()
    }

    fn all_pairs(rows: u32) -> Vec<(u32, u32)> {
        (0..rows).flat_map(|a| (a + 1..rows).map(move |b| (a, b))).collect()
    }

    #[test]
    fn factors_of_few_rows_weigh_least_of_all() {
        for seed in 0..100 {
            let number = 3 + seed as u32 % 5;
            with_table(seed, (number, 5, 3), 3, |ground| {
                let rows = Rows::new(ground);
                let edges = factor(ground, &rows, Tried { near: 7, is_exact: true }, &()).unwrap();
                let mut degrees = vec![0; rows.len()];
                edges.iter().flat_map(|&(a, b)| [a, b]).for_each(|row| degrees[row as usize] += 1);
                assert!(degrees.iter().all(|&degree| degree == 2), "seed {seed}");
                let best = least(ground, &rows, &all_pairs(number), &mut vec![2; rows.len()]);
                assert_eq!(Some(weight(ground, &rows, &edges)), best, "seed {seed}");
            });
        }
    }

    #[test]
    fn edges_that_are_added_make_up_for_those_that_were_not_tried() {
        let mut shorter = 0;
        for seed in 0..8 {
            with_table(seed, (40, 12, 2), 3, |ground| {
                let rows = Rows::new(ground);
                let pairs = all_pairs(rows.len() as u32);
                let (found, copies) = matched(ground, &rows, &pairs);
                let is_taken =
                    |at: &usize| found.mates[copies + 2 * at] != Some((copies + 2 * at + 1) as u32);
                let best: Vec<(u32, u32)> = (0..pairs.len()).filter(is_taken).map(|at| pairs[at]).collect();
                let [sparse, exact] = [false, true]
                    .map(|is_exact| factor(ground, &rows, Tried { near: 2, is_exact }, &()).unwrap());
                assert_eq!(weight(ground, &rows, &exact), weight(ground, &rows, &best), "seed {seed}");
                shorter += u32::from(weight(ground, &rows, &sparse) > weight(ground, &rows, &exact));
            });
        }
        assert!(shorter > 0, "the edges tried first were always enough");
    }
}

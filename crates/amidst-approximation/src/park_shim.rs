//! `park-shim` (Park and Shim 2007, in the form of Kenig and Tassa 2012 for hierarchies): rows are covered by closed cells, those
//! first that cost least for each row covered anew.
//!
//! A cell is what a class may show: a label or a blank in each column, as narrow as its rows allow. Of the sets of k to 2k − 1
//! rows of every cell the greedy choice is one with as many uncovered rows as there are, so no set is ever listed.

use std::{
    cmp::Ordering,
    collections::BinaryHeap,
    sync::{Mutex, PoisonError, atomic},
};

use amidst_cells::{ClosedCells, Member, PartitionResult, Problem, VisitCells};
use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo};

use crate::{
    disjoint::disjoint,
    ground::{Ground, Ratios},
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct ParkShim;

/// The cells of a table may have so many rows together.
const MOST_ENTRIES: u64 = 60_000_000;

impl Solver<Problem<'_>> for ParkShim {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "park-shim",
            "closed cells, those that cost least for each row covered first; O(log k) times the least",
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
        let cells = ClosedCells::new(problem.axes, problem.points, problem.objective, k);
        let cells = cells.ok_or_else(|| Error::Parameter {
            name: "algorithm",
            value: "park-shim".into(),
            expected: "it needs a hierarchy for each quasi column, or generalize = \"none\" and suppress = \"cell\"; or take forest".into(),
        })?;
        let collected = Collected { cells: Mutex::default(), entries: atomic::AtomicU64::new(0), observer };
        cells.each((0..cells.counts.len() as u32).collect(), &collected);
        observer.go_on()?;
        if collected.entries.into_inner() > MOST_ENTRIES {
            return Err(Error::Parameter {
                name: "algorithm",
                value: "park-shim".into(),
                expected:
                    "it lists every combination of labels that k rows share, and here they are too many; \
                           take forest, or local"
                        .into(),
            });
        }
        let mut listed = collected.cells.into_inner().unwrap_or_else(PoisonError::into_inner);
        listed.sort_unstable_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.rows.cmp(&b.rows)));
        let sets = cover(&listed, &cells.counts, k as usize);
        observer.go_on()?;
        let rows: u64 = cells.counts.iter().sum();
        let classes = disjoint(sets, rows as usize, k as usize);
        let classes = members(&ground, &cells, classes);
        let ratios = Ratios { plain: Some(ratio(k)), with_deletion: None };
        Ok(ground.answer(classes, least, ratios, observer))
    }
}

/// Sets cost at most the harmonic number of 2k − 1 times the least; two that are joined have at most 2k − 1 rows in place of k.
fn ratio(k: u64) -> f64 {
    let most = 2 * k - 1;
    let harmonic: f64 = (1..=most).map(|at| 1.0 / at as f64).sum();
    most as f64 / k as f64 * harmonic
}

/// A cell: its distinct rows, and what a row costs in it.
struct Cell {
    cost: f64,
    rows: Vec<u32>,
}

/// All cells, in any order.
struct Collected<'a> {
    cells: Mutex<Vec<Cell>>,
    entries: atomic::AtomicU64,
    observer: &'a dyn Observer,
}

impl VisitCells for Collected<'_> {
    fn visit(&self, rows: &[u32], cost: f64) {
        self.entries.fetch_add(rows.len() as u64, atomic::Ordering::Relaxed);
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        self.cells.lock().unwrap_or_else(PoisonError::into_inner).push(Cell { cost, rows });
    }

    fn is_over(&self) -> bool {
        self.entries.load(atomic::Ordering::Relaxed) > MOST_ENTRIES || self.observer.is_stopped()
    }
}

/// What a cell asks for each row that it covers anew.
struct Offer {
    price: f64,
    at: usize,
}

impl Ord for Offer {
    /// The cheapest is the greatest; of equals the one that comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.price.total_cmp(&self.price).then(other.at.cmp(&self.at))
    }
}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Offer {}

/// Sets of k to 2k − 1 rows, numbered one by one, that cover all.
fn cover(cells: &[Cell], counts: &[u64], k: usize) -> Vec<Vec<u32>> {
    let mut first = vec![0_u32];
    counts.iter().for_each(|&count| first.push(first[first.len() - 1] + count as u32));
    let mut covered = vec![0_u64; counts.len()];
    let open = |cell: &Cell, covered: &[u64]| -> usize {
        cell.rows.iter().map(|&row| (counts[row as usize] - covered[row as usize]) as usize).sum()
    };
    let price = |cell: &Cell, open: usize| match open {
        0 => f64::INFINITY,
        _ if open >= k => cell.cost,
        _ => k as f64 * cell.cost / open as f64,
    };
    let mut queue: BinaryHeap<Offer> =
        cells.iter().enumerate().map(|(at, cell)| Offer { price: cell.cost, at }).collect();
    let mut left = counts.iter().sum::<u64>() as usize;
    let mut sets = Vec::new();
    while left > 0 {
        let Offer { at, .. } = queue.pop().expect("the cell of all rows covers them");
        let own = open(&cells[at], &covered);
        let offer = Offer { price: price(&cells[at], own), at };
        // What a cell covers anew only shrinks, and its price only rises.
        if queue.peek().is_some_and(|next| *next > offer) {
            queue.push(offer);
            continue;
        }
        let mut set = Vec::new();
        for &row in &cells[at].rows {
            let taken = (counts[row as usize] - covered[row as usize]).min((2 * k - 1 - set.len()) as u64);
            let start = first[row as usize] + covered[row as usize] as u32;
            set.extend(start..start + taken as u32);
            covered[row as usize] += taken;
        }
        left -= set.len();
        // Too few uncovered ones: others of the cell are in the set again.
        let missing = k.saturating_sub(set.len());
        let all = cells[at].rows.iter().flat_map(|&row| first[row as usize]..first[row as usize + 1]);
        let again: Vec<u32> = all.filter(|row| missing > 0 && !set.contains(row)).take(missing).collect();
        set.extend(again);
        sets.push(set);
        queue.push(offer);
    }
    sets
}

/// Rows, numbered one by one along distinct rows, as members of classes. Points that differ in nothing but what other models
/// look at are one distinct row.
fn members(ground: &Ground<'_>, cells: &ClosedCells, classes: Vec<Vec<u32>>) -> Vec<Vec<Member>> {
    let mut of_distinct: Vec<Vec<u32>> = vec![Vec::new(); cells.counts.len()];
    for point in ground.points() {
        let at = cells.row_of(ground.problem.points.codes(point));
        of_distinct[at].extend(std::iter::repeat_n(point, ground.count(point) as usize));
    }
    let point_of: Vec<u32> = of_distinct.concat();
    let member = |row: u32| Member { point: point_of[row as usize], rows: 1 };
    classes.into_iter().map(|class| class.into_iter().map(member).collect()).collect()
}

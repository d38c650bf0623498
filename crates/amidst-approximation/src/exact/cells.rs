//! Every closed cell of a small table: what a class may show, with all points that it covers.
//!
//! Where columns are trees or are blanked, cells are opened from the widest down, and those of too few rows are never looked
//! at. Otherwise points are added one by one, and what they cover together is closed; each closed set is reached in one way
//! only: by the lowest points that lead to it.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use amidst_cells::{Axis, ClosedCells, Cover, Problem, VisitCells};
use amidst_core::Observer;

/// The points of all cells together may be so many.
const MOST_ENTRIES: usize = 6_000_000;

/// The points of each cell of at least k rows, ascending, in a fixed order; nothing if they are too many, or if stopped.
pub(super) fn cells(problem: &Problem<'_>, observer: &dyn Observer) -> Option<Vec<Vec<u32>>> {
    let least = problem.conditions.least();
    let mut found = match ClosedCells::new(problem.axes, problem.points, problem.objective, least) {
        Some(cells) => of_trees(problem, &cells, observer)?,
        None => {
            let mut closing = Closing { problem, observer, entries: 0, found: Vec::new() };
            for point in 0..problem.points.len() as u32 {
                let codes = problem.axes.iter().zip(problem.points.codes(point));
                let covers: Vec<Cover> = codes.map(|(axis, &code)| axis.cover(code)).collect();
                if !closing.enter(&covers, &[], point) {
                    return None;
                }
            }
            closing.found
        }
    };
    found.sort_unstable();
    Some(found)
}

fn of_trees(problem: &Problem<'_>, cells: &ClosedCells, observer: &dyn Observer) -> Option<Vec<Vec<u32>>> {
    let collected = Collected { found: Mutex::default(), entries: AtomicUsize::new(0), observer };
    cells.each((0..cells.counts.len() as u32).collect(), &collected);
    if collected.is_over() {
        return None;
    }
    let mut points_of: Vec<Vec<u32>> = vec![Vec::new(); cells.counts.len()];
    for point in 0..problem.points.len() as u32 {
        points_of[cells.row_of(problem.points.codes(point))].push(point);
    }
    let found = collected.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let points = |rows: Vec<u32>| {
        let mut points: Vec<u32> = rows.iter().flat_map(|&row| &points_of[row as usize]).copied().collect();
        points.sort_unstable();
        points
    };
    Some(found.into_iter().map(points).collect())
}

struct Collected<'a> {
    found: Mutex<Vec<Vec<u32>>>,
    entries: AtomicUsize,
    observer: &'a dyn Observer,
}

impl VisitCells for Collected<'_> {
    fn visit(&self, rows: &[u32], _: f64) {
        self.entries.fetch_add(rows.len(), Ordering::Relaxed);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(rows.to_vec());
    }

    fn is_over(&self) -> bool {
        self.entries.load(Ordering::Relaxed) > MOST_ENTRIES || self.observer.is_stopped()
    }
}

struct Closing<'a> {
    problem: &'a Problem<'a>,
    observer: &'a dyn Observer,
    entries: usize,
    found: Vec<Vec<u32>>,
}

impl Closing<'_> {
    /// Closes what a point and a closed set cover together, and goes on from there. Whether to go on at all.
    fn enter(&mut self, covers: &[Cover], before: &[u32], added: u32) -> bool {
        let (axes, points) = (self.problem.axes, self.problem.points);
        let is_in = |point: &u32| {
            let codes = axes.iter().zip(covers).zip(points.codes(*point));
            codes.into_iter().all(|((axis, &cover), &code)| axis.contains(cover, code))
        };
        let closed: Vec<u32> = (0..points.len() as u32).filter(is_in).collect();
        // A lower point that came along would have led here before.
        let lower = |points: &[u32]| points.iter().take_while(|&&point| point < added).count();
        if lower(&closed) > lower(before) {
            return true;
        }
        // What is looked at counts, whether it has enough rows or not.
        self.entries += points.len();
        if self.entries > 4 * MOST_ENTRIES || self.observer.is_stopped() {
            return false;
        }
        let rows: u64 = closed.iter().map(|&point| u64::from(points.count(point))).sum();
        for next in added + 1..points.len() as u32 {
            if closed.binary_search(&next).is_err()
                && !self.enter(&joined(axes, covers, points.codes(next)), &closed, next)
            {
                return false;
            }
        }
        if rows >= self.problem.conditions.least() {
            self.found.push(closed);
        }
        true
    }
}

/// What is shown of covers and one point more.
pub(super) fn joined(axes: &[Axis], covers: &[Cover], codes: &[u32]) -> Vec<Cover> {
    let columns = axes.iter().zip(covers).zip(codes);
    columns.map(|((axis, &cover), &code)| shown(axis, axis.join(cover, axis.cover(code)))).collect()
}

/// All that a label stands for, where a cover is shown as one.
fn shown(axis: &Axis, cover: Cover) -> Cover {
    match (axis.label_of(cover), axis.hierarchy()) {
        (Some((level, index)), Some(hierarchy)) => {
            let leaves = hierarchy.leaf_range(level, index);
            Cover::interval(leaves.start, leaves.end - 1)
        }
        _ => cover,
    }
}

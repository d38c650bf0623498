//! What no partition is below.

mod cells;
mod dual;
mod tight;

pub use cells::{Cells as ClosedCells, Visit as VisitCells};

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_core::{Observer, Stage};
use rayon::prelude::*;

use crate::{Objective, Partition, Prices, Problem, prices::weights, tree::Tree};

/// No further points are taken in once so many have been looked at.
const WORK: u64 = 2_000_000_000;

/// No partition whose classes have k rows scores below this.
///
/// A row shares its class with k − 1 others at least, so it costs no less than covering it together with the one of them
/// that is farthest, and so no less than together with its (k − 1)-th nearest other row. The sum over all rows, or over
/// some of them if there are too many, bounds the weighted sum of the columns' mean shares.
///
/// For [`Objective::Gcp`] that is the score, and for [`Objective::Levels`] so many times the rows. For [`Objective::Loss`] the score is lowest, at a given sum, where the sum is
/// in as few columns as possible: the logarithm of the product is concave, and so it is least at a corner.
pub fn bound(problem: &Problem<'_>, observer: &dyn Observer) -> f64 {
    let (axes, points) = (problem.axes, problem.points);
    if points.is_empty() || axes.is_empty() {
        return 0.0;
    }
    if observer.is_stopped() {
        return 0.0;
    }
    let others = problem.conditions.least() - 1;
    let prices = Prices::new(axes, problem.objective);
    let tree = Tree::new(axes, points, &prices, observer);
    let work = AtomicU64::new(0);
    // Which points are left out when work runs short must not depend on who comes first: chunks, one after the other.
    let mut sum = 0;
    let chunk = 1 << 14;
    for start in (0..points.len()).step_by(chunk) {
        if observer.is_stopped() || work.load(Ordering::Relaxed) > WORK {
            break;
        }
        observer.progress(Stage::Solving, start as u64, Some(points.len() as u64));
        let of_point = |point: usize| {
            let (point, own) = (point as u32, u64::from(points.count(point as u32)));
            // A point that is left out costs nothing, which is below what it costs.
            if own > others || observer.is_stopped() {
                return 0;
            }
            let (nearest, looks) =
                tree.nearest(point, others + 1 - own, |it| points.count(it).into(), usize::MAX);
            work.fetch_add(looks as u64, Ordering::Relaxed);
            own * nearest.last().map_or(0, |last| last.0)
        };
        sum += (start..points.len().min(start + chunk)).into_par_iter().map(of_point).sum::<u64>();
    }
    bound_of_prices(problem, &prices, sum)
}

/// No partition scores below this, if none has a sum of prices below that.
pub fn bound_of_prices(problem: &Problem<'_>, prices: &Prices, sum: u64) -> f64 {
    // Each price is off by at most one half, if at all.
    let off = if prices.are_whole() { 0.0 } else { 0.5 * problem.axes.len() as f64 };
    let rows = problem.points.rows() as f64;
    let sum = (sum as f64 - off * rows).max(0.0) / f64::from(Prices::one(problem.objective));
    match problem.objective {
        // A whole number stays one.
        Objective::Levels => sum,
        _ => score(sum / rows, problem),
    }
}

/// The same, and where columns have hierarchies and there are not too many cells, closer: by prices of rows that start at
/// what they cost in a partition. That takes a while, and is done for objectives that are such a sum.
pub fn bound_around(problem: &Problem<'_>, partition: &Partition, observer: &dyn Observer) -> f64 {
    let first = bound(problem, observer);
    let is_empty = problem.points.is_empty() || problem.axes.is_empty();
    if !problem.objective.is_sum() || is_empty || observer.is_stopped() {
        return first;
    }
    match dual::dual(problem, partition, observer) {
        Some(sum) => first.max(score(sum, problem)),
        None => first,
    }
}

/// The lowest score of mean shares that have this weighted sum.
fn score(sum: f64, problem: &Problem<'_>) -> f64 {
    let mut weights = weights(problem.axes);
    let columns = weights.len() as f64;
    match problem.objective {
        Objective::Gcp => sum / columns,
        Objective::Levels => sum * problem.points.rows() as f64,
        Objective::Loss => {
            // Shares are at most 1, so the columns of most weight hold most.
            weights.sort_by(|a, b| b.total_cmp(a));
            let mut left = sum;
            let mut product = 1.0;
            for weight in weights {
                product *= 1.0 + weight.min(left);
                left = (left - weight).max(0.0);
            }
            product.powf(1.0 / columns) - 1.0
        }
    }
}

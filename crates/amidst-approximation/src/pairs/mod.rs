//! `pairs` (Aggarwal and others 2005) for k = 2: every row is joined to another by a cover of least weight, found by matching;
//! classes are pairs, and threes where a row is left.

mod cover;
mod stars;

use amidst_cells::{PartitionResult, Problem};
use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use crate::ground::{Ground, Ratios};
use cover::{Tried, cover};
use stars::classes;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

/// Tables of more points are joined to near rows only, of which nothing is proved.
const MOST_POINTS: usize = 5_000;

/// So many nearest rows are tried first.
const NEAR: u64 = 12;

impl Solver<Problem<'_>> for Pairs {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "pairs",
            "for k = 2, by matching; at most 2 times the least, 1.5 if columns have two values",
            Method::LocalRecoding,
        )
        .with_proof()
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let ground = Ground::new(problem);
        ground.check_k(2, "pairs")?;
        let is_exact = problem.points.len() <= MOST_POINTS;
        let (edges, least) = cover(&ground, Tried { near: NEAR, is_exact }, observer)?;
        let ratios = match is_exact {
            true => Ratios { plain: Some(ratio(&ground)), with_deletion: Some(3.0) },
            false => Ratios::NONE,
        };
        Ok(ground.answer(classes(&ground, edges), least, ratios, observer))
    }
}

/// A class of two edges costs at most three times what they weigh, and the cover weighs at most half of the least, or two
/// thirds where three values of a column may differ.
fn ratio(ground: &Ground<'_>) -> f64 {
    if ground.is_binary() { 1.5 } else { 2.0 }
}

//! `triples` (Aggarwal and others 2005) for k = 3: circles through all rows of least weight, found by matching, are cut into
//! classes of three to five.

mod circles;
mod factor;

use amidst_cells::{PartitionResult, Problem};
use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use crate::{
    ground::{Ground, Ratios},
    rows::Rows,
};
use factor::{Tried, factor};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Triples;

/// Tables of more rows are joined to near rows only, of which nothing is proved.
const MOST_ROWS: usize = 1_000;

/// So many nearest rows are tried first.
const NEAR: usize = 7;

impl Solver<Problem<'_>> for Triples {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "triples",
            "for k = 3, by matching; at most 3 times the least, 2 if columns have two values",
            Method::LocalRecoding,
        )
        .with_proof()
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let ground = Ground::new(problem);
        ground.check_k(3, "triples")?;
        let lacking = |point: u32| 3_u64.saturating_sub(ground.count(point));
        let near = ground.nearest(lacking, |other| ground.count(other), observer)?;
        let least = ground.sum_of_last(&near);
        let rows = Rows::new(&ground);
        let is_exact = rows.len() <= MOST_ROWS;
        let edges = factor(&ground, &rows, Tried { near: NEAR, is_exact }, observer)?;
        let price = |own: &[u32]| {
            let points: Vec<u32> = own.iter().map(|&row| rows.point_of[row as usize]).collect();
            ground.price(&points)
        };
        let circles = circles::circles(&edges, rows.len());
        let classes = circles.iter().flat_map(|circle| circles::cut(circle, price));
        let classes = classes.map(|class| rows.members(&class)).collect();
        let ratios = match is_exact {
            true => Ratios { plain: Some(ratio(&ground)), with_deletion: None },
            false => Ratios::NONE,
        };
        Ok(ground.answer(classes, least, ratios, observer))
    }
}

/// Classes cost at most three times what the circles weigh, and these weigh no more than the least, or two thirds of it where
/// columns have two values. A set of five values may cost more than half of a circle through them: four times in place of three.
fn ratio(ground: &Ground<'_>) -> f64 {
    let has_sets = |axis: &amidst_cells::Axis| axis.is_mask() || axis.is_wide_set();
    match ground.is_binary() {
        true => 2.0,
        false if ground.problem.axes.iter().any(has_sets) => 4.0,
        false => 3.0,
    }
}

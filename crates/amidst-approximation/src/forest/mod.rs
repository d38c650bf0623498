//! `forest` (Aggarwal and others 2005): every row is joined to a near one until all components have k rows, and large
//! components are taken apart again.

mod decompose;
mod grow;

use amidst_cells::{Member, PartitionResult, Problem};
use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use crate::ground::{Ground, Ratios};
use decompose::decompose;
use grow::{Forest as Grown, grow};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Forest;

impl Solver<Problem<'_>> for Forest {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "forest",
            "trees of near rows, taken apart; at most max(2k - 1, 3k - 5) times the least",
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
        let Grown { edges, own } = grow(&ground, &near);
        drop(near);
        let mut classes = own;
        for tree in edges {
            classes.extend(decompose(&tree, k as usize).into_iter().map(|group| {
                let member = |&row: &u32| Member { point: tree.points[row as usize], rows: 1 };
                group.iter().map(member).collect()
            }));
        }
        observer.go_on()?;
        // The proof bounds the cost by the sum of distances, which rows that are left out do not lower.
        let ratio = Some(ratio(k));
        Ok(ground.answer(classes, least, Ratios { plain: ratio, with_deletion: ratio }, observer))
    }
}

/// At most so many times the least.
fn ratio(k: u64) -> f64 {
    decompose::most_rows(k as usize) as f64
}

//! The method of choice: several beginnings, each cut best along a tour, then refined.

use amidst_core::{Control, Result};
use rayon::prelude::*;

use super::{
    along,
    groups::Groups,
    mdav::mdav,
    merge,
    refine::{Neighbours, Refined},
    space::Space,
    tour,
};
use crate::{Found, Problem, Recoder};

/// Better than MDAV: MDAV's groups and those along tours, cut optimally, refined by moves and swaps; the best of all.
pub struct Microaggregation;

impl Recoder for Microaggregation {
    fn name(&self) -> &'static str {
        "microaggregation"
    }

    fn recode(&self, problem: &Problem<'_>, control: &dyn Control) -> Result<Found> {
        let space = Space::new(problem);
        let (first, is_finished) = mdav(&space, problem, control);
        if !is_finished {
            let found = merge::until_all_hold(problem, &space, first, control);
            return Ok(Found { is_finished, ..found });
        }
        let (k, counts) = (problem.conditions.least() as usize, problem.points.counts());
        let neighbours = Neighbours::new(&space, counts.len() as u32, (3 * k).clamp(12, 48));
        let beginnings = beginnings(&space, &first, counts, k);
        let refined: Vec<(Groups, bool)> = beginnings
            .into_par_iter()
            .map(|groups| {
                let mut refined = Refined::new(&space, &neighbours, &groups, counts, k);
                let is_finished = refined.settle(control);
                (refined.groups(), is_finished)
            })
            .collect();
        let mut is_finished = refined.iter().all(|(_, is_finished)| *is_finished);
        // Conditions besides k may join what was refined; what was not may then be better.
        let mut best: Option<(f64, Found)> = None;
        for groups in refined.into_iter().map(|(groups, _)| groups).chain([first]) {
            let found = merge::until_all_hold(problem, &space, groups, control);
            is_finished &= found.is_finished;
            let spread = found.partition.classes().map(|class| space.spread(class)).sum();
            if best.as_ref().is_none_or(|(least, _)| spread < *least) {
                best = Some((spread, found));
            }
        }
        let (_, found) = best.expect("there was one to begin with");
        Ok(Found { is_finished, ..found })
    }
}

fn beginnings(space: &Space, first: &Groups, counts: &[u32], k: usize) -> Vec<Groups> {
    let cut = |order: Vec<u32>| {
        let ends = along::best(space, &order, k);
        along::groups(&order, &ends)
    };
    let along_groups = cut(tour::of_groups(space, first));
    let along_points = cut(tour::of_points(space, counts));
    let again = cut(tour::of_groups(space, &along_points));
    vec![first.clone(), along_groups, along_points, again]
}

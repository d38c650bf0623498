//! The method of choice: several beginnings, each cut best along a tour, then refined.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};
use rayon::prelude::*;

use super::{
    groups::GroupList,
    hansen_mukherjee,
    mdav::mdav,
    merge,
    refine::{Neighbours, Refined},
    space::Space,
    tour,
};
use amidst_cells::{PartitionResult, Problem};

/// Better than MDAV: MDAV's groups and those along tours, cut optimally, refined by moves and swaps; the best of all.
#[derive(Clone, Copy, Debug)]
pub struct Microaggregation;

impl Solver<Problem<'_>> for Microaggregation {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "microaggregation",
            "the best of several, refined by moving rows between groups",
            Method::Microaggregation,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let space = Space::new(problem);
        let (first, is_finished) = mdav(&space, problem, observer);
        if !is_finished {
            let found = merge::until_all_hold(problem, &space, first, observer);
            return Ok(PartitionResult { is_finished, ..found });
        }
        let (k, counts) = (problem.conditions.least() as usize, problem.points.counts());
        let neighbours = Neighbours::new(&space, counts.len() as u32, (3 * k).clamp(12, 48));
        let (most, rounds) = effort(&space, problem.points.rows());
        let beginnings = beginnings(&space, &first, counts, k, most).into_par_iter();
        let ground = Ground { space: &space, neighbours: &neighbours, counts, k, observer };
        let refined: Vec<(GroupList, bool)> =
            beginnings.map(|groups| ground.refine(groups, rounds)).collect();
        let mut is_finished = refined.iter().all(|(_, is_finished)| *is_finished);
        // Conditions besides k may join what was refined; what was not may then be better.
        let mut best: Option<(f64, PartitionResult)> = None;
        for groups in refined.into_iter().map(|(groups, _)| groups).chain([first]) {
            let found = merge::until_all_hold(problem, &space, groups, observer);
            is_finished &= found.is_finished;
            let spread = found.partition.classes().map(|class| space.spread(class)).sum();
            if best.as_ref().is_none_or(|(least, _)| spread < *least) {
                best = Some((spread, found));
            }
        }
        let (_, found) = best.expect("there was one to begin with");
        Ok(PartitionResult { is_finished, ..found })
    }
}

/// How many beginnings are refined, and how often each is cut and refined anew: the larger the table, the fewer. A
/// category is worth several numbers.
fn effort(space: &Space, rows: u64) -> (usize, usize) {
    let categories = (space.width() - space.numeric()) as u64;
    match rows * (1 + 4 * categories) {
        0..=20_000 => (3, 8),
        20_001..=200_000 => (2, 2),
        _ => (1, 0),
    }
}

/// So many beginnings, those that promise most first.
fn beginnings(space: &Space, first: &GroupList, counts: &[u32], k: usize, most: usize) -> Vec<GroupList> {
    let along_points = cut(space, &tour::of_points(space, counts), k);
    let mut beginnings = vec![along_points];
    if most > 1 {
        beginnings.push(cut(space, &tour::of_groups(space, &beginnings[0]), k));
    }
    if most > 2 {
        beginnings.push(cut(space, &tour::of_groups(space, first), k));
    }
    beginnings
}

fn cut(space: &Space, order: &[u32], k: usize) -> GroupList {
    hansen_mukherjee::groups(order, &hansen_mukherjee::best(space, order, k))
}

/// What refining needs besides groups.
struct Ground<'a> {
    space: &'a Space,
    neighbours: &'a Neighbours,
    counts: &'a [u32],
    k: usize,
    observer: &'a dyn Observer,
}

impl Ground<'_> {
    /// Refines groups, then cuts along a tour of them and refines again while that helps. Says whether it came to an end.
    fn refine(&self, groups: GroupList, rounds: usize) -> (GroupList, bool) {
        let (mut best, mut is_finished) = self.settle(&groups);
        for _ in 0..rounds {
            if !is_finished {
                break;
            }
            let again = cut(self.space, &tour::of_groups(self.space, &best), self.k);
            let (next, is_settled) = self.settle(&again);
            is_finished = is_settled;
            if self.spread(&next) >= self.spread(&best) {
                break;
            }
            best = next;
        }
        (best, is_finished)
    }

    fn settle(&self, groups: &GroupList) -> (GroupList, bool) {
        let mut refined = Refined::new(self.space, self.neighbours, groups, self.counts, self.k);
        let is_finished = refined.settle(self.observer);
        (refined.groups(), is_finished)
    }

    fn spread(&self, groups: &GroupList) -> f64 {
        groups.iter().map(|group| self.space.spread(group)).sum()
    }
}

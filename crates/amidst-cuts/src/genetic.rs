//! `genetic-cuts` (after Iyengar 2002): sets of splits that breed. Of every generation the best stay; others take the splits up to
//! some number from one parent and those after it from another; the rest have a few splits made or taken back.

use amidst_cells::SeededRng;
use amidst_core::{Method, Observer, Result, Solver, SolverInfo};
use rayon::prelude::*;

use crate::{
    CutsResult, Problem,
    energy::{Judged, closed},
    ground::Ground,
    heuristic::{finished, tell},
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct GeneticCuts;

/// Generations.
pub const GENERATIONS: usize = 60;
/// Sets in each.
const SIZE: usize = 48;
/// Of these the best, which stay.
const ELITE: usize = 12;
/// Of these the crossed ones; those that are neither are changed.
const CROSSED: usize = 24;
/// Splits that are made or taken back at most.
const CHANGED: u32 = 4;
/// Its own stream of chance.
const STREAM: u64 = 2;

impl GeneticCuts {
    /// What it is.
    pub const INFO: SolverInfo =
        SolverInfo::new("genetic-cuts", "cuts are bred from good ones", Method::Cuts);
}

impl Solver<Problem<'_>> for GeneticCuts {
    type Answer = CutsResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<CutsResult> {
        let ground = Ground::new(problem)?;
        let mut nodes = 0;
        let start = Judged::new(&ground, Vec::new());
        let best = breed(&ground, vec![start], GENERATIONS, observer, &mut nodes);
        finished(&ground, best, nodes, observer)
    }
}

/// The best of so many generations, the first of which holds some known sets, at least one.
pub fn breed(
    ground: &Ground<'_>,
    known: Vec<Judged>,
    generations: usize,
    observer: &dyn Observer,
    nodes: &mut u64,
) -> Judged {
    let mut draw = SeededRng::new(ground.problem.seed, STREAM);
    let first: Vec<Vec<u32>> = (known.len()..SIZE).map(|_| drawn(ground, &mut draw)).collect();
    let mut sets = known;
    sets.extend(judged(ground, first, nodes));
    // Sets that may not be can be better than all that may.
    let mut best = sets.iter().cloned().reduce(Judged::better).expect("something is known");
    for _ in 0..generations {
        sets.sort_by(|a, b| a.energy.total_cmp(&b.energy).then_with(|| a.splits.cmp(&b.splits)));
        sets.dedup();
        if observer.is_stopped() || ground.splits.is_empty() {
            break;
        }
        tell(observer, best.energy, *nodes);
        let next = judged(ground, next(ground, &sets, &mut draw), nodes);
        best = next.iter().cloned().fold(best, Judged::better);
        sets.truncate(ELITE);
        sets.extend(next);
    }
    best
}

fn judged(ground: &Ground<'_>, sets: Vec<Vec<u32>>, nodes: &mut u64) -> Vec<Judged> {
    *nodes += sets.len() as u64;
    sets.into_par_iter().map(|splits| Judged::new(ground, splits)).collect()
}

/// A set of chance: few splits or many.
fn drawn(ground: &Ground<'_>, draw: &mut SeededRng) -> Vec<u32> {
    let often = 1 + draw.below(16);
    let all = 0..ground.splits.len() as u32;
    closed(ground, all.filter(|_| draw.below(often) == 0).collect::<Vec<_>>().into_iter())
}

/// What follows sets that are in their order, but for those that stay.
fn next(ground: &Ground<'_>, sets: &[Judged], draw: &mut SeededRng) -> Vec<Vec<u32>> {
    let all = ground.splits.len() as u32;
    let mut children = Vec::with_capacity(SIZE - ELITE);
    while children.len() < SIZE - ELITE {
        // The better of two by chance is a parent.
        let mut parent = || {
            let mut one = || draw.below(sets.len() as u32) as usize;
            &sets[one().min(one())].splits
        };
        let (mother, father) = (parent(), parent());
        let child: Vec<u32> = if children.len() < CROSSED {
            let [low, high] = [draw.below(all), draw.below(all)];
            let is_within = |split: &u32| (low.min(high)..=low.max(high)).contains(split);
            let mut child: Vec<u32> = mother.iter().copied().filter(is_within).collect();
            child.extend(father.iter().copied().filter(|split| !is_within(split)));
            child
        } else {
            let changed: Vec<u32> = (0..=draw.below(CHANGED)).map(|_| draw.below(all)).collect();
            let is_kept = |split: &u32| mother.contains(split) != changed.contains(split);
            (0..all).filter(is_kept).collect()
        };
        let mut child = child;
        child.sort_unstable();
        children.push(closed(ground, child.into_iter()));
    }
    children
}

//! `annealing-cuts` (after Winkler 2002): a walk from set to set that takes steps for the worse, ever more rarely.
//!
//! A step makes a split, takes one back, or makes one beside it instead. It is taken if it is for the better, and otherwise with a
//! chance that falls as the temperature does. There are several walks, each with chance of its own; the best on any is the answer.

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
pub struct AnnealingCuts;

/// Walks, side by side.
const WALKS: u64 = 4;
/// Steps of a walk for every split there is.
const STEPS: usize = 40;
/// Steps of chance that tell how large a step is.
const WARM_UP: usize = 50;
/// The walk ends so many times colder than it starts.
const COOLING: f64 = 1000.0;
/// The stream of chance of the first walk.
const STREAM: u64 = 16;

impl AnnealingCuts {
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo::new(
        "annealing-cuts",
        "a walk from cuts to cuts that takes ever fewer steps for the worse",
        Method::Cuts,
    );
}

impl Solver<Problem<'_>> for AnnealingCuts {
    type Answer = CutsResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<CutsResult> {
        let ground = Ground::new(problem)?;
        let (best, nodes) = anneal(&ground, &Judged::new(&ground, Vec::new()), observer);
        finished(&ground, best, nodes, observer)
    }
}

/// The best on all walks from a set, and how many sets were looked at.
pub fn anneal(ground: &Ground<'_>, start: &Judged, observer: &dyn Observer) -> (Judged, u64) {
    let walks: Vec<(Judged, u64)> =
        (0..WALKS).into_par_iter().map(|number| walk(ground, start.clone(), number, observer)).collect();
    let nodes = walks.iter().map(|walk| walk.1).sum();
    let best = walks.into_iter().map(|walk| walk.0).reduce(Judged::better);
    (best.expect("there are walks"), nodes)
}

/// The best on a walk from a set.
fn walk(ground: &Ground<'_>, start: Judged, number: u64, observer: &dyn Observer) -> (Judged, u64) {
    let (mut best, mut nodes) = (start.clone(), 0);
    if ground.splits.is_empty() {
        return (best, nodes);
    }
    let mut draw = SeededRng::new(ground.problem.seed, STREAM + number);
    let (mut at, mut sum) = (start.clone(), 0.0);
    for _ in 0..WARM_UP {
        if observer.is_stopped() {
            return (best, nodes);
        }
        let next = Judged::new(ground, neighbour(ground, &at.splits, &mut draw));
        nodes += 1;
        sum += (next.energy - at.energy).abs();
        best = best.better(next.clone());
        at = next;
    }
    let steps = STEPS * ground.splits.len();
    // The walk starts from where it was before the steps of chance.
    at = start;
    let mut temperature = sum / WARM_UP as f64;
    // The same share with each step; plain arithmetic, so that it is the same on every machine.
    let cooling = root(COOLING, steps).recip();
    for step in 0..steps {
        if observer.is_stopped() {
            break;
        }
        let next = Judged::new(ground, neighbour(ground, &at.splits, &mut draw));
        nodes += 1;
        if next.energy - at.energy <= temperature * draw.exponential() {
            best = best.better(next.clone());
            at = next;
        }
        temperature *= cooling;
        if step % 64 == 0 {
            tell(observer, best.energy, nodes);
        }
    }
    (best, nodes)
}

/// A number whose so manyth power is about another.
fn root(of: f64, power: usize) -> f64 {
    let (mut low, mut high) = (1.0_f64, of);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let is_low = (0..power).try_fold(1.0_f64, |product, _| {
            let product = product * middle;
            (product < of).then_some(product)
        });
        if is_low.is_some() { low = middle } else { high = middle }
    }
    low
}

/// A set one step away.
fn neighbour(ground: &Ground<'_>, splits: &[u32], draw: &mut SeededRng) -> Vec<u32> {
    let all = ground.splits.len() as u32;
    let changed = draw.below(all);
    let is_made = splits.binary_search(&changed).is_ok();
    // As often as not another one of its column is taken back where a split is made.
    let own: Vec<u32> = splits
        .iter()
        .copied()
        .filter(|&it| ground.splits.get(it).axis == ground.splits.get(changed).axis)
        .collect();
    let moved = (!is_made && !own.is_empty() && draw.below(2) == 0)
        .then(|| own[draw.below(own.len() as u32) as usize]);
    let mut set: Vec<u32> = splits.iter().copied().filter(|&it| it != changed && Some(it) != moved).collect();
    if !is_made {
        let mut with = Some(changed);
        while let Some(split) = with {
            if let Err(place) = set.binary_search(&split) {
                set.insert(place, split);
            }
            with = ground.splits.get(split).parent;
        }
    }
    closed(ground, set.into_iter())
}

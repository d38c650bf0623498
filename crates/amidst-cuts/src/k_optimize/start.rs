//! The best that is known before the search: of what several others find, each climbed from.

use amidst_core::{Observer, Result};

use crate::{
    annealing::anneal, bottom_up::join, climb::climb, energy::Judged, genetic::breed, ground::Ground,
    heuristic::Quiet, node::Node, record::Best,
};

/// So few splits are searched faster than anything better is found to start from.
const FEW: usize = 16;
/// Generations that are bred from what is known.
const GENERATIONS: usize = 20;

/// More splits are not joined one by one before the search: that takes a look at all rows for every two of them.
const MOST_JOINED: usize = 64;

/// A good set of splits, and how many were looked at.
///
/// # Errors
/// If the observer aborts.
pub fn start(ground: &Ground<'_>, observer: &dyn Observer) -> Result<(Best, u64)> {
    let (observer, mut nodes) = (&Quiet(observer), 0);
    let nothing = Best::new(&Node::of(ground, &[], Vec::new()), ground);
    let mut best = climb(ground, nothing, observer)?;
    if ground.splits.len() <= FEW {
        return Ok((best, nodes));
    }
    let one_class = Judged::new(ground, Vec::new());
    let (walked, examined) = anneal(ground, &one_class, observer);
    let mut known = vec![walked];
    nodes += examined;
    if ground.splits.len() <= MOST_JOINED {
        known.push(join(ground, observer, &mut nodes)?);
    }
    known.push(Judged::new(ground, best.splits.clone()));
    let bred = breed(ground, known, GENERATIONS, observer, &mut nodes).into_best(ground);
    if bred.cost < best.cost {
        best = climb(ground, bred, observer)?;
    }
    Ok((best, nodes))
}

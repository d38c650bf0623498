//! A good set of splits in short time: one column after the other is cut as well as can be while the others stand, from several
//! starts, as long as that pays.

use amidst_core::{Aborted, Observer};
use rayon::prelude::*;

use crate::{column::recut, ground::Ground, node::Node, record::Best};

/// Times that a column is cleared and all others are cut anew.
const ROUNDS: usize = 3;

/// Climbs from a set.
///
/// # Errors
/// If the observer aborts.
pub fn climb(ground: &Ground<'_>, mut best: Best, observer: &dyn Observer) -> Result<Best, Aborted> {
    let columns = ground.problem.axes.len();
    for _ in 0..ROUNDS {
        let before = best.cost;
        // Each starts without one column, which is cut last; and one with all of them.
        let starts: Vec<Best> = (0..=columns)
            .into_par_iter()
            .map(|last| {
                let is_kept = |split: &u32| ground.splits.get(*split).axis != last;
                let kept: Vec<u32> = best.splits.iter().copied().filter(is_kept).collect();
                let mut found = Best::new(&Node::of(ground, &kept, Vec::new()), ground);
                settle(ground, &mut found, last + 1, observer);
                found
            })
            .collect();
        observer.go_on()?;
        starts.into_iter().for_each(|found| best.take(found));
        if best.cost >= before || observer.is_stopped() {
            break;
        }
    }
    Ok(best)
}

/// Cuts one column after the other, a given one first, until none can be cut better.
fn settle(ground: &Ground<'_>, best: &mut Best, first: usize, observer: &dyn Observer) {
    let columns = ground.problem.axes.len();
    let (mut axis, mut settled) = (first % columns.max(1), 0);
    while settled < columns && !observer.is_stopped() {
        settled += 1;
        for is_strict in [false, true] {
            let splits = recut(ground, &best.splits, axis, is_strict);
            let node = Node::of(ground, &splits, Vec::new());
            let before = best.cost;
            best.offer(&node, ground);
            if best.cost < before {
                settled = 0;
            }
        }
        axis = (axis + 1) % columns;
    }
}

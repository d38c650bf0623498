//! A good set of splits in short time: the split that pays most is made as long as one does, then splits are taken back or
//! moved as long as that pays.

use amidst_core::{Aborted, Observer};
use rayon::prelude::*;

use crate::{ground::Ground, node::Node, record::Best};

/// Rounds of taking back and moving.
const ROUNDS: usize = 4;

/// Climbs from everything as one class.
///
/// # Errors
/// If the observer aborts.
pub fn climb(ground: &Ground<'_>, observer: &dyn Observer) -> Result<Best, Aborted> {
    let all: Vec<u32> = (0..ground.splits.len() as u32).collect();
    let root = Node::new(ground, all);
    let mut best = Best::new(&root, ground);
    let mut node = root;
    for _ in 0..ROUNDS {
        observer.go_on()?;
        add(ground, &mut node, &mut best, observer)?;
        if observer.is_stopped() || !exchange(ground, &mut best, observer)? {
            break;
        }
        node = whole(ground, &best.splits);
    }
    Ok(best)
}

/// A set with all other splits in its tail.
fn whole(ground: &Ground<'_>, splits: &[u32]) -> Node {
    let rest = (0..ground.splits.len() as u32).filter(|split| splits.binary_search(split).is_err());
    Node::of(ground, splits, rest.collect())
}

/// Makes the split that pays most, as long as one does.
fn add(
    ground: &Ground<'_>,
    node: &mut Node,
    best: &mut Best,
    observer: &dyn Observer,
) -> Result<(), Aborted> {
    while !observer.is_stopped() {
        let is_ready =
            |split: &u32| ground.splits.get(*split).parent.is_none_or(|parent| node.head.contains(&parent));
        let ready: Vec<u32> = node.tail.iter().copied().filter(is_ready).collect();
        let tried = ready.into_par_iter().filter_map(|split| {
            let with = node.with(ground, split);
            (with.suppressed <= ground.problem.limit).then(|| (with.cost(ground), split))
        });
        let least = tried.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match least {
            Some((cost, split)) if cost < best.cost => *node = node.with(ground, split),
            _ => break,
        }
        best.offer(node, ground);
    }
    observer.go_on()
}

/// Takes a split back, or moves it to a neighbour, wherever that pays; says whether it did.
fn exchange(ground: &Ground<'_>, best: &mut Best, observer: &dyn Observer) -> Result<bool, Aborted> {
    let before = best.cost;
    let number = ground.splits.len() as u32;
    for split in best.splits.clone() {
        if observer.is_stopped() || best.splits.binary_search(&split).is_err() {
            continue;
        }
        observer.go_on()?;
        let is_free = |other: &u32| {
            best.splits.binary_search(other).is_err()
                && ground.splits.get(*other).axis == ground.splits.get(split).axis
        };
        let near = [split.checked_sub(2), split.checked_sub(1), Some(split + 1), Some(split + 2)];
        let near = near.into_iter().flatten().filter(|other| *other < number).filter(is_free);
        let instead: Vec<Option<u32>> = std::iter::once(None).chain(near.map(Some)).collect();
        let tried: Vec<Best> = instead
            .into_par_iter()
            .filter_map(|instead| {
                let others = best.splits.iter().copied().filter(|&other| other != split);
                let mut splits: Vec<u32> = others.chain(instead).collect();
                splits.sort_unstable();
                let presupposed = |split: &u32| {
                    let parent = ground.splits.get(*split).parent;
                    parent.is_none_or(|parent| splits.binary_search(&parent).is_ok())
                };
                let node = splits.iter().all(presupposed).then(|| Node::of(ground, &splits, Vec::new()))?;
                (node.suppressed <= ground.problem.limit).then(|| Best::new(&node, ground))
            })
            .collect();
        tried.into_iter().for_each(|other| best.take(other));
    }
    Ok(best.cost < before)
}

//! The Earth Mover's Distance between values in a hierarchy.
//!
//! Mass that stays under one label moves no further than that label's height. At every label, what its children have too
//! much of and what they lack is evened out as far as it goes; the rest is evened out further up.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Unfit;
use crate::Path;

/// A hierarchy over the values of a column.
pub(super) struct Tree {
    /// From the values up; the root's level is not among them.
    levels: Vec<Level>,
    height: f64,
}

/// The labels of one level.
struct Level {
    /// The label above each.
    parents: Vec<u32>,
    /// What each holds of the whole table.
    shares: Vec<f64>,
    /// What each label above holds.
    above: Vec<f64>,
}

impl Tree {
    /// Finds each value's path. A missing cell without one is a child of the root.
    pub fn new(values: &[Option<&str>], counts: &[u64], paths: &[Path]) -> Result<Self, Unfit> {
        let height = paths.first().map_or(0, |path| path.len().saturating_sub(1));
        if paths.iter().any(|path| path.len() != height + 1) {
            return Err(Unfit::UnevenPaths);
        }
        let by_leaf: HashMap<Option<&str>, &Path, FixedState> =
            paths.iter().map(|path| (path[0].as_deref(), path)).collect();
        let is_missing = |value: &Option<&str>| value.is_some() && !by_leaf.contains_key(value);
        let missing = values.iter().filter(|value| is_missing(value)).count() as u64;
        if missing > 0 {
            return Err(Unfit::NoPath { values: missing });
        }
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let mut nodes = numbered(values, height, &by_leaf);
        let mut shares: Vec<f64> = counts.iter().map(|&rows| rows as f64 / total).collect();
        let mut levels = Vec::new();
        for parents in nodes.drain(..) {
            let width = parents.iter().max().map_or(0, |&last| last as usize + 1);
            let mut above = vec![0.0; width];
            parents.iter().zip(&shares).for_each(|(&parent, share)| above[parent as usize] += share);
            let here = std::mem::replace(&mut shares, above.clone());
            levels.push(Level { parents, shares: here, above });
        }
        Ok(Self { levels, height: height as f64 })
    }

    /// How far a class is from the whole table, from 0 to 1.
    pub fn distance(&self, values: &[u32], counts: &[u64]) -> f64 {
        let known = counts.iter().sum::<u64>() as f64;
        let mut nodes: Vec<(u32, f64)> =
            values.iter().zip(counts).map(|(&value, &rows)| (value, rows as f64 / known)).collect();
        let mut moved = 0.0;
        for (at, level) in self.levels.iter().enumerate() {
            nodes.sort_unstable_by_key(|&(node, _)| (level.parents[node as usize], node));
            let height = (at + 1) as f64;
            let above =
                nodes.chunk_by(|(a, _), (b, _)| level.parents[*a as usize] == level.parents[*b as usize]);
            let above: Vec<(u32, f64)> = above
                .map(|children| {
                    moved += height / self.height * level.evened(children);
                    (level.parents[children[0].0 as usize], children.iter().map(|child| child.1).sum())
                })
                .collect();
            nodes = above;
        }
        moved
    }
}

impl Level {
    /// What is evened out among the children of one label. Those that the class does not have lack all they hold.
    fn evened(&self, children: &[(u32, f64)]) -> f64 {
        let parent = self.parents[children[0].0 as usize] as usize;
        let (mut surplus, mut lack, mut held) = (0.0, 0.0, 0.0);
        for &(child, share) in children {
            let whole = self.shares[child as usize];
            held += whole;
            surplus += (share - whole).max(0.0);
            lack += (whole - share).max(0.0);
        }
        f64::min(surplus, lack + (self.above[parent] - held).max(0.0))
    }
}

/// For every level below the root the number of each label's parent. Labels are told apart by all that is above them.
fn numbered(
    values: &[Option<&str>],
    height: usize,
    by_leaf: &HashMap<Option<&str>, &Path, FixedState>,
) -> Vec<Vec<u32>> {
    let label = |value: &Option<&str>, level: usize| -> Option<Box<str>> {
        by_leaf.get(value).and_then(|path| path[level].clone())
    };
    // The node of each value, from the root down.
    let mut above = vec![0_u32; values.len()];
    let mut levels = Vec::new();
    for level in (0..height).rev() {
        let mut known: HashMap<(u32, Option<Box<str>>), u32, FixedState> = HashMap::default();
        let mut parents: Vec<u32> = Vec::new();
        let mut here = Vec::with_capacity(values.len());
        for (value, &parent) in values.iter().zip(&above) {
            let next = parents.len() as u32;
            // Level 0 are the values themselves.
            let node = match level {
                0 => next,
                _ => *known.entry((parent, label(value, level))).or_insert(next),
            };
            if node == next {
                parents.push(parent);
            }
            here.push(node);
        }
        levels.push(parents);
        above = here;
    }
    levels.reverse();
    levels
}

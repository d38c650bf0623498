//! Nodes that are still to be looked at, the least bound first.

use std::{cmp::Ordering, collections::BinaryHeap};

/// A node, without what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// No set of it costs less.
    pub bound: f64,
    /// The splits that are made.
    pub head: Vec<u32>,
    /// Those that may be.
    pub tail: Vec<u32>,
}

/// See the module.
pub struct Frontier(BinaryHeap<Queued>);

/// A node as it is kept, of which there may be a million.
struct Queued {
    bound: f64,
    head: Box<[u32]>,
    /// The tail, a bit for each split.
    tail: Box<[u64]>,
}

impl Queued {
    fn new(open: &Open) -> Self {
        let mut tail = vec![0; open.tail.last().map_or(0, |last| *last as usize / 64 + 1)];
        open.tail.iter().for_each(|&split| tail[split as usize / 64] |= 1_u64 << (split % 64));
        Self { bound: open.bound, head: open.head[..].into(), tail: tail.into() }
    }

    fn opened(&self) -> Open {
        let splits = 0..self.tail.len() as u32 * 64;
        let is_in = |split: &u32| self.tail[*split as usize / 64] >> (split % 64) & 1 == 1;
        Open { bound: self.bound, head: self.head.to_vec(), tail: splits.filter(is_in).collect() }
    }
}

/// The greatest is taken first: that of the least bound, then the deepest.
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = other.bound.total_cmp(&self.bound);
        let heads = self.head.len().cmp(&other.head.len()).then_with(|| self.head.cmp(&other.head));
        bounds.then(heads).then_with(|| self.tail.cmp(&other.tail))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Queued {}

impl Frontier {
    /// With one node.
    pub fn new(open: &Open) -> Self {
        Self(BinaryHeap::from([Queued::new(open)]))
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds nodes.
    pub fn extend(&mut self, open: &[Open]) {
        self.0.extend(open.iter().map(Queued::new));
    }

    /// The least bound.
    pub fn bound(&self) -> Option<f64> {
        self.0.peek().map(|queued| queued.bound)
    }

    /// Takes out up to so many nodes of the least bounds. What is not below a cost is gone.
    pub fn least(&mut self, number: usize, cost: f64) -> Vec<Open> {
        if self.bound().is_some_and(|bound| bound >= cost) {
            self.0.clear();
        }
        let mut least = Vec::with_capacity(number);
        while least.len() < number
            && let Some(queued) = self.0.pop()
        {
            if queued.bound < cost {
                least.push(queued.opened());
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_bound_comes_first_and_what_is_too_dear_goes() {
        let open = |bound: f64| Open { bound, head: Vec::new(), tail: Vec::new() };
        let mut frontier = Frontier::new(&open(5.0));
        frontier.extend(&[open(3.0), open(9.0), open(4.0)]);
        let bounds = |found: Vec<Open>| found.iter().map(|open| open.bound).collect::<Vec<_>>();
        assert_eq!(bounds(frontier.least(2, 8.0)), [3.0, 4.0]);
        assert_eq!(frontier.bound(), Some(5.0));
        assert_eq!(bounds(frontier.least(2, 8.0)), [5.0]);
        assert!(frontier.is_empty());
    }

    #[test]
    fn a_node_is_kept_as_it_is() {
        for tail in [vec![], vec![0], vec![63], vec![2, 64, 70, 127, 128]] {
            let open = Open { bound: 1.0, head: vec![9, 3], tail };
            assert_eq!(Frontier::new(&open).least(1, 2.0), [open]);
        }
    }
}

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

struct Queued(Open);

/// The greatest is taken first: that of the least bound, then the deepest.
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.0, &other.0);
        b.bound
            .total_cmp(&a.bound)
            .then_with(|| a.head.len().cmp(&b.head.len()))
            .then_with(|| a.head.cmp(&b.head))
            .then_with(|| a.tail.cmp(&b.tail))
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
    pub fn new(open: Open) -> Self {
        Self(BinaryHeap::from([Queued(open)]))
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds nodes.
    pub fn extend(&mut self, open: Vec<Open>) {
        self.0.extend(open.into_iter().map(Queued));
    }

    /// The least bound.
    pub fn bound(&self) -> Option<f64> {
        self.0.peek().map(|queued| queued.0.bound)
    }

    /// Takes out up to so many nodes of the least bounds. What is not below a cost is gone.
    pub fn least(&mut self, number: usize, cost: f64) -> Vec<Open> {
        if self.bound().is_some_and(|bound| bound >= cost) {
            self.0.clear();
        }
        let mut least = Vec::with_capacity(number);
        while least.len() < number
            && let Some(Queued(open)) = self.0.pop()
        {
            if open.bound < cost {
                least.push(open);
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
        let mut frontier = Frontier::new(open(5.0));
        frontier.extend(vec![open(3.0), open(9.0), open(4.0)]);
        let bounds = |found: Vec<Open>| found.iter().map(|open| open.bound).collect::<Vec<_>>();
        assert_eq!(bounds(frontier.least(2, 8.0)), [3.0, 4.0]);
        assert_eq!(frontier.bound(), Some(5.0));
        assert_eq!(bounds(frontier.least(2, 8.0)), [5.0]);
        assert!(frontier.is_empty());
    }
}

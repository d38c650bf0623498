//! One node followed in depth for a while.

use amidst_core::Observer;

use super::{Rules, frontier::Open};
use crate::{
    ground::Ground,
    node::Node,
    record::Best,
    scan::{Scan, Scanned, Scanner},
};

/// What all dives of a round share.
pub struct Dive<'a> {
    /// What is judged on.
    pub ground: &'a Ground<'a>,
    /// What is left out.
    pub rules: Rules,
    /// The best before the round.
    pub best: &'a Best,
    /// Who says when to stop.
    pub observer: &'a dyn Observer,
}

/// What a dive brought.
pub struct Dived {
    /// Nodes that are left.
    pub open: Vec<Open>,
    /// The best now.
    pub best: Best,
    /// Nodes that were looked at.
    pub nodes: u64,
}

/// Nodes after which others have their turn.
const NODES: u64 = 64;

impl Dive<'_> {
    /// Follows a node.
    pub fn follow(&self, open: Open) -> Dived {
        let ground = self.ground;
        let mut scanner = Scanner::default();
        let mut dived = Dived { open: Vec::new(), best: self.best.clone(), nodes: 0 };
        let node = Node::of(ground, &open.head, open.tail);
        let mut stack = vec![(open.bound, node)];
        while let Some((bound, mut node)) = stack.pop() {
            if self.rules.leaves_nodes && bound >= dived.best.cost {
                continue;
            }
            if dived.nodes >= NODES || self.observer.is_stopped() {
                dived.open.push(Open { bound, head: node.head, tail: node.tail });
                continue;
            }
            dived.nodes += 1;
            if node.suppressed > ground.problem.limit {
                continue;
            }
            dived.best.offer(&node, ground);
            let Some(scan) = self.narrowed(&mut node, &mut scanner, dived.best.cost) else { continue };
            let bound = scan.bound.max(bound);
            let Some(at) = self.next(&node, &scan) else { continue };
            let split = node.tail[at];
            let mut without = node.clone();
            without.leave_out(ground, |other| other == split);
            stack.push((bound, without));
            stack.push((scan.splits[at].bound.max(bound), node.with(ground, split)));
        }
        dived
    }

    /// Takes out of the tail what brings nothing better, until everything in it may. Nothing, if no set of the node is better.
    fn narrowed(&self, node: &mut Node, scanner: &mut Scanner, best: f64) -> Option<Scan> {
        let limit = self.ground.problem.limit.saturating_sub(node.suppressed) as f64;
        loop {
            let scan = scanner.scan(self.ground, node);
            if self.rules.leaves_nodes && scan.bound >= best {
                return None;
            }
            let is_out = |split: &Scanned| {
                split.suppressed > limit
                    || (self.rules.leaves_costly && split.bound >= best)
                    || (self.rules.leaves_useless && !split.is_useful)
            };
            if !scan.splits.iter().any(is_out) {
                return Some(scan);
            }
            let tail = node.tail.clone();
            let out: Vec<u32> = tail
                .into_iter()
                .zip(&scan.splits)
                .filter(|(_, it)| is_out(it))
                .map(|(split, _)| split)
                .collect();
            node.leave_out(self.ground, |split| out.binary_search(&split).is_ok());
        }
    }

    /// The place in the tail of the split that is decided next; none if the tail is empty.
    fn next(&self, node: &Node, scan: &Scan) -> Option<usize> {
        let is_ready = |at: &usize| {
            let parent = self.ground.splits.get(node.tail[*at]).parent;
            parent.is_none_or(|parent| node.head.contains(&parent))
        };
        let mut ready = (0..node.tail.len()).filter(is_ready);
        if !self.rules.rearranges {
            return ready.next();
        }
        // With the one that costs most there is least left to look at; without it, cells are larger.
        ready.max_by(|&a, &b| {
            let (one, other) = (&scan.splits[a], &scan.splits[b]);
            one.bound.total_cmp(&other.bound).then(one.classes.cmp(&other.classes)).then(b.cmp(&a))
        })
    }
}

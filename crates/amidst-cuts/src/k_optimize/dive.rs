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
            let Some(scan) = self.narrowed(&mut node, &mut scanner, &mut dived.best) else { continue };
            let bound = scan.bound.max(bound);
            let Some(at) = self.next(&node, &scan) else { continue };
            let (split, scanned) = (node.tail[at], scan.splits[at]);
            let mut without = node.clone();
            without.leave_out(ground, |other| other == split);
            stack.push((scanned.without.max(bound), without));
            stack.push((scanned.bound.max(bound), node.with(ground, split)));
        }
        dived
    }

    /// Takes out of the tail what brings nothing better, and makes what everything better needs, until everything in it may or may
    /// not be made. Nothing, if no set of the node is better.
    fn narrowed(&self, node: &mut Node, scanner: &mut Scanner, best: &mut Best) -> Option<Scan> {
        let ground = self.ground;
        loop {
            let limit = ground.problem.limit.saturating_sub(node.suppressed) as f64;
            let scan = scanner.scan(ground, node, self.rules.weighs_columns);
            if self.rules.leaves_nodes && scan.bound >= best.cost {
                return None;
            }
            let is_out = |split: &Scanned| {
                split.suppressed > limit
                    || (self.rules.leaves_costly && split.bound >= best.cost)
                    || (self.rules.leaves_useless && !split.is_useful)
            };
            let is_needed = |split: &Scanned| self.rules.makes_needed && split.without >= best.cost;
            let chosen = |is_chosen: &dyn Fn(&Scanned) -> bool| -> Vec<u32> {
                let splits = node.tail.iter().zip(&scan.splits);
                splits.filter(|(_, scanned)| is_chosen(scanned)).map(|(split, _)| *split).collect()
            };
            let (out, needed) = (chosen(&is_out), chosen(&is_needed));
            if out.is_empty() && needed.is_empty() {
                return Some(scan);
            }
            if out.iter().any(|split| needed.contains(split)) {
                return None;
            }
            if !out.is_empty() {
                node.leave_out(ground, |split| out.binary_search(&split).is_ok());
            }
            for split in needed {
                // What goes with a split that is left out is gone with it, and so is everything that needs it.
                if node.tail.binary_search(&split).is_err() {
                    return None;
                }
                *node = node.with(ground, split);
                if node.suppressed > ground.problem.limit {
                    return None;
                }
                best.offer(node, ground);
            }
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
        // Both with it and without it there is little left to look at.
        let told = |at: usize| {
            let split = &scan.splits[at];
            (split.bound.min(split.without), split.bound.max(split.without), split.classes)
        };
        ready.max_by(|&a, &b| {
            let (one, other) = (told(a), told(b));
            let bounds = one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1));
            bounds.then(one.2.cmp(&other.2)).then(b.cmp(&a))
        })
    }
}

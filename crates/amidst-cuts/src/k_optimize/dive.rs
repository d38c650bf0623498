//! One node followed in depth for a while.

use amidst_core::Observer;

use super::{Rules, frontier::Open};
use crate::{
    column::recut,
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
    /// Nodes after which others have their turn.
    pub nodes: u64,
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
            if dived.nodes >= self.nodes || self.observer.is_stopped() {
                dived.open.push(Open { bound, head: node.head, tail: node.tail });
                continue;
            }
            dived.nodes += 1;
            if node.suppressed > ground.problem.limit {
                continue;
            }
            dived.best.offer(&node, ground);
            self.finish(&node, &mut dived.best);
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
        // Columns are weighed once nothing else takes or makes a split.
        let mut weighs_columns = false;
        loop {
            let limit = ground.problem.limit.saturating_sub(node.suppressed) as f64;
            let enough = if self.rules.leaves_nodes { best.cost } else { f64::INFINITY };
            let scan = scanner.scan(ground, node, weighs_columns, enough);
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
                if weighs_columns == self.rules.weighs_columns {
                    return Some(scan);
                }
                weighs_columns = true;
                continue;
            }
            weighs_columns = false;
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
        // All ways to cut the column of most splits are weighed together, so that it is decided last. Of the others the one of which
        // most is known, whether it is made or not; of several alike the one that tells most rows apart.
        let of = |at: usize| self.ground.splits.get(node.tail[at]).axis;
        let number =
            |axis: usize| node.tail.iter().filter(|it| self.ground.splits.get(**it).axis == axis).count();
        let widest =
            (0..self.ground.problem.axes.len()).max_by_key(|&axis| (number(axis), usize::MAX - axis));
        let told = |at: usize| {
            let split = &scan.splits[at];
            let (low, high) = (split.bound.min(split.without), split.bound.max(split.without));
            (Some(of(at)) != widest || !self.rules.weighs_columns, low, high, split.apart)
        };
        ready.max_by(|&a, &b| {
            let (one, other) = (told(a), told(b));
            let bounds = one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.total_cmp(&other.2));
            bounds.then(one.3.total_cmp(&other.3)).then(b.cmp(&a))
        })
    }

    /// Where only one column is left to be cut, the best cuts of it.
    fn finish(&self, node: &Node, best: &mut Best) {
        let ground = self.ground;
        let axis = |split: &u32| ground.splits.get(*split).axis;
        let Some(only) = node.tail.first().map(axis) else { return };
        if self.rules.weighs_columns && node.tail.iter().all(|split| axis(split) == only) {
            let splits = recut(ground, &node.head, only, false);
            best.offer(&Node::of(ground, &splits, Vec::new()), ground);
        }
    }
}

#[cfg(test)]
mod tests {
    use amidst_cells::{Axis, Conditions, Points};
    use amidst_core::Codes;

    use super::*;
    use crate::{Cost, Problem};

    /// Figure 14 of Ciriani and others, and the slides: the tree of all sets of three splits, whose numbers are those of values of
    /// ZIP codes, the first of which is implicit.
    #[test]
    fn sets_are_visited_in_the_order_of_the_enumeration_tree() {
        let values = ["94138", "94139", "94141", "94142"];
        let axes = [Axis::sets("zip", values.map(|value| Some(value.into())).to_vec())];
        let column = (Codes::narrow(vec![0, 1, 2, 3], 4), 4);
        let (points, _) = Points::collapse(&[column], &[]).expect("it is small");
        let problem = Problem {
            axes: &axes,
            points: &points,
            conditions: Conditions::new(1, Vec::new()),
            cost: Cost::Discernibility,
            target: None,
            limit: 4,
            rows: 4,
            seed: 0,
        };
        let ground = Ground::new(&problem).expect("it is small");
        let best = Best::new(&Node::of(&ground, &[], Vec::new()), &ground);
        let dive = Dive { ground: &ground, rules: Rules::NONE, best: &best, nodes: 1, observer: &() };
        let mut stack = vec![Open { bound: 0.0, head: Vec::new(), tail: vec![0, 1, 2] }];
        let mut visited: Vec<Vec<u32>> = Vec::new();
        while let Some(open) = stack.pop() {
            if !visited.contains(&open.head) {
                visited.push(open.head.clone());
            }
            // What is followed next comes first.
            stack.extend(dive.follow(open).open.into_iter().rev());
        }
        let named = |first: u32| -> Vec<Vec<u32>> {
            visited.iter().map(|head| head.iter().map(|split| first + split).collect()).collect()
        };
        let tree: [&[u32]; 8] = [&[], &[2], &[2, 3], &[2, 3, 4], &[2, 4], &[3], &[3, 4], &[4]];
        assert_eq!(named(2), tree);
        let slides: [&[u32]; 8] = [&[], &[5], &[5, 6], &[5, 6, 7], &[5, 7], &[6], &[6, 7], &[7]];
        assert_eq!(named(5), slides);
    }
}

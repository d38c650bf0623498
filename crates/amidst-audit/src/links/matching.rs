//! A way to give every released row an original of its own, and the ways it could be changed.

use super::{consistent::Consistent, cycles};

/// How many rows of each original tuple are given to which released one.
pub(super) struct Matching {
    /// For each original tuple: released tuples, and how many rows it has of them.
    given: Vec<Vec<(u32, u64)>>,
    /// Rows of each original tuple that are not given.
    free: Vec<u64>,
    /// Rows of each released tuple that have no original yet.
    need: Vec<u64>,
}

/// Not reached.
const FAR: u32 = u32::MAX;

/// A layer of alternating ways from those in need: how far each tuple is.
struct Layers {
    released: Vec<u32>,
    originals: Vec<u32>,
}

/// A released tuple on a way, the next of its originals to try, and where the way goes on from that original.
struct Step {
    tuple: u32,
    next: usize,
    slot: usize,
}

impl Matching {
    /// Finds one; `None` if there is none.
    pub fn find(consistent: &Consistent, originals: &[u64], released: &[u64]) -> Option<Self> {
        let mut matching = Self {
            given: vec![Vec::new(); originals.len()],
            free: originals.to_vec(),
            need: released.to_vec(),
        };
        matching.start(consistent);
        while matching.need.iter().any(|need| *need > 0) {
            let mut layers = matching.layers(consistent)?;
            for root in 0..matching.need.len() {
                while matching.need[root] > 0 && matching.augment(consistent, &mut layers, root) {}
            }
        }
        Some(matching)
    }

    /// Gives what is free, to those with the smallest choice first.
    fn start(&mut self, consistent: &Consistent) {
        let mut order: Vec<u32> = (0..self.need.len() as u32).collect();
        order.sort_by_key(|&tuple| consistent.of(tuple as usize).len());
        for tuple in order {
            for &own in consistent.of(tuple as usize) {
                let rows = self.need[tuple as usize].min(self.free[own as usize]);
                if rows > 0 {
                    self.given[own as usize].push((tuple, rows));
                    self.free[own as usize] -= rows;
                    self.need[tuple as usize] -= rows;
                }
            }
        }
    }

    /// Walks from those in need until an original is free; `None` if none is in reach.
    fn layers(&self, consistent: &Consistent) -> Option<Layers> {
        let mut layers =
            Layers { released: vec![FAR; self.need.len()], originals: vec![FAR; self.free.len()] };
        let mut ring: Vec<u32> =
            (0..self.need.len() as u32).filter(|&tuple| self.need[tuple as usize] > 0).collect();
        ring.iter().for_each(|&tuple| layers.released[tuple as usize] = 0);
        for depth in 0.. {
            let (mut next, mut is_found) = (Vec::new(), false);
            for own in ring.iter().flat_map(|&tuple| consistent.of(tuple as usize)) {
                let own = *own as usize;
                if layers.originals[own] != FAR {
                    continue;
                }
                layers.originals[own] = depth;
                is_found |= self.free[own] > 0;
                for &(tuple, _) in &self.given[own] {
                    if layers.released[tuple as usize] == FAR {
                        layers.released[tuple as usize] = depth + 1;
                        next.push(tuple);
                    }
                }
            }
            if is_found {
                return Some(layers);
            }
            if next.is_empty() {
                return None;
            }
            ring = next;
        }
        None
    }

    /// Gives one in need an original, others changing theirs on the way. Tuples without a way are taken out of the layers.
    fn augment(&mut self, consistent: &Consistent, layers: &mut Layers, root: usize) -> bool {
        let mut way = vec![Step { tuple: root as u32, next: 0, slot: 0 }];
        while let Some(step) = way.last_mut() {
            let tuple = step.tuple as usize;
            let Some(&own) = consistent.of(tuple).get(step.next) else {
                layers.released[tuple] = FAR;
                way.pop();
                continue;
            };
            let (own, depth) = (own as usize, layers.released[tuple]);
            if layers.originals[own] != depth {
                step.next += 1;
            } else if self.free[own] > 0 {
                self.shift(consistent, &way);
                return true;
            } else {
                let leads_on = |(tuple, _): &(u32, u64)| layers.released[*tuple as usize] == depth + 1;
                match self.given[own].iter().position(leads_on) {
                    Some(slot) => {
                        step.slot = slot;
                        way.push(Step { tuple: self.given[own][slot].0, next: 0, slot: 0 });
                    }
                    None => {
                        layers.originals[own] = FAR;
                        step.next += 1;
                    }
                }
            }
        }
        false
    }

    /// Shifts as many rows along a way as it can take.
    fn shift(&mut self, consistent: &Consistent, way: &[Step]) {
        let own = |step: &Step| consistent.of(step.tuple as usize)[step.next] as usize;
        let (first, last) = (&way[0], &way[way.len() - 1]);
        let taken = way[..way.len() - 1].iter().map(|step| self.given[own(step)][step.slot].1);
        let rows = taken.min().unwrap_or(u64::MAX);
        let rows = rows.min(self.need[first.tuple as usize]).min(self.free[own(last)]);
        for step in way {
            let given = &mut self.given[own(step)];
            if !std::ptr::eq(step, last) {
                given[step.slot].1 -= rows;
            }
            match given.iter_mut().find(|(tuple, _)| *tuple == step.tuple) {
                Some((_, own)) => *own += rows,
                None => given.push((step.tuple, rows)),
            }
            given.retain(|(_, rows)| *rows > 0);
        }
        self.need[first.tuple as usize] -= rows;
        self.free[own(last)] -= rows;
    }

    /// Says of a released and an original tuple that are consistent whether some way gives one to the other.
    ///
    /// Who holds a row may change it for any consistent one, if all who are pushed aside find another: if there is a way
    /// around. Rows that were left out are held by one more released tuple, which is consistent with everything.
    pub fn components(&self, consistent: &Consistent) -> impl Fn(usize, usize) -> bool {
        let (released, all) = (self.need.len(), self.free.len());
        let nobody = released + all;
        let follow = |node: usize, at: usize| -> Option<usize> {
            if node < released {
                consistent.of(node).get(at).map(|&own| released + own as usize)
            } else if node == nobody {
                (at < all).then_some(released + at)
            } else {
                let own = node - released;
                let free = (self.free[own] > 0).then_some(nobody);
                let given = self.given[own].get(at).map(|(tuple, _)| *tuple as usize);
                given.or(free.filter(|_| at == self.given[own].len()))
            }
        };
        let component = cycles::components(nobody + 1, follow);
        move |tuple, own| component[tuple] == component[released + own]
    }
}

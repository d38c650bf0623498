//! Stages: trees grow along edges without slack; when they cannot, prices change until another edge has none.

use super::{
    Goal, Matching,
    blossom::{Label, NONE, Solver},
    search::Walk,
};

/// What a change of prices comes to.
enum Event {
    /// Nothing more can be had.
    End,
    /// An edge to a vertex in no tree, or between trees, has no slack left.
    Edge(u32),
    /// An odd blossom has no price left.
    Blossom(u32),
}

impl Solver<'_> {
    pub(super) fn solve(mut self) -> Matching {
        while self.stage() {}
        let mate = |vertex: usize| match self.mate[vertex] {
            NONE => None,
            end => Some(self.vertex(end)),
        };
        Matching {
            mates: (0..self.vertices).map(mate).collect(),
            prices: self.price[..self.vertices].to_vec(),
        }
    }

    /// Looks for a way to match one edge more. Whether there was one.
    fn stage(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.best.fill(NONE);
        self.bests[self.vertices..].fill(None);
        self.is_tight.fill(false);
        self.queue.clear();
        for vertex in 0..self.vertices as u32 {
            if self.mate[vertex as usize] == NONE && self.label[self.outer(vertex)] == Label::Free {
                self.assign(vertex, Label::Even, NONE);
            }
        }
        while !self.scan() {
            let (event, change) = self.next_event();
            self.change_prices(change);
            match event {
                Event::End => return false,
                Event::Edge(edge) => {
                    self.is_tight[edge as usize] = true;
                    let (a, b, _) = self.edges[edge as usize];
                    let is_in_tree = self.label[self.outer(a)] != Label::Free;
                    self.queue.push(if is_in_tree { a } else { b });
                }
                Event::Blossom(blossom) => self.expand(blossom, false),
            }
        }
        for blossom in self.vertices as u32..2 * self.vertices as u32 {
            let at = blossom as usize;
            let is_outer = self.parent[at] == NONE && self.base[at] != NONE;
            if is_outer && self.label[at] == Label::Even && self.price[at] == 0 {
                self.expand(blossom, true);
            }
        }
        true
    }

    /// The least change of prices after which something happens.
    fn next_event(&self) -> (Event, i64) {
        let lowest = || self.price[..self.vertices].iter().copied().min().unwrap_or(0);
        let mut next = (Event::End, if self.goal == Goal::Weight { lowest() } else { i64::MAX });
        for vertex in 0..self.vertices as u32 {
            let best = self.best[vertex as usize];
            if best != NONE && self.label[self.outer(vertex)] == Label::Free {
                let slack = self.slack(best);
                if slack < next.1 {
                    next = (Event::Edge(best), slack);
                }
            }
        }
        for at in 0..2 * self.vertices {
            let best = self.best[at];
            if best != NONE && self.parent[at] == NONE && self.label[at] == Label::Even {
                let half = self.slack(best) / 2;
                if half < next.1 {
                    next = (Event::Edge(best), half);
                }
            }
        }
        for at in self.vertices..2 * self.vertices {
            let is_outer = self.base[at] != NONE && self.parent[at] == NONE;
            if is_outer && self.label[at] == Label::Odd && self.price[at] < next.1 {
                next = (Event::Blossom(at as u32), self.price[at]);
            }
        }
        // Without any event there is no matching of all vertices, and prices stay.
        if next.1 == i64::MAX { (Event::End, 0) } else { next }
    }

    fn change_prices(&mut self, change: i64) {
        for vertex in 0..self.vertices as u32 {
            match self.label[self.outer(vertex)] {
                Label::Even | Label::Marked => self.price[vertex as usize] -= change,
                Label::Odd => self.price[vertex as usize] += change,
                Label::Free => {}
            }
        }
        for at in self.vertices..2 * self.vertices {
            if self.base[at] != NONE && self.parent[at] == NONE {
                match self.label[at] {
                    Label::Even | Label::Marked => self.price[at] += change,
                    Label::Odd => self.price[at] -= change,
                    Label::Free => {}
                }
            }
        }
    }

    /// Takes a blossom apart; in the middle of a stage its parts find their places in the tree.
    fn expand(&mut self, blossom: u32, is_end: bool) {
        let at = blossom as usize;
        let (parts, ends) = (self.parts[at].clone(), self.part_ends[at].clone());
        for &part in &parts {
            self.parent[part as usize] = NONE;
            if !self.is_blossom(part) {
                self.inside[part as usize] = part;
            } else if is_end && self.price[part as usize] == 0 {
                self.expand(part, is_end);
            } else {
                self.leaves(part).into_iter().for_each(|vertex| self.inside[vertex as usize] = part);
            }
        }
        if !is_end && self.label[at] == Label::Odd {
            self.relabel(blossom, &parts, &ends);
        }
        self.label[at] = Label::Free;
        self.label_end[at] = NONE;
        self.parts[at].clear();
        self.part_ends[at].clear();
        self.base[at] = NONE;
        self.bests[at] = None;
        self.best[at] = NONE;
        self.unused.push(blossom);
    }

    /// Labels the parts of an odd blossom that is gone: along the way from where the tree enters it to its base.
    fn relabel(&mut self, blossom: u32, parts: &[u32], ends: &[u32]) {
        let mut end = self.label_end[blossom as usize];
        let entry = self.inside[self.vertex(end ^ 1) as usize];
        let first = parts.iter().position(|&part| part == entry).expect("it is a part");
        let mut walk = Walk::new(first, parts.len());
        while walk.at != 0 {
            let near = self.vertex(end ^ 1);
            self.label[near as usize] = Label::Free;
            let beside = walk.end(ends);
            let far = self.vertex(beside ^ 1);
            self.label[far as usize] = Label::Free;
            self.assign(near, Label::Odd, end);
            self.is_tight[beside as usize / 2] = true;
            walk.step();
            end = walk.end(ends);
            self.is_tight[end as usize / 2] = true;
            walk.step();
        }
        // The base stays odd, without its mate being labelled again.
        let near = self.vertex(end ^ 1) as usize;
        let part = walk.part(parts) as usize;
        for at in [near, part] {
            self.label[at] = Label::Odd;
            self.label_end[at] = end;
        }
        self.best[part] = NONE;
        walk.step();
        // The others are in a tree only if an edge from outside reaches them.
        while walk.part(parts) != entry {
            let part = walk.part(parts);
            if self.label[part as usize] != Label::Even {
                let reached =
                    self.leaves(part).into_iter().find(|&vertex| self.label[vertex as usize] != Label::Free);
                if let Some(vertex) = reached {
                    self.label[vertex as usize] = Label::Free;
                    let base = self.base[part as usize];
                    let mate = self.vertex(self.mate[base as usize]);
                    self.label[mate as usize] = Label::Free;
                    self.assign(vertex, Label::Odd, self.label_end[vertex as usize]);
                }
            }
            walk.step();
        }
    }
}

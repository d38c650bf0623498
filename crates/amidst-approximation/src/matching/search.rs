//! Trees that grow from free vertices until two of them meet, or a blossom is found.

use super::blossom::{Label, NONE, Solver};

impl Solver<'_> {
    /// Puts a vertex, with its outermost blossom, into a tree; the mate of an odd one follows.
    pub(super) fn assign(&mut self, vertex: u32, label: Label, end: u32) {
        let (mut vertex, mut label, mut end) = (vertex, label, end);
        loop {
            let blossom = self.outer(vertex);
            for at in [vertex as usize, blossom] {
                self.label[at] = label;
                self.label_end[at] = end;
                self.best[at] = NONE;
            }
            if label == Label::Even {
                let leaves = self.leaves(blossom as u32);
                self.queue.extend(leaves);
                return;
            }
            let mate = self.mate[self.base[blossom] as usize];
            (vertex, label, end) = (self.vertex(mate), Label::Even, mate ^ 1);
        }
    }

    /// The base of the blossom that an edge between even vertices closes; none if they are in different trees.
    pub(super) fn common(&mut self, a: u32, b: u32) -> Option<u32> {
        let (mut here, mut there) = (a, b);
        let (mut path, mut base) = (Vec::new(), None);
        while here != NONE || there != NONE {
            let blossom = self.outer(here);
            if self.label[blossom] == Label::Marked {
                base = Some(self.base[blossom]);
                break;
            }
            path.push(blossom);
            self.label[blossom] = Label::Marked;
            here = match self.label_end[blossom] {
                NONE => NONE,
                end => {
                    let odd = self.outer(self.vertex(end));
                    self.vertex(self.label_end[odd])
                }
            };
            if there != NONE {
                std::mem::swap(&mut here, &mut there);
            }
        }
        path.into_iter().for_each(|blossom| self.label[blossom] = Label::Even);
        base
    }

    /// Makes a blossom of the circle that an edge closes.
    pub(super) fn add_blossom(&mut self, base: u32, edge: u32) {
        let (a, b, _) = self.edges[edge as usize];
        let root = self.inside[base as usize];
        let blossom = self.unused.pop().expect("there are fewer blossoms than vertices");
        let at = blossom as usize;
        self.base[at] = base;
        self.parent[at] = NONE;
        self.parent[root as usize] = blossom;
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        let mut part = self.inside[a as usize];
        while part != root {
            self.parent[part as usize] = blossom;
            parts.push(part);
            ends.push(self.label_end[part as usize]);
            part = self.inside[self.vertex(self.label_end[part as usize]) as usize];
        }
        parts.push(root);
        parts.reverse();
        ends.reverse();
        ends.push(2 * edge);
        let mut part = self.inside[b as usize];
        while part != root {
            self.parent[part as usize] = blossom;
            parts.push(part);
            ends.push(self.label_end[part as usize] ^ 1);
            part = self.inside[self.vertex(self.label_end[part as usize]) as usize];
        }
        self.parts[at] = parts;
        self.part_ends[at] = ends;
        self.label[at] = Label::Even;
        self.label_end[at] = self.label_end[root as usize];
        self.price[at] = 0;
        for vertex in self.leaves(blossom) {
            // What was odd is even now.
            if self.label[self.outer(vertex)] == Label::Odd {
                self.queue.push(vertex);
            }
            self.inside[vertex as usize] = blossom;
        }
        self.put_bests_together(blossom);
    }

    /// The edges of least slack from a new blossom to each other even one.
    fn put_bests_together(&mut self, blossom: u32) {
        let mut touched: Vec<u32> = Vec::new();
        for part in self.parts[blossom as usize].clone() {
            let edges: Vec<u32> = match self.bests[part as usize].take() {
                Some(edges) => edges,
                None => {
                    let of = |&vertex: &u32| self.ends_of(vertex).map(|at| self.end(at) / 2);
                    self.leaves(part).iter().flat_map(of).collect()
                }
            };
            for edge in edges {
                let (a, b, _) = self.edges[edge as usize];
                let other = if self.inside[b as usize] == blossom { a } else { b };
                let to = self.outer(other);
                if to as u32 == blossom || self.label[to] != Label::Even {
                    continue;
                }
                let known = self.edge_to[to];
                if known == NONE {
                    touched.push(to as u32);
                }
                if known == NONE || self.slack(edge) < self.slack(known) {
                    self.edge_to[to] = edge;
                }
            }
            self.best[part as usize] = NONE;
        }
        let edges: Vec<u32> =
            touched.iter().map(|&to| std::mem::replace(&mut self.edge_to[to as usize], NONE)).collect();
        self.best[blossom as usize] =
            edges.iter().copied().min_by_key(|&edge| self.slack(edge)).unwrap_or(NONE);
        self.bests[blossom as usize] = Some(edges);
    }

    /// Looks along the edges of even vertices that wait. Whether a larger matching was found.
    pub(super) fn scan(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop() {
            for at in self.ends_of(vertex) {
                let end = self.end(at);
                let (edge, other) = (end / 2, self.vertex(end));
                let to = self.outer(other);
                if self.outer(vertex) == to {
                    continue;
                }
                let slack = self.slack(edge);
                self.is_tight[edge as usize] |= slack <= 0;
                match (self.is_tight[edge as usize], self.label[to]) {
                    (true, Label::Free) => self.assign(other, Label::Odd, end ^ 1),
                    (true, Label::Even | Label::Marked) => match self.common(vertex, other) {
                        Some(base) => self.add_blossom(base, edge),
                        None => {
                            self.augment(edge);
                            return true;
                        }
                    },
                    (true, Label::Odd) => {
                        // It can be reached inside an odd blossom, should that be taken apart.
                        if self.label[other as usize] == Label::Free {
                            self.label[other as usize] = Label::Odd;
                            self.label_end[other as usize] = end ^ 1;
                        }
                    }
                    (false, Label::Even | Label::Marked) => {
                        let own = self.outer(vertex);
                        self.keep_best(own, edge, slack);
                    }
                    (false, _) => {
                        if self.label[other as usize] == Label::Free {
                            self.keep_best(other as usize, edge, slack);
                        }
                    }
                }
            }
        }
        false
    }

    fn keep_best(&mut self, at: usize, edge: u32, slack: i64) {
        if self.best[at] == NONE || slack < self.slack(self.best[at]) {
            self.best[at] = edge;
        }
    }

    /// Swaps matched and other edges on the path through an edge between two trees.
    fn augment(&mut self, edge: u32) {
        let (a, b, _) = self.edges[edge as usize];
        for (vertex, end) in [(a, 2 * edge + 1), (b, 2 * edge)] {
            let (mut vertex, mut end) = (vertex, end);
            loop {
                let blossom = self.inside[vertex as usize];
                if self.is_blossom(blossom) {
                    self.augment_blossom(blossom, vertex);
                }
                self.mate[vertex as usize] = end;
                let up = self.label_end[blossom as usize];
                if up == NONE {
                    break;
                }
                let odd = self.inside[self.vertex(up) as usize];
                let over = self.label_end[odd as usize];
                vertex = self.vertex(over);
                let entry = self.vertex(over ^ 1);
                if self.is_blossom(odd) {
                    self.augment_blossom(odd, entry);
                }
                self.mate[entry as usize] = over;
                end = over ^ 1;
            }
        }
    }

    /// Swaps edges inside a blossom, so that a vertex of it is matched outside.
    fn augment_blossom(&mut self, blossom: u32, vertex: u32) {
        let mut part = vertex;
        while self.parent[part as usize] != blossom {
            part = self.parent[part as usize];
        }
        if self.is_blossom(part) {
            self.augment_blossom(part, vertex);
        }
        let (parts, ends) = (self.parts[blossom as usize].clone(), self.part_ends[blossom as usize].clone());
        let first = parts.iter().position(|&it| it == part).expect("it is a part");
        let mut walk = Walk::new(first, parts.len());
        while walk.at != 0 {
            walk.step();
            let end = walk.end(&ends);
            let part = walk.part(&parts);
            if self.is_blossom(part) {
                self.augment_blossom(part, self.vertex(end));
            }
            walk.step();
            let part = walk.part(&parts);
            if self.is_blossom(part) {
                self.augment_blossom(part, self.vertex(end ^ 1));
            }
            let (to, back) = (self.vertex(end), self.vertex(end ^ 1));
            self.mate[to as usize] = end ^ 1;
            self.mate[back as usize] = end;
        }
        self.parts[blossom as usize].rotate_left(first);
        self.part_ends[blossom as usize].rotate_left(first);
        self.base[blossom as usize] = self.base[self.parts[blossom as usize][0] as usize];
    }
}

/// A way around a blossom from one of its parts to the base, along which every other edge is matched.
pub(super) struct Walk {
    pub at: isize,
    step: isize,
    /// Whether edges are walked against their direction.
    back: u32,
    length: isize,
}

impl Walk {
    pub fn new(first: usize, length: usize) -> Self {
        let (first, length) = (first as isize, length as isize);
        match first & 1 {
            1 => Self { at: first - length, step: 1, back: 0, length },
            _ => Self { at: first, step: -1, back: 1, length },
        }
    }

    pub fn step(&mut self) {
        self.at += self.step;
    }

    fn wrapped(&self, at: isize) -> usize {
        at.rem_euclid(self.length) as usize
    }

    /// The part it is at.
    pub fn part(&self, parts: &[u32]) -> u32 {
        parts[self.wrapped(self.at)]
    }

    /// The end beside that part, as it is walked.
    pub fn end(&self, ends: &[u32]) -> u32 {
        ends[self.wrapped(self.at - self.back as isize)] ^ self.back
    }
}

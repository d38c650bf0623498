//! What the search for a matching knows: labels, blossoms and prices.
//!
//! Vertices are numbered first, then blossoms: odd circles that count as one vertex. Edge `e` has the *ends* `2e` and `2e + 1`;
//! an end stands for its edge as it leads to that vertex, so `end ^ 1` leads back.

use super::{Edge, Goal};

/// No vertex, edge, end or blossom.
pub(super) const NONE: u32 = u32::MAX;

/// Where a vertex or blossom stands in the trees that grow from free vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// An even number of edges from the root.
    Even,
    /// An odd number.
    Odd,
    /// Even, and on one of the two paths that are being compared.
    Marked,
}

pub(super) struct Solver<'a> {
    pub goal: Goal,
    pub edges: &'a [Edge],
    pub vertices: usize,
    /// The ends that lead away from each vertex, one vertex after the other.
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// For each vertex the end that leads to its mate.
    pub mate: Vec<u32>,
    pub label: Vec<Label>,
    /// The end through which a label came.
    pub label_end: Vec<u32>,
    /// The outermost blossom, or itself, of each vertex.
    pub inside: Vec<u32>,
    pub parent: Vec<u32>,
    /// The parts of each blossom in their order around the circle, the one with the base first.
    pub parts: Vec<Vec<u32>>,
    /// The ends from each part to the next.
    pub part_ends: Vec<Vec<u32>>,
    /// The vertex of each blossom that is matched outside; none if there is no such blossom.
    pub base: Vec<u32>,
    /// The edge of least slack to an even vertex of another tree or blossom, as far as known.
    pub best: Vec<u32>,
    /// For an even blossom those of all its parts.
    pub bests: Vec<Option<Vec<u32>>>,
    pub unused: Vec<u32>,
    /// Twice the price of each vertex, and the price of each blossom.
    pub price: Vec<i64>,
    /// Whether an edge has no slack.
    pub is_tight: Vec<bool>,
    pub queue: Vec<u32>,
    /// For each blossom an edge to it, while the edges of a new one are put together.
    pub edge_to: Vec<u32>,
}

impl<'a> Solver<'a> {
    pub fn new(vertices: usize, edges: &'a [Edge], goal: Goal) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        for &(a, b, _) in edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut next = starts.clone();
        let mut ends = vec![0; 2 * edges.len()];
        let mut push = |from: u32, end: u32| {
            ends[next[from as usize] as usize] = end;
            next[from as usize] += 1;
        };
        for (at, &(a, b, _)) in edges.iter().enumerate() {
            push(a, 2 * at as u32 + 1);
            push(b, 2 * at as u32);
        }
        let all = 2 * vertices;
        let mut solver = Self {
            goal,
            edges,
            vertices,
            starts,
            ends,
            mate: vec![NONE; vertices],
            label: vec![Label::Free; all],
            label_end: vec![NONE; all],
            inside: (0..vertices as u32).collect(),
            parent: vec![NONE; all],
            parts: vec![Vec::new(); all],
            part_ends: vec![Vec::new(); all],
            base: (0..vertices as u32).chain(std::iter::repeat_n(NONE, vertices)).collect(),
            best: vec![NONE; all],
            bests: vec![None; all],
            unused: (vertices as u32..all as u32).rev().collect(),
            price: vec![0; all],
            is_tight: vec![false; edges.len()],
            queue: Vec::new(),
            edge_to: vec![NONE; all],
        };
        solver.set_prices();
        solver.match_tight();
        solver
    }

    /// Prices that no edge is above. Where some vertices may stay free, these must all end at 0 and so begin alike.
    fn set_prices(&mut self) {
        match self.goal {
            Goal::Weight => {
                let most = self.edges.iter().map(|edge| edge.2).max().unwrap_or(0).max(0);
                self.price[..self.vertices].fill(most);
            }
            Goal::Perfect => {
                self.price[..self.vertices].fill(i64::MIN);
                for &(a, b, weight) in self.edges {
                    for vertex in [a, b] {
                        self.price[vertex as usize] = self.price[vertex as usize].max(weight);
                    }
                }
                // Slack between even vertices is halved, so all prices have the same parity.
                self.price[..self.vertices].iter_mut().for_each(|price| *price += *price & 1);
            }
        }
    }

    /// Begins with edges that no price is above.
    fn match_tight(&mut self) {
        for (at, &(a, b, _)) in self.edges.iter().enumerate() {
            let is_free = self.mate[a as usize] == NONE && self.mate[b as usize] == NONE;
            if is_free && self.slack(at as u32) == 0 {
                self.mate[a as usize] = 2 * at as u32 + 1;
                self.mate[b as usize] = 2 * at as u32;
            }
        }
    }

    /// The ends that lead away from a vertex.
    pub fn ends_of(&self, vertex: u32) -> std::ops::Range<usize> {
        self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize
    }

    /// One of them.
    pub fn end(&self, at: usize) -> u32 {
        self.ends[at]
    }

    /// The vertex that an end leads to.
    pub fn vertex(&self, end: u32) -> u32 {
        let (a, b, _) = self.edges[end as usize / 2];
        if end & 1 == 0 { a } else { b }
    }

    /// Twice what the prices of an edge's ends are above its weight.
    pub fn slack(&self, edge: u32) -> i64 {
        let (a, b, weight) = self.edges[edge as usize];
        self.price[a as usize] + self.price[b as usize] - 2 * weight
    }

    /// Whether a number is that of a blossom.
    pub fn is_blossom(&self, number: u32) -> bool {
        number as usize >= self.vertices
    }

    /// The outermost blossom of a vertex.
    pub fn outer(&self, vertex: u32) -> usize {
        self.inside[vertex as usize] as usize
    }

    /// The vertices of a blossom.
    pub fn leaves(&self, blossom: u32) -> Vec<u32> {
        let mut leaves = Vec::new();
        let mut stack = vec![blossom];
        while let Some(next) = stack.pop() {
            match self.is_blossom(next) {
                true => stack.extend(self.parts[next as usize].iter().rev()),
                false => leaves.push(next),
            }
        }
        leaves
    }
}

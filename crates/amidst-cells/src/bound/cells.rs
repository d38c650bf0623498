//! Every closed cell of a table that has enough rows, by hierarchies.

use crate::{
    Axis, Cover, Objective, Points,
    prices::weights,
    span::{Order, Span},
};

/// The distinct rows of a table, and how its codes fall apart.
pub struct Cells {
    least: u64,
    columns: Vec<Column>,
    /// For each distinct row its code in each column, row after row.
    codes: Vec<u32>,
    /// How often each of them is there.
    pub counts: Vec<u64>,
}

/// A column as a tree. The first node is its root.
struct Column {
    /// For each depth and code the node there; codes whose leaf is higher stay at it.
    paths: Vec<Vec<u32>>,
    nodes: Vec<Node>,
}

struct Node {
    depth: usize,
    /// Whether it is a single code.
    is_leaf: bool,
    cost: f64,
}

/// What is done with cells. All may be looked at in any order, by several threads.
pub trait Visit: Sync {
    /// A cell: its rows in the order given at first, and what a row costs in it.
    fn visit(&self, rows: &[u32], cost: f64);
    /// Whether it is no use to go on.
    fn is_over(&self) -> bool;
}

/// Cells of more rows are divided among threads.
const LARGE: usize = 1 << 10;

impl Cells {
    /// Of a table all columns of which have hierarchies or are blanked; none if one has neither.
    pub fn new(axes: &[Axis], points: &Points, objective: Objective, least: u64) -> Option<Self> {
        let spans: Vec<Span> = axes.iter().map(Span::new).collect();
        if !spans.iter().all(|span| matches!(span.order(), Order::Tree | Order::Single)) {
            return None;
        }
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| points.codes(a).cmp(points.codes(b)));
        let (mut codes, mut counts) = (Vec::new(), Vec::new());
        for same in order.chunk_by(|&a, &b| points.codes(a) == points.codes(b)) {
            codes.extend_from_slice(points.codes(same[0]));
            counts.push(same.iter().map(|&point| u64::from(points.count(point))).sum());
        }
        let weights = weights(axes);
        let column = |at: usize| {
            let mut own: Vec<u32> = codes.iter().skip(at).step_by(axes.len()).copied().collect();
            own.sort_unstable();
            own.dedup();
            Column::new(&axes[at], &spans[at], &own, |cover| weights[at] * axes[at].share(objective, cover))
        };
        let columns = (0..axes.len()).map(column).collect();
        Some(Self { least, columns, codes, counts })
    }

    /// The distinct rows that points are.
    pub fn row_of(&self, codes: &[u32]) -> usize {
        let width = self.columns.len();
        let (mut low, mut high) = (0, self.counts.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            if &self.codes[middle * width..][..width] <= codes { low = middle } else { high = middle }
        }
        low
    }

    /// Looks at every cell, its rows in the order given.
    pub fn each(&self, rows: Vec<u32>, visit: &impl Visit) {
        self.enter(rows, vec![0; self.columns.len()], 0, visit);
    }

    fn code(&self, row: u32, column: usize) -> usize {
        self.codes[row as usize * self.columns.len() + column] as usize
    }

    /// The node below one that all rows are in, if there is one.
    fn only_child(&self, rows: &[u32], column: usize, node: u32) -> Option<u32> {
        let own = &self.columns[column];
        let Node { depth, is_leaf, .. } = own.nodes[node as usize];
        if is_leaf {
            return None;
        }
        let below = &own.paths[depth + 1];
        let first = below[self.code(rows[0], column)];
        rows.iter().all(|&row| below[self.code(row, column)] == first).then_some(first)
    }

    /// Looks at the cells of some rows that differ in a column or later ones.
    fn enter(&self, rows: Vec<u32>, mut nodes: Vec<u32>, column: usize, visit: &impl Visit) {
        if visit.is_over() {
            return;
        }
        let mut parts = Vec::new();
        // The cell itself: the lowest node in each column. Where each falls apart there is more to look at.
        for (at, node) in nodes.iter_mut().enumerate().skip(column) {
            while let Some(child) = self.only_child(&rows, at, *node) {
                *node = child;
            }
        }
        let cost = nodes.iter().zip(&self.columns).map(|(&node, own)| own.nodes[node as usize].cost).sum();
        visit.visit(&rows, cost);
        for at in column..self.columns.len() {
            let own = &self.columns[at];
            let node = &own.nodes[nodes[at] as usize];
            if node.is_leaf {
                continue;
            }
            if visit.is_over() {
                return;
            }
            let below = &own.paths[node.depth + 1];
            let mut children: Vec<(u32, u64)> = Vec::new();
            for &row in &rows {
                let child = below[self.code(row, at)];
                match children.iter_mut().find(|it| it.0 == child) {
                    Some(found) => found.1 += self.counts[row as usize],
                    None => children.push((child, self.counts[row as usize])),
                }
            }
            children.retain(|child| child.1 >= self.least);
            for (child, _) in children {
                let part: Vec<u32> =
                    rows.iter().copied().filter(|&row| below[self.code(row, at)] == child).collect();
                // Cells that an earlier column tells apart too are found there.
                if (0..at).all(|earlier| self.only_child(&part, earlier, nodes[earlier]).is_none()) {
                    let mut nodes = nodes.clone();
                    nodes[at] = child;
                    nodes[at + 1..].fill(0);
                    parts.push((part, nodes, at));
                }
            }
        }
        if rows.len() > LARGE {
            drop(rows);
            rayon::scope(|scope| {
                for (part, nodes, at) in parts {
                    scope.spawn(move |_| self.enter(part, nodes, at, visit));
                }
            });
        } else {
            parts.into_iter().for_each(|(part, nodes, at)| self.enter(part, nodes, at, visit));
        }
    }
}

impl Column {
    fn new(axis: &Axis, span: &Span, codes: &[u32], cost: impl Fn(Cover) -> f64) -> Self {
        let cover = |codes: &[u32]| axis.join(axis.cover(codes[0]), axis.cover(codes[codes.len() - 1]));
        let mut own = Self { paths: Vec::new(), nodes: Vec::new() };
        let mut parts = vec![codes];
        let mut ends = Vec::new();
        let mut depth = 0;
        while !parts.is_empty() {
            let mut path = own.paths.last().cloned().unwrap_or_else(|| vec![0; axis.values() as usize]);
            let mut next = Vec::new();
            for part in parts {
                let node = own.nodes.len() as u32;
                own.nodes.push(Node { depth, is_leaf: part.len() == 1, cost: cost(cover(part)) });
                part.iter().for_each(|&code| path[code as usize] = node);
                if part.len() > 1 {
                    span.parts(part, &mut ends);
                    let mut start = 0;
                    for &end in &ends {
                        next.push(&part[start..end as usize]);
                        start = end as usize;
                    }
                }
            }
            own.paths.push(path);
            parts = next;
            depth += 1;
        }
        own
    }
}

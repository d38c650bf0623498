//! Points cut in two again and again where a class would cost most: an order in which near points are close, and a way to
//! find the nearest ones.

use amidst_core::Observer;
use rayon::prelude::*;

use crate::{Axis, Cover, Points, Prices};

/// A tree of points. Points of a leaf are next to each other in its order.
pub struct Tree<'a> {
    points: &'a Points,
    prices: &'a Prices,
    is_mask: Vec<bool>,
    order: Vec<u32>,
    nodes: Vec<Node>,
    /// What covers the points below each node, node after node.
    covers: Vec<Cover>,
}

#[derive(Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// The second child; the first is the next node. A leaf has none.
    second: u32,
}

/// Leaves have at most so many points, unless they are alike.
const LEAF: usize = 8;

/// More points than this are worth a question to the observer.
const LARGE: usize = 1024;

impl<'a> Tree<'a> {
    /// The tree of all points. What was not cut yet when the observer stops becomes a leaf.
    pub fn new(axes: &[Axis], points: &'a Points, prices: &'a Prices, observer: &dyn Observer) -> Self {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        let is_mask: Vec<bool> = axes.iter().map(Axis::is_mask).collect();
        let grow = Grow { points, prices, is_mask: &is_mask, observer };
        let (nodes, covers) = if order.is_empty() { Default::default() } else { grow.tree(&mut order, 0) };
        Self { points, prices, is_mask, order, nodes, covers }
    }

    /// All points, near ones close to each other.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The nearest other points, with the price of a row covered together with one, cheapest first, then by number: as
    /// few as have `rows` together, by the given count; also how many were looked at. At most about `most` points are looked at; if that many are not
    /// enough, others may be nearer.
    pub fn nearest(
        &self,
        point: u32,
        rows: u64,
        count: impl Fn(u32) -> u64,
        most: usize,
    ) -> (Vec<(u64, u32)>, usize) {
        self.nearest_unless_near(point, rows, count, most, 0)
    }

    /// [`Tree::nearest`], but it is over as soon as all that were found are nearer than a price.
    pub fn nearest_unless_near(
        &self,
        point: u32,
        rows: u64,
        count: impl Fn(u32) -> u64,
        most: usize,
        near: u64,
    ) -> (Vec<(u64, u32)>, usize) {
        let mut found = Best { rows, sum: 0, items: Vec::new() };
        let mut stack = vec![(0, 0_u32)];
        let mut examined = 0;
        while let Some((least, at)) = stack.pop() {
            if found.excludes(least) {
                continue;
            }
            let node = self.nodes[at as usize];
            if node.second == 0 {
                for &other in &self.order[node.start as usize..node.end as usize] {
                    if other != point {
                        let price = self.apart(point, other, found.worst());
                        found.offer((price, other), &count);
                    }
                }
                examined += (node.end - node.start) as usize;
                if examined >= most || found.worst() < near {
                    break;
                }
            } else {
                let children = [at + 1, node.second].map(|child| (self.least(point, child), child));
                let first = usize::from(children[0].0 > children[1].0);
                stack.push(children[1 - first]);
                stack.push(children[first]);
            }
        }
        (found.items, examined)
    }

    /// For each point the price of a row in the smallest part of the tree around it that has so many rows: its nearest others
    /// cost no more.
    pub fn around(&self, rows: u64) -> Vec<u64> {
        let mut before = vec![0; self.order.len() + 1];
        for (at, &point) in self.order.iter().enumerate() {
            before[at + 1] = before[at] + u64::from(self.points.count(point));
        }
        let mut around = vec![u64::MAX; self.order.len()];
        let width = self.is_mask.len();
        // Parents come before their children, which cover less.
        for (at, &Node { start, end, .. }) in self.nodes.iter().enumerate() {
            if before[end as usize] - before[start as usize] >= rows {
                let price = self.prices.of_row(&self.covers[at * width..][..width]);
                let below = &self.order[start as usize..end as usize];
                below.iter().for_each(|&point| around[point as usize] = price);
            }
        }
        around
    }

    /// What a row covered together with another point costs; no need to go on above a limit.
    fn apart(&self, a: u32, b: u32, limit: u64) -> u64 {
        let mut price = 0;
        for (column, (&a, &b)) in self.points.codes(a).iter().zip(self.points.codes(b)).enumerate() {
            if a != b {
                price += u64::from(self.prices.of(column, self.pair(column, a, b)));
                if price > limit {
                    break;
                }
            }
        }
        price
    }

    /// No point below a node costs less together with this one.
    fn least(&self, point: u32, node: u32) -> u64 {
        let width = self.is_mask.len();
        let covers = &self.covers[node as usize * width..][..width];
        let columns = self.points.codes(point).iter().zip(covers).enumerate();
        columns
            .map(|(column, (&code, &cover))| {
                if self.is_mask[column] {
                    let is_in = cover.bits() >> code & 1 == 1;
                    if is_in { 0 } else { self.prices.of(column, Cover::mask(3)).into() }
                } else if code < cover.low() {
                    self.prices.of(column, Cover::interval(code, cover.low())).into()
                } else if code > cover.high() {
                    self.prices.of(column, Cover::interval(cover.high(), code)).into()
                } else {
                    0
                }
            })
            .sum::<u64>()
    }

    fn pair(&self, column: usize, a: u32, b: u32) -> Cover {
        match self.is_mask[column] {
            true => Cover::mask(1 << a | 1 << b),
            false => Cover::interval(a.min(b), a.max(b)),
        }
    }
}

/// The best items so far: no more than are needed for so many rows.
struct Best {
    rows: u64,
    sum: u64,
    items: Vec<(u64, u32)>,
}

impl Best {
    fn worst(&self) -> u64 {
        if self.sum < self.rows { u64::MAX } else { self.items.last().map_or(0, |item| item.0) }
    }

    fn excludes(&self, least: u64) -> bool {
        self.sum >= self.rows && least >= self.worst()
    }

    fn offer(&mut self, item: (u64, u32), count: &impl Fn(u32) -> u64) {
        if self.excludes(item.0) {
            return;
        }
        let place = self.items.partition_point(|other| *other < item);
        self.items.insert(place, item);
        self.sum += count(item.1);
        while let Some(last) =
            self.items.last().map(|last| count(last.1)).filter(|last| self.sum - last >= self.rows)
        {
            self.items.pop();
            self.sum -= last;
        }
    }
}

struct Grow<'a> {
    points: &'a Points,
    prices: &'a Prices,
    is_mask: &'a [bool],
    observer: &'a dyn Observer,
}

impl Grow<'_> {
    /// The nodes of some points, which come to stand in the tree's order. Places and children are counted from a start.
    fn tree(&self, order: &mut [u32], start: u32) -> (Vec<Node>, Vec<Cover>) {
        let mut covers = self.covers(order);
        let end = start + order.len() as u32;
        let is_stopped = order.len() > LARGE && self.observer.is_stopped();
        let cut = if order.len() > LEAF && !is_stopped { self.cut(order, &covers) } else { None };
        let Some(cut) = cut else { return (vec![Node { start, end, second: 0 }], covers) };
        let (left, right) = order.split_at_mut(cut);
        let grow_left = |left| self.tree(left, start);
        let grow_right = |right| self.tree(right, start + cut as u32);
        let (left, right) = match left.len().min(right.len()) > 1024 {
            true => rayon::join(|| grow_left(left), || grow_right(right)),
            false => (grow_left(left), grow_right(right)),
        };
        let mut nodes = vec![Node { start, end, second: 1 + left.0.len() as u32 }];
        for (offset, (own, own_covers)) in [(1, left), (0, right)] {
            let offset = if offset == 1 { 1 } else { nodes.len() as u32 };
            let moved =
                |node: Node| Node { second: if node.second == 0 { 0 } else { node.second + offset }, ..node };
            nodes.extend(own.into_iter().map(moved));
            covers.extend(own_covers);
        }
        (nodes, covers)
    }

    fn covers(&self, order: &[u32]) -> Vec<Cover> {
        let single = |column: usize, code: u32| match self.is_mask[column] {
            true => Cover::mask(1 << code),
            false => Cover::interval(code, code),
        };
        let one = |point: u32| -> Vec<Cover> {
            self.points.codes(point).iter().enumerate().map(|(column, &code)| single(column, code)).collect()
        };
        let add = |mut covers: Vec<Cover>, &point: &u32| {
            for (column, (cover, &code)) in covers.iter_mut().zip(self.points.codes(point)).enumerate() {
                *cover = self.prices.join(column, *cover, single(column, code));
            }
            covers
        };
        order.iter().fold(one(order[0]), add)
    }

    /// Sorts points along the column in which they are farthest apart, and says where to cut: near the median, between
    /// two values. None if they are alike.
    fn cut(&self, order: &mut [u32], covers: &[Cover]) -> Option<usize> {
        let (column, price) = (0..covers.len())
            .map(|column| (column, self.prices.of(column, covers[column])))
            .fold((0, 0), |best, next| if next.1 > best.1 { next } else { best });
        let column = match price {
            0 => order.first().and_then(|&first| {
                let codes = self.points.codes(first);
                let differs =
                    |column: &usize| order.iter().any(|&it| self.points.codes(it)[*column] != codes[*column]);
                (0..covers.len()).find(differs)
            })?,
            _ => column,
        };
        let code = |point: u32| self.points.codes(point)[column];
        order.par_sort_unstable_by_key(|&point| (code(point), point));
        let middle = order.len() / 2;
        let is_cut = |at: &usize| (1..order.len()).contains(at) && code(order[*at - 1]) != code(order[*at]);
        (0..=middle).flat_map(|off| [middle - off, middle + off]).find(is_cut)
    }
}

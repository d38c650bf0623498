//! A tree of boxes over the rows that are left: the nearest and the furthest are found without looking at all of them.

use super::space::{Space, Spot};
use amidst_cells::Member;

/// Points of one leaf.
const LEAF: usize = 8;

/// Below so many points a part is arranged by one thread.
const ALONE: usize = 1 << 13;

/// No node.
const NONE: u32 = u32::MAX;

/// The rows that are left, in boxes that shrink as rows are taken away.
///
/// Bounds are summed in the order of distances from terms that are never on the wrong side, and rounding keeps order, so
/// what is found is what comparing all would find: of equals the smallest point.
pub(super) struct Tree<'a> {
    space: &'a Space,
    /// The points, leaf after leaf, their rows that are left and where they stand.
    points: Vec<u32>,
    rows: Vec<u32>,
    spots: Vec<f64>,
    /// The slot of each point.
    slots: Vec<u32>,
    nodes: Vec<Node>,
    /// Node after node, the low ends of its box, then the high ones.
    boxes: Vec<f64>,
}

/// Some slots, in the middle of which an inner node is split.
#[derive(Clone, Copy)]
struct Node {
    from: u32,
    to: u32,
    parent: u32,
    /// The second child; the first comes right after its parent. A leaf has none.
    second: u32,
    /// Points with rows left.
    left: u32,
}

/// What was found: the square of the distance, and the point.
pub(super) type Hit = (f64, u32);

impl<'a> Tree<'a> {
    /// Over some rows, each point at most once.
    pub fn new(space: &'a Space, members: &[Member]) -> Self {
        let mut order = members.to_vec();
        arrange(space, &mut order);
        let most = order.iter().map(|member| member.point as usize + 1).max().unwrap_or(0);
        let mut slots = vec![NONE; most];
        for (slot, member) in order.iter().enumerate() {
            slots[member.point as usize] = slot as u32;
        }
        let mut tree = Self {
            space,
            points: order.iter().map(|member| member.point).collect(),
            rows: order.iter().map(|member| member.rows).collect(),
            spots: order.iter().flat_map(|member| space.spot(member.point)).copied().collect(),
            slots,
            nodes: Vec::new(),
            boxes: Vec::new(),
        };
        if !order.is_empty() {
            tree.plant(0, order.len() as u32, NONE);
        }
        tree
    }

    /// Adds the node of some slots and all below it.
    fn plant(&mut self, from: u32, to: u32, parent: u32) {
        let node = self.nodes.len();
        self.nodes.push(Node { from, to, parent, second: NONE, left: to - from });
        self.boxes.resize((node + 1) * 2 * self.space.width(), 0.0);
        if (to - from) as usize > LEAF {
            let middle = middle(from, to);
            self.plant(from, middle, node as u32);
            self.nodes[node].second = self.nodes.len() as u32;
            self.plant(middle, to, node as u32);
        }
        self.fit(node);
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Points with rows left.
    pub fn len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.left as usize)
    }

    /// Points there were at first.
    pub fn planted(&self) -> usize {
        self.points.len()
    }

    /// Rows left of a point.
    pub fn rows(&self, point: u32) -> u32 {
        let slot = self.slots.get(point as usize).copied().filter(|&slot| slot != NONE);
        slot.map_or(0, |slot| self.rows[slot as usize])
    }

    /// All rows left, and where they stand.
    pub fn left(&self) -> impl Iterator<Item = (Member, Spot<'_>)> {
        let width = self.space.width();
        (0..self.points.len()).filter(|&slot| self.rows[slot] > 0).map(move |slot| {
            let member = Member { point: self.points[slot], rows: self.rows[slot] };
            (member, &self.spots[slot * width..][..width])
        })
    }

    /// Takes rows of a point away.
    pub fn remove(&mut self, member: Member) {
        let slot = self.slots[member.point as usize];
        self.rows[slot as usize] -= member.rows;
        if self.rows[slot as usize] > 0 {
            return;
        }
        let mut node = self.leaf_of(slot);
        let mut is_changed = true;
        while node != NONE as usize {
            self.nodes[node].left -= 1;
            is_changed = is_changed && self.fit(node);
            node = self.nodes[node].parent as usize;
        }
    }

    fn leaf_of(&self, slot: u32) -> usize {
        let mut node = 0;
        loop {
            let Node { from, to, second, .. } = self.nodes[node];
            if second == NONE {
                return node;
            }
            node = if slot < middle(from, to) { node + 1 } else { second as usize };
        }
    }

    /// Draws the box of a node tight; says whether anything changed for the nodes above.
    fn fit(&mut self, node: usize) -> bool {
        let Node { from, to, second, left, .. } = self.nodes[node];
        let width = self.space.width();
        if left == 0 {
            return true;
        }
        // Children stand behind their parent.
        let (before, below) = self.boxes.split_at_mut((node + 1) * 2 * width);
        let (low, high) = before[node * 2 * width..].split_at_mut(width);
        let below = |child: usize| below[(child - node - 1) * 2 * width..][..2 * width].split_at(width);
        let is_left = |child: &usize| self.nodes[*child].left > 0;
        let mut is_changed = false;
        for at in 0..width {
            let ends = match second {
                NONE => (from as usize..to as usize)
                    .filter(|&slot| self.rows[slot] > 0)
                    .map(|slot| (self.spots[slot * width + at], self.spots[slot * width + at]))
                    .reduce(hull),
                second => [node + 1, second as usize]
                    .into_iter()
                    .filter(is_left)
                    .map(|child| (below(child).0[at], below(child).1[at]))
                    .reduce(hull),
            };
            let ends = ends.expect("something is left");
            is_changed |= ends != (low[at], high[at]);
            (low[at], high[at]) = ends;
        }
        is_changed
    }

    fn ends(&self, node: usize) -> (Spot<'_>, Spot<'_>) {
        let width = self.space.width();
        self.boxes[node * 2 * width..][..2 * width].split_at(width)
    }

    fn least(&self, spot: Spot<'_>, node: usize) -> f64 {
        let (low, high) = self.ends(node);
        if self.nodes[node].left == 0 { f64::INFINITY } else { self.space.least(spot, low, high) }
    }

    fn most(&self, spot: Spot<'_>, node: usize) -> f64 {
        let (low, high) = self.ends(node);
        if self.nodes[node].left == 0 { f64::NEG_INFINITY } else { self.space.most(spot, low, high) }
    }

    /// The points of a leaf that are left, with the squares of their distances.
    fn hits(&self, leaf: Node, spot: Spot<'_>) -> impl Iterator<Item = (Hit, u32)> {
        let width = self.space.width();
        let slots = (leaf.from as usize..leaf.to as usize).filter(|&slot| self.rows[slot] > 0);
        slots.map(move |slot| {
            let square = self.space.square(spot, &self.spots[slot * width..][..width]);
            ((square, self.points[slot]), self.rows[slot])
        })
    }

    /// The nearest rows to a spot, so many of them or all: nearest first, of equals the smallest point.
    pub fn nearest(&self, spot: Spot<'_>, rows: u64) -> Vec<(Hit, u32)> {
        let mut near = Near { rows, held: 0, hits: Vec::with_capacity(rows as usize + LEAF) };
        if !self.is_empty() {
            self.draw_near(0, self.least(spot, 0), spot, &mut near);
        }
        near.cut()
    }

    fn draw_near(&self, node: usize, least: f64, spot: Spot<'_>, near: &mut Near) {
        if least > near.reach() {
            return;
        }
        let Node { second, .. } = self.nodes[node];
        if second == NONE {
            self.hits(self.nodes[node], spot).for_each(|(hit, rows)| near.add(hit, rows));
            return;
        }
        let first = (self.least(spot, node + 1), node + 1);
        let second = (self.least(spot, second as usize), second as usize);
        let (first, second) = if second.0 < first.0 { (second, first) } else { (first, second) };
        for (least, child) in [first, second] {
            if least < f64::INFINITY {
                self.draw_near(child, least, spot, near);
            }
        }
    }

    /// The point furthest from a spot, of equals the smallest.
    pub fn furthest(&self, spot: Spot<'_>) -> Option<Hit> {
        let mut best = (f64::NEG_INFINITY, NONE);
        if !self.is_empty() {
            self.draw_away(0, self.most(spot, 0), spot, &mut best);
        }
        (best.1 != NONE).then_some(best)
    }

    fn draw_away(&self, node: usize, most: f64, spot: Spot<'_>, best: &mut Hit) {
        if most < best.0 {
            return;
        }
        let Node { second, .. } = self.nodes[node];
        if second == NONE {
            for (hit, _) in self.hits(self.nodes[node], spot) {
                if is_further(hit, *best) {
                    *best = hit;
                }
            }
            return;
        }
        let first = (self.most(spot, node + 1), node + 1);
        let second = (self.most(spot, second as usize), second as usize);
        let (first, second) = if second.0 > first.0 { (second, first) } else { (first, second) };
        for (most, child) in [first, second] {
            if most >= 0.0 {
                self.draw_away(child, most, spot, best);
            }
        }
    }
}

/// Whether one is further than another, or as far and a smaller point.
pub(super) fn is_further(one: Hit, than: Hit) -> bool {
    one.0 > than.0 || one.0 == than.0 && one.1 < than.1
}

/// The nearest so far, sorted.
struct Near {
    rows: u64,
    held: u64,
    hits: Vec<(Hit, u32)>,
}

impl Near {
    /// Nothing further can belong to them.
    fn reach(&self) -> f64 {
        if self.held < self.rows { f64::INFINITY } else { self.hits.last().map_or(0.0, |(hit, _)| hit.0) }
    }

    fn add(&mut self, hit: Hit, rows: u32) {
        if hit.0 > self.reach() {
            return;
        }
        let at = self.hits.partition_point(|(held, _)| *held < hit);
        self.hits.insert(at, (hit, rows));
        self.held += u64::from(rows);
        while let Some(&(_, last)) =
            self.hits.last().filter(|last| self.held - u64::from(last.1) >= self.rows)
        {
            self.held -= u64::from(last);
            self.hits.pop();
        }
    }

    /// As many rows as asked for, the last point's only in part.
    fn cut(mut self) -> Vec<(Hit, u32)> {
        if let Some(last) = self.hits.last_mut().filter(|_| self.held > self.rows) {
            last.1 -= (self.held - self.rows) as u32;
        }
        self.hits
    }
}

fn hull(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

fn middle(from: u32, to: u32) -> u32 {
    from + (to - from) / 2
}

/// Brings members into an order in which every half of a half… lies together: split in the direction they reach furthest.
fn arrange(space: &Space, members: &mut [Member]) {
    if members.len() <= LEAF {
        return;
    }
    let reach = |at: usize| {
        let place = |member: &Member| (space.spot(member.point)[at], space.spot(member.point)[at]);
        members.iter().map(place).reduce(hull).map_or(0.0, |(low, high)| space.reach(at, low, high))
    };
    let reaches: Vec<f64> = (0..space.width()).map(reach).collect();
    let Some(at) = (0..space.width()).reduce(|a, b| if reaches[b] > reaches[a] { b } else { a }) else {
        return;
    };
    let place = |member: &Member| (space.spot(member.point)[at], member.point);
    let middle = middle(0, members.len() as u32) as usize;
    members
        .select_nth_unstable_by(middle, |a, b| place(a).partial_cmp(&place(b)).expect("places are numbers"));
    let is_large = members.len() > ALONE;
    let (low, high) = members.split_at_mut(middle);
    if is_large {
        rayon::join(|| arrange(space, low), || arrange(space, high));
    } else {
        arrange(space, low);
        arrange(space, high);
    }
}

//! FOREST: every component of fewer than k rows grows by an edge from its one row without an outgoing edge to the nearest row
//! outside. Each row has at most one outgoing edge, to one of its k − 1 nearest, so all edges together cost no more than the
//! sum of distances to the (k − 1)-th nearest rows, which bounds every partition from below.
//!
//! Rows that are alike are nearest to each other, so a point of fewer than k rows is in one component from the start. A point
//! of k rows or more is enough by itself: it is dealt into *blobs* of k rows or a few more, which take in others in turn.

use amidst_cells::Member;

use crate::ground::Ground;

/// Trees of rows of which none has fewer than k.
pub(super) struct Forest {
    /// Trees of several points.
    pub edges: Vec<Tree>,
    /// Classes of rows that are alike and that nobody else joins.
    pub own: Vec<Vec<Member>>,
}

/// A tree of rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The point of each row.
    pub points: Vec<u32>,
    /// Rows that are joined.
    pub edges: Vec<(u32, u32)>,
}

pub(super) fn grow(ground: &Ground<'_>, near: &[Vec<(u64, u32)>]) -> Forest {
    let mut components = Components::new(ground);
    let mut edges = Vec::new();
    for point in ground.points() {
        loop {
            let root = components.root(point);
            if components.rows[root as usize] >= ground.k() {
                break;
            }
            let from = components.open[root as usize];
            let mut list = near[from as usize].iter().map(|near| near.1);
            let to = list.find(|&other| components.root(other) != root);
            let to = to.expect("fewer than k rows leave one of the k - 1 nearest outside");
            edges.push((from, to));
            components.join(root, to);
        }
    }
    trees(ground, &edges)
}

/// Sets of points that are joined.
struct Components {
    above: Vec<u32>,
    /// By root: rows, and the point without an outgoing edge.
    rows: Vec<u64>,
    open: Vec<u32>,
}

impl Components {
    fn new(ground: &Ground<'_>) -> Self {
        let rows = ground.points().map(|point| ground.count(point)).collect();
        Self { above: ground.points().collect(), rows, open: ground.points().collect() }
    }

    fn root(&mut self, mut point: u32) -> u32 {
        while self.above[point as usize] != point {
            let next = self.above[self.above[point as usize] as usize];
            self.above[point as usize] = next;
            point = next;
        }
        point
    }

    /// Joins a component, whose open point now has its edge, to that of a point.
    fn join(&mut self, root: u32, to: u32) {
        let to = self.root(to);
        let open = self.open[to as usize];
        let is_more = self.rows[root as usize] > self.rows[to as usize];
        let (over, under) = if is_more { (root, to) } else { (to, root) };
        self.above[under as usize] = over;
        self.rows[over as usize] += self.rows[under as usize];
        self.open[over as usize] = open;
    }
}

/// The trees that edges between points make of rows. A point of k rows or more is dealt into blobs, which are in trees of
/// their own and are joined in turn.
fn trees(ground: &Ground<'_>, edges: &[(u32, u32)]) -> Forest {
    let k = ground.k();
    let mut blobs = Blobs::new(ground);
    let ends: Vec<(u32, u32)> =
        edges.iter().map(|&(from, to)| (blobs.first[from as usize], blobs.next(to))).collect();
    let mut joined = vec![false; blobs.point.len()];
    ends.iter().for_each(|&(from, to)| {
        joined[from as usize] = true;
        joined[to as usize] = true;
    });
    let mut own: Vec<Vec<Member>> = Vec::new();
    for point in ground.points().filter(|&point| ground.count(point) >= k) {
        let free = blobs.of(point).filter(|&blob| !joined[blob as usize]);
        let rows: u64 = free.map(|blob| blobs.rows[blob as usize]).sum();
        if rows > 0 {
            own.push(vec![Member { point, rows: rows as u32 }]);
        }
    }
    Forest { edges: blobs.trees(&ends, &joined), own }
}

/// Rows of one point that stay together at first.
struct Blobs {
    /// For each point its first blob; one more at the end.
    first: Vec<u32>,
    /// For each point how many edges its blobs were given.
    dealt: Vec<u32>,
    point: Vec<u32>,
    rows: Vec<u64>,
}

impl Blobs {
    fn new(ground: &Ground<'_>) -> Self {
        let (mut first, mut point, mut rows) = (vec![0], Vec::new(), Vec::new());
        for own in ground.points() {
            let count = ground.count(own);
            let blobs = (count / ground.k()).max(1);
            for at in 0..blobs {
                point.push(own);
                rows.push(count * (at + 1) / blobs - count * at / blobs);
            }
            first.push(point.len() as u32);
        }
        let dealt = vec![0; first.len() - 1];
        Self { first, dealt, point, rows }
    }

    fn of(&self, point: u32) -> std::ops::Range<u32> {
        self.first[point as usize]..self.first[point as usize + 1]
    }

    /// The blob of a point whose turn it is.
    fn next(&mut self, point: u32) -> u32 {
        let own = self.of(point);
        let turn = self.dealt[point as usize] % (own.end - own.start);
        self.dealt[point as usize] += 1;
        own.start + turn
    }

    /// The trees of blobs that are joined, row by row: the rows of a blob hang on its first.
    fn trees(&self, ends: &[(u32, u32)], joined: &[bool]) -> Vec<Tree> {
        let mut tree_of: Vec<u32> = (0..self.point.len() as u32).collect();
        fn root(tree_of: &mut [u32], mut blob: u32) -> u32 {
            while tree_of[blob as usize] != blob {
                tree_of[blob as usize] = tree_of[tree_of[blob as usize] as usize];
                blob = tree_of[blob as usize];
            }
            blob
        }
        for &(from, to) in ends {
            let (from, to) = (root(&mut tree_of, from), root(&mut tree_of, to));
            // The lower number stays, so that trees are in the order of points.
            tree_of[from.max(to) as usize] = from.min(to);
        }
        let mut place = vec![u32::MAX; self.point.len()];
        let mut main = vec![0; self.point.len()];
        let mut trees: Vec<Tree> = Vec::new();
        for blob in (0..self.point.len() as u32).filter(|&blob| joined[blob as usize]) {
            let root = root(&mut tree_of, blob) as usize;
            if place[root] == u32::MAX {
                place[root] = trees.len() as u32;
                trees.push(Tree::default());
            }
            let tree = &mut trees[place[root] as usize];
            let first = tree.points.len() as u32;
            main[blob as usize] = first;
            let rows = self.rows[blob as usize] as u32;
            tree.points.extend((0..rows).map(|_| self.point[blob as usize]));
            tree.edges.extend((1..rows).map(|row| (first, first + row)));
        }
        for &(from, to) in ends {
            let root = root(&mut tree_of, from) as usize;
            trees[place[root] as usize].edges.push((main[from as usize], main[to as usize]));
        }
        trees
    }
}

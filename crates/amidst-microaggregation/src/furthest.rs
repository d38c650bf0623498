//! The furthest from a centre that moves little: those far from where it was are the only ones that can be.

use rayon::prelude::*;

use super::{
    space::Space,
    tree::{Hit, Tree, is_further},
};

/// Rounding never makes a distance larger than this much more than it is.
const SLACK: f64 = 1.0 + 1e-12;

/// The points furthest from where the centre was, and how far all others can be.
pub(super) struct Furthest {
    /// Where the centre was.
    centre: Vec<f64>,
    /// Distance to it and point, furthest first.
    points: Vec<(f64, u32)>,
    /// The first of these that may be left.
    first: usize,
    /// No other point is further from where the centre was.
    others: f64,
    /// Points looked at since they were sorted.
    examined: usize,
}

impl Furthest {
    /// Knows nothing yet.
    pub fn new(space: &Space) -> Self {
        let centre = vec![0.0; space.width()];
        Self { centre, points: Vec::new(), first: 0, others: f64::INFINITY, examined: 0 }
    }

    /// The point furthest from the centre, of equals the smallest. Something is left.
    pub fn furthest(&mut self, space: &Space, tree: &Tree<'_>, centre: &[f64]) -> Hit {
        if self.examined > self.points.len() {
            self.sort(space, tree, centre);
        }
        let (best, is_sure) = self.look(space, tree, centre);
        if is_sure {
            return best;
        }
        // All others are nearer than those it is filled with.
        self.fill(space, tree, centre);
        self.look(space, tree, centre).0
    }

    /// The furthest of those kept, and whether none of the others can be further.
    fn look(&mut self, space: &Space, tree: &Tree<'_>, centre: &[f64]) -> (Hit, bool) {
        let drift = space.square(&self.centre, centre).sqrt();
        while self.points.get(self.first).is_some_and(|&(_, point)| tree.rows(point) == 0) {
            self.first += 1;
        }
        let mut best = (f64::NEG_INFINITY, u32::MAX);
        for &(distance, point) in &self.points[self.first..] {
            if ((distance + drift) * SLACK) < best.0.max(0.0).sqrt() {
                break;
            }
            self.examined += 1;
            if tree.rows(point) > 0 {
                let hit = (space.square(space.spot(point), centre), point);
                if is_further(hit, best) {
                    best = hit;
                }
            }
        }
        let is_sure = best.1 != u32::MAX && (self.others + drift) * SLACK < best.0.sqrt();
        (best, is_sure)
    }

    /// Takes the distances anew, of the same points.
    fn sort(&mut self, space: &Space, tree: &Tree<'_>, centre: &[f64]) {
        self.others += space.square(&self.centre, centre).sqrt() * SLACK;
        self.points.retain(|&(_, point)| tree.rows(point) > 0);
        for (distance, point) in &mut self.points {
            *distance = space.square(space.spot(*point), centre).sqrt();
        }
        self.set(centre);
    }

    /// Looks at everything that is left.
    fn fill(&mut self, space: &Space, tree: &Tree<'_>, centre: &[f64]) {
        let all: Vec<(u32, &[f64])> = tree.left().map(|(member, spot)| (member.point, spot)).collect();
        let distance = |&(point, spot): &(u32, &[f64])| (space.square(spot, centre).sqrt(), point);
        let mut all: Vec<(f64, u32)> = all.par_iter().with_min_len(1 << 12).map(distance).collect();
        let some = (16.0 * (all.len() as f64).sqrt()) as usize;
        self.others = f64::NEG_INFINITY;
        if some < all.len() {
            let (_, &mut (edge, _), _) = all.select_nth_unstable_by(some, |a, b| b.0.total_cmp(&a.0));
            // Those as far as the edge all belong to it.
            self.others = all.iter().map(|it| it.0).filter(|&it| it < edge).fold(f64::NEG_INFINITY, f64::max);
            all.retain(|it| it.0 >= edge);
        }
        self.points = all;
        self.set(centre);
    }

    fn set(&mut self, centre: &[f64]) {
        self.points.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.centre.copy_from_slice(centre);
        (self.first, self.examined) = (0, 0);
    }
}

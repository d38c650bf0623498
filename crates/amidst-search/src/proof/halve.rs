//! The proof for objectives that look at classes only.
//!
//! Levels tell nothing about such a score, so a judged node can only rule out everything above it or everything below.
//! The next node is one that has many open nodes on either side.

use amidst_core::{Levels, Score, lattice::at_or_below};

use super::narrow;
use crate::{
    above,
    grid::{Grid, NodeSet},
    run::{Judged, Run},
};

struct Halving<'r, 'a> {
    run: &'r mut Run<'a>,
    grid: Grid,
    /// Nodes ruled out together with everything above them, or below.
    above: NodeSet,
    below: NodeSet,
    judged: NodeSet,
    /// What judged nodes tell about the others, as far as it was not enough yet.
    bounds: Vec<Bounds>,
    /// Where the last sample was taken.
    place: usize,
}

/// What everything above, or below, a judged node scores at least.
struct Bounds {
    levels: Levels,
    above: Option<Score>,
    below: Option<Score>,
}

/// Open nodes compared to choose the next one.
const SAMPLE: usize = 40;

/// Decides every node; if stopped, gives the least that those left open may score.
pub(super) fn prove(run: &mut Run<'_>) -> Option<Score> {
    let grid = Grid::new(&run.lattice, run.kernel.ranking());
    let [above, below, judged] = std::array::from_fn(|_| NodeSet::new(&grid));
    let mut halving = Halving { run, grid, above, below, judged, bounds: Vec::new(), place: 0 };
    for (levels, judged) in halving.run.known_nodes() {
        halving.note(&levels, &judged);
    }
    while let Some(levels) = halving.next() {
        if halving.run.is_stopped() {
            return Some(narrow::bound(halving.run));
        }
        let best = halving.run.best.as_ref().map(|best| best.levels.clone());
        let judged = halving.run.judge_once(&levels);
        if halving.run.best.as_ref().map(|best| &best.levels) != best.as_ref() {
            halving.apply_all();
        }
        halving.note(&levels, &judged);
    }
    None
}

impl Halving<'_, '_> {
    fn note(&mut self, levels: &[u8], judged: &Judged) {
        let number = self.grid.number(levels);
        self.judged.insert(number);
        if judged.rules_out_below {
            self.rule_out_below(levels);
        }
        if judged.is_feasible && above::ends(self.run, judged) {
            self.rule_out_above(levels);
        }
        let metric = self.run.metric();
        let above = Some(metric.bound_above(judged.sure()));
        // From the bottom up, that is for all nodes below the judged one.
        let below =
            (!judged.rules_out_below).then(|| metric.bound_below(self.run.lattice.bottom(), judged.below()));
        let rest = self.apply(Bounds { levels: levels.to_vec(), above, below });
        self.bounds.extend(rest);
        let decided = self.above.len() + self.below.len() + self.judged.len();
        self.run.decided = decided.min(self.grid.nodes) as u64;
    }

    /// Uses what a node tells; gives back what is not enough yet.
    fn apply(&mut self, mut bounds: Bounds) -> Option<Bounds> {
        let Some(best) = &self.run.best else { return Some(bounds) };
        let is_later =
            (amidst_core::lattice::height(&bounds.levels), &bounds.levels) >= (best.height, &best.levels);
        // Of equal scores the lower node wins: what is above a node not lower than the best is out, below it may not be.
        let above =
            bounds.above.as_ref().is_some_and(|it| *it > best.score || (*it == best.score && is_later));
        let below = bounds.below.as_ref().is_some_and(|it| *it > best.score);
        if above {
            bounds.above = None;
            self.rule_out_above(&bounds.levels);
        }
        if below {
            bounds.below = None;
            self.rule_out_below(&bounds.levels);
        }
        (bounds.above.is_some() || bounds.below.is_some()).then_some(bounds)
    }

    /// A better best makes more bounds good enough.
    fn apply_all(&mut self) {
        let bounds = std::mem::take(&mut self.bounds);
        self.bounds = bounds.into_iter().filter_map(|bounds| self.apply(bounds)).collect();
    }

    fn rule_out_above(&mut self, levels: &[u8]) {
        let number = self.grid.number(levels);
        if !self.above.contains(number) {
            self.above.insert_above(&self.grid, &mut levels.to_vec(), number);
        }
    }

    fn rule_out_below(&mut self, levels: &[u8]) {
        let number = self.grid.number(levels);
        if !self.below.contains(number) {
            self.below.insert_below(&self.grid, &mut levels.to_vec(), number);
        }
    }

    /// Of a sample of open nodes the one with most of the others on both sides; `None` when all are decided.
    fn next(&mut self) -> Option<Levels> {
        let mut sample = Vec::with_capacity(SAMPLE);
        for _ in 0..SAMPLE {
            // Steps of the golden ratio spread evenly, however many are taken.
            self.place = (self.place + (self.grid.nodes as f64 * 0.618_034) as usize + 1) % self.grid.nodes;
            let closed = [&self.above, &self.below, &self.judged];
            sample.push(NodeSet::next_outside(closed, self.place, self.grid.nodes)?);
        }
        sample.sort_unstable();
        sample.dedup();
        let sample: Vec<Levels> = sample.into_iter().map(|number| self.grid.levels(number)).collect();
        let sides = |levels: &Levels| {
            let above = sample.iter().filter(|other| at_or_below(levels, other)).count();
            let below = sample.iter().filter(|other| at_or_below(other, levels)).count();
            (above.min(below), above + below)
        };
        sample.iter().max_by_key(|levels| sides(levels)).cloned()
    }
}

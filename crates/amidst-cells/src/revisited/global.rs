//! Global (1,k): every row has k matches, rows that it is given in some way to give all rows away.
//!
//! Who lies within what somebody shows may be given that row; to give everybody some row again it takes a way back. So a
//! row matches another if each leads to the other. Where matches lack, somebody is covered in return.

use amidst_core::Stage;
use rayon::prelude::*;

use super::{
    components::components,
    ground::Ground,
    shows::{Shows, joined},
};

/// One in so many of those that lack matches gets one before all are looked at again.
const PART: usize = 16;

/// A point that lacks matches: what covering another one in return costs, the point, its show, and the other.
type Return = (u64, u32, u32, u32);

/// Widens what is shown until every point has k matches; every point lies within what k rows show already. Says whether it
/// came to its end.
pub(super) fn solve(ground: &Ground<'_>, shows: &mut Shows) -> bool {
    let mut inside: Vec<Vec<u32>> =
        (0..shows.len()).into_par_iter().map(|at| ground.inside(shows, at)).collect();
    loop {
        let graph = Graph::new(ground, shows, &inside);
        let lacks = |&point: &u32| graph.matches(point, |other| graph.is_match(point, other)) < ground.k;
        let lacking: Vec<u32> = (0..ground.points.len() as u32).into_par_iter().filter(lacks).collect();
        if lacking.is_empty() {
            return true;
        }
        let all = ground.points.len();
        ground.observer.progress(Stage::Solving, (all - lacking.len()) as u64, Some(all as u64));
        if ground.observer.is_stopped() {
            finish(ground, shows, &graph, &lacking);
            return false;
        }
        let cheapest = |&point: &u32| graph.cheapest(ground, shows, point);
        let mut returns: Vec<Return> = lacking.par_iter().filter_map(cheapest).collect();
        returns.sort_unstable();
        // The cheapest of them first, and not too many: what they close may help the others.
        let mut merged = Merged::new(&graph);
        for (_, point, show, other) in returns.into_iter().take(lacking.len().div_ceil(PART)) {
            let lacks = graph.matches(point, |other| merged.is_match(point, other)) < ground.k;
            if lacks && !merged.is_match(point, other) {
                let covers = joined(ground.axes, shows.covers(show as usize), ground.points.codes(other));
                let at = shows.widen(show as usize, 1, &covers);
                inside.resize(shows.len(), Vec::new());
                inside[at] = ground.inside(shows, at);
                merged.merge(point, other);
            }
        }
    }
}

/// Components that became one since they were worked out, as far as that is seen at once.
struct Merged<'a> {
    component: &'a [u32],
    above: Vec<u32>,
}

impl<'a> Merged<'a> {
    fn new(graph: &'a Graph) -> Self {
        let all = graph.component.iter().max().map_or(0, |last| last + 1);
        Self { component: &graph.component, above: (0..all).collect() }
    }

    fn of(&mut self, point: u32) -> u32 {
        let mut at = self.component[point as usize];
        while self.above[at as usize] != at {
            let next = self.above[at as usize];
            // Every second step is left out for those who come after.
            self.above[at as usize] = self.above[next as usize];
            at = next;
        }
        at
    }

    fn is_match(&mut self, point: u32, other: u32) -> bool {
        self.of(point) == self.of(other)
    }

    fn merge(&mut self, point: u32, other: u32) {
        let (one, other) = (self.of(point), self.of(other));
        self.above[one.max(other) as usize] = one.min(other);
    }
}

/// Gives those that lack matches k of them at once: k rows that show everything, and one of their own that does.
fn finish(ground: &Ground<'_>, shows: &mut Shows, graph: &Graph, lacking: &[u32]) {
    let all = ground.all();
    for &point in lacking {
        shows.widen(graph.own(point)[0] as usize, 1, &all);
    }
    ground.widen_few(shows);
}

struct Graph {
    /// `starts[point]..starts[point + 1]` are the shows that a point lies within.
    starts: Vec<usize>,
    within: Vec<u32>,
    /// The point of each of these shows.
    targets: Vec<u32>,
    component: Vec<u32>,
    /// The rows of each show.
    rows: Vec<u32>,
    /// The shows of each point, and where they begin.
    own_starts: Vec<usize>,
    own: Vec<u32>,
}

impl Graph {
    /// Of what rows show, and the points within each show.
    fn new(ground: &Ground<'_>, shows: &Shows, inside: &[Vec<u32>]) -> Self {
        let points = ground.points.len();
        let pairs =
            || inside.iter().zip(0..).flat_map(|(points, at)| points.iter().map(move |&point| (point, at)));
        let (starts, within) = listed(points, pairs);
        let (own_starts, own) =
            listed(points, || (0..shows.len()).map(|at| (shows.show(at).point, at as u32)));
        let targets: Vec<u32> = within.iter().map(|&at| shows.show(at as usize).point).collect();
        let component = components(&starts, &targets);
        let rows = (0..shows.len()).map(|at| shows.show(at).rows).collect();
        Self { starts, within, targets, component, rows, own_starts, own }
    }

    /// The shows that a point lies within, each with its point.
    fn within(&self, point: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = self.starts[point as usize]..self.starts[point as usize + 1];
        self.within[range.clone()].iter().copied().zip(self.targets[range].iter().copied())
    }

    fn own(&self, point: u32) -> &[u32] {
        &self.own[self.own_starts[point as usize]..self.own_starts[point as usize + 1]]
    }

    fn is_match(&self, point: u32, other: u32) -> bool {
        self.component[point as usize] == self.component[other as usize]
    }

    /// The rows that a row of a point matches, given which points it does.
    fn matches(&self, point: u32, mut is_match: impl FnMut(u32) -> bool) -> u64 {
        let matched = self.within(point).filter(|(_, other)| is_match(*other));
        matched.map(|(at, _)| u64::from(self.rows[at as usize])).sum()
    }

    /// Whom to cover in return for least.
    fn cheapest(&self, ground: &Ground<'_>, shows: &Shows, point: u32) -> Option<Return> {
        let mut others: Vec<u32> = self
            .within(point)
            .map(|(_, other)| other)
            .filter(|&other| !self.is_match(point, other))
            .collect();
        others.sort_unstable();
        others.dedup();
        let mut best: Option<Return> = None;
        for &show in self.own(point) {
            for &other in &others {
                let most = best.map_or(u64::MAX, |(cost, ..)| cost);
                // A show that covers it already would make it a match.
                let Some(cost) = ground.added(shows, show as usize, other, most) else { continue };
                let found = (cost, point, show, other);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
        best
    }
}

/// Pairs of a key below `keys` and a value, as lists by key.
fn listed<I: Iterator<Item = (u32, u32)>>(keys: usize, pairs: impl Fn() -> I) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0; keys + 1];
    pairs().for_each(|(key, _)| starts[key as usize + 1] += 1);
    (0..keys).for_each(|key| starts[key + 1] += starts[key]);
    let (mut next, mut values) = (starts.clone(), vec![0; starts[keys]]);
    for (key, value) in pairs() {
        values[next[key as usize]] = value;
        next[key as usize] += 1;
    }
    (starts, values)
}

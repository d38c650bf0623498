//! Global (1,k): every row has k matches, rows that it is given in some way to give all rows away.
//!
//! Who lies within what somebody shows may be given that row; to give everybody some row again it takes a way back. So a
//! row matches another if each leads to the other. Where matches lack, somebody is covered in return.

use rayon::prelude::*;

use super::{
    components::components,
    ground::Ground,
    shows::{Shows, joined},
};

/// A point that lacks matches: what covering another one in return costs, the point, its show, and the other.
type Return = (u64, u32, u32, u32);

/// Widens what is shown until every point has k matches; every point lies within what k rows show already. Says whether it
/// came to its end.
pub(super) fn solve(ground: &Ground<'_>, shows: &mut Shows) -> bool {
    loop {
        let graph = Graph::new(ground, shows);
        let lacking: Vec<u32> =
            (0..ground.points.len() as u32).filter(|&point| graph.matches(shows, point) < ground.k).collect();
        if lacking.is_empty() {
            return true;
        }
        let all = ground.points.len();
        ground.control.progress((all - lacking.len()) as u64, all as u128, None);
        if ground.control.stopped() {
            finish(ground, shows, &graph, &lacking);
            return false;
        }
        let cheapest = |&point: &u32| graph.cheapest(ground, shows, point);
        let mut returns: Vec<Return> = lacking.par_iter().filter_map(cheapest).collect();
        returns.sort_unstable();
        // Components that grow are left alone until it is known what they became.
        let mut is_touched = vec![false; all];
        for (_, point, show, other) in returns {
            let ends = [point, other].map(|end| graph.component[end as usize] as usize);
            if ends.iter().all(|&end| !is_touched[end]) {
                ends.into_iter().for_each(|end| is_touched[end] = true);
                let covers = joined(ground.axes, shows.covers(show as usize), ground.points.codes(other));
                shows.widen(show as usize, 1, &covers);
            }
        }
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
    /// The shows of each point, and where they begin.
    own_starts: Vec<usize>,
    own: Vec<u32>,
}

impl Graph {
    fn new(ground: &Ground<'_>, shows: &Shows) -> Self {
        let inside = |at: usize| {
            let mut inside = Vec::new();
            ground.trie.inside(ground.axes, shows.covers(at), |point| inside.push(point));
            inside
        };
        let inside: Vec<Vec<u32>> = (0..shows.len()).into_par_iter().map(inside).collect();
        let points = ground.points.len();
        let pairs =
            || inside.iter().zip(0..).flat_map(|(points, at)| points.iter().map(move |&point| (point, at)));
        let (starts, within) = listed(points, pairs);
        let (own_starts, own) =
            listed(points, || (0..shows.len()).map(|at| (shows.show(at).point, at as u32)));
        let targets: Vec<u32> = within.iter().map(|&at| shows.show(at as usize).point).collect();
        let component = components(&starts, &targets);
        Self { starts, within, targets, component, own_starts, own }
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

    /// The rows that a row of a point matches.
    fn matches(&self, shows: &Shows, point: u32) -> u64 {
        let matched = self.within(point).filter(|(_, other)| self.is_match(point, *other));
        matched.map(|(at, _)| u64::from(shows.show(at as usize).rows)).sum()
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
        let added = |show: u32, other: u32| {
            let covers = shows.covers(show as usize);
            let wider = joined(ground.axes, covers, ground.points.codes(other));
            ground.prices.of_row(&wider).saturating_sub(ground.prices.of_row(covers))
        };
        let own = self.own(point);
        let returns = others
            .iter()
            .flat_map(|&other| own.iter().map(move |&show| (added(show, other), point, show, other)));
        returns.min()
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

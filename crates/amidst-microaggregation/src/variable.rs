//! V-MDAV: groups that take in what is nearer to them than to anything else.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use super::{
    groups::GroupList,
    mdav::Rest,
    merge,
    space::Space,
    tree::{Hit, Tree},
};
use amidst_cells::{Member, PartitionResult, Problem};

/// MDAV with groups of variable size: k to 2k − 1 rows, and the few that are left over at the end.
#[derive(Clone, Copy, Debug)]
pub struct VMdav {
    /// How much nearer to the group than to the rest a row must be to join it: below 1 nearer, above 1 less near will do.
    pub gamma: f64,
}

impl VMdav {
    /// What the authors advise for rows that are scattered; where they form clusters, 1.1.
    pub const GAMMA: f64 = 0.2;
}

impl Default for VMdav {
    fn default() -> Self {
        Self { gamma: Self::GAMMA }
    }
}

impl Solver<Problem<'_>> for VMdav {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "v-mdav",
            "the same with groups that grow while rows are near",
            Method::Microaggregation,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let space = Space::new(problem);
        let (groups, is_finished) = v_mdav(&space, problem, self.gamma, observer);
        let found = merge::until_all_hold(problem, &space, groups, observer);
        Ok(PartitionResult { is_finished: found.is_finished && is_finished, ..found })
    }
}

fn v_mdav(space: &Space, problem: &Problem<'_>, gamma: f64, observer: &dyn Observer) -> (GroupList, bool) {
    let k = problem.conditions.least();
    let mut rest = Rest::new(space, problem);
    let mut groups: Vec<Vec<Member>> = Vec::new();
    let mut is_finished = true;
    for point in furthest_first(space, &mut rest) {
        while rest.rows() >= k && rest.tree.rows(point) > 0 && is_finished {
            let mut group = rest.take(point, k);
            extend(space, &mut rest, &mut group, k, gamma);
            groups.push(group);
            is_finished = !(groups.len().is_multiple_of(64) && observer.is_stopped());
        }
    }
    if is_finished {
        join_nearest(space, &rest, &mut groups);
    } else if rest.rows() > 0 {
        groups.last_mut().expect("it was stopped after some").extend(rest.all());
    }
    let mut all = GroupList::default();
    groups.into_iter().for_each(|group| all.push(group));
    (all, is_finished)
}

/// All points, the furthest from the centre of all rows first, of equals the smallest.
fn furthest_first(space: &Space, rest: &mut Rest<'_>) -> Vec<u32> {
    let centre = rest.centre.spot();
    let left = rest.tree.left().map(|(member, spot)| (space.square(spot, centre), member.point));
    let mut hits: Vec<Hit> = left.collect();
    hits.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    hits.into_iter().map(|(_, point)| point).collect()
}

/// Takes in, one by one, the row nearest to any of the group, while it is nearer to it than `gamma` times to any other.
fn extend(space: &Space, rest: &mut Rest<'_>, group: &mut Vec<Member>, k: u64, gamma: f64) {
    let mut nearest: Vec<Option<Hit>> = Vec::new();
    for _ in k..2 * k - 1 {
        // What was nearest may have been taken in.
        nearest.resize(group.len(), None);
        for (member, nearest) in group.iter().zip(&mut nearest) {
            if nearest.is_none_or(|(_, point)| rest.tree.rows(point) == 0) {
                *nearest = rest.tree.nearest(space.spot(member.point), 1).first().map(|(hit, _)| *hit);
            }
        }
        let best = nearest.iter().flatten().copied().reduce(|a, b| if b < a { b } else { a });
        let Some((inside, point)) = best else { return };
        let others = rest.tree.nearest(space.spot(point), 2);
        let outside = others.iter().find(|((_, other), rows)| *other != point || *rows > 1);
        let is_near = outside.is_none_or(|((square, _), _)| inside.sqrt() < gamma * square.sqrt());
        if !is_near {
            return;
        }
        let member = Member { point, rows: 1 };
        rest.remove(member);
        group.push(member);
    }
}

/// The few rows in no group each join the group whose centre is nearest.
fn join_nearest(space: &Space, rest: &Rest<'_>, groups: &mut [Vec<Member>]) {
    let centroids: Vec<Vec<f64>> = groups.iter().map(|group| space.centroid(group)).collect();
    let centres = space.with_spots(centroids.concat());
    let all: Vec<Member> = (0..groups.len() as u32).map(|point| Member { point, rows: 1 }).collect();
    let tree = Tree::new(&centres, &all);
    for member in rest.all() {
        let near = tree.nearest(space.spot(member.point), 1);
        groups[near[0].0.1 as usize].push(member);
    }
}

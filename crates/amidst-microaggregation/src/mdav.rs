//! MDAV: groups of k around the row furthest from the centre, and around the one furthest from that.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo, Stage};

use super::{centre::Centre, furthest::Furthest, groups::GroupList, merge, space::Space, tree::Tree};
use amidst_cells::{Member, PartitionResult, Problem};

/// Maximum distance to average vector, with groups of a fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Mdav;

impl Solver<Problem<'_>> for Mdav {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "mdav",
            "groups of k rows around those farthest from the centre",
            Method::Microaggregation,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let space = Space::new(problem);
        let (groups, is_finished) = mdav(&space, problem, observer);
        let found = merge::until_all_hold(problem, &space, groups, observer);
        Ok(PartitionResult { is_finished: found.is_finished && is_finished, ..found })
    }
}

/// Groups of k rows; the last one has up to 2k − 1.
pub(super) fn mdav(space: &Space, problem: &Problem<'_>, observer: &dyn Observer) -> (GroupList, bool) {
    let k = problem.conditions.least();
    let mut rest = Rest::new(space, problem);
    let mut groups = GroupList::default();
    let mut furthest = Furthest::new(space);
    let mut round = 0_u64;
    while rest.rows() >= 2 * k {
        round += 1;
        if round.is_multiple_of(64) && observer.is_stopped() {
            groups.push(rest.all());
            return (groups, false);
        }
        if round.is_multiple_of(4096) {
            let rows = problem.points.rows();
            observer.progress(Stage::Solving, rows - rest.rows(), Some(rows));
        }
        let is_pair = rest.rows() >= 3 * k;
        let (_, one) = furthest.furthest(space, &rest.tree, rest.centre.spot());
        groups.push(rest.take(one, k));
        if is_pair {
            let (_, other) = rest.tree.furthest(space.spot(one)).expect("rows are left");
            groups.push(rest.take(other, k));
        }
    }
    if rest.rows() > 0 {
        groups.push(rest.all());
    }
    (groups, true)
}

/// Rows in no group yet.
pub(super) struct Rest<'a> {
    space: &'a Space,
    /// Finds them.
    pub tree: Tree<'a>,
    /// Where their centre is.
    pub centre: Centre,
}

impl<'a> Rest<'a> {
    /// All rows.
    pub fn new(space: &'a Space, problem: &Problem<'_>) -> Self {
        let points = 0..problem.points.len() as u32;
        let all: Vec<Member> =
            points.map(|point| Member { point, rows: problem.points.count(point) }).collect();
        let centre = Centre::new(space, all.iter().map(|member| (space.spot(member.point), member.rows)));
        Self { space, tree: Tree::new(space, &all), centre }
    }

    /// How many.
    pub fn rows(&self) -> u64 {
        self.centre.rows()
    }

    /// Takes the k nearest to a point away.
    pub fn take(&mut self, point: u32, k: u64) -> Vec<Member> {
        let near = self.tree.nearest(self.space.spot(point), k);
        let group: Vec<Member> = near.into_iter().map(|((_, point), rows)| Member { point, rows }).collect();
        group.iter().for_each(|&member| self.remove(member));
        group
    }

    /// Takes rows away.
    pub fn remove(&mut self, member: Member) {
        self.tree.remove(member);
        self.centre.remove(self.space.spot(member.point), member.rows);
        // What is left of a tree that was large is found faster in a small one.
        if self.tree.len() * 2 < self.tree.planted() && self.tree.len() > 64 {
            let left: Vec<Member> = self.tree.left().map(|(member, _)| member).collect();
            self.tree = Tree::new(self.space, &left);
        }
    }

    /// All that is left.
    pub fn all(&self) -> Vec<Member> {
        let mut all: Vec<Member> = self.tree.left().map(|(member, _)| member).collect();
        all.sort_unstable();
        all
    }
}

//! Groups that fail a condition join the nearest, until all hold.

use amidst_core::Observer;
use rayon::prelude::*;

use super::{groups::GroupList, space::Space, tree::Tree};
use amidst_cells::{Judge, Member, PartitionResult, Problem};

/// For so many rounds a group that fails waits for the next one rather than join groups that hold by now.
const PATIENCE: u32 = 16;

/// Joins every group that fails with the one whose centre is nearest, until all groups hold. All rows together do.
pub(super) fn until_all_hold(
    problem: &Problem<'_>,
    space: &Space,
    groups: GroupList,
    observer: &dyn Observer,
) -> PartitionResult {
    if problem.conditions.only_rows() {
        return PartitionResult::new(groups.into_partition(), true);
    }
    let mut classes = judged(problem, groups.iter().map(<[Member]>::to_vec).collect());
    let mut round = 0;
    while classes.iter().any(|class| !class.holds) {
        if observer.is_stopped() {
            return PartitionResult::new(pooled(problem, classes), false);
        }
        join(problem, space, &mut classes, round < PATIENCE);
        round += 1;
    }
    PartitionResult::new(partition(classes), true)
}

struct Class {
    members: Vec<Member>,
    holds: bool,
}

fn judged(problem: &Problem<'_>, classes: Vec<Vec<Member>>) -> Vec<Class> {
    let judge = || Judge::new(&problem.conditions, problem.points);
    let class = |judge: &mut Judge<'_>, members: Vec<Member>| {
        let holds = holds(judge, &members);
        Class { members, holds }
    };
    classes.into_par_iter().with_min_len(256).map_init(judge, class).collect()
}

fn holds(judge: &mut Judge<'_>, members: &[Member]) -> bool {
    judge.holds(members.iter().map(|member| (member.point, member.rows)))
}

/// One round: every group that fails and was not joined by another looks for the nearest.
fn join(problem: &Problem<'_>, space: &Space, classes: &mut Vec<Class>, is_patient: bool) {
    let centroids: Vec<Vec<f64>> =
        classes.par_iter().with_min_len(256).map(|class| space.centroid(&class.members)).collect();
    let centres = space.with_spots(centroids.concat());
    let all: Vec<Member> = (0..classes.len() as u32).map(|point| Member { point, rows: 1 }).collect();
    let tree = Tree::new(&centres, &all);
    // For a class that takes part in this round, the class that holds its rows now.
    let mut joined: Vec<Option<usize>> = vec![None; classes.len()];
    let mut judge = Judge::new(&problem.conditions, problem.points);
    for class in 0..classes.len() {
        if classes[class].holds || joined[class].is_some() {
            continue;
        }
        let near = tree.nearest(centres.spot(class as u32), 2);
        let other = near.iter().map(|((_, other), _)| *other as usize).find(|&other| other != class);
        let other = other.expect("one class of all rows holds");
        let home = joined[other].unwrap_or(other);
        if is_patient && joined[other].is_some() && classes[home].holds {
            continue;
        }
        let members = std::mem::take(&mut classes[class].members);
        classes[home].members.extend(members);
        classes[home].holds = holds(&mut judge, &classes[home].members);
        (joined[other], joined[class], joined[home]) = (Some(home), Some(home), Some(home));
    }
    classes.retain(|class| !class.members.is_empty());
}

/// All that fails becomes one class; if that fails too, everything does.
fn pooled(problem: &Problem<'_>, classes: Vec<Class>) -> amidst_cells::Partition {
    let (mut kept, rest): (Vec<Class>, Vec<Class>) = classes.into_iter().partition(|class| class.holds);
    let members: Vec<Member> = rest.into_iter().flat_map(|class| class.members).collect();
    if holds(&mut Judge::new(&problem.conditions, problem.points), &members) {
        kept.push(Class { members, holds: true });
        return partition(kept);
    }
    let all = kept.into_iter().flat_map(|class| class.members).chain(members).collect();
    partition(vec![Class { members: all, holds: true }])
}

fn partition(classes: Vec<Class>) -> amidst_cells::Partition {
    let mut groups = GroupList::default();
    classes.into_iter().for_each(|class| groups.push(class.members));
    groups.into_partition()
}

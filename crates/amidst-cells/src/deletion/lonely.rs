//! Rows that are far from all others.

use amidst_core::Observer;
use rayon::prelude::*;

use super::outliers::Outliers;
use crate::{Judge, Member, Partition, Problem, repair::tidy, tree::Tree};

/// So many points are looked at to find those near to one.
const LOOKS: usize = 4096;

/// So many at first, and all of the above only for those that are farthest then: so many times the rows that may go.
const GLANCES: usize = 256;
const TIMES: u64 = 2;

/// So many points near to a row say which classes may take it in.
const NEAR: u64 = 32;

/// At most so many rows that are farthest from their nearest k − 1 others, the farthest first, of those that k rows could
/// save more by than one costs that is left out. Whoever is in a class that costs less already is not far from others.
pub(super) fn farthest(
    outliers: &Outliers<'_>,
    tree: &Tree<'_>,
    partition: &Partition,
    limit: u64,
    observer: &dyn Observer,
) -> Vec<Member> {
    let Problem { points, conditions, .. } = outliers.problem;
    let others = conditions.least().saturating_sub(1);
    let is_far = |price: u64| price * (others + 1) > outliers.row as u64;
    let mut is_near = vec![false; points.len()];
    for class in partition.classes().filter(|class| !is_far(outliers.price(class))) {
        class.iter().for_each(|member| is_near[member.point as usize] = true);
    }
    let apart = |point: u32, looks: usize| {
        let own = u64::from(points.count(point));
        if own > others || observer.is_stopped() {
            return (0, point);
        }
        let near = tree.nearest(point, others + 1 - own, |it| points.count(it).into(), looks).0;
        (near.last().map_or(0, |last| last.0), point)
    };
    let ranked = |points: Vec<u32>, looks: usize| {
        let mut apart: Vec<(u64, u32)> = points.into_par_iter().map(|point| apart(point, looks)).collect();
        apart.retain(|(price, _)| is_far(*price));
        apart.sort_unstable_by_key(|&(price, point)| (u64::MAX - price, point));
        apart.into_iter().map(|(_, point)| point).collect::<Vec<u32>>()
    };
    let glances = LOOKS.min(GLANCES.max(2 * others as usize));
    let mut first = ranked((0..points.len() as u32).filter(|&it| !is_near[it as usize]).collect(), glances);
    first.truncate((TIMES * limit) as usize);
    let apart = ranked(first, LOOKS);
    let mut left = limit;
    let mut farthest = Vec::new();
    for point in apart {
        let rows = left.min(points.count(point).into()) as u32;
        if rows == 0 {
            break;
        }
        farthest.push(Member { point, rows });
        left -= u64::from(rows);
    }
    farthest
}

/// Puts rows that are left out into classes near to them, each at the least cost, if that is less than it costs outside.
pub(super) fn come_back(
    outliers: &Outliers<'_>,
    tree: &Tree<'_>,
    mut classes: Vec<Vec<Member>>,
    gone: &[Member],
) -> Partition {
    let problem = outliers.problem;
    let mut judge = Judge::new(&problem.conditions, problem.points);
    let mut class_of = vec![u32::MAX; problem.points.len()];
    for (at, class) in classes.iter().enumerate() {
        class.iter().for_each(|member| class_of[member.point as usize] = at as u32);
    }
    let mut left_out = Vec::new();
    // Those that are least far from others come first: they make room for the next.
    for member in gone.iter().rev() {
        let near = tree.nearest(member.point, NEAR, |_| 1, LOOKS).0;
        let mut homes: Vec<u32> = near.iter().map(|&(_, point)| class_of[point as usize]).collect();
        homes.push(class_of[member.point as usize]);
        homes.retain(|&class| class != u32::MAX);
        homes.sort_unstable();
        homes.dedup();
        for _ in 0..member.rows {
            let row = Member { rows: 1, ..*member };
            let with = |class: u32| [&classes[class as usize][..], &[row]].concat();
            let more =
                |&class: &u32| (outliers.cost(&with(class)) - outliers.cost(&classes[class as usize]), class);
            let mut costs: Vec<(i64, u32)> = homes.iter().map(more).collect();
            costs.retain(|(more, _)| *more < outliers.row);
            costs.sort_unstable();
            let holds =
                |&&(_, class): &&(i64, u32)| judge.holds(with(class).iter().map(|it| (it.point, it.rows)));
            match costs.iter().find(holds) {
                Some(&(_, class)) => {
                    classes[class as usize].push(row);
                    class_of[member.point as usize] = class;
                }
                None => left_out.push(row),
            }
        }
    }
    Partition::new(classes.into_iter().map(tidy)).with_left_out(tidy(left_out))
}

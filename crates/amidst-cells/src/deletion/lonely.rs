//! Rows that are far from all others.

use amidst_core::Observer;
use rayon::prelude::*;

use super::outliers::Outliers;
use crate::{Judge, Member, Partition, Problem, repair::tidy, tree::Tree};

/// So many points are looked at to find those near to one.
const LOOKS: usize = 4096;

/// So many points near to a row say which classes may take it in.
const NEAR: u64 = 32;

/// At most so many rows that are farthest from their nearest k − 1 others, the farthest first, of those that k rows could
/// save more by than one costs that is left out.
pub(super) fn farthest(
    outliers: &Outliers<'_>,
    tree: &Tree<'_>,
    limit: u64,
    observer: &dyn Observer,
) -> Vec<Member> {
    let Problem { points, conditions, .. } = outliers.problem;
    let others = conditions.least().saturating_sub(1);
    let apart = |point: u32| {
        let own = u64::from(points.count(point));
        if own > others || observer.is_stopped() {
            return (0, point);
        }
        let near = tree.nearest(point, others + 1 - own, |it| points.count(it).into(), LOOKS).0;
        (near.last().map_or(0, |last| last.0), point)
    };
    let mut apart: Vec<(u64, u32)> = (0..points.len() as u32).into_par_iter().map(apart).collect();
    apart.retain(|(price, _)| price * (others + 1) > outliers.row as u64);
    apart.sort_unstable_by_key(|&(price, point)| (u64::MAX - price, point));
    let mut left = limit;
    let mut farthest = Vec::new();
    for (_, point) in apart {
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

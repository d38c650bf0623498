//! From a set of splits to classes of rows and what they show.

use amidst_cells::{Cover, Judge, Member, Partition};

use crate::ground::{Ground, cover};

/// The classes that some splits make. Those that do not meet the conditions are left out.
pub fn partition(ground: &Ground<'_>, splits: &[u32]) -> Partition {
    let (axes, points) = (ground.problem.axes, ground.problem.points);
    let firsts = ground.firsts(splits.iter().copied());
    let mut keyed: Vec<(u128, Member)> = ground
        .grains
        .iter()
        .map(|grain| {
            let member = Member { point: grain.point, rows: grain.rows };
            (ground.coarsened(grain.key, &firsts), member)
        })
        .collect();
    keyed.sort_unstable_by_key(|(key, member)| (*key, member.point));
    let covers: Vec<Vec<Cover>> = axes
        .iter()
        .zip(&firsts)
        .map(|(axis, firsts)| {
            let high = |first: u32| firsts.partition_point(|&other| other <= first) as u32 - 1;
            firsts.iter().map(|&first| cover(axis, first, high(first))).collect()
        })
        .collect();
    let mut judge = Judge::new(&ground.problem.conditions, points);
    let (mut classes, mut regions, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for same in keyed.chunk_by(|a, b| a.0 == b.0) {
        let members = same.iter().map(|(_, member)| *member);
        if judge.holds(members.clone().map(|member| (member.point, member.rows))) {
            let codes = (0..axes.len()).map(|axis| ground.code(same[0].0, axis) as usize);
            regions.extend(codes.zip(&covers).map(|(code, covers)| covers[code]));
            classes.push(members.collect());
        } else {
            left_out.extend(members);
        }
    }
    Partition::new(classes).with_regions(regions).with_left_out(left_out)
}

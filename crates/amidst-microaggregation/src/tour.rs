//! Orders in which rows that follow one another are near one another.

use super::{groups::GroupList, space::Space, tree::Tree};
use amidst_cells::Member;

/// From some point always to the nearest that was not visited yet. Says for each step the point.
fn nearest_first(space: &Space, points: u32, from: u32) -> Vec<u32> {
    let mut left: Vec<Member> = (0..points).map(|point| Member { point, rows: 1 }).collect();
    let mut tree = Tree::new(space, &left);
    let mut order = Vec::with_capacity(points as usize);
    let mut here = from;
    loop {
        tree.remove(Member { point: here, rows: 1 });
        order.push(here);
        if tree.len() * 2 < tree.planted() && tree.len() > 64 {
            left = tree.left().map(|(member, _)| member).collect();
            tree = Tree::new(space, &left);
        }
        match tree.nearest(space.spot(here), 1).first() {
            Some(((_, next), _)) => here = *next,
            None => return order,
        }
    }
}

/// The rows along a tour of the points, from the one furthest from the centre on.
pub(super) fn of_points(space: &Space, counts: &[u32]) -> Vec<u32> {
    let all: Vec<Member> =
        counts.iter().enumerate().map(|(point, &rows)| Member { point: point as u32, rows }).collect();
    let (_, first) = Tree::new(space, &all).furthest(&space.centroid(&all)).expect("there are points");
    let order = nearest_first(space, counts.len() as u32, first);
    order.into_iter().flat_map(|point| std::iter::repeat_n(point, counts[point as usize] as usize)).collect()
}

/// The rows along a tour of the centres of groups; within a group, from those near the group before to those near the
/// group after. The groups are among those that can be cut out of it.
pub(super) fn of_groups(space: &Space, groups: &GroupList) -> Vec<u32> {
    let centroids: Vec<Vec<f64>> = groups.iter().map(|group| space.centroid(group)).collect();
    let centres = space.with_spots(centroids.concat());
    let tour = nearest_first(&centres, groups.len() as u32, 0);
    let mut order = Vec::new();
    for (at, &group) in tour.iter().enumerate() {
        let before = centres.spot(if at == 0 { group } else { tour[at - 1] });
        let after = centres.spot(*tour.get(at + 1).unwrap_or(&group));
        let lean = |member: &Member| {
            let spot = space.spot(member.point);
            space.square(spot, before) - space.square(spot, after)
        };
        let mut members: Vec<(f64, Member)> =
            groups.group(group as usize).iter().map(|member| (lean(member), *member)).collect();
        members.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let rows = |(_, member): &(f64, Member)| std::iter::repeat_n(member.point, member.rows as usize);
        order.extend(members.iter().flat_map(rows));
    }
    order
}

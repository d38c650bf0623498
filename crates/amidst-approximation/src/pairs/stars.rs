//! Classes of two or three rows from edges that leave no row alone.
//!
//! An edge both of whose ends have another is not needed; without these, edges make stars. Two rows of a star are no farther
//! from each other than through its centre, so they are paired off, the farthest first, until one or two are left with it.

use std::cmp::Reverse;

use amidst_cells::Member;

use crate::ground::Ground;

pub(super) fn classes(ground: &Ground<'_>, edges: Vec<(u32, u32)>) -> Vec<Vec<Member>> {
    let edges = needed(ground, edges);
    let mut leaves: Vec<Vec<u32>> = vec![Vec::new(); ground.problem.points.len()];
    for &(a, b) in &edges {
        leaves[a as usize].push(b);
        leaves[b as usize].push(a);
    }
    let mut classes = Vec::new();
    for point in ground.points() {
        let own = std::mem::take(&mut leaves[point as usize]);
        let is_centre = match own[..] {
            [] => ground.count(point) > 1,
            // Of two rows with one edge the first is the centre; a row at a point of several or at a star is none.
            [other] => {
                ground.count(point) > 1 || (leaves[other as usize].len() == 1 && ground.count(other) == 1)
            }
            _ => true,
        };
        match is_centre {
            true => {
                own.iter().for_each(|&leaf| leaves[leaf as usize].clear());
                classes.extend(star(ground, point, own));
            }
            false => leaves[point as usize] = own,
        }
    }
    classes
}

/// Without edges both of whose ends have another or rows like them, the longest first.
fn needed(ground: &Ground<'_>, mut edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let mut degree: Vec<u64> = ground.points().map(|point| ground.count(point) - 1).collect();
    for &(a, b) in &edges {
        degree[a as usize] += 1;
        degree[b as usize] += 1;
    }
    edges.sort_by_key(|&(a, b)| (Reverse(ground.distance(a, b)), a, b));
    edges.retain(|&(a, b)| {
        let is_needed = degree[a as usize] < 2 || degree[b as usize] < 2;
        if !is_needed {
            degree[a as usize] -= 1;
            degree[b as usize] -= 1;
        }
        is_needed
    });
    edges
}

fn star(ground: &Ground<'_>, centre: u32, mut leaves: Vec<u32>) -> Vec<Vec<Member>> {
    let rows = ground.problem.points.count(centre);
    let one = |point: u32| Member { point, rows: 1 };
    let mut classes = Vec::new();
    leaves.sort_by_key(|&leaf| (ground.distance(centre, leaf), leaf));
    let stay = if rows == 1 { 2 } else { 1 };
    while leaves.len() > stay {
        let far = leaves.pop().expect("there are several");
        let near = (0..leaves.len()).min_by_key(|&at| ground.distance(far, leaves[at]));
        let near = leaves.remove(near.expect("there was another"));
        classes.push(vec![one(far), one(near)]);
    }
    let taken = match leaves.len() {
        0 => 0,
        // One row would be left alone.
        _ if rows == 2 => 2,
        _ => 1,
    };
    if taken > 0 {
        let own = Member { point: centre, rows: taken };
        classes.push(leaves.into_iter().map(one).chain([own]).collect());
    }
    if rows > taken {
        classes.push(vec![Member { point: centre, rows: rows - taken }]);
    }
    classes
}

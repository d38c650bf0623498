//! DECOMPOSE: trees of rows are taken apart into groups of k to max(2k − 1, 3k − 5) rows that use no edge twice. A group may
//! reach its rows through a row of another group, so its rows cost no more than its edges, and all groups together no more
//! than their size times all edges.
//!
//! As published, the procedure goes on with trees in which such a row without a place of its own is a root, and can get stuck:
//! at k = 3, four paths of two rows around one row leave three of them around a row that is gone. Here every edge with k rows
//! on either side is cut first; what is left are rows around one centre, with fewer than k in each branch, and branches are
//! put together around a centre that is still there.

use super::grow::Tree;

/// No group has more rows.
pub(super) fn most_rows(k: usize) -> usize {
    (2 * k - 1).max((3 * k).saturating_sub(5))
}

/// Groups of rows of a tree.
pub(super) fn decompose(tree: &Tree, k: usize) -> Vec<Vec<u32>> {
    pieces(tree, k).into_iter().flat_map(|piece| piece.groups(k)).collect()
}

/// A centre and branches of fewer than k rows each.
struct Piece {
    centre: u32,
    branches: Vec<Vec<u32>>,
}

/// Cuts every edge that leaves k rows on either side, from the leaves up.
fn pieces(tree: &Tree, k: usize) -> Vec<Piece> {
    let rows = tree.points.len();
    let (starts, ends) = neighbours(tree);
    let mut order = vec![0_u32];
    let mut parent = vec![u32::MAX; rows];
    let mut at = 0;
    while at < order.len() {
        let row = order[at];
        at += 1;
        for &next in &ends[starts[row as usize] as usize..starts[row as usize + 1] as usize] {
            if next != parent[row as usize] {
                parent[next as usize] = row;
                order.push(next);
            }
        }
    }
    // For each row its branches so far: what hangs on it and was not cut off.
    let mut branches: Vec<Vec<Vec<u32>>> = vec![Vec::new(); rows];
    let mut pieces: Vec<Piece> = Vec::new();
    for &row in order.iter().rev() {
        let own = std::mem::take(&mut branches[row as usize]);
        let size = 1 + own.iter().map(Vec::len).sum::<usize>();
        if size >= k {
            pieces.push(Piece { centre: row, branches: own });
        } else {
            let mut branch = own.concat();
            branch.push(row);
            match parent[row as usize] {
                u32::MAX => join_rest(&mut pieces, branch, &parent),
                up => branches[up as usize].push(branch),
            }
        }
    }
    pieces
}

/// What is left around the root has fewer than k rows: it is one more branch of a piece that was cut off it, the smallest.
fn join_rest(pieces: &mut [Piece], rest: Vec<u32>, parent: &[u32]) {
    let mut is_rest = vec![false; parent.len()];
    rest.iter().for_each(|&row| is_rest[row as usize] = true);
    let hangs = |piece: &&mut Piece| {
        let up = parent[piece.centre as usize];
        up != u32::MAX && is_rest[up as usize]
    };
    let size = |piece: &&mut Piece| piece.branches.iter().map(Vec::len).sum::<usize>();
    let piece = pieces.iter_mut().filter(hangs).min_by_key(size);
    piece.expect("a tree has at least k rows").branches.push(rest);
}

/// The neighbours of each row, one row after the other.
fn neighbours(tree: &Tree) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; tree.points.len() + 1];
    let both = || tree.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    both().for_each(|(a, _)| starts[a as usize + 1] += 1);
    (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let mut next = starts.clone();
    let mut ends = vec![0; 2 * tree.edges.len()];
    for (a, b) in both() {
        ends[next[a as usize] as usize] = b;
        next[a as usize] += 1;
    }
    (starts, ends)
}

impl Piece {
    /// Groups of enough rows, as many as can be had.
    fn groups(self, k: usize) -> Vec<Vec<u32>> {
        let rows = 1 + self.branches.iter().map(Vec::len).sum::<usize>();
        let whole = || vec![self.branches.iter().flatten().copied().chain([self.centre]).collect()];
        if rows < 2 * k {
            return whole();
        }
        let groups = split(self.centre, self.branches.clone(), k);
        let holds = groups.iter().all(|group| (k..=most_rows(k)).contains(&group.len()));
        debug_assert!(holds || rows <= most_rows(k), "{rows} rows at k = {k} are not taken apart");
        if holds { groups } else { whole() }
    }
}

/// Fills groups with branches, the largest first, until each has k rows, and finds a place for the rest and the centre.
fn split(centre: u32, mut branches: Vec<Vec<u32>>, k: usize) -> Vec<Vec<u32>> {
    branches.sort_by_key(|branch| std::cmp::Reverse(branch.len()));
    let mut groups: Vec<Vec<Vec<u32>>> = Vec::new();
    let mut rest: Vec<Vec<u32>> = Vec::new();
    let size = |group: &Vec<Vec<u32>>| group.iter().map(Vec::len).sum::<usize>();
    for branch in branches {
        rest.push(branch);
        if size(&rest) >= k {
            groups.push(std::mem::take(&mut rest));
        }
    }
    let left = size(&rest);
    let alone = vec![vec![centre]];
    let smallest = |groups: &[Vec<Vec<u32>>], but: usize| {
        let others = (0..groups.len()).filter(|&at| at != but);
        others.min_by_key(|&at| size(&groups[at])).expect("there is another group")
    };
    if left == 0 {
        let to = smallest(&groups, usize::MAX);
        groups[to].extend(alone);
    } else if left == k - 1 {
        rest.extend(alone);
        groups.push(rest);
    } else if groups.len() > 1 {
        let to = smallest(&groups, usize::MAX);
        if size(&groups[to]) + left <= most_rows(k) {
            groups[to].extend(rest);
            let other = smallest(&groups, to);
            groups[other].extend(alone);
        } else {
            // It has 2k − 2 rows: its last branch has k − 1 of them, and so have the others.
            let last = groups[to].pop().expect("a group has branches");
            groups[to].extend(rest);
            groups.push([vec![last], alone].concat());
        }
    } else {
        let all = groups.pop().into_iter().flatten().chain(rest);
        groups = in_two(centre, all.collect(), k);
    }
    groups.into_iter().map(|group| group.concat()).collect()
}

/// Two groups: the first has k − 1 rows or a few more, and the centre goes where one is missing.
fn in_two(centre: u32, branches: Vec<Vec<u32>>, k: usize) -> Vec<Vec<Vec<u32>>> {
    let (mut first, mut second, mut rows) = (Vec::new(), Vec::new(), 0);
    for branch in branches {
        if rows < k - 1 {
            rows += branch.len();
            first.push(branch);
        } else {
            second.push(branch);
        }
    }
    let others: usize = second.iter().map(Vec::len).sum();
    let lacking = if rows >= k && others == k - 1 { &mut second } else { &mut first };
    lacking.push(vec![centre]);
    vec![first, second]
}

#[cfg(test)]
mod tests {
    use amidst_testkit::generate::SeededRng;

    use super::*;

    fn check(edges: &[(u32, u32)], k: usize) {
        let rows = edges.len() + 1;
        let tree = Tree { points: vec![0; rows], edges: edges.to_vec() };
        let mut seen = vec![0; rows];
        for group in decompose(&tree, k) {
            assert!(group.len() >= k && group.len() <= most_rows(k), "{} rows at k = {k}", group.len());
            group.iter().for_each(|&row| seen[row as usize] += 1);
        }
        assert!(seen.iter().all(|&times| times == 1));
    }

    #[test]
    fn paths_around_one_row_do_not_get_stuck() {
        check(&[(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6), (0, 7), (7, 8)], 3);
    }

    #[test]
    fn random_trees_fall_into_groups_of_the_sizes_proved() {
        for seed in 0..3000 {
            let mut draw = SeededRng::new(seed);
            let k = draw.between(2, 9);
            let rows = draw.between(k, 10 * k);
            let reach = draw.between(1, rows);
            let edges: Vec<(u32, u32)> =
                (1..rows).map(|row| (row, draw.between(row.saturating_sub(reach), row - 1))).collect();
            check(&edges, k as usize);
        }
    }
}

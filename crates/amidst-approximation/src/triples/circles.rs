//! Circles, and how they are cut into runs of three to five rows.

/// No row.
const NONE: u32 = u32::MAX;

/// The circles that edges make of which every row has two.
pub(super) fn circles(edges: &[(u32, u32)], rows: usize) -> Vec<Vec<u32>> {
    let mut next = vec![[NONE; 2]; rows];
    for &(a, b) in edges {
        for (from, to) in [(a, b), (b, a)] {
            let slots = &mut next[from as usize];
            slots[usize::from(slots[0] != NONE)] = to;
        }
    }
    let mut seen = vec![false; rows];
    let mut circles = Vec::new();
    for start in 0..rows as u32 {
        let (mut circle, mut row) = (Vec::new(), start);
        while !seen[row as usize] {
            seen[row as usize] = true;
            circle.push(row);
            let onward = next[row as usize].into_iter().find(|&to| !seen[to as usize]);
            row = onward.unwrap_or(start);
        }
        if !circle.is_empty() {
            circles.push(circle);
        }
    }
    circles
}

/// The runs of least cost. A cut falls behind one of the first five rows, whatever the runs.
pub(super) fn cut(circle: &[u32], price: impl Fn(&[u32]) -> u64) -> Vec<Vec<u32>> {
    if circle.len() <= 5 {
        return vec![circle.to_vec()];
    }
    let turned = |by: usize| {
        let mut circle = circle.to_vec();
        circle.rotate_left(by);
        circle
    };
    let ways = (0..5).map(turned).map(|circle| runs(&circle, &price));
    ways.min_by_key(|(cost, _)| *cost).expect("there are five ways").1
}

/// The runs of least cost of rows in a line, and that cost.
fn runs(line: &[u32], price: impl Fn(&[u32]) -> u64) -> (u64, Vec<Vec<u32>>) {
    // For each end the least cost of everything before it, and the length of the last run.
    let mut best = vec![(u64::MAX, 0); line.len() + 1];
    best[0] = (0, 0);
    for end in 3..=line.len() {
        for length in 3..=end.min(5) {
            let start = end - length;
            if best[start].0 < u64::MAX {
                let cost = best[start].0 + length as u64 * price(&line[start..end]);
                best[end] = best[end].min((cost, length));
            }
        }
    }
    let (mut runs, mut end) = (Vec::new(), line.len());
    while end > 0 {
        let length = best[end].1;
        runs.push(line[end - length..end].to_vec());
        end -= length;
    }
    (best[line.len()].0, runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_whatever_the_order_of_edges() {
        let edges = [(0, 3), (1, 2), (2, 4), (3, 5), (4, 1), (5, 0)];
        assert_eq!(circles(&edges, 6), [vec![0, 3, 5], vec![1, 2, 4]]);
    }

    #[test]
    fn every_circle_can_be_cut() {
        for length in 3..40 {
            let runs = cut(&(0..length).collect::<Vec<u32>>(), |run| run.len() as u64);
            assert!(runs.iter().all(|run| (3..=5).contains(&run.len())), "{length}");
            assert_eq!(runs.iter().map(Vec::len).sum::<usize>(), length as usize);
        }
    }
}

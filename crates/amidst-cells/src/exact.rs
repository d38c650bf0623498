//! Few rows: the best partition of all, by dynamic programming over sets of rows.

use crate::{Cover, Judge, Member, Prices, Problem, partition::covers, repair::tidy};

/// So many rows are few.
pub(crate) const FEW: u64 = 14;

/// The cheapest classes that hold. All rows together must hold.
pub(crate) fn exact(problem: &Problem<'_>, prices: &Prices) -> Vec<Vec<Member>> {
    exact_without(problem, prices, (0, 0)).0
}

/// The cheapest classes that hold, and the rows that are in none of them: at most so many, each at a price.
pub(crate) fn exact_without(
    problem: &Problem<'_>,
    prices: &Prices,
    (limit, price): (u64, u64),
) -> (Vec<Vec<Member>>, Vec<Member>) {
    let points = 0..problem.points.len() as u32;
    let rows: Vec<u32> =
        points.flat_map(|point| std::iter::repeat_n(point, problem.points.count(point) as usize)).collect();
    let sets = 1_usize << rows.len();
    let costs = costs(problem, prices, &rows);
    // For each set of rows the least cost, and the class that its first row is in.
    let mut best = vec![(u64::MAX, 0); sets];
    best[0].0 = 0;
    for set in 1..sets {
        let first = 1 << set.trailing_zeros();
        let others = set & !first;
        let mut part = others;
        loop {
            let class = part | first;
            let (own, rest) = (costs[class], best[set & !class].0);
            if own < u64::MAX && rest < u64::MAX && own + rest < best[set].0 {
                best[set] = (own + rest, class);
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & others;
        }
    }
    let all = sets - 1;
    let kept = (0..sets).rev().filter(|&kept| u64::from((all & !kept).count_ones()) <= limit);
    let cost = |&kept: &usize| best[kept].0.saturating_add(u64::from((all & !kept).count_ones()) * price);
    let kept = kept.min_by_key(cost).unwrap_or(all);
    let mut classes = Vec::new();
    let mut left = kept;
    while left > 0 {
        let class = best[left].1;
        classes.push(tidy(members(&rows, class).collect()));
        left &= !class;
    }
    (classes, tidy(members(&rows, all & !kept).collect()))
}

fn members(rows: &[u32], set: usize) -> impl Iterator<Item = Member> + Clone {
    let is_in = move |&at: &usize| set >> at & 1 == 1;
    (0..rows.len()).filter(is_in).map(|at| Member { point: rows[at], rows: 1 })
}

/// For each set of rows what it costs as a class, if it holds.
fn costs(problem: &Problem<'_>, prices: &Prices, rows: &[u32]) -> Vec<u64> {
    let mut judge = Judge::new(&problem.conditions, problem.points);
    let of_set = |set: usize| {
        let class: Vec<Member> = members(rows, set).collect();
        if class.is_empty() || !judge.holds(class.iter().map(|member| (member.point, member.rows))) {
            return u64::MAX;
        }
        let covers: Vec<Cover> = covers(problem.axes, problem.points, &class);
        class.len() as u64 * prices.of_row(&covers)
    };
    (0..1_usize << rows.len()).map(of_set).collect()
}

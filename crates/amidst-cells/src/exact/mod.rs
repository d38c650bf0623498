//! Few rows: the best partition of all, by dynamic programming over sets of rows.
//!
//! Sums of prices are least so. [`loss`] joins columns otherwise, and tries the partitions that could still be better.

mod loss;

use crate::{Cover, Judge, Member, Prices, Problem, member::tidy, partition::covers};
pub(crate) use loss::least_loss;

/// So many rows are few, whatever is asked of classes.
pub(crate) const FEW: u64 = 14;

/// Up to so many are few where only rows are asked of classes and they can be looked at in so many steps.
const MOST: u64 = 20;
const STEPS: u64 = 300_000_000;

/// Whether the cheapest partition can be found by looking at all.
pub(crate) fn are_few(problem: &Problem<'_>) -> bool {
    let rows = problem.points.rows();
    let is_plain = problem.conditions.only_rows() && problem.objective.is_sum();
    rows <= FEW || (rows <= MOST && is_plain && steps(rows, problem.conditions.least()) <= STEPS)
}

/// How many sets of rows are looked at together with a class of them, about: those of at most 2k − 1 rows, since larger ones can
/// be split and cost no less.
fn steps(rows: u64, k: u64) -> u64 {
    let choose = |of: u64| (0..of).fold(1, |ways, at| ways * (rows - at) / (at + 1));
    (k..=(2 * k - 1).min(rows)).map(|of| choose(of) << (rows - of)).sum()
}

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
    let rows = rows(problem);
    let best = least_costs(&costs(problem, prices, &rows), problem);
    let sets = best.len();
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

/// The point of each row.
fn rows(problem: &Problem<'_>) -> Vec<u32> {
    let points = 0..problem.points.len() as u32;
    points.flat_map(|point| std::iter::repeat_n(point, problem.points.count(point) as usize)).collect()
}

/// For each set of rows the least cost, and the class that its first row is in, from what each set costs as a class.
fn least_costs(costs: &[u64], problem: &Problem<'_>) -> Vec<(u64, usize)> {
    let mut best = vec![(u64::MAX, 0); costs.len()];
    best[0].0 = 0;
    let k = problem.conditions.least() as u32;
    for set in 1..costs.len() {
        let first = 1 << set.trailing_zeros();
        let others = set & !first;
        let mut found = (u64::MAX, 0);
        let mut look = |class: usize| {
            let (own, rest) = (costs[class], best[set & !class].0);
            if own < u64::MAX && rest < u64::MAX && own + rest < found.0 {
                found = (own + rest, class);
            }
        };
        if problem.points.rows() > FEW {
            choose(others, first, (k - 1, 2 * k - 2), &mut look);
        } else {
            let mut part = others;
            look(part | first);
            while part > 0 {
                part = (part - 1) & others;
                look(part | first);
            }
        }
        best[set] = found;
    }
    best
}

/// Looks at a class with every choice of so many others at least, and at most so many.
fn choose(pool: usize, class: usize, (least, most): (u32, u32), look: &mut impl FnMut(usize)) {
    if least == 0 {
        look(class);
    }
    let mut pool = pool;
    while most > 0 && pool > 0 && pool.count_ones() >= least {
        let next = pool & pool.wrapping_neg();
        pool &= !next;
        choose(pool, class | next, (least.saturating_sub(1), most - 1), look);
    }
}

fn members(rows: &[u32], set: usize) -> impl Iterator<Item = Member> + Clone {
    let is_in = move |&at: &usize| set >> at & 1 == 1;
    (0..rows.len()).filter(is_in).map(|at| Member { point: rows[at], rows: 1 })
}

/// For each set of rows what it costs as a class, if it holds.
fn costs(problem: &Problem<'_>, prices: &Prices, rows: &[u32]) -> Vec<u64> {
    let mut judge = Judge::new(&problem.conditions, problem.points);
    // Of many rows only sets are looked at that cannot be split.
    let most = if rows.len() as u64 > FEW { 2 * problem.conditions.least() - 1 } else { FEW };
    let of_set = |set: usize| {
        if u64::from(set.count_ones()) > most {
            return u64::MAX;
        }
        let class: Vec<Member> = members(rows, set).collect();
        if class.is_empty() || !judge.holds(class.iter().map(|member| (member.point, member.rows))) {
            return u64::MAX;
        }
        let covers: Vec<Cover> = covers(problem.axes, problem.points, &class);
        class.len() as u64 * prices.of_row(&covers)
    };
    (0..1_usize << rows.len()).map(of_set).collect()
}

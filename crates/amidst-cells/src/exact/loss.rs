//! The least loss of few rows. Columns are joined by a geometric mean, so what is best of some rows depends on the others; but
//! what the others cost at least in the sum of columns bounds it.

use super::{FEW, costs, least_costs, members, rows};
use crate::{Cover, Member, Objective, Prices, Problem, member::tidy, partition::covers, prices::weights};

/// The classes of the least loss, where k rows are all that is asked of them and there are few; otherwise nothing.
pub(crate) fn least_loss(problem: &Problem<'_>, prices: &Prices) -> Option<Vec<Vec<Member>>> {
    let is_plain = problem.conditions.only_rows() && problem.objective == Objective::Loss;
    if !is_plain || problem.points.rows() > FEW {
        return None;
    }
    let rows = rows(problem);
    let best = least_costs(&costs(problem, prices, &rows), problem);
    let mut search = Search::new(problem, &rows, best);
    let all = (1 << rows.len()) - 1;
    search.visit(all, &vec![1.0; problem.axes.len()], &mut Vec::new());
    let class = |&class: &usize| tidy(members(&rows, class).collect());
    Some(search.found.iter().map(class).collect())
}

struct Search {
    /// For each class what it adds to each column, by its set of rows.
    shares: Vec<Vec<f64>>,
    /// For each set of rows the least sum over columns that they add, and so many rows in a class at most.
    rest: Vec<f64>,
    least: u32,
    /// The best so far.
    product: f64,
    found: Vec<usize>,
}

impl Search {
    fn new(problem: &Problem<'_>, rows: &[u32], best: Vec<(u64, usize)>) -> Self {
        let least = problem.conditions.least() as u32;
        let weights = weights(problem.axes);
        let of_set = |set: usize| {
            if !(least..2 * least).contains(&set.count_ones()) {
                return Vec::new();
            }
            let class: Vec<Member> = members(rows, set).collect();
            let covers: Vec<Cover> = covers(problem.axes, problem.points, &class);
            let part = f64::from(set.count_ones()) / rows.len() as f64;
            let columns = problem.axes.iter().zip(&weights).zip(covers);
            columns
                .map(|((axis, weight), cover)| part * weight * axis.share(Objective::Loss, cover))
                .collect()
        };
        // Each price is off by at most one half.
        let off = 0.5 * problem.axes.len() as f64;
        let unit = f64::from(Prices::one(Objective::Loss)) * rows.len() as f64;
        let rest = |(set, &(cost, _)): (usize, &(u64, usize))| match cost {
            u64::MAX => f64::INFINITY,
            cost => (cost as f64 - off * f64::from(set.count_ones())).max(0.0) / unit,
        };
        Self {
            shares: (0..best.len()).map(of_set).collect(),
            rest: best.iter().enumerate().map(rest).collect(),
            least,
            product: f64::INFINITY,
            found: Vec::new(),
        }
    }

    /// Puts the first of the rows that are left into every class, and goes on with the others.
    fn visit(&mut self, left: usize, terms: &[f64], classes: &mut Vec<usize>) {
        if self.floor(left, terms) >= self.product {
            return;
        }
        if left == 0 {
            self.product = terms.iter().product();
            self.found.clone_from(classes);
            return;
        }
        let first = 1 << left.trailing_zeros();
        let mut ways = Vec::new();
        super::choose(left & !first, first, (self.least - 1, 2 * self.least - 2), &mut |class| {
            ways.push(class)
        });
        // Those first that are likely to be good.
        let sum = |class: usize| self.shares[class].iter().sum::<f64>() + self.rest[left & !class];
        ways.sort_by(|&a, &b| sum(a).total_cmp(&sum(b)));
        for class in ways {
            let next: Vec<f64> =
                terms.iter().zip(&self.shares[class]).map(|(term, own)| term + own).collect();
            classes.push(class);
            self.visit(left & !class, &next, classes);
            classes.pop();
        }
    }

    /// No product is below this: what is left adds so much to some columns, which is least where it goes into the largest.
    fn floor(&self, left: usize, terms: &[f64]) -> f64 {
        let product: f64 = terms.iter().product();
        let largest = terms.iter().copied().fold(1.0, f64::max);
        product * (1.0 + self.rest[left] / largest)
    }
}

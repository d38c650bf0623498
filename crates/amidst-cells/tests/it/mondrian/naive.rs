//! Strict cuts on rows, by definition and slowly.

use amidst_cells::{Axis, Mondrian, Objective, Prices, Split};

use super::{Case, found};

/// A cut: the column, and the last code of the lower side.
type Cut = (usize, u32);

/// Classes in the order of regions, given which cut a region takes, if any.
fn classes(case: &Case, rows: Vec<usize>, choose: &dyn Fn(&[usize]) -> Option<Cut>) -> Vec<Vec<usize>> {
    let Some((axis, high)) = choose(&rows) else { return vec![rows] };
    let (lower, upper) = rows.into_iter().partition(|&row| case.rows[row][axis] <= high);
    [classes(case, lower, choose), classes(case, upper, choose)].concat()
}

fn sorted(case: &Case, rows: &[usize], axis: usize) -> Vec<u32> {
    let mut codes: Vec<u32> = rows.iter().map(|&row| case.rows[row][axis]).collect();
    codes.sort_unstable();
    codes
}

/// The rule of the median: see the page on Mondrian.
fn by_width(case: &Case, k: usize, rows: &[usize]) -> Option<Cut> {
    let columns: Vec<Vec<u32>> = (0..case.axes.len()).map(|axis| sorted(case, rows, axis)).collect();
    let width = |axis: usize| {
        let codes = &columns[axis];
        f64::from(codes[codes.len() - 1] - codes[0]) / f64::from((case.axes[axis].values() - 1).max(1))
    };
    let mut order: Vec<usize> = (0..columns.len()).filter(|&axis| width(axis) > 0.0).collect();
    order.sort_by(|&a, &b| width(b).total_cmp(&width(a)));
    order.into_iter().find_map(|axis| {
        let codes = &columns[axis];
        if rows.len() < 2 * k || codes[k - 1] >= codes[rows.len() - k] {
            return None;
        }
        let (median, limit) = (codes[(rows.len() - 1) / 2], codes[rows.len() - k]);
        let below = codes.iter().rev().find(|&&code| code < limit);
        Some((axis, if median < limit { median } else { *below? }))
    })
}

/// The cut whose sides are worth least; of several the most even, then the first.
fn by_score(case: &Case, k: usize, rows: &[usize], score: &dyn Fn(&[usize]) -> u64) -> Option<Cut> {
    let mut cuts = Vec::new();
    for axis in 0..case.axes.len() {
        for high in 0..case.axes[axis].values() {
            let has_code = rows.iter().any(|&row| case.rows[row][axis] == high);
            let (lower, upper): (Vec<usize>, Vec<usize>) =
                rows.iter().partition(|&&row| case.rows[row][axis] <= high);
            if has_code && lower.len() >= k && upper.len() >= k {
                let apart = lower.len().abs_diff(upper.len());
                cuts.push((score(&lower) + score(&upper), apart, (axis, high)));
            }
        }
    }
    cuts.into_iter().min().map(|(.., cut)| cut)
}

fn cost(case: &Case, prices: &Prices, rows: &[usize]) -> u64 {
    let cover = |(at, axis): (usize, &Axis)| {
        let covers = rows.iter().map(|&row| axis.cover(case.rows[row][at]));
        covers.reduce(|a, b| axis.join(a, b)).expect("a side has rows")
    };
    let covers: Vec<_> = case.axes.iter().enumerate().map(cover).collect();
    rows.len() as u64 * prices.of_row(&covers)
}

fn doubt(case: &Case, rows: &[usize]) -> u64 {
    let bits = |count: usize| (count as f64 * (count.max(1) as f64).log2() * 1_048_576.0).round() as u64;
    let rows_of = |value: u32| rows.iter().filter(|&&row| case.aux_column.codes[row] == value).count();
    bits(rows.len()).saturating_sub((0..4).map(|value| bits(rows_of(value))).sum())
}

/// Whether the fast way finds the same classes, for many tables.
fn check(split: Split, choose: impl Fn(&Case, usize, &[usize]) -> Option<Cut>) {
    for seed in 0..400 {
        let case = Case::draw(seed, 70);
        let k = 1 + seed % 5;
        if case.rows.len() < k as usize {
            continue;
        }
        let problem = amidst_cells::Problem { split, ..case.problem(k) };
        let fast = case.rows_of_classes(&found(Mondrian::Strict, &problem));
        let all = (0..case.rows.len()).collect();
        let slow = classes(&case, all, &|rows| choose(&case, k as usize, rows));
        assert_eq!(fast, slow, "seed {seed}");
    }
}

#[test]
fn the_widest_column_is_cut_near_its_median() {
    check(Split::Width, by_width);
}

#[test]
fn the_cut_that_costs_least_is_found() {
    check(Split::Loss, |case, k, rows| {
        let prices = Prices::new(&case.axes, Objective::Gcp);
        by_score(case, k, rows, &|side| cost(case, &prices, side))
    });
}

#[test]
fn the_cut_that_tells_most_is_found() {
    check(Split::Gain(0), |case, k, rows| by_score(case, k, rows, &|side| doubt(case, side)));
}

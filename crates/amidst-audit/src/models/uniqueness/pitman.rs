//! Pitman's model: the next person starts a class of their own with the chance (θ + uα)/(θ + n).
//!
//! θ and α are where the likelihood of the table's classes is largest, and both of its derivatives are 0:
//! Σ 1/(θ+iα) over the classes but one, less Σ 1/(θ+i) over the rows but one; and Σ i/(θ+iα) over the classes but one, less
//! Σ 1/(j−α) over the rows of each class but one.

use super::{
    Drawn, crossing,
    gamma::{digamma, ln_gamma, reciprocals},
};

/// The least α that is told from 0.
const LEAST_ALPHA: f64 = 1e-4;

/// The people expected to be alone among all: N · Γ(θ+1)/Γ(θ+α) · Γ(N+θ+α−1)/Γ(N+θ).
pub fn uniques(drawn: &Drawn) -> Option<f64> {
    if drawn.classes == drawn.rows {
        return None;
    }
    let (alpha, start) = best(drawn)?;
    let n = drawn.people;
    let stays = ln_gamma(start + 1.0 - alpha) - ln_gamma(start) + fall(n + start - 1.0, 1.0 - alpha);
    Some(n * stays.exp())
}

/// The best α, and the best θ + α, which is above 0.
fn best(drawn: &Drawn) -> Option<(f64, f64)> {
    let rise = |alpha: f64| best_start(drawn, alpha).map_or(f64::NAN, |start| by_alpha(drawn, alpha, start));
    let alpha = match rise(LEAST_ALPHA) <= 0.0 {
        true => LEAST_ALPHA,
        false => crossing(LEAST_ALPHA, 1.0 - 1e-9, |alpha| -rise(alpha))?,
    };
    Some((alpha, best_start(drawn, alpha)?))
}

/// The best θ + α for an α; its logarithm is sought.
fn best_start(drawn: &Drawn, alpha: f64) -> Option<f64> {
    crossing(-30.0, 60.0, |ln| -by_theta(drawn, alpha, ln.exp())).map(f64::exp)
}

fn by_theta(drawn: &Drawn, alpha: f64, start: f64) -> f64 {
    started(drawn, alpha, start) - reciprocals(start + (1.0 - alpha), drawn.rows - 1.0)
}

fn by_alpha(drawn: &Drawn, alpha: f64, start: f64) -> f64 {
    // i/(θ+iα) = (1 − θ/(θ+iα))/α.
    let began = (drawn.classes - 1.0 - (start - alpha) * started(drawn, alpha, start)) / alpha;
    let joined = drawn
        .sizes
        .iter()
        .map(|&(size, classes)| classes as f64 * reciprocals(1.0 - alpha, size as f64 - 1.0));
    began - joined.sum::<f64>()
}

/// Σ 1/(θ+iα) over the classes but one.
fn started(drawn: &Drawn, alpha: f64, start: f64) -> f64 {
    reciprocals(start / alpha, drawn.classes - 1.0) / alpha
}

/// ln Γ(x) − ln Γ(x+more) for `more` up to 1. Of a large x, the two logarithms are too large to be subtracted.
fn fall(x: f64, more: f64) -> f64 {
    if x < 1e3 {
        return ln_gamma(x) - ln_gamma(x + more);
    }
    // Simpson's rule; the derivative is all but straight here.
    -(more / 6.0) * (digamma(x) + 4.0 * digamma(x + more / 2.0) + digamma(x + more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::uniqueness::share;
    use amidst_core::model::Estimator;

    /// ln of the likelihood, factor by factor.
    fn likelihood(sizes: &[(u64, u64)], theta: f64, alpha: f64) -> f64 {
        let (rows, classes) =
            sizes.iter().fold((0, 0), |(n, u), (size, classes)| (n + size * classes, u + classes));
        let run = |to: u64, of: &dyn Fn(f64) -> f64| (1..to).map(|i| of(i as f64).ln()).sum::<f64>();
        let joined = sizes.iter().map(|&(size, classes)| classes as f64 * run(size, &|j| j - alpha));
        run(classes, &|i| theta + i * alpha) - run(rows, &|i| theta + i) + joined.sum::<f64>()
    }

    #[test]
    fn no_neighbour_is_more_likely() {
        for sizes in
            [&[(1, 60), (2, 30), (3, 10), (9, 5)][..], &[(1, 50), (2, 2), (9, 1)], &[(1, 30), (40, 2)]]
        {
            let (rows, classes) =
                sizes.iter().fold((0, 0), |(n, u), (size, classes)| (n + size * classes, u + classes));
            let drawn = Drawn {
                sizes,
                fraction: 0.05,
                rows: rows as f64,
                people: rows as f64 / 0.05,
                classes: classes as f64,
                alone: sizes[0].1 as f64,
            };
            let (alpha, start) = best(&drawn).unwrap();
            let theta = start - alpha;
            let best = likelihood(sizes, theta, alpha);
            for (a, b) in [(1e-3, 0.0), (-1e-3, 0.0), (0.0, 1e-3), (0.0, -1e-3), (1e-3, 1e-3), (-1e-3, 1e-3)]
            {
                assert!(likelihood(sizes, theta + a * (theta + alpha), alpha + b * (1.0 - alpha)) < best);
            }
        }
    }

    #[test]
    fn people_who_come_one_by_one_give_the_same_expectation() {
        let sizes = [(1, 60), (2, 30), (3, 10), (9, 5)];
        let drawn =
            Drawn { sizes: &sizes, fraction: 0.1, rows: 195.0, people: 1950.0, classes: 105.0, alone: 60.0 };
        let (alpha, start) = best(&drawn).unwrap();
        let theta = start - alpha;
        let alone: f64 =
            (1..1950).map(|i| (theta + alpha + f64::from(i) - 1.0) / (theta + f64::from(i))).product();
        assert!((share(&sizes, 0.1, Estimator::Pitman) / alone - 1.0).abs() < 1e-9);
    }
}

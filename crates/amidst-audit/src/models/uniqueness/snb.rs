//! The slide negative binomial model: the people of a class beyond the first follow a negative binomial distribution.
//!
//! A class has one person with the chance β^α. With the chance f for each of them to be drawn, and d = (1−f)(1−β), a class
//! shows one row with the chance f(β/(1−d))^α(1 + αd/(1−d)), and two rows with
//! f²/2 · α(1−β)β^α/(1−d)^(α+2) · (2 − (1−α)d). Times the classes of the population, these are the classes of one and of
//! two rows in the table.

use super::{Drawn, crossing};

/// The people who are alone: the population's classes times β^α.
pub fn uniques(drawn: &Drawn) -> Option<f64> {
    let pairs = drawn.sizes.iter().find(|(size, _)| *size == 2).map_or(0, |(_, classes)| *classes);
    if pairs == 0 {
        return None;
    }
    let classes = classes_of_population(drawn);
    let excess = |logit: f64| {
        let (alpha, ln_beta, d) = model(drawn, pairs as f64, logit);
        let once = drawn.fraction * (alpha * (ln_beta - (-d).ln_1p())).exp() * (1.0 + alpha * d / (1.0 - d));
        classes * once - drawn.alone
    };
    let logit = crossing(-700.0, 35.0, excess)?;
    let (alpha, ln_beta, _) = model(drawn, pairs as f64, logit);
    Some(classes * (alpha * ln_beta).exp())
}

/// α, ln β and d for the logit of β, α such that classes of two and of one row are in the proportion of the table.
fn model(drawn: &Drawn, pairs: f64, logit: f64) -> (f64, f64, f64) {
    // 1 − β and ln β from the logit, without taking 1 − 1.
    let rest = 1.0 / (1.0 + logit.exp());
    let ln_beta = -(-logit).exp().ln_1p();
    let d = (1.0 - drawn.fraction) * rest;
    // two/one = f(1−β)/(2(1−d)) · α(2 − (1−α)d)/(1 − d + αd), solved for α: dα² + bα − c = 0.
    let weight = pairs / drawn.alone * 2.0 * (1.0 - d) / (drawn.fraction * rest);
    let (b, c) = (2.0 - d - weight * d, weight * (1.0 - d));
    let root = (b * b + 4.0 * d * c).sqrt();
    let alpha = if b > 0.0 { 2.0 * c / (b + root) } else { (root - b) / (2.0 * d) };
    (alpha, ln_beta, d)
}

/// Shlosser's estimator of the number of classes, as modified by Haas and Stokes.
fn classes_of_population(drawn: &Drawn) -> f64 {
    let f = drawn.fraction;
    let (mut unseen, mut once, mut twice_once, mut twice) = (0.0, 0.0, 0.0, 0.0);
    for &(size, classes) in drawn.sizes {
        let (size, classes) = (size as f64, classes as f64);
        let never = (size * (-f).ln_1p()).exp();
        let not_twice = (size * (-f * f).ln_1p()).exp();
        unseen += classes * never;
        once += classes * size * f * never / (1.0 - f);
        twice_once += classes * size * f * f * not_twice / (1.0 - f * f);
        twice += classes * (not_twice - never);
    }
    drawn.classes + drawn.alone * (twice_once / twice) * (unseen / once).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::uniqueness::share;
    use amidst_core::model::Estimator;

    #[test]
    fn both_equations_hold_where_it_ends() {
        for (sizes, fraction) in
            [(&[(1, 60), (2, 30), (3, 10), (9, 5)][..], 0.3), (&[(1, 900), (2, 40), (5, 3)], 0.15)]
        {
            let (rows, classes) =
                sizes.iter().fold((0, 0), |(n, u), (size, classes)| (n + size * classes, u + classes));
            let drawn = Drawn {
                sizes,
                fraction,
                rows: rows as f64,
                people: (rows as f64 / fraction).round(),
                classes: classes as f64,
                alone: sizes[0].1 as f64,
            };
            let all = classes_of_population(&drawn);
            let alone = share(sizes, fraction, Estimator::Snb) * drawn.people;
            // From the two equations, with β^α = alone/all, over a grid of β: one of them fits both.
            let fits = (1..200_000).any(|at| {
                let beta = f64::from(at) / 200_000.0;
                let alpha = (alone / all).ln() / beta.ln();
                let d = (1.0 - fraction) * (1.0 - beta);
                let one = all * fraction * (beta / (1.0 - d)).powf(alpha) * (1.0 + alpha * d / (1.0 - d));
                let two = all * fraction * fraction / 2.0 * alpha * (1.0 - beta) * beta.powf(alpha)
                    / (1.0 - d).powf(alpha + 2.0)
                    * (2.0 - (1.0 - alpha) * d);
                (one / drawn.alone - 1.0).abs() < 1e-2 && (two / sizes[1].1 as f64 - 1.0).abs() < 1e-2
            });
            assert!(fits, "{sizes:?}");
        }
    }
}

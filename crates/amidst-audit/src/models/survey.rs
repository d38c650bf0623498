//! k of a population of which survey weights say how many people each row is estimated to stand for.
//!
//! Of a class of f rows whose weights add up to F̂ the people are taken to be negative binomial: as many as it takes until
//! the f-th is drawn, each with a chance of p = f/F̂. That they are fewer than k is then the regularized incomplete beta
//! function I_p(f, k − f), which is computed here by its continued fraction.

use super::uniqueness::ln_gamma;

/// Steps of the continued fraction, of which it needs about the root of its larger parameter.
const STEPS: u32 = 100_000;
/// Where the continued fraction stands still.
const STILL: f64 = 1e-15;
/// What stands for 0 where it would divide.
const TINY: f64 = 1e-300;
/// More people than this are not told apart.
const MOST: u64 = 1 << 53;

/// The chance that fewer than `k` people are behind a class of so many rows, whose weights add up to `people`. A row stands
/// for itself at least.
pub(super) fn chance_below(k: u64, rows: u64, people: f64) -> f64 {
    let p = rows as f64 / people.max(rows as f64);
    match k > rows {
        false => 0.0,
        true if p >= 1.0 => 1.0,
        true => incomplete_beta(p, rows as f64, (k - rows) as f64),
    }
}

/// The largest k that so many rows and weights speak for, but for a chance of `significance`.
pub(super) fn largest_k(rows: u64, people: f64, significance: f64) -> u64 {
    let (mut enough, mut too_many) = (rows, rows + 1);
    while too_many < MOST && chance_below(too_many, rows, people) <= significance {
        (enough, too_many) = (too_many, too_many * 2);
    }
    while too_many - enough > 1 {
        let middle = enough + (too_many - enough) / 2;
        match chance_below(middle, rows, people) <= significance {
            true => enough = middle,
            false => too_many = middle,
        }
    }
    enough
}

/// I_x(a, b) for x between 0 and 1.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    let ln_front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    // On this side of the mean the fraction converges fast; the other side is its mirror.
    match x < (a + 1.0) / (a + b + 2.0) {
        true => ln_front.exp() / (a * fraction(x, a, b)),
        false => 1.0 - ln_front.exp() / (b * fraction(1.0 - x, b, a)),
    }
}

/// 1 + d1/(1 + d2/(1 + …)), from the front.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let coefficient = |step: u32| {
        let m = f64::from(step / 2);
        match step % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        }
    };
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    for step in 1..STEPS {
        let next = coefficient(step);
        below = 1.0 / not_zero(1.0 + next * below);
        above = not_zero(1.0 + next / above);
        value *= above * below;
        if (above * below - 1.0).abs() < STILL {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_sums_over_the_distribution() {
        for rows in [1_u64, 2, 3, 8, 30] {
            for weight in [1.01, 1.7, 4.0, 33.0] {
                let people = rows as f64 * weight;
                let (mut chance, mut below) = ((1.0 / weight).powi(rows as i32), 0.0);
                for k in rows..400 {
                    let found = chance_below(k, rows, people);
                    assert!((found - below).abs() < 1e-10, "{k}: {rows} of {weight}: {found}, {below}");
                    below += chance;
                    chance *= (1.0 - 1.0 / weight) * k as f64 / (k - rows + 1) as f64;
                }
            }
        }
        // One row of weight 10.
        assert!((chance_below(5, 1, 10.0) - 0.3439).abs() < 1e-12);
    }

    #[test]
    fn the_largest_k_is_the_last_that_is_likely_enough() {
        for (rows, people) in [(1, 10.0), (1, 1_000.0), (4, 90.0), (20, 20.0), (7, 3.0), (50, 1e6)] {
            for significance in [0.001, 0.01, 0.4] {
                let k = largest_k(rows, people, significance);
                assert!(chance_below(k, rows, people) <= significance);
                assert!(chance_below(k + 1, rows, people) > significance);
            }
        }
        assert_eq!([largest_k(1, 10.0, 0.01), largest_k(1, 1_000.0, 0.01)], [1, 11]);
    }
}

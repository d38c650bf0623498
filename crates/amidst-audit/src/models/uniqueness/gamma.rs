//! The gamma function's logarithm and its derivative, for numbers above 0. Both come from a crate that others keep: the models
//! whose numbers are checked here have formulas of their own.

use special::Gamma;

/// Where the series in 1/x are as good as a double.
const FAR: f64 = 20.0;

/// ln Γ(x).
pub fn ln_gamma(x: f64) -> f64 {
    Gamma::ln_gamma(x).0
}

/// The derivative of ln Γ(x).
pub fn digamma(x: f64) -> f64 {
    Gamma::digamma(x)
}

/// 1/x + 1/(x+1) + … of so many terms, by Euler and Maclaurin; no difference of large numbers is taken.
pub fn reciprocals(x: f64, terms: f64) -> f64 {
    let (mut x, mut terms, mut sum) = (x, terms, 0.0);
    while x < FAR && terms >= 1.0 {
        sum += 1.0 / x;
        (x, terms) = (x + 1.0, terms - 1.0);
    }
    if terms < 1.0 {
        return sum;
    }
    let end = x + terms;
    let between = |power: i32| x.powi(-power) - end.powi(-power);
    let ends = between(2) / 12.0 - between(4) / 120.0 + between(6) / 252.0 - between(8) / 240.0;
    sum + (terms / x).ln_1p() + terms / (2.0 * x * end) + ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-13);
        assert!((ln_gamma(11.0) - 3_628_800_f64.ln()).abs() < 1e-12);
        assert!((ln_gamma(1.0)).abs() < 1e-13);
        // Euler's constant.
        assert!((digamma(1.0) + 0.577_215_664_901_532_9).abs() < 1e-13);
        assert!(
            (digamma(101.0) - digamma(1.0) - (1..=100).map(|i| 1.0 / f64::from(i)).sum::<f64>()).abs()
                < 1e-12
        );
    }

    #[test]
    fn sums_of_reciprocals_equal_those_term_by_term() {
        for x in [1e-9, 0.3, 1.0, 19.5, 20.0, 1e6, 1e20] {
            for terms in [0, 1, 5, 40, 1000] {
                let expected: f64 = (0..terms).map(|at| 1.0 / (x + f64::from(at))).sum();
                let found = reciprocals(x, f64::from(terms));
                assert!(
                    (found - expected).abs() <= 1e-12 * expected,
                    "{x} {terms}: {found} is not {expected}"
                );
            }
        }
    }
}

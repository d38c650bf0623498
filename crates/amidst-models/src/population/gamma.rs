//! Sums of reciprocals and of logarithms over long runs, by Stirling's series.

/// From here on the series below are exact to the last digits.
const LARGE: f64 = 16.0;

/// 1/b + 1/(b+1) + … over `terms` terms; `b` above 0.
pub fn reciprocals(mut b: f64, mut terms: f64) -> f64 {
    let mut sum = 0.0;
    while b < LARGE && terms >= 1.0 {
        sum += 1.0 / b;
        (b, terms) = (b + 1.0, terms - 1.0);
    }
    if terms < 1.0 {
        return sum;
    }
    // The difference of two digamma functions, of which each is ln x − 1/2x − …
    let a = b + terms;
    let rest = |x: f64| {
        let square = 1.0 / (x * x);
        square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square / 240.0)))
    };
    sum + (terms / b).ln_1p() + terms / (2.0 * a * b) + rest(b) - rest(a)
}

/// The logarithm of Γ(b + more) / Γ(b); `b` above 0, `more` at least 0.
pub fn ln_rising(mut b: f64, more: f64) -> f64 {
    let mut sum = 0.0;
    while b < LARGE {
        sum -= (more / b).ln_1p();
        b += 1.0;
    }
    let a = b + more;
    let rest = |x: f64| {
        let square = 1.0 / (x * x);
        (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / x
    };
    sum + (a - 0.5) * (more / b).ln_1p() + more * (b.ln() - 1.0) + rest(a) - rest(b)
}

/// The logarithm of the chance of a number under a Poisson distribution.
pub fn ln_poisson(number: u64, mean: f64) -> f64 {
    number as f64 * mean.ln() - mean - ln_rising(1.0, number as f64)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::near, *};

    #[test]
    fn sums_equal_those_term_by_term() {
        for b in [1e-6, 0.3, 1.0, 7.5, 15.9, 16.0, 1e3, 1e9] {
            for terms in [0, 1, 2, 5, 20, 1000] {
                let terms_of =
                    |of: &dyn Fn(f64) -> f64| (0..terms).map(|i| of(b + f64::from(i))).sum::<f64>();
                near(reciprocals(b, f64::from(terms)), terms_of(&|x| 1.0 / x));
                near(ln_rising(b, f64::from(terms)), terms_of(&f64::ln));
            }
        }
    }

    #[test]
    fn between_whole_numbers_gamma_has_its_known_values() {
        let root_of_pi = std::f64::consts::PI.sqrt();
        near(ln_rising(0.5, 0.5), -root_of_pi.ln());
        near(ln_rising(1.0, 0.5), (root_of_pi / 2.0).ln());
        near(ln_rising(40.25, 0.5) + ln_rising(40.75, 0.5), 40.25_f64.ln());
    }
}

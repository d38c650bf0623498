//! The gamma function's logarithm and its derivative, for numbers above 0.

/// Where the series in 1/x are as good as a double.
const FAR: f64 = 20.0;

/// ln Γ(x).
pub fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut before) = (x, 0.0);
    while x < FAR {
        before += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    (x - 0.5) * x.ln() - x + (2.0 * std::f64::consts::PI).ln() / 2.0 + series - before
}

/// The derivative of ln Γ(x).
pub fn digamma(x: f64) -> f64 {
    let (mut x, mut before) = (x, 0.0);
    while x < FAR {
        before += 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square / 240.0)));
    x.ln() - 0.5 / x - series - before
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
}

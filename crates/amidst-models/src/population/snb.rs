//! The slide negative binomial model: in every class of the population, the people beyond the first follow a negative
//! binomial distribution with parameters α and β.
//!
//! A class of one person has the chance β^α. Each person is in the table with the chance f, so with d = (1−f)(1−β) the
//! table is expected to have K·f·(β/(1−d))^α·(1 + αd/(1−d)) classes of one row and
//! K·f²/2·α(1−β)·β^α/(1−d)^(α+2)·(2 − (1−α)d) of two. Both are set equal to what the table has. K, the classes of the
//! population, is estimated first, by Shlosser's estimator as Haas and Stokes (1998) modified it.

use super::{Sample, root};

/// The range of the logit of β: from β = 10^−304 to 1 but for the last digit. The classes of one row grow along it.
const LOGIT: (f64, f64) = (-700.0, 35.0);

/// K·β^α.
pub fn uniques(sample: &Sample<'_>) -> Option<f64> {
    let pairs = sample.sizes.of(2) as f64;
    if pairs == 0.0 {
        return None;
    }
    let (classes, ratio) = (classes(sample), pairs / sample.alone);
    let alone =
        |logit: f64| classes * Parameters::new(logit, sample.fraction, ratio).drawn_alone() - sample.alone;
    let found = root(LOGIT.0, LOGIT.1, alone)?;
    Some(classes * Parameters::new(found, sample.fraction, ratio).alone())
}

/// The classes of the population.
fn classes(sample: &Sample<'_>) -> f64 {
    let f = sample.fraction;
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        sample.sizes.iter().map(|(size, classes)| classes as f64 * of(size as f64)).sum()
    };
    let unseen = sum(&|i| (1.0 - f).powf(i)) / sum(&|i| i * f * (1.0 - f).powf(i - 1.0));
    let spread = sum(&|i| i * f * f * (1.0 - f * f).powf(i - 1.0))
        / sum(&|i| (1.0 - f * f).powf(i) - (1.0 - f).powf(i));
    sample.sizes.classes() as f64 + sample.alone * spread * unseen * unseen
}

/// The model for a β, with the α that gives classes of two and of one row in the proportion seen.
struct Parameters {
    alpha: f64,
    ln_beta: f64,
    /// (1 − f)(1 − β).
    d: f64,
    fraction: f64,
}

impl Parameters {
    fn new(logit: f64, fraction: f64, ratio: f64) -> Self {
        let rest = 1.0 / (1.0 + logit.exp());
        let d = (1.0 - fraction) * rest;
        // The proportion is f(1−β)/2(1−d) · α(2 − (1−α)d) / (1 − d + αd): a quadratic equation for α, one root above 0.
        let scaled = 2.0 * ratio * (1.0 - d) / (fraction * rest);
        let (half, constant) = ((2.0 - d - scaled * d) / 2.0, scaled * (1.0 - d));
        let square_root = (half * half + d * constant).sqrt();
        let alpha = if half > 0.0 { constant / (half + square_root) } else { (square_root - half) / d };
        Self { alpha, ln_beta: -(-logit).exp().ln_1p(), d, fraction }
    }

    /// The chance that a class of the population has one person.
    fn alone(&self) -> f64 {
        (self.alpha * self.ln_beta).exp()
    }

    /// The chance that a class of the population has one row in the table.
    fn drawn_alone(&self) -> f64 {
        let power = self.alpha * (self.ln_beta - (-self.d).ln_1p());
        self.fraction * power.exp() * (1.0 + self.alpha * self.d / (1.0 - self.d))
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::model::Estimator;

    use super::super::{tests::*, uniques};

    /// The chances that a class of the population has `rows` rows in the table, summed over its people one by one.
    fn drawn(alpha: f64, beta: f64, fraction: f64, rows: i32) -> f64 {
        let (mut people, mut sum) = (beta.powf(alpha), 0.0);
        for size in 1..3000 {
            if size >= rows {
                let choose: f64 = (0..rows).map(|i| f64::from(size - i) / f64::from(i + 1)).product();
                sum += people * choose * fraction.powi(rows) * (1.0 - fraction).powi(size - rows);
            }
            people *= (alpha + f64::from(size) - 1.0) / f64::from(size) * (1.0 - beta);
        }
        sum
    }

    #[test]
    fn a_table_drawn_as_the_model_says_gives_back_the_model() {
        // So many classes that rounding them does not matter.
        for (alpha, beta, fraction) in [(0.5, 0.2, 0.3), (2.0, 0.5, 0.5), (0.1, 0.05, 0.8), (1.0, 0.3, 0.6)] {
            let classes = 1e12;
            let drawn: Vec<f64> = (0..400).map(|rows| classes * drawn(alpha, beta, fraction, rows)).collect();
            let ratio = drawn[2] / drawn[1];
            let expected =
                |logit| super::Parameters::new(logit, fraction, ratio).drawn_alone() * classes - drawn[1];
            let found = super::root(super::LOGIT.0, super::LOGIT.1, expected).unwrap();
            let parameters = super::Parameters::new(found, fraction, ratio);
            assert!((parameters.alpha / alpha - 1.0).abs() < 1e-6, "{} is not {alpha}", parameters.alpha);
            assert!((parameters.ln_beta - beta.ln()).abs() < 1e-6, "{} is not ln {beta}", parameters.ln_beta);
        }
    }

    #[test]
    fn its_classes_are_those_of_the_modified_estimator() {
        // With q = 1/2 and 4 classes of one, 2 of two, 1 of three rows, by hand:
        let unseen = (4.0 / 2.0 + 2.0 / 4.0 + 1.0 / 8.0) / (4.0 / 2.0 + 2.0 * 2.0 / 4.0 + 3.0 / 8.0);
        let spread = (4.0 / 4.0 + 2.0 * 2.0 * 3.0 / 16.0 + 3.0 * 9.0 / 64.0)
            / (4.0 * (3.0 / 4.0 - 1.0 / 2.0) + 2.0 * (9.0 / 16.0 - 1.0 / 4.0) + (27.0 / 64.0 - 1.0 / 8.0));
        let sizes = sizes(&[(1, 4), (2, 2), (3, 1)]);
        let sample = super::Sample { sizes: &sizes, fraction: 0.5, rows: 11.0, people: 22.0, alone: 4.0 };
        near(super::classes(&sample), 7.0 + 4.0 * spread * unseen * unseen);
    }

    #[test]
    fn without_pairs_or_without_a_solution_it_says_so() {
        assert_eq!(uniques(&sizes(&[(1, 4), (3, 2)]), 0.5, Estimator::Snb), None);
        assert_eq!(uniques(&sizes(&[(1, 100), (2, 90), (50, 2)]), 0.9, Estimator::Snb), None);
    }
}

//! k-map without a count of the population: so many rows that k people are likely.

use amidst_core::{ClassModel, ClassSummary, Monotonicity, Result};

use crate::{KMap, parameters, population::ln_poisson};

/// Every released class has so many rows that a group of only `k` people in the population would rarely show as many.
///
/// # Definition
/// Of `k` people alike, about `k·fraction` are in the table, and how many is taken to follow a Poisson distribution of that
/// mean. A class is only seen if it has a row, so the distribution is truncated at zero. A class holds if it has at least k′
/// rows: the least number with P(rows ≥ k′ | rows ≥ 1) ≤ `significance`. `k` rows always suffice, so k′ never exceeds `k`.
///
/// # Parameters
/// `k`, a whole number of at least 1. `fraction`, the rows of the table over the people of the population, above 0 and at
/// most 1. `significance`, the chance of an error, above 0 and below 1.
///
/// # Protects against
/// What k-map does, but for an error.
///
/// # Does not protect against
/// What k-map does not; nor where the table is not a simple random sample of the population. The error is that of one class,
/// not of the table, and not the chance that a class which holds has fewer than `k` people.
///
/// # Monotonicity
/// With and without suppression, as k-anonymity with k′.
///
/// # Complexity
/// One comparison per class; k′ is found once, in some multiple of √(k·fraction) steps.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// // Of 5 people every tenth, if there are any: 3 rows or more with a chance of 3.7 %, 2 or more with 23 %.
/// let model = amidst_models::KMapEstimated::new(5, 0.1, 0.05)?;
/// assert!(model.holds(&ClassSummary::of_rows(3)) && !model.holds(&ClassSummary::of_rows(2)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// J. Pannekoek, *Statistical methods for some simple disclosure limitation rules*, Statistica Neerlandica 53(1), 1999.
/// K. El Emam, F. Dankar, *Protecting privacy using k-anonymity*, JAMIA 15(5), 2008. ARX calls it the zero-truncated Poisson
/// estimator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KMapEstimated {
    least: u64,
}

impl KMapEstimated {
    /// Asks for as many rows as make `k` people likely.
    ///
    /// # Errors
    /// If `k` is 0, or one of the others is out of its range.
    pub fn new(k: u64, fraction: f64, significance: f64) -> Result<Self> {
        let k = parameters::whole(&parameters::K, k)?;
        parameters::threshold(&parameters::FRACTION, fraction)?;
        parameters::number(&KMap::SIGNIFICANCE, significance)?;
        Ok(Self { least: likely(k, k as f64 * fraction, significance) })
    }
}

/// The least number, at most `k`, that a Poisson distribution of this mean, truncated at zero, reaches with at most this
/// chance.
fn likely(k: u64, mean: f64, chance: f64) -> u64 {
    // No table has so many rows, so nothing depends on how many more would be asked.
    if mean > f64::from(u32::MAX) {
        return k;
    }
    // P(rows ≥ 1), by which all chances are divided.
    let seen = -(-mean).exp_m1();
    let of = |rows: u64| ln_poisson(rows, mean).exp() / seen;
    let is_negligible = |term: f64| term <= chance * 1e-18;
    // Terms fall from the mean on. Behind the last that counts they add nothing.
    let (mut counts, mut step) = (mean.ceil() as u64, 1);
    while counts < k && !is_negligible(of(counts)) {
        counts += step;
        step *= 2;
    }
    let mut least = counts.min(k).max(1);
    let mut above = 0.0;
    for term in (least..).map(of).take_while(|&term| !is_negligible(term)) {
        above += term;
        if above > chance {
            return least;
        }
    }
    while least > 1 {
        above += of(least - 1);
        if above > chance {
            break;
        }
        least -= 1;
    }
    least
}

impl ClassModel for KMapEstimated {
    fn name(&self) -> &'static str {
        KMap::NAME
    }

    fn threshold(&self) -> f64 {
        self.least as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.rows as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows >= self.least
    }

    fn least_rows(&self) -> u64 {
        self.least
    }

    fn rows_suffice(&self) -> bool {
        true
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }

    fn merges_people(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(k: u64, fraction: f64, significance: f64) -> u64 {
        KMapEstimated::new(k, fraction, significance).unwrap().least_rows()
    }

    #[test]
    fn the_rows_are_the_least_that_are_unlikely_in_a_class_that_is_seen() {
        // The same from below: one minus the terms from 1 up to the number, each by factorials, over their sum.
        for k in 1..60 {
            for fraction in [0.001, 0.05, 0.1, 0.5, 0.9, 1.0] {
                for significance in [0.001, 0.01, 0.05, 0.3] {
                    let mean = k as f64 * fraction;
                    let seen = 1.0 - (-mean).exp();
                    let (mut term, mut reached, mut rows) = ((-mean).exp() * mean, seen, 1);
                    while reached > significance * seen {
                        reached -= term;
                        rows += 1;
                        term *= mean / rows as f64;
                    }
                    assert_eq!(
                        least(k, fraction, significance),
                        rows.clamp(1, k),
                        "{k} {fraction} {significance}"
                    );
                }
            }
        }
    }

    #[test]
    fn rows_that_are_alone_are_no_evidence_of_other_people() {
        let asked = [(5, 0.001), (5, 0.01), (11, 0.002), (20, 0.0005), (5, 0.05)];
        assert_eq!(asked.map(|(k, fraction)| least(k, fraction, 0.01)), [2, 3, 3, 2, 3]);
    }

    #[test]
    fn an_absurd_k_takes_no_time() {
        let mean = 1e9_f64;
        let above = least(100_000_000_000_000, 1e-5, 0.01) as f64 - mean;
        assert!((above / mean.sqrt() - 2.326).abs() < 0.01, "{above}");
    }

    #[test]
    fn a_whole_population_needs_k_rows() {
        assert_eq!(least(5, 1.0, 0.05), 5);
        assert_eq!(least(100_000, 1.0, 0.05), 100_000);
    }

    #[test]
    fn a_large_k_does_not_run_out_of_digits() {
        // A mean of 10,000 with a deviation of 100: 1.645 deviations above it. Seen it is for certain.
        assert!((10_160..10_170).contains(&least(100_000, 0.1, 0.05)));
    }
}

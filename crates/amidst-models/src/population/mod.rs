//! How many people are alone in the population, estimated from the sizes of the classes in a table that is a sample of it.
//!
//! Being alone in the table says little by itself: what matters is who is alone in the population as well. Each estimator
//! supposes something else about how classes are distributed, and each has tables where it goes wrong.
//!
//! References: L. Zayatz, *Estimation of the number of unique population elements using a sample*, Proc. Survey Research
//! Methods, ASA, 1991. G. Chen, S. Keller-McNulty, *Estimation of identification disclosure risk in microdata*, J. Official
//! Statistics 14(1), 1998. N. Hoshino, *Applying Pitman's sampling formula to microdata disclosure risk assessment*,
//! J. Official Statistics 17(4), 2001. F. Dankar, K. El Emam, A. Neisa, T. Roffey, *Estimating the re-identification risk of
//! clinical data sets*, BMC Medical Informatics and Decision Making 12:66, 2012.

mod gamma;
mod pitman;
mod snb;
mod zayatz;

use amidst_core::{Sizes, model::Estimator};

pub(crate) use gamma::{ln_poisson, ln_rising};

/// Up to this share of the population in the table, Dankar's rule trusts Pitman's model.
const SMALL_FRACTION: f64 = 0.1;

/// The estimated number of people alone in their class in the population. `fraction` is the rows of the table over the
/// people of the population.
///
/// Nobody alone in the table means nobody alone in the population; a table of the whole population is not estimated but
/// counted. `None` if the fraction is not above 0 and at most 1, or the estimator has no solution for these sizes.
///
/// # Example
/// ```
/// use amidst_core::{Sizes, model::Estimator};
/// let sizes: Sizes = [1, 1, 2].into_iter().collect();
/// let uniques = |fraction| amidst_models::population::uniques(&sizes, fraction, Estimator::Zayatz);
/// assert_eq!(uniques(1.0), Some(2.0));
/// assert!((uniques(0.5).unwrap() - 28.0 / 11.0).abs() < 1e-9);
/// ```
pub fn uniques(sizes: &Sizes, fraction: f64, estimator: Estimator) -> Option<f64> {
    match estimator {
        Estimator::Dankar => dankar_choice(sizes, fraction).map(|(_, uniques)| uniques),
        Estimator::Zayatz => estimate(sizes, fraction, zayatz::uniques),
        Estimator::Snb => estimate(sizes, fraction, snb::uniques),
        Estimator::Pitman => estimate(sizes, fraction, pitman::uniques),
    }
}

/// The share of the population estimated to be alone, which is also the share of the rows: [`uniques`] over [`people`].
pub fn share(sizes: &Sizes, fraction: f64, estimator: Estimator) -> Option<f64> {
    let uniques = uniques(sizes, fraction, estimator)?;
    Some(if sizes.is_empty() { 0.0 } else { uniques / people(sizes, fraction) })
}

/// The people of the population: the rows over the fraction, in whole numbers.
pub fn people(sizes: &Sizes, fraction: f64) -> f64 {
    let rows = sizes.rows() as f64;
    (rows / fraction).round().max(rows)
}

/// The estimator that Dankar's rule chooses, with what it estimates: Pitman's up to a fraction of 0.1, else the smaller
/// of Zayatz and SNB. Where the one it would choose has no solution, Zayatz.
pub fn dankar_choice(sizes: &Sizes, fraction: f64) -> Option<(Estimator, f64)> {
    let zayatz = (Estimator::Zayatz, uniques(sizes, fraction, Estimator::Zayatz)?);
    let other = if fraction <= SMALL_FRACTION { Estimator::Pitman } else { Estimator::Snb };
    match uniques(sizes, fraction, other) {
        Some(found) if other == Estimator::Pitman || found <= zayatz.1 => Some((other, found)),
        _ => Some(zayatz),
    }
}

/// A sample as the estimators see it: someone is alone, and not everyone of the population is in it.
struct Sample<'a> {
    sizes: &'a Sizes,
    fraction: f64,
    rows: f64,
    people: f64,
    alone: f64,
}

fn estimate(sizes: &Sizes, fraction: f64, of: fn(&Sample<'_>) -> Option<f64>) -> Option<f64> {
    if !(fraction > 0.0 && fraction <= 1.0) {
        return None;
    }
    let (rows, people, alone) = (sizes.rows() as f64, people(sizes, fraction), sizes.of(1) as f64);
    match alone == 0.0 || people == rows {
        true => Some(alone),
        false => of(&Sample { sizes, fraction, rows, people, alone }).map(|uniques| uniques.min(people)),
    }
}

/// Where an ascending function changes its sign between two numbers, halved until nothing is between them.
fn root(mut low: f64, mut high: f64, ascending: impl Fn(f64) -> f64) -> Option<f64> {
    if !(ascending(low) <= 0.0 && ascending(high) >= 0.0) {
        return None;
    }
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        *(if ascending(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    Some(low + (high - low) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Estimator; 4] = [Estimator::Zayatz, Estimator::Snb, Estimator::Pitman, Estimator::Dankar];

    /// So many classes of each size.
    pub(super) fn sizes(classes: &[(u64, u64)]) -> Sizes {
        classes.iter().flat_map(|&(rows, classes)| (0..classes).map(move |_| rows)).collect()
    }

    pub(super) fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn nobody_alone_in_the_table_is_nobody_alone_at_all() {
        for estimator in ALL {
            assert_eq!(uniques(&sizes(&[(2, 5), (7, 1)]), 0.01, estimator), Some(0.0));
            assert_eq!(uniques(&Sizes::default(), 0.01, estimator), Some(0.0));
            assert_eq!(share(&Sizes::default(), 0.01, estimator), Some(0.0));
        }
    }

    #[test]
    fn a_whole_population_is_counted() {
        for estimator in ALL {
            assert_eq!(uniques(&sizes(&[(1, 3), (2, 5)]), 1.0, estimator), Some(3.0));
            assert_eq!(share(&sizes(&[(1, 3), (2, 6)]), 1.0, estimator), Some(0.2));
        }
    }

    #[test]
    fn a_broken_fraction_has_no_answer() {
        for estimator in ALL {
            for fraction in [0.0, -0.1, 1.1, f64::NAN] {
                assert_eq!(uniques(&sizes(&[(1, 3), (2, 5)]), fraction, estimator), None);
            }
        }
    }

    #[test]
    fn dankar_takes_pitman_below_a_tenth_and_else_the_smaller_of_the_others() {
        let sizes = sizes(&[(1, 60), (2, 30), (3, 10), (9, 5)]);
        let of = |fraction, estimator| uniques(&sizes, fraction, estimator).unwrap();
        for fraction in [0.001, 0.05, 0.1] {
            let pitman = (Estimator::Pitman, of(fraction, Estimator::Pitman));
            assert_eq!(dankar_choice(&sizes, fraction), Some(pitman));
        }
        for fraction in [0.11, 0.3, 0.5, 0.9] {
            let smaller = of(fraction, Estimator::Zayatz).min(of(fraction, Estimator::Snb));
            assert_eq!(of(fraction, Estimator::Dankar), smaller);
        }
    }

    #[test]
    fn where_everybody_is_alone_dankar_falls_back_on_zayatz() {
        let sizes = sizes(&[(1, 50)]);
        for fraction in [0.05, 0.5] {
            assert_eq!(uniques(&sizes, fraction, Estimator::Pitman), None);
            assert_eq!(uniques(&sizes, fraction, Estimator::Snb), None);
            let (estimator, uniques) = dankar_choice(&sizes, fraction).unwrap();
            assert_eq!(estimator, Estimator::Zayatz);
            near(uniques, 50.0 / fraction);
        }
    }

    #[test]
    fn ten_million_rows_have_an_answer_between_nobody_and_everybody() {
        let sizes = sizes(&[(1, 1_000_000), (2, 500_000), (10, 100_000), (1_000_000, 7)]);
        for fraction in [1e-4, 0.03, 0.4] {
            for estimator in ALL {
                let share = share(&sizes, fraction, estimator);
                assert!(
                    share.is_some_and(|share| (0.0..=1.0).contains(&share)),
                    "{estimator:?} at {fraction}: {share:?}"
                );
            }
        }
    }
}

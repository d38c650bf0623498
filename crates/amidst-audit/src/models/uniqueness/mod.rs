//! Who is alone in a population, estimated from the sizes of classes in a table that was drawn from it.
//!
//! Formulas: Zayatz 1991; Chen and Keller-McNulty 1998 with the estimator of Haas and Stokes 1998 (SNB); Hoshino 2001
//! (Pitman); the rule that chooses among them: Dankar, El Emam, Neisa and Roffey 2012.

mod gamma;
mod pitman;
mod snb;

use amidst_core::model::Estimator;

pub(super) use gamma::ln_gamma;

/// A table that was drawn from a population.
struct Drawn<'a> {
    /// Sizes and how many classes have each.
    sizes: &'a [(u64, u64)],
    fraction: f64,
    rows: f64,
    people: f64,
    classes: f64,
    /// Rows that are alone.
    alone: f64,
}

/// The share of the population that is alone in its class; infinite if the estimator has no answer.
pub(super) fn share(sizes: &[(u64, u64)], fraction: f64, estimator: Estimator) -> f64 {
    if sizes.is_empty() {
        return 0.0;
    }
    if !(fraction > 0.0 && fraction <= 1.0) {
        return f64::INFINITY;
    }
    let rows = sizes.iter().map(|(size, classes)| size * classes).sum::<u64>() as f64;
    let people = (rows / fraction).round().max(rows);
    let classes = sizes.iter().map(|(_, classes)| classes).sum::<u64>() as f64;
    let alone = sizes.first().filter(|(size, _)| *size == 1).map_or(0.0, |(_, classes)| *classes as f64);
    let drawn = Drawn { sizes, fraction, rows, people, classes, alone };
    let uniques = if alone == 0.0 || people == rows { Some(alone) } else { drawn.uniques(estimator) };
    uniques.map_or(f64::INFINITY, |uniques| uniques.min(people) / people)
}

impl Drawn<'_> {
    /// The people who are alone.
    fn uniques(&self, estimator: Estimator) -> Option<f64> {
        match estimator {
            Estimator::Zayatz => Some(self.zayatz()),
            Estimator::Snb => snb::uniques(self),
            Estimator::Pitman => pitman::uniques(self),
            Estimator::Dankar if self.fraction <= 0.1 => pitman::uniques(self).or(Some(self.zayatz())),
            Estimator::Dankar => {
                let snb = snb::uniques(self).map_or(f64::INFINITY, |uniques| uniques.min(self.people));
                Some(snb.min(self.zayatz()))
            }
        }
    }

    /// Classes in the population have the sizes of those in the table, in the same proportions. By Bayes, of those seen
    /// once a share is from classes of one.
    fn zayatz(&self) -> f64 {
        // The chance that exactly one of a class's people is drawn, without replacement: i·n/N times, for each of the
        // others, the chance not to be drawn either.
        let (mut others, mut none_of_others) = (0_u64, 1.0);
        let mut seen_once = 0.0;
        for &(size, classes) in self.sizes {
            while others + 1 < size && none_of_others > 0.0 {
                let left = self.people - 1.0 - others as f64;
                none_of_others *= ((self.people - self.rows - others as f64) / left).max(0.0);
                others += 1;
            }
            seen_once += classes as f64 * size as f64 * none_of_others;
        }
        self.alone * (self.alone / seen_once) * self.people / self.rows
    }
}

/// Where a function that goes from below 0 to above 0 crosses it.
fn crossing(from: f64, to: f64, function: impl Fn(f64) -> f64) -> Option<f64> {
    let (mut below, mut above) = (from, to);
    if function(below) > 0.0 || function(above) < 0.0 || function(below).is_nan() || function(above).is_nan()
    {
        return None;
    }
    // Each halving is a digit in base two; doubles have no more than these.
    for _ in 0..128 {
        let middle = (below + above) / 2.0;
        if function(middle) < 0.0 {
            below = middle;
        } else {
            above = middle;
        }
    }
    Some((below + above) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zayatz_equals_a_case_worked_by_hand() {
        // 10 rows of 20 people. One of a class of 1, 2, 3 is drawn with 1/2, 10/19, 15/38.
        let sizes = [(1, 3), (2, 2), (3, 1)];
        let seen = 3.0 / 2.0 + 2.0 * 10.0 / 19.0 + 15.0 / 38.0;
        let expected = 3.0 * (3.0 / 2.0 / seen) / 10.0;
        assert!((share(&sizes, 0.5, Estimator::Zayatz) - expected).abs() < 1e-12);
    }

    #[test]
    fn nobody_alone_and_everybody_there_need_no_estimate() {
        for estimator in [Estimator::Zayatz, Estimator::Snb, Estimator::Pitman, Estimator::Dankar] {
            assert_eq!(share(&[(2, 5)], 0.1, estimator), 0.0);
            assert_eq!(share(&[], 0.1, estimator), 0.0);
            assert_eq!(share(&[(1, 2), (2, 4)], 1.0, estimator), 0.2);
            assert_eq!(share(&[(1, 2)], 0.0, estimator), f64::INFINITY);
        }
    }

    #[test]
    fn the_rule_chooses() {
        let sizes = [(1, 60), (2, 30), (3, 10), (9, 5)];
        let of = |fraction, estimator| share(&sizes, fraction, estimator);
        assert_eq!(of(0.1, Estimator::Dankar), of(0.1, Estimator::Pitman));
        for fraction in [0.11, 0.3, 0.9] {
            let smaller = of(fraction, Estimator::Zayatz).min(of(fraction, Estimator::Snb));
            assert_eq!(of(fraction, Estimator::Dankar), smaller);
        }
        // Everyone alone: neither Pitman nor SNB has an answer.
        assert_eq!(share(&[(1, 50)], 0.05, Estimator::Pitman), f64::INFINITY);
        assert_eq!(share(&[(1, 50)], 0.5, Estimator::Snb), f64::INFINITY);
        assert_eq!(share(&[(1, 50)], 0.05, Estimator::Dankar), 1.0);
    }

    #[test]
    fn large_tables_have_answers() {
        let sizes = [(1, 1_000_000), (2, 500_000), (10, 100_000), (1_000_000, 7)];
        for fraction in [1e-4, 0.03, 0.4] {
            for estimator in [Estimator::Zayatz, Estimator::Snb, Estimator::Pitman] {
                assert!(
                    (0.0..=1.0).contains(&share(&sizes, fraction, estimator)),
                    "{estimator:?} {fraction}"
                );
            }
        }
    }
}

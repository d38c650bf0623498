//! Zayatz: classes of the population are as large as those of the table, in the same proportions.

use super::{Sample, gamma::ln_rising};

/// Of those alone in the table, the share drawn from classes of one person, by Bayes' rule; scaled up to the population.
pub fn uniques(sample: &Sample<'_>) -> Option<f64> {
    let alone = |(size, classes): (u64, u64)| classes as f64 * drawn_alone(sample, size as f64);
    let all: f64 = sample.sizes.iter().map(alone).sum();
    Some(sample.alone * alone((1, sample.sizes.of(1))) / all * sample.people / sample.rows)
}

/// The chance that exactly one of a class of so many people is among the rows: hypergeometric.
fn drawn_alone(sample: &Sample<'_>, size: f64) -> f64 {
    let (others, absent) = (size - 1.0, sample.people - sample.rows);
    if absent < others {
        return 0.0;
    }
    let falling = |people: f64| ln_rising(people - others + 1.0, others);
    size * sample.rows / sample.people * (falling(absent) - falling(sample.people - 1.0)).exp()
}

#[cfg(test)]
mod tests {
    use amidst_core::model::Estimator;

    use super::super::{tests::*, uniques};

    #[test]
    fn it_equals_the_formula_worked_by_hand() {
        // 10 rows of 20 people. A class of 1 is drawn with 1/2; of 2 exactly one with 2·10·10/(20·19) = 10/19; of 3
        // exactly one with 3·10·10·9/(20·19·18) = 15/38.
        let all = 3.0 / 2.0 + 2.0 * 10.0 / 19.0 + 15.0 / 38.0;
        let expected = 3.0 * (3.0 / 2.0 / all) / 0.5;
        near(uniques(&sizes(&[(1, 3), (2, 2), (3, 1)]), 0.5, Estimator::Zayatz).unwrap(), expected);
    }

    #[test]
    fn a_class_larger_than_those_absent_is_never_seen_by_one_alone() {
        // 6 rows of 8 people: of a class of 4 at least two are drawn.
        near(uniques(&sizes(&[(1, 2), (4, 1)]), 0.75, Estimator::Zayatz).unwrap(), 2.0 * 8.0 / 6.0);
    }
}

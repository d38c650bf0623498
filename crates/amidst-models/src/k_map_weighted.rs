//! k-map by survey weights: an estimate, and judged as one.

use std::ops::Bound;

use amidst_core::{ClassModel, ClassSummary, Looks, Monotonicity, Result, parameter::ParamInfo};

use crate::{KMap, parameters, survey};

/// Every released class is shown by at least `k` people of the population, but for a chance of `significance`, as far as
/// survey weights tell.
///
/// # Definition
/// The people behind a class, given its rows and the sum of their weights, follow the negative binomial distribution of
/// [`survey`]. A class holds if the chance that they are fewer than `k` is at most `significance`; `k` rows always do. What is
/// reached is the largest k for which the worst class holds.
///
/// # Parameters
/// `k`, a whole number of at least 1. `significance`, the chance of an error for each class, above 0 and at most 0.5.
///
/// # Protects against
/// What k-map does, but for an error.
///
/// # Does not protect against
/// What k-map does not. Weights say little about a single class: the chance holds for each class, not for all together, and
/// as far as classes of the population are as the distribution supposes.
///
/// # Monotonicity
/// None. A row that stands for less than itself raises the share of the class that is in the table more than it adds people,
/// so that a class that holds may fail once such a row joins it.
///
/// # Complexity
/// At most as many terms as the class has rows, and never more than `k`.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::KMapWeighted::new(5, 0.01)?;
/// // One row of weight 10: fewer than 5 people with a chance of 34 %.
/// assert!(!model.holds(&ClassSummary::of_rows(1).with_population(10.0)));
/// assert!(model.holds(&ClassSummary::of_rows(1).with_population(400.0)));
/// assert!(model.holds(&ClassSummary::of_rows(5).with_population(5.0)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// R. Benedetti, L. Franconi, *Statistical and technological solutions for controlled data dissemination*, Pre-proceedings
/// of New Techniques and Technologies for Statistics, 1998.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KMapWeighted {
    k: u64,
    significance: f64,
}

/// What weights allow: beyond one half an estimate says nothing.
const SIGNIFICANCE: ParamInfo =
    ParamInfo::number("significance", Bound::Excluded(0.0), Bound::Included(0.5), "the chance of an error")
        .expecting("the chance of an error, above 0 and at most 0.5, such as 0.05");

impl KMapWeighted {
    /// Asks for at least `k` people but for a chance.
    ///
    /// # Errors
    /// If `k` is 0, or the chance is out of its range.
    pub fn new(k: u64, significance: f64) -> Result<Self> {
        parameters::number(&SIGNIFICANCE, significance)?;
        Ok(Self { k: parameters::whole(&parameters::K, k)?, significance })
    }
}

impl ClassModel for KMapWeighted {
    fn name(&self) -> &'static str {
        KMap::NAME
    }

    fn threshold(&self) -> f64 {
        self.k as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        survey::people_but_for(self.significance, class.rows, class.population) as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows > 0 && survey::chance_below(self.k, class.rows, class.population) <= self.significance
    }

    fn looks(&self) -> Looks {
        Looks::Population
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(rows: u64, people: f64) -> ClassSummary<'static> {
        ClassSummary::of_rows(rows).with_population(people)
    }

    #[test]
    fn a_row_that_stands_for_less_than_itself_may_break_a_class() {
        let model = KMapWeighted::new(27, 0.5).unwrap();
        assert!(model.holds(&class(25, 26.7014)));
        assert!(!model.holds(&class(26, 26.7020)));
    }

    #[test]
    fn what_is_reached_is_enough_where_it_holds() {
        let model = KMapWeighted::new(5, 0.01).unwrap();
        for rows in 1..12 {
            for weight in [0.5, 1.0, 3.0, 20.0, 300.0, 5_000.0] {
                let class = class(rows, weight * rows as f64);
                assert_eq!(model.holds(&class), model.attained(&class) >= 5.0, "{rows} of {weight}");
            }
        }
        assert!(KMapWeighted::new(5, 0.6).is_err() && KMapWeighted::new(5, 0.0).is_err());
    }
}

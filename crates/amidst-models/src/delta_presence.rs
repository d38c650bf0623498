//! δ-presence: from no class can be told who is in the table, nor who is not.

use std::cmp::Ordering;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Threshold,
    model::ModelInfo,
    parameter::{ParamDefault, ParamInfo},
};

use crate::{
    entry::Entry,
    parameters::{self, wrong},
};

/// For everybody in the population, the chance of being in the table lies between `min` and `max`.
///
/// # Definition
/// min ≤ rows / people ≤ max, with the rows of a released class and the people of the population that show the same quasi
/// values. Who is in no released class is in the table with a chance of 0: with a `min` above 0 nothing may be released as
/// long as there is somebody like that, be it that nobody in the table has the same values, that the rows are suppressed, or
/// that the values have no place in a hierarchy. A class that fits nobody of the population fails. The comparison is exact
/// where people are a whole number.
///
/// # Parameters
/// `min` and `max`, shares from 0 to 1, `min` at most `max`.
///
/// # Protects against
/// Concluding from a person's quasi values that the person is in the table (a register of patients, say), or is not.
///
/// # Does not protect against
/// Learning a sensitive value that a whole class shares, by somebody who knows who is in the table.
///
/// # Monotonicity
/// Without suppression: the share of a merged class lies between those of its parts, and who is in a released class stays in
/// one. With suppression not: 1 of 4 people holds for a `max` of 0.5, but merged with 9 of 9 it does not, and 10 rows are
/// suppressed instead of 9.
///
/// # Complexity
/// Two comparisons per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::DeltaPresence::new(0.1, 0.5)?;
/// assert!(model.holds(&ClassSummary::of_rows(1).with_population(2.0)));
/// assert!(!model.holds(&ClassSummary::of_rows(1).with_population(11.0)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// M. Nergiz, M. Atzori, C. Clifton, *Hiding the presence of individuals from shared databases*, SIGMOD, 2007.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaPresence {
    min: Threshold,
    max: Threshold,
}

/// Up to here every whole number is itself.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

const MAX: ParamInfo = ParamInfo::share("max", "the largest share of the population in the table")
    .expecting(parameters::SHARE.advice)
    .such_as("0.2");
const MIN: ParamInfo = ParamInfo::share("min", "the least share of the population in the table")
    .or(ParamDefault::Number(0.0))
    .expecting(parameters::SHARE.advice);

impl DeltaPresence {
    /// Its id.
    pub const NAME: &str = "delta-presence";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_population(
        Self::NAME,
        "for everybody in the population the chance of being in the table lies between min and max",
        &[MAX, MIN],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::DeltaPresence { min: it.number("min"), max: it.number("max") },
    };

    /// Asks for shares from `min` to `max`.
    ///
    /// # Errors
    /// If one is not a share, or `min` is above `max`.
    pub fn new(min: f64, max: f64) -> Result<Self> {
        if min > max {
            return Err(wrong("min", min, "a share of at most max"));
        }
        Ok(Self { min: parameters::threshold(&MIN, min)?, max: parameters::threshold(&MAX, max)? })
    }
}

/// How a threshold compares with rows over people.
fn compare(threshold: Threshold, rows: u64, people: f64) -> Option<Ordering> {
    match people.fract() == 0.0 && people <= LARGEST_WHOLE {
        true => Some(threshold.cmp_fraction(rows.into(), people as u128)),
        false => (threshold.value() * people).partial_cmp(&(rows as f64)),
    }
}

impl ClassModel for DeltaPresence {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The largest share.
    fn threshold(&self) -> f64 {
        self.max.value()
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        if class.population > 0.0 { class.rows as f64 / class.population } else { f64::INFINITY }
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows > 0
            && class.population > 0.0
            && compare(self.min, class.rows, class.population).is_some_and(Ordering::is_le)
            && compare(self.max, class.rows, class.population).is_some_and(Ordering::is_ge)
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Population
    }

    /// With a `min` above 0.
    fn counts_everyone(&self) -> bool {
        self.min.fraction().0 > 0
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// Parts that hold have at most `max` times as many rows as people. Those left out have people too, so leaving a row out brings
    /// the others nearer by 1 less `max` for each person that goes with it.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let (rows, max) = (class.rows as f64, self.max.value());
        let gained = 1.0 - max * class.people_per_row;
        let excess = rows * (1.0 - 1e-9) - max * class.population;
        if gained <= 0.0 || excess <= 0.0 {
            return class.rows;
        }
        class.rows.saturating_sub((excess / gained).ceil() as u64)
    }
}

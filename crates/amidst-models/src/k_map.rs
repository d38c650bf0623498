//! k-map: nobody stands amidst fewer than k people of the population.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result,
    model::{ModelInfo, Population},
    parameter::{ParamDefault, ParamInfo, ParamValue, Parameters},
};

use crate::{entry::Entry, parameters};

/// Every released class is shown by at least `k` people of the population.
///
/// # Definition
/// Each combination of quasi values in the release fits at least `k` people of a population that holds the table's people.
/// The population is counted: from a table of it, or from rows that stand for several people each (survey weights).
///
/// # Parameters
/// `k`, a whole number of at least 1.
///
/// # Protects against
/// Linking a row to fewer than `k` people, by somebody who does not know who is in the table.
///
/// # Does not protect against
/// Somebody who does know it: a class may have a single row. Learning a sensitive value that a whole class shares.
///
/// # Monotonicity
/// With and without suppression: merging adds people and takes none away.
///
/// # Complexity
/// One comparison per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::KMap::new(5)?;
/// assert!(model.holds(&ClassSummary::of_rows(1).with_population(5.0)));
/// assert!(!model.holds(&ClassSummary::of_rows(4).with_population(4.0)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// L. Sweeney, *Computational disclosure control: a primer on data privacy protection*, PhD thesis, MIT, 2001.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KMap {
    k: u64,
}

const PEOPLE: ParamInfo = ParamInfo::whole("k", "the least number of people of the population")
    .expecting(parameters::K.advice)
    .such_as("5");
const FRACTION: ParamInfo = parameters::FRACTION.or(ParamDefault::Absent);

/// Where the population is known from: it is estimated where a spec says which share of it is in the table.
fn population(parameters: &Parameters) -> Population {
    match parameters.get("fraction") {
        Some(&ParamValue::Number(fraction)) => {
            Population::Estimated { fraction, significance: parameters.number("significance") }
        }
        _ => Population::Counted,
    }
}

impl KMap {
    /// Its id.
    pub const NAME: &str = "k-map";
    /// The chance of an error that an estimate may have.
    pub(crate) const SIGNIFICANCE: ParamInfo = ParamInfo::number(
        "significance",
        Bound::Excluded(0.0),
        Bound::Excluded(1.0),
        "the chance of an error, where people are estimated",
    )
    .or(ParamDefault::Number(0.01))
    .expecting("the chance of an error, above 0 and below 1, such as 0.05");
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_population(
        Self::NAME,
        "at least k people of the population in every class, counted or estimated",
        &[PEOPLE, FRACTION, Self::SIGNIFICANCE],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::KMap { k: it.whole("k"), population: population(it) },
    };

    /// Asks for at least `k` people.
    ///
    /// # Errors
    /// If `k` is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: parameters::whole(&parameters::K, k)? })
    }
}

impl ClassModel for KMap {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.k as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.population
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows > 0 && class.population >= self.k as f64
    }

    fn looks(&self) -> Looks {
        Looks::Population
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }

    fn merges_people(&self) -> bool {
        true
    }
}

//! Highest risk: no row is found with a chance above a limit.

use amidst_core::{
    ClassModel, ClassSummary, Model, ModelParams, Monotonicity, Result, Scale, Threshold, model::ModelInfo,
    parameter::Parameters,
};

use crate::{
    entry::{Entry, Factory},
    parameters,
};

/// Every released class is so large that one over its rows is at most `risk`.
///
/// # Definition
/// 1/rows ≤ risk, that is at least ⌈1/risk⌉ rows, reckoned with the risk as it was written: 0.2 needs 5 rows, 0.09 needs 12,
/// for one in 11 is more than 0.09.
///
/// # Parameters
/// `risk`, a chance above 0 and at most 1.
///
/// # Protects against
/// The prosecutor, who knows that a certain person is in the table: the chance of naming the person's row is at most `risk`.
///
/// # Does not protect against
/// What k-anonymity does not: it is the same requirement in other words.
///
/// # Monotonicity
/// With and without suppression: merging adds rows and takes none away.
///
/// # Complexity
/// One comparison per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::HighestRisk::new(0.09)?;
/// assert!(model.holds(&ClassSummary::of_rows(12)) && !model.holds(&ClassSummary::of_rows(11)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// K. El Emam, *Guide to the de-identification of personal health information*, CRC Press, 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighestRisk {
    risk: Threshold,
    least: u64,
}

const FACTORY: Factory = Factory {
    info: HighestRisk::INFO,
    build: |it, _| Ok(Model::Class(Box::new(HighestRisk::new(it.number("risk"))?))),
};

impl HighestRisk {
    /// Its id.
    pub const NAME: &str = "highest-risk";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_rows(
        Self::NAME,
        "no row is found with a chance above risk: one over the rows of its class",
        &[parameters::RISK],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, params: |it| FACTORY.params(it) };

    /// What is asked for with a risk, in range or not.
    pub fn params(risk: f64) -> ModelParams {
        FACTORY.params(&Parameters::of_numbers([("risk", risk)]))
    }

    /// Asks for a risk of at most `risk` in every class.
    ///
    /// # Errors
    /// If `risk` is not above 0 and at most 1.
    pub fn new(risk: f64) -> Result<Self> {
        let risk = parameters::threshold(&parameters::RISK, risk)?;
        let (numerator, denominator) = risk.fraction();
        Ok(Self { risk, least: denominator.div_ceil(numerator) })
    }
}

impl ClassModel for HighestRisk {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.risk.value()
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        1.0 / class.rows as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows >= self.least
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
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

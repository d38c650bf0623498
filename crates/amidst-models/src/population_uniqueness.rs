//! Population uniqueness: few rows are alone even in the population, as far as can be estimated.

use amidst_core::{
    ModelParams, Result, Sizes, TableModel, Threshold,
    model::{Estimator, ModelInfo},
    parameter::ParamInfo,
};

use crate::{entry::Entry, parameters, population};

/// At most a share of the population's people is estimated to be alone in their class there.
///
/// # Definition
/// The people estimated to be alone over all people of the population, see [`population`], are at most `share`: under simple
/// random sampling that is also the share of the rows to be expected. Where the
/// estimator has no solution, nothing is known and the table fails; Dankar's rule always has one. The released rows are taken
/// to be a sample of the given fraction.
///
/// # Parameters
/// `share`, from 0 to 1. The estimator. `fraction`, the rows of the table over the people of the population, above 0 and at
/// most 1.
///
/// # Protects against
/// The journalist, who wants to name anyone and be sure: rows that are alone in the table but not in the population do not
/// serve.
///
/// # Does not protect against
/// Finding the few that remain; somebody who knows who is in the table. Estimates can be far off, above all for small
/// fractions; and where rows are suppressed because they are alone, what is left is no random sample, and the estimate too low.
///
/// # Monotonicity
/// None is promised: estimates depend on all sizes at once.
///
/// # Complexity
/// Zayatz and SNB: one look at each size, SNB in some hundred steps. Pitman: some thousand steps, and some ten looks at each
/// size.
///
/// # Example
/// ```
/// use amidst_core::{TableModel, model::Estimator};
/// let model = amidst_models::PopulationUniqueness::new(0.05, Estimator::Zayatz, 0.5)?;
/// assert!(model.holds(&[7, 4, 2].into_iter().collect()) && !model.holds(&[1, 1, 1, 2].into_iter().collect()));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// F. Dankar, K. El Emam, A. Neisa, T. Roffey, *Estimating the re-identification risk of clinical data sets*, BMC Medical
/// Informatics and Decision Making 12:66, 2012. For the estimators see [`population`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PopulationUniqueness {
    share: Threshold,
    estimator: Estimator,
    fraction: f64,
}

const ESTIMATOR: ParamInfo = ParamInfo::word(
    "estimator",
    &["dankar", "zayatz", "snb", "pitman"],
    "how people who are alone are estimated; dankar chooses among the others",
);

/// An estimator by its word.
fn estimator(word: &str) -> Estimator {
    match word {
        "zayatz" => Estimator::Zayatz,
        "snb" => Estimator::Snb,
        "pitman" => Estimator::Pitman,
        _ => Estimator::Dankar,
    }
}

impl PopulationUniqueness {
    /// Its id.
    pub const NAME: &str = "population-uniqueness";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_table(
        Self::NAME,
        "at most a share of the rows is estimated to be alone in its class in the population",
        &[parameters::SHARE, parameters::FRACTION, ESTIMATOR],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::PopulationUniqueness {
            share: it.number("share"),
            estimator: estimator(it.word("estimator")),
            fraction: it.number("fraction"),
        },
    };

    /// Asks for at most a share of rows that are alone.
    ///
    /// # Errors
    /// If `share` is not from 0 to 1, or `fraction` not above 0 and at most 1.
    pub fn new(share: f64, estimator: Estimator, fraction: f64) -> Result<Self> {
        let fraction = parameters::threshold(&parameters::FRACTION, fraction).map(|_| fraction)?;
        Ok(Self { share: parameters::threshold(&parameters::SHARE, share)?, estimator, fraction })
    }
}

impl TableModel for PopulationUniqueness {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.share.value()
    }

    /// The share estimated; 1 where there is no estimate.
    fn attained(&self, sizes: &Sizes) -> f64 {
        population::share(sizes, self.fraction, self.estimator).unwrap_or(1.0)
    }

    fn holds(&self, sizes: &Sizes) -> bool {
        population::share(sizes, self.fraction, self.estimator)
            .is_some_and(|share| share <= self.share.value())
    }
}

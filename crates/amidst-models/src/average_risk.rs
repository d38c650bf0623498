//! Average risk: on average, a row is found with a chance of at most a limit.

use amidst_core::{ModelParams, Monotonicity, Result, Sizes, TableModel, Threshold, model::ModelInfo};

use crate::{entry::Entry, parameters};

/// The chance that a released row is found is at most `risk` on average.
///
/// # Definition
/// A row of a class of n rows is found with a chance of 1/n, so the average over all released rows is classes / rows.
///
/// # Parameters
/// `risk`, a chance above 0 and at most 1.
///
/// # Protects against
/// The marketer, who wants to name as many rows as possible and does not care whose.
///
/// # Does not protect against
/// Finding one certain person: single rows may stand alone. Ask for a highest risk or a k as well.
///
/// # Monotonicity
/// With and without suppression. Say some classes are kept. After merging two, keep what came of them: no more classes and no
/// fewer rows, so the average still holds. As many classes that are the largest have still more rows, and suppressing the
/// smallest first keeps at least these.
///
/// # Complexity
/// One look at each size.
///
/// # Example
/// ```
/// use amidst_core::TableModel;
/// let model = amidst_models::AverageRisk::new(0.2)?;
/// assert!(model.holds(&[9, 1].into_iter().collect()) && !model.holds(&[8, 1].into_iter().collect()));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// K. El Emam, *Guide to the de-identification of personal health information*, CRC Press, 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AverageRisk {
    risk: Threshold,
}

impl AverageRisk {
    /// Its id.
    pub const NAME: &str = "average-risk";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_table(
        Self::NAME,
        "the chance that a row is found is at most risk on average",
        &[parameters::RISK],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::AverageRisk { risk: it.number("risk") } };

    /// Asks for an average of at most `risk`.
    ///
    /// # Errors
    /// If `risk` is not above 0 and at most 1.
    pub fn new(risk: f64) -> Result<Self> {
        Ok(Self { risk: parameters::threshold(&parameters::RISK, risk)? })
    }
}

impl TableModel for AverageRisk {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.risk.value()
    }

    fn attained(&self, sizes: &Sizes) -> f64 {
        sizes.classes() as f64 / sizes.rows().max(1) as f64
    }

    fn holds(&self, sizes: &Sizes) -> bool {
        self.risk.admits(sizes.classes().into(), sizes.rows().into())
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }
}

//! Distinct ℓ-diversity: no class with fewer than ℓ values.

use amidst_core::{ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, model::ModelInfo};

use crate::{entry::Entry, parameters};

/// Every released class has at least `l` distinct values of the sensitive column.
///
/// # Definition
/// As the name says. A missing value is one more value under `own-value`, and none under `wildcard`.
///
/// # Parameters
/// `l`, a whole number of at least 1.
///
/// # Protects against
/// Learning a person's value for certain from the class alone, and from the class with up to `l` − 2 values excluded.
///
/// # Does not protect against
/// Learning a value with high probability (one row in a hundred may be the only other value), values that differ but mean
/// the same, or a class that is unlike the table.
///
/// # Monotonicity
/// With and without suppression: a merged class has the values of each of its parts.
///
/// # Complexity
/// One comparison per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::DistinctL::new(2)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 3], &[5, 1])));
/// assert!(!model.holds(&ClassSummary::of_values(&[3], &[6])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, *ℓ-diversity: privacy beyond k-anonymity*, ACM TKDD 1(1),
/// 2007.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistinctL {
    l: u64,
}

impl DistinctL {
    /// Its id.
    pub const NAME: &str = "distinct-l-diversity";
    /// What it is and asks for.
    pub const INFO: ModelInfo =
        ModelInfo::of_values(Self::NAME, "at least l values in every class", &[parameters::L]);
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::DistinctL { l: it.whole("l") } };

    /// Asks for at least `l` values.
    ///
    /// # Errors
    /// If `l` is 0.
    pub fn new(l: u64) -> Result<Self> {
        Ok(Self { l: parameters::whole(&parameters::L, l)? })
    }
}

impl ClassModel for DistinctL {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.l as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.values.len() as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.values.len() as u64 >= self.l
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }

    fn merges_people(&self) -> bool {
        true
    }
}

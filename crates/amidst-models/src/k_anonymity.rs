//! k-anonymity: nobody stands in a class of fewer than k rows.

use amidst_core::{
    ClassModel, ClassSummary, ModelParams, Monotonicity, Result,
    model::{ModelColumn, ModelInfo},
};

use crate::{entry::Entry, parameters};

/// Every released class has at least `k` rows.
///
/// # Definition
/// A release is k-anonymous if each combination of quasi values in it occurs in at least `k` rows.
///
/// # Parameters
/// `k`, a whole number of at least 1. With 1 everything may be released as it is.
///
/// # Protects against
/// Linking a person, known by quasi values, to fewer than `k` rows: the chance of naming the right row is at most 1/k.
///
/// # Does not protect against
/// Learning a sensitive value that a whole class shares, knowledge beyond the quasi columns, or combining several
/// releases of one table.
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
/// let model = amidst_models::KAnonymity::new(5)?;
/// assert!(model.holds(&ClassSummary::of_rows(5)) && !model.holds(&ClassSummary::of_rows(4)));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// P. Samarati, *Protecting respondents' identities in microdata release*, IEEE TKDE 13(6), 2001.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: u64,
}

impl KAnonymity {
    /// Its id.
    pub const NAME: &str = "k-anonymity";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_rows(
        Self::NAME,
        "at least k rows in every class; with a column, at least k of its values: people, not rows",
        &[parameters::K],
    )
    .with_column(ModelColumn::Optional);
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::KAnonymity { k: it.whole("k") } };

    /// Asks for classes of at least `k` rows.
    ///
    /// # Errors
    /// If `k` is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: parameters::whole(&parameters::K, k)? })
    }

    /// The smallest class it allows.
    pub fn k(&self) -> u64 {
        self.k
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.k as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.rows as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows >= self.k
    }

    fn least_rows(&self) -> u64 {
        self.k
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_holds_from_k_rows_on() {
        for k in [1, 2, 9, 10, 11, 20, 100] {
            let model = KAnonymity::new(k).unwrap();
            assert!(!model.holds(&ClassSummary::of_rows(k - 1)));
            assert!(model.holds(&ClassSummary::of_rows(k)));
            assert!(model.holds(&ClassSummary::of_rows(k + 1)));
        }
    }

    #[test]
    fn a_k_of_0_is_refused() {
        assert!(KAnonymity::new(0).unwrap_err().to_string().starts_with("k = 0: k must be a whole number"));
    }
}

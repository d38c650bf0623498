//! k per stratum: in no class stands a stratum of fewer than k rows.

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result,
    model::{ModelColumn, ModelInfo},
};

use crate::{entry::Entry, parameters};

/// In every released class, each stratum that occurs has at least `k` rows.
///
/// # Definition
/// A column divides the table into strata, such as countries or survey waves. In each class every value of the column that
/// occurs does so in at least `k` rows. Rows whose stratum is missing under `wildcard` belong to none; a class of such rows
/// alone fails.
///
/// # Parameters
/// `k`, a whole number of at least 1.
///
/// # Protects against
/// Whoever knows a person's stratum besides the quasi values: the chance of naming the right row is still at most 1/k.
///
/// # Does not protect against
/// Learning a sensitive value that a whole class shares. Having the stratum as one more quasi column protects as much, but
/// lets it be generalized.
///
/// # Monotonicity
/// Without suppression: in a merged class a stratum has at least the rows that it has in either part. With suppression not:
/// `k` rows of one stratum, merged with one row of another, are suppressed with it.
///
/// # Complexity
/// One look at each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::KPerStratum::new(3)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 2], &[3, 8])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 2], &[2, 8])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// M. Templ, *Statistical disclosure control for microdata: methods and applications in R*, Springer, 2017, on strata in
/// anonymization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KPerStratum {
    k: u64,
}

impl KPerStratum {
    /// Its id.
    pub const NAME: &str = "k-per-stratum";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_rows(
        Self::NAME,
        "in every class at least k rows of each value of the column that occurs",
        &[parameters::K],
    )
    .with_column(ModelColumn::Named);
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::KPerStratum { k: it.whole("k") } };

    /// Asks for at least `k` rows of each stratum.
    ///
    /// # Errors
    /// If `k` is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: parameters::whole(&parameters::K, k)? })
    }
}

impl ClassModel for KPerStratum {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.k as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.counts.iter().min().map_or(0.0, |&rows| f64::from(rows))
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.counts.iter().min().is_some_and(|&rows| u64::from(rows) >= self.k)
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// Without the strata that have too few rows.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let few = class.counts.iter().map(|&rows| u64::from(rows)).filter(|&rows| rows < self.k);
        let few: u64 = few.sum();
        if few == class.known() { 0 } else { class.rows - few }
    }

    fn merges_people(&self) -> bool {
        true
    }
}

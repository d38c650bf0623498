//! p-sensitive k-anonymity: k rows and p values in every class.

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result,
    model::ModelInfo,
    parameter::{ParamDefault, ParamInfo},
};

use crate::{entry::Entry, parameters};

/// Every released class has at least `k` rows and `p` distinct values of the sensitive column.
///
/// # Definition
/// As said; with several sensitive columns, ask it of each. Rows whose value is missing under `wildcard` count for `k` but
/// not for `p`.
///
/// # Parameters
/// `p` and `k`, whole numbers of at least 1.
///
/// # Protects against
/// Linking a person to fewer than `k` rows, and learning the value for certain.
///
/// # Does not protect against
/// Learning a value with high probability, values that mean the same, or a class that is unlike the table.
///
/// # Monotonicity
/// With and without suppression: merging adds rows and values and takes none away.
///
/// # Complexity
/// Two comparisons per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::PSensitive::new(2, 3)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[2, 1])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[1, 1])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0], &[3])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// T. Truta, B. Vinay, *Privacy protection: p-sensitive k-anonymity property*, ICDE Workshops, 2006.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PSensitive {
    p: u64,
    k: u64,
}

const P: ParamInfo = ParamInfo::whole("p", "the least number of values in a class")
    .expecting(parameters::L.advice)
    .such_as("2");

impl PSensitive {
    /// Its id.
    pub const NAME: &str = "p-sensitive";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "at least k rows and p values in every class",
        &[P, parameters::K.or(ParamDefault::Number(1.0))],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::PSensitive { p: it.whole("p"), k: it.whole("k") },
    };

    /// Asks for at least `p` values and `k` rows.
    ///
    /// # Errors
    /// If either is 0.
    pub fn new(p: u64, k: u64) -> Result<Self> {
        Ok(Self { p: parameters::whole(&P, p)?, k: parameters::whole(&parameters::K, k)? })
    }
}

impl ClassModel for PSensitive {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The values; the rows are those of k-anonymity.
    fn threshold(&self) -> f64 {
        self.p as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.values.len() as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows >= self.k && class.values.len() as u64 >= self.p
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.k.max(self.p)
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }

    fn merges_people(&self) -> bool {
        true
    }
}

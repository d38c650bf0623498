//! Personal k: everyone says amidst how many rows to stand.

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Values,
    model::{ModelColumn, ModelInfo},
};

use crate::{entry::Entry, parameters::wrong};

/// Every released class has as many rows as any of its rows asks for.
///
/// # Definition
/// A column holds each row's own k. A class holds if it has at least as many rows as the largest k among its rows. Where
/// the k of every row is missing under `wildcard`, nothing is known to suffice and the class fails.
///
/// # Parameters
/// None but the column, which must hold whole numbers.
///
/// # Protects against
/// What k-anonymity does, for each person as far as that person asked.
///
/// # Does not protect against
/// What k-anonymity does not. The column itself says who is careful, and should not be released.
///
/// # Monotonicity
/// Without suppression: a merged class is as large as the larger part, which suffices for the rows of both. With suppression
/// not: two rows that ask for 2, merged with one that asks for 9, are suppressed all three.
///
/// # Complexity
/// One look at each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values};
/// let values = Values { rows_asked: Some(vec![2, 5]), ..Values::of_counts(vec![3, 1]) };
/// let model = amidst_models::PersonalK::new(&values)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0], &[2])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[3, 1])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// B. Gedik, L. Liu, *Protecting location privacy with personalized k-anonymity: architecture and algorithms*, IEEE Trans.
/// Mobile Computing 7(1), 2008.
#[derive(Clone)]
pub struct PersonalK {
    rows_asked: Vec<u64>,
}

impl PersonalK {
    /// Its id.
    pub const NAME: &str = "personal-k";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_rows(
        Self::NAME,
        "as many rows in every class as any of its rows asks for in the column",
        &[],
    )
    .with_column(ModelColumn::Named);
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry { info: Self::INFO, params: |_| ModelParams::PersonalK };

    /// Asks for what the column says.
    ///
    /// # Errors
    /// If the column holds anything but whole numbers.
    pub fn new(values: &Values) -> Result<Self> {
        let expected = "each row's own k, a whole number; recode other values, and decide on missing ones";
        let rows_asked =
            values.rows_asked.clone().ok_or_else(|| wrong("column", "not whole numbers", expected))?;
        Ok(Self { rows_asked })
    }

    /// The largest k asked for in a class.
    fn strictest(&self, class: &ClassSummary<'_>) -> Option<u64> {
        class.values.iter().map(|&value| self.rows_asked[value as usize]).max()
    }
}

impl ClassModel for PersonalK {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// As many rows as asked for.
    fn threshold(&self) -> f64 {
        1.0
    }

    /// The rows over those asked for.
    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        self.strictest(class).map_or(0.0, |k| class.rows as f64 / k.max(1) as f64)
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        self.strictest(class).is_some_and(|k| class.rows >= k)
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.rows_asked.iter().copied().min().unwrap_or(1).max(1)
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// A part whose rows ask for at most so many has at most the rows that ask for no more, and needs as many as are asked for.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let mut asked: Vec<(u64, u64)> = class
            .values
            .iter()
            .zip(class.counts)
            .map(|(&value, &rows)| (self.rows_asked[value as usize], rows.into()))
            .collect();
        asked.sort_unstable();
        // Rows that ask for nothing known are in any part.
        let mut rows = class.rows - class.known();
        let mut most = 0;
        for (k, more) in asked {
            rows += more;
            most = if rows >= k { rows } else { most };
        }
        most
    }

    fn merges_people(&self) -> bool {
        true
    }
}

/// What rows ask for are cells of the data: only how many values there are is told.
impl std::fmt::Debug for PersonalK {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PersonalK").field("values", &self.rows_asked.len()).finish_non_exhaustive()
    }
}

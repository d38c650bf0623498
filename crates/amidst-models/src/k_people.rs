//! k-anonymity over people: nobody stands in a class of fewer than k people, however many rows each has.

use amidst_core::{ClassModel, ClassSummary, Looks, Monotonicity, Result};

use crate::{KAnonymity, parameters};

/// Every released class has rows of at least `k` people.
///
/// # Definition
/// A column names the person of each row. Each combination of quasi values in the release occurs with at least `k` distinct
/// values of that column. Spellings of one name are one, and a missing name is nobody's.
///
/// # Parameters
/// `k`, a whole number of at least 1.
///
/// # Protects against
/// Linking a person, known by quasi values, to a class of fewer than `k` people. Counting rows would not: one person with
/// `k` rows would pass.
///
/// # Does not protect against
/// Learning a sensitive value that a whole class shares, or telling people apart by how many rows they have.
///
/// # Monotonicity
/// With and without suppression: a merged class has the people of each of its parts.
///
/// # Complexity
/// One comparison per class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::KPeople::new(2)?;
/// assert!(!model.holds(&ClassSummary::of_values(&[4], &[9])));
/// assert!(model.holds(&ClassSummary::of_values(&[4, 7], &[9, 1])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// P. Samarati, *Protecting respondents' identities in microdata release*, IEEE TKDE 13(6), 2001, where each respondent has
/// one row. M. Nergiz, C. Clifton, A. Nergiz, *Multirelational k-anonymity*, IEEE TKDE 21(8), 2009.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KPeople {
    k: u64,
}

impl KPeople {
    /// Asks for classes of at least `k` people.
    ///
    /// # Errors
    /// If `k` is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: parameters::whole(&parameters::K, k)? })
    }
}

impl ClassModel for KPeople {
    fn name(&self) -> &'static str {
        KAnonymity::NAME
    }

    fn threshold(&self) -> f64 {
        self.k as f64
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.values.len() as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.values.len() as u64 >= self.k
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }

    fn merges_people(&self) -> bool {
        true
    }
}

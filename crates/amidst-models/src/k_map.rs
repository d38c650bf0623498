//! k-map: nobody stands amidst fewer than k people of the population.

use amidst_core::{ClassModel, ClassSummary, Looks, Monotonicity, Result};

use crate::parameters;

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

impl KMap {
    /// Its id.
    pub const NAME: &str = "k-map";

    /// Asks for at least `k` people.
    ///
    /// # Errors
    /// If `k` is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: parameters::k(k)? })
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

//! Records at risk: few rows are found with a chance above a limit.

use amidst_core::{ModelParams, Monotonicity, Result, Sizes, TableModel, Threshold, model::ModelInfo};

use crate::{entry::Entry, parameters};

/// At most a share of the released rows is found with a chance above `risk`.
///
/// # Definition
/// A row is at risk if one over the rows of its class exceeds `risk`. Rows at risk over all released rows are at most `share`.
///
/// # Parameters
/// `risk`, a chance above 0 and at most 1. `share`, from 0 to 1; with 0 it is the model of the highest risk.
///
/// # Protects against
/// Finding many rows with a high chance.
///
/// # Does not protect against
/// Finding the few that remain: they may stand alone. Ask for a k as well.
///
/// # Monotonicity
/// Without suppression: merging puts nobody at risk who was not. With suppression not: of classes of 100, 3 and 1 rows with
/// `risk` 0.2 and `share` 0.03, the single row is suppressed and the rest holds. Merged to 100 and 4 there are 4 rows at risk
/// of 104, too many, and all 4 are suppressed.
///
/// # Complexity
/// One look at each size.
///
/// # Example
/// ```
/// use amidst_core::TableModel;
/// let model = amidst_models::RecordsAtRisk::new(0.2, 0.1)?;
/// assert!(model.holds(&[36, 4].into_iter().collect()) && !model.holds(&[35, 4].into_iter().collect()));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// K. El Emam, *Guide to the de-identification of personal health information*, CRC Press, 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordsAtRisk {
    risk: Threshold,
    share: Threshold,
}

impl RecordsAtRisk {
    /// Its id.
    pub const NAME: &str = "records-at-risk";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_table(
        Self::NAME,
        "at most a share of the rows is found with a chance above risk",
        &[parameters::SHARE, parameters::RISK],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::RecordsAtRisk { risk: it.number("risk"), share: it.number("share") },
    };

    /// Asks for at most a share of rows above `risk`.
    ///
    /// # Errors
    /// If `risk` is not above 0 and at most 1, or `share` not from 0 to 1.
    pub fn new(risk: f64, share: f64) -> Result<Self> {
        Ok(Self {
            risk: parameters::threshold(&parameters::RISK, risk)?,
            share: parameters::threshold(&parameters::SHARE, share)?,
        })
    }

    /// The rows at risk.
    fn at_risk(&self, sizes: &Sizes) -> u64 {
        let above = sizes.iter().take_while(|&(rows, _)| !self.risk.admits(1, rows.into()));
        above.map(|(rows, classes)| rows * classes).sum()
    }
}

impl TableModel for RecordsAtRisk {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.share.value()
    }

    fn attained(&self, sizes: &Sizes) -> f64 {
        self.at_risk(sizes) as f64 / sizes.rows().max(1) as f64
    }

    fn holds(&self, sizes: &Sizes) -> bool {
        self.share.admits(self.at_risk(sizes).into(), sizes.rows().into())
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }
}

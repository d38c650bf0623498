//! Sample uniqueness: few rows are alone in their class.

use amidst_core::{ModelParams, Monotonicity, Result, Sizes, TableModel, Threshold, model::ModelInfo};

use crate::{entry::Entry, parameters};

/// At most a share of the released rows is alone in its class.
///
/// # Definition
/// Classes of one row over all released rows are at most `share`.
///
/// # Parameters
/// `share`, from 0 to 1; with 0 it is 2-anonymity.
///
/// # Protects against
/// Finding many rows for certain, by somebody who knows who is in the table.
///
/// # Does not protect against
/// Finding the few that remain, or rows of classes of two.
///
/// # Monotonicity
/// With and without suppression. Say some classes are kept. After merging two, keep what came of them: no more rows alone and
/// no fewer rows. As many classes that are the largest have no more rows alone and still more rows, and suppressing the
/// smallest first keeps at least these.
///
/// # Complexity
/// One look at each size.
///
/// # Example
/// ```
/// use amidst_core::TableModel;
/// let model = amidst_models::SampleUniqueness::new(0.1)?;
/// assert!(model.holds(&[9, 1].into_iter().collect()) && !model.holds(&[8, 1].into_iter().collect()));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// L. Willenborg, T. de Waal, *Elements of statistical disclosure control*, Springer, 2001.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleUniqueness {
    share: Threshold,
}

impl SampleUniqueness {
    /// Its id.
    pub const NAME: &str = "sample-uniqueness";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_table(
        Self::NAME,
        "at most a share of the rows is alone in its class",
        &[parameters::SHARE],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::SampleUniqueness { share: it.number("share") } };

    /// Asks for at most a share of rows that are alone.
    ///
    /// # Errors
    /// If `share` is not from 0 to 1.
    pub fn new(share: f64) -> Result<Self> {
        Ok(Self { share: parameters::threshold(&parameters::SHARE, share)? })
    }
}

impl TableModel for SampleUniqueness {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.share.value()
    }

    fn attained(&self, sizes: &Sizes) -> f64 {
        sizes.of(1) as f64 / sizes.rows().max(1) as f64
    }

    fn holds(&self, sizes: &Sizes) -> bool {
        self.share.admits(sizes.of(1).into(), sizes.rows().into())
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Suppression
    }
}

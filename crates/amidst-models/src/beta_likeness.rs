//! β-likeness: in no class is a value much more frequent than in the table, relative to how frequent it is there.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Threshold, Values,
    model::ModelInfo, parameter::ParamInfo,
};

use crate::{
    entry::Entry,
    parameters, part,
    whole::{Seen, Whole},
};

/// In every released class, no value's share exceeds that in the whole table by more than `beta` times the latter.
///
/// # Definition
/// (p − q)/q ≤ β for every value, with the share p in the class and q in the table before suppression. The enhanced model
/// asks for (p − q)/q ≤ min(β, −ln q), so that a frequent value cannot fill a class. A value that every row of the table has
/// (q = 1, −ln q = 0) gains nothing and always holds. Shares are over the rows with a value; a class without any fails.
///
/// # Parameters
/// `beta`, a number of at least 0; with 0 every class must look like the table.
///
/// # Protects against
/// A large relative gain in the belief that a person has a value, however rare it is. Differences that t-closeness averages
/// away between rare and frequent values are bounded for each.
///
/// # Does not protect against
/// Learning that a value is rarer in a class, or does not occur; values that mean the same.
///
/// # Monotonicity
/// Without suppression: the share in a merged class lies between those of its parts. With suppression not: a class that looks
/// like the table may be merged with a larger one that does not, and is suppressed with it.
///
/// # Complexity
/// One comparison for each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values};
/// let model = amidst_models::BetaLikeness::basic(1.0, &Values::of_counts(vec![1, 3]))?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[2, 2])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[3, 2])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// J. Cao, P. Karras, *Publishing microdata with a robust privacy guarantee*, PVLDB 5(11), 2012.
#[derive(Clone, Debug)]
pub struct BetaLikeness {
    beta: Threshold,
    enhanced: bool,
    whole: Whole,
}

const BETA: ParamInfo =
    ParamInfo::number("beta", Bound::Included(0.0), Bound::Unbounded, "the largest relative gain of a share")
        .expecting("a number of at least 0; 1 lets shares double")
        .such_as("1");

impl BetaLikeness {
    /// The id of the basic model.
    pub const NAME: &str = "beta-likeness";
    /// The id of the enhanced model.
    pub const ENHANCED_NAME: &str = "enhanced-beta-likeness";
    /// What the basic model is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "in every class no share of a value exceeds that in the table by more than beta times the latter",
        &[BETA],
    );
    /// What the enhanced model is and asks for.
    pub const ENHANCED_INFO: ModelInfo = ModelInfo::of_values(
        Self::ENHANCED_NAME,
        "the same, and by no more than minus the logarithm of the latter times it",
        &[BETA],
    );
    /// How specs ask for the basic model.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::BetaLikeness { beta: it.number("beta"), enhanced: false },
    };
    /// How specs ask for the enhanced model.
    pub(crate) const ENHANCED_ENTRY: Entry = Entry {
        info: Self::ENHANCED_INFO,
        params: |it| ModelParams::BetaLikeness { beta: it.number("beta"), enhanced: true },
    };

    /// Asks for gains of at most `beta`.
    ///
    /// # Errors
    /// If `beta` is below 0.
    pub fn basic(beta: f64, values: &Values) -> Result<Self> {
        let beta = parameters::threshold(&BETA, beta)?;
        Ok(Self { beta, enhanced: false, whole: Whole::new(values) })
    }

    /// Asks for gains of at most `beta` and −ln of the share in the table.
    ///
    /// # Errors
    /// If `beta` is below 0.
    pub fn enhanced(beta: f64, values: &Values) -> Result<Self> {
        Ok(Self { enhanced: true, ..Self::basic(beta, values)? })
    }

    fn is_like(&self, seen: Seen) -> bool {
        self.beta.admits(seen.here.saturating_sub(seen.there), seen.there) && !self.is_too_frequent(seen)
    }

    /// Whether no `beta` could admit the value.
    fn is_too_frequent(&self, seen: Seen) -> bool {
        let bound = || -(seen.rows as f64 / self.whole.rows as f64).ln();
        self.enhanced && seen.here > seen.there && gain(seen) > bound()
    }
}

/// (p − q)/q, if above 0.
fn gain(seen: Seen) -> f64 {
    seen.here.saturating_sub(seen.there) as f64 / seen.there as f64
}

impl ClassModel for BetaLikeness {
    fn name(&self) -> &'static str {
        if self.enhanced { Self::ENHANCED_NAME } else { Self::NAME }
    }

    fn threshold(&self) -> f64 {
        self.beta.value()
    }

    /// The least `beta` that admits the class; infinite if none does.
    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        let least = |seen| if self.is_too_frequent(seen) { f64::INFINITY } else { gain(seen) };
        self.whole.seen(class).map(least).reduce(f64::max).unwrap_or(f64::INFINITY)
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        !class.values.is_empty() && self.whole.seen(class).all(|seen| self.is_like(seen))
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// A value may have its share in the table, and the gain allowed.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let beta = self.beta.value();
        let gain = |share: f64| if self.enhanced { beta.min(-share.ln()) } else { beta };
        let values = self.whole.capped(class, |share| 1.0 + gain(share));
        part::with_unknown(class, part::within_shares(&values, 1.0))
    }
}

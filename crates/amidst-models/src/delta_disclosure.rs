//! δ-disclosure privacy: in no class is a value much more or much less frequent than in the table.

use amidst_core::{ClassModel, ClassSummary, Looks, Result, Scale, Values};

use crate::{
    parameters::wrong,
    whole::{Seen, Whole},
};

/// In every released class, the share of each value that occurs differs from that in the whole table by a factor of less than
/// 2^`delta`, either way.
///
/// # Definition
/// |log₂(p/q)| < δ for the share p in the class and q in the table before suppression, over the values that occur in the
/// class. Values that do not occur are passed over: their factor is infinite, and a class would have to show every value of
/// the table, which only tables of few values allow. ARX judges alike; the paper's definition read strictly does not. Shares
/// are over the rows with a value.
///
/// # Parameters
/// `delta`, a number above 0. Where it is whole the comparison is exact.
///
/// # Protects against
/// Learning much about a person's value, in bits, by learning the class; also that a value became unlikely.
///
/// # Does not protect against
/// Learning that a value does not occur in a class.
///
/// # Monotonicity
/// None, not even without suppression. With δ = 1 take classes of 3 rows of A; 3 of A and 1 of B; 3 of A and 3 of B. Each
/// holds. The first two merged have 1 row of B in 7 where the table has 4 in 13, less than half as many, and fail. If absent
/// values counted as failures, the first class would fail and the model be monotone without suppression.
///
/// # Complexity
/// Two comparisons for each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values};
/// let model = amidst_models::DeltaDisclosure::new(1.0, &Values::of_counts(vec![4, 12]))?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[2, 3])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[2, 2])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// J. Brickell, V. Shmatikov, *The cost of privacy: destruction of data-mining utility in anonymized data publishing*, KDD,
/// 2008.
#[derive(Clone, Debug)]
pub struct DeltaDisclosure {
    delta: f64,
    /// 2^δ, if it is a small whole number.
    factor: Option<u128>,
    whole: Whole,
}

/// Up to here factors times shares fit 128 bits.
const WHOLE_DELTA: f64 = 40.0;

impl DeltaDisclosure {
    /// Its id.
    pub const NAME: &str = "delta-disclosure";

    /// Asks for factors below 2^`delta`.
    ///
    /// # Errors
    /// If `delta` is not above 0.
    pub fn new(delta: f64, values: &Values) -> Result<Self> {
        if !(delta > 0.0 && delta.is_finite()) {
            return Err(wrong("delta", delta, "a number above 0; 1 lets shares halve or double"));
        }
        let factor = (delta.fract() == 0.0 && delta <= WHOLE_DELTA).then(|| 1 << delta as u32);
        Ok(Self { delta, factor, whole: Whole::new(values) })
    }

    fn is_near(&self, seen: Seen) -> bool {
        match self.factor {
            Some(factor) => seen.here < seen.there * factor && seen.there < seen.here * factor,
            None => bits(seen) < self.delta,
        }
    }
}

/// |log₂(p/q)|.
fn bits(seen: Seen) -> f64 {
    seen.ratio().log2().abs()
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn asked(&self) -> f64 {
        self.delta
    }

    /// The largest |log₂(p/q)|, which must stay below δ; infinite if there is no value.
    fn reached(&self, class: &ClassSummary<'_>) -> f64 {
        self.whole.seen(class).map(bits).reduce(f64::max).unwrap_or(f64::INFINITY)
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        !class.values.is_empty() && self.whole.seen(class).all(|seen| self.is_near(seen))
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }
}

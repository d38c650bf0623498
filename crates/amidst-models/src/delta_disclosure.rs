//! δ-disclosure privacy: in no class is a value much more or much less frequent than in the table.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Values, model::ModelInfo,
    parameter::ParamInfo,
};

use crate::{
    entry::Entry,
    parameters, part,
    whole::{Seen, Whole},
};

/// In every released class, the share of each value of the table differs from that in the whole table by a factor of less than
/// 2^`delta`, either way.
///
/// # Definition
/// |log₂(p/q)| < δ for the share p in the class and q in the table before suppression, over all values of the table: a value
/// that a class has not got has p = 0, so the class fails. The reading that skips absent values must be asked for: it judges
/// only the values that occur in a class, as ARX and pyCANON do, and lets a class of a single value hold. Shares are over
/// the rows with a value.
///
/// # Parameters
/// `delta`, a number above 0. Where it is whole the comparison is exact. Whether absent values are skipped.
///
/// # Protects against
/// Learning much about a person's value, in bits, by learning the class; also that a value became unlikely, or impossible.
///
/// # Does not protect against
/// If absent values are skipped: learning that a value does not occur in a class, down to knowing the one that does.
///
/// # Monotonicity
/// Without suppression: the shares of a merged class lie between those of its parts. Skipping absent values, none, not even
/// without suppression: with δ = 1 take classes of 3 rows of A; 3 of A and 1 of B; 3 of A and 3 of B. Each holds. The first
/// two merged have 1 row of B in 7 where the table has 4 in 13, less than half as many, and fail.
///
/// # Complexity
/// Two comparisons for each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values};
/// let values = Values::of_counts(vec![4, 12]);
/// let model = amidst_models::DeltaDisclosure::new(1.0, &values)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[2, 3])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[2, 2])));
/// assert!(!model.holds(&ClassSummary::of_values(&[1], &[3])));
/// assert!(amidst_models::DeltaDisclosure::skipping_absent(1.0, &values)?.holds(&ClassSummary::of_values(&[1], &[3])));
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
    /// The values of the table that every class must have: all of them, or none.
    present: usize,
}

/// Up to here factors times shares fit 128 bits.
const WHOLE_DELTA: f64 = 40.0;

const DELTA: ParamInfo = ParamInfo::number(
    "delta",
    Bound::Excluded(0.0),
    Bound::Unbounded,
    "the bound on the logarithm to base 2",
)
.expecting("a number above 0; 1 lets shares halve or double")
.such_as("1");
const ABSENT: ParamInfo = ParamInfo::word(
    "absent",
    &["fail", "skip"],
    "whether a class must have every value of the column, or those it has not got are passed over",
);

impl DeltaDisclosure {
    /// Its id.
    pub const NAME: &str = "delta-disclosure";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "in every class the share of each value differs from that in the table by a factor of less than 2^delta",
        &[DELTA, ABSENT],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::DeltaDisclosure {
            delta: it.number("delta"),
            skips_absent: it.word("absent") == "skip",
        },
    };

    /// Asks for factors below 2^`delta` of every value of the table.
    ///
    /// # Errors
    /// If `delta` is not above 0.
    pub fn new(delta: f64, values: &Values) -> Result<Self> {
        parameters::number(&DELTA, delta)?;
        let factor = (delta.fract() == 0.0 && delta <= WHOLE_DELTA).then(|| 1 << delta as u32);
        let present = values.counts.iter().filter(|&&rows| rows > 0).count();
        Ok(Self { delta, factor, whole: Whole::new(values), present })
    }

    /// The same of the values that a class has. Those it has not got are passed over.
    ///
    /// # Errors
    /// If `delta` is not above 0.
    pub fn skipping_absent(delta: f64, values: &Values) -> Result<Self> {
        Ok(Self { present: 0, ..Self::new(delta, values)? })
    }

    /// Whether a value is absent that must not be.
    fn lacks_a_value(&self, class: &ClassSummary<'_>) -> bool {
        class.values.is_empty() || class.values.len() < self.present
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

    fn threshold(&self) -> f64 {
        self.delta
    }

    /// The largest |log₂(p/q)|, which must stay below δ; infinite if a value is absent.
    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        if self.lacks_a_value(class) {
            return f64::INFINITY;
        }
        self.whole.seen(class).map(bits).reduce(f64::max).unwrap_or(f64::INFINITY)
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        !self.lacks_a_value(class) && self.whole.seen(class).all(|seen| self.is_near(seen))
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn monotonicity(&self) -> Monotonicity {
        if self.present > 0 { Monotonicity::Generalization } else { Monotonicity::None }
    }

    /// No value may have more than 2^δ times its share, in one part or in several together. Nor, where all must be present, less
    /// than that part of it: a rare value allows few rows.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        if self.lacks_a_value(class) {
            return 0;
        }
        let factor = self.delta.exp2();
        let values = self.whole.capped(class, |_| factor);
        let of_rare =
            values.iter().filter(|_| self.present > 0).map(|it| it.rows * factor * factor / it.share);
        let of_rarest = of_rare.fold(f64::MAX, f64::min);
        part::with_unknown(class, part::within_shares(&values, 1.0).min(of_rarest))
    }
}

//! (α,k)-anonymity: k rows in every class, and no sensitive value in more than a share α of them.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Threshold,
    model::ModelInfo,
    parameter::{ParamDefault, ParamInfo, ParamKind},
};

use crate::{
    entry::Entry,
    parameters,
    part::{self, Capped},
};

/// Every released class has at least `k` rows, and at most a share `alpha` of them has any one of the values named.
///
/// # Definition
/// As said. Shares are over the rows with a value, so rows whose value is missing under `wildcard` count for `k` alone; a
/// class without any value fails.
///
/// # Parameters
/// `alpha`, above 0 and at most 1. `k`, a whole number of at least 1. The values, such as one disease; without any, all.
///
/// # Protects against
/// Linking a person to fewer than `k` rows, and inferring a value named with a confidence above `alpha`.
///
/// # Does not protect against
/// Values that are not named, values that mean the same, or learning that a value is *not* there.
///
/// # Monotonicity
/// Without suppression: the share in a merged class lies between those of its parts. With suppression not: 1 of 2 rows holds
/// for `alpha` = 0.5 and `k` = 2, but merged with 5 rows of that value it does not, and 7 rows are suppressed instead of 5.
///
/// # Complexity
/// One look at each value of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::AlphaK::new(0.4, 3, &[1])?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[3, 2])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[1, 2])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// R. Wong, J. Li, A. Fu, K. Wang, *(α,k)-anonymity: an enhanced k-anonymity model for privacy preserving data publishing*,
/// KDD, 2006.
#[derive(Clone, Debug)]
pub struct AlphaK {
    alpha: Threshold,
    k: u64,
    /// The values named, ascending; `None`: all.
    named: Option<Vec<u32>>,
}

const ALPHA: ParamInfo = ParamInfo::number(
    "alpha",
    Bound::Excluded(0.0),
    Bound::Included(1.0),
    "the largest share of a value in a class",
)
.expecting("a share above 0 and at most 1, such as 0.5")
.such_as("0.2");
const VALUES: ParamInfo = ParamInfo::optional(
    "values",
    ParamKind::List("a list of values"),
    "the values that are sensitive; every value if left out",
);

impl AlphaK {
    /// Its id.
    pub const NAME: &str = "alpha-k";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "at least k rows in every class, and at most a share alpha of them with any one of the values named",
        &[ALPHA, parameters::K.or(ParamDefault::Number(1.0)), VALUES],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::AlphaK {
            alpha: it.number("alpha"),
            k: it.whole("k"),
            values: it.texts("values").to_vec(),
        },
    };

    /// Asks for at least `k` rows and at most a share `alpha` of each of the values named; if none is, of every value.
    ///
    /// # Errors
    /// If `alpha` is not above 0 and at most 1, or `k` is 0.
    pub fn new(alpha: f64, k: u64, named: &[u32]) -> Result<Self> {
        let alpha = parameters::threshold(&ALPHA, alpha)?;
        let mut named = named.to_vec();
        named.sort_unstable();
        Ok(Self {
            alpha,
            k: parameters::whole(&parameters::K, k)?,
            named: (!named.is_empty()).then_some(named),
        })
    }

    /// The rows of the most frequent of the values named.
    fn most(&self, class: &ClassSummary<'_>) -> u32 {
        let pairs = class.values.iter().zip(class.counts);
        pairs.filter(|(value, _)| self.is_named(**value)).map(|(_, &rows)| rows).max().unwrap_or(0)
    }

    fn is_named(&self, value: u32) -> bool {
        self.named.as_ref().is_none_or(|named| named.binary_search(&value).is_ok())
    }
}

impl ClassModel for AlphaK {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The share; the rows are those of k-anonymity.
    fn threshold(&self) -> f64 {
        self.alpha.value()
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        match class.holders {
            0 => 1.0,
            holders => f64::from(self.most(class)) / holders as f64,
        }
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        class.rows >= self.k
            && !class.values.is_empty()
            && self.alpha.admits(self.most(class).into(), class.holders.into())
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        let (numerator, denominator) = self.alpha.fraction();
        let values = if self.named.is_none() { denominator.div_ceil(numerator) } else { 1 };
        self.k.max(values)
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// Values named may have their share, the others as many rows as they have.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let capped = |(value, &rows): (&u32, &u32)| {
            let share = if self.is_named(*value) { self.alpha.value() } else { 1.0 };
            Capped { rows: rows.into(), share }
        };
        let values: Vec<Capped> = class.values.iter().zip(class.counts).map(capped).collect();
        let most = part::with_unknown(class, part::within_shares(&values, 1.0));
        if most < self.k { 0 } else { most }
    }
}

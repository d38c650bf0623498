//! Recursive (c,ℓ)-diversity: in every class the most frequent value is not too frequent, and rare ones not too rare.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Threshold, model::ModelInfo,
    parameter::ParamInfo,
};

use crate::{entry::Entry, parameters, part};

/// In every released class the most frequent value occurs less than `c` times as often as the `l`-th most frequent and all
/// rarer ones together.
///
/// # Definition
/// With the rows of the values in descending order, r₁ < c·(r_l + … + r_m). A class of fewer than `l` values fails.
///
/// # Parameters
/// `c`, a number above 0. `l`, a whole number of at least 1.
///
/// # Protects against
/// Learning a value for certain or with high probability, also for somebody who can exclude up to `l` − 2 values: what is left
/// is still (c,2)-diverse.
///
/// # Does not protect against
/// Values that mean the same; a class that is unlike the table.
///
/// # Monotonicity
/// Without suppression: r₁ of a merged class is at most the sum of the parts' r₁, and its tail, all rows but the `l` − 1 most
/// frequent values', at least the sum of theirs. With suppression not: 3 + 3 rows of two values hold for (2,2), but merged
/// with 20 rows of the first they do not, and 26 rows are suppressed instead of 20.
///
/// # Complexity
/// Linear in the values of a class.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::RecursiveL::new(2.0, 2)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1, 2], &[5, 2, 1])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1, 2], &[6, 2, 1])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, *ℓ-diversity: privacy beyond k-anonymity*, ACM TKDD 1(1),
/// 2007.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecursiveL {
    c: Threshold,
    l: u64,
}

const C: ParamInfo = ParamInfo::number("c", Bound::Excluded(0.0), Bound::Unbounded, "the factor")
    .expecting("a number above 0; 3 is usual, the smaller the stricter")
    .such_as("3");

impl RecursiveL {
    /// Its id.
    pub const NAME: &str = "recursive-l-diversity";
    /// What it is and asks for.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "in every class the most frequent value occurs less than c times as often as the l-th and all rarer ones together",
        &[C, parameters::L],
    );
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry = Entry {
        info: Self::INFO,
        params: |it| ModelParams::RecursiveL { c: it.number("c"), l: it.whole("l") },
    };

    /// Asks for (c,l)-diversity.
    ///
    /// # Errors
    /// If `c` is not above 0 or `l` is 0.
    pub fn new(c: f64, l: u64) -> Result<Self> {
        Ok(Self { c: parameters::threshold(&C, c)?, l: parameters::whole(&parameters::L, l)? })
    }

    /// The rows of the most frequent value, and those of the l-th and all rarer ones.
    fn head_and_tail(&self, class: &ClassSummary<'_>) -> (u64, u64) {
        let head = class.counts.iter().max().map_or(0, |&rows| u64::from(rows));
        let tail = match usize::try_from(self.l) {
            Ok(l) if l <= class.counts.len() => class.known() - most_frequent(class.counts, l - 1),
            _ => 0,
        };
        (head, tail)
    }
}

/// How often values are cut down to what the tail allows.
const CUTS: usize = 4;

/// The rows of so many most frequent values together.
fn most_frequent(counts: &[u32], values: usize) -> u64 {
    let sum = |counts: &[u32]| counts.iter().map(|&rows| u64::from(rows)).sum();
    match values {
        0 => 0,
        1 => counts.iter().max().map_or(0, |&rows| u64::from(rows)),
        _ => {
            let mut counts = counts.to_vec();
            counts.select_nth_unstable_by(values - 1, |a, b| b.cmp(a));
            sum(&counts[..values])
        }
    }
}

impl ClassModel for RecursiveL {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.c.value()
    }

    /// The most frequent value over the tail, which must stay below `c`; infinite if there are fewer than `l` values.
    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        match self.head_and_tail(class) {
            (_, 0) => f64::INFINITY,
            (head, tail) => head as f64 / tail as f64,
        }
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        let (head, tail) = self.head_and_tail(class);
        self.c.cmp_fraction(head.into(), tail.into()).is_gt()
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// Every value of a part that holds has less than `c` times what is left of the class without its `l` − 1 most frequent
    /// values. So all values are cut down to that, which may leave a smaller tail, and so on.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        let mut counts = class.counts.to_vec();
        for _ in 0..CUTS {
            let (_, tail) = self.head_and_tail(&ClassSummary::of_values(class.values, &counts));
            let most = (self.c.value() * tail as f64 * (1.0 + 1e-9)).ceil() - 1.0;
            counts.iter_mut().for_each(|rows| *rows = f64::from(*rows).min(most) as u32);
        }
        part::with_unknown(class, counts.iter().map(|&rows| f64::from(rows)).sum())
    }
}

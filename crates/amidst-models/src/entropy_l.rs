//! Entropy ℓ-diversity: in every class values as even as ℓ equally frequent ones.

use std::ops::Bound;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, model::ModelInfo,
    parameter::ParamInfo,
};

use crate::{
    entry::Entry,
    parameters,
    part::{self, Costly},
};

/// In every released class the entropy of the sensitive column is at least that of `l` equally frequent values.
///
/// # Definition
/// −Σ p·ln p ≥ ln l over the shares p of the values in a class, that is n·ln n − Σ c·ln c ≥ n·ln l over their rows c. A class
/// that misses it by less than 10⁻¹² of ln l's unit is taken to meet it, so that equality holds however it is rounded.
/// Shares are over the rows with a value.
///
/// # Parameters
/// `l`, a number of at least 1; it need not be whole.
///
/// # Protects against
/// Learning a value for certain or, on average, with high probability; excluding a few values still leaves others.
///
/// # Does not protect against
/// One value being much more frequent than the others, if those are many; values that mean the same; a class that is unlike
/// the table. Where one value is frequent in the whole table, little can be released at all.
///
/// # Monotonicity
/// Without suppression: entropy is concave, so a mixture has at least the entropy of its less even part. With suppression
/// not: 3 + 3 rows of two values hold for l = 2, but merged with 20 rows of the first they do not, and 26 rows are suppressed
/// instead of 20.
///
/// # Complexity
/// A logarithm for each value of a class, unless there are too few of them.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary};
/// let model = amidst_models::EntropyL::new(2.0)?;
/// assert!(model.holds(&ClassSummary::of_values(&[0, 1], &[3, 3])));
/// assert!(!model.holds(&ClassSummary::of_values(&[0, 1], &[4, 3])));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, *ℓ-diversity: privacy beyond k-anonymity*, ACM TKDD 1(1),
/// 2007.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntropyL {
    l: f64,
}

/// What rounding may take away from an entropy.
const TOLERANCE: f64 = 1e-12;

const L: ParamInfo = ParamInfo::number(
    "l",
    Bound::Included(1.0),
    Bound::Unbounded,
    "as if so many values were equally frequent; it need not be whole",
)
.expecting("a number of at least 1, as of equally frequent values; 2 is the least that hides one")
.such_as("3");

/// How often the largest part that may hold is looked for, each time with a better distribution to compare with.
const CUTS: usize = 3;

impl EntropyL {
    /// Its id.
    pub const NAME: &str = "entropy-l-diversity";
    /// What it is and asks for.
    pub const INFO: ModelInfo =
        ModelInfo::of_values(Self::NAME, "in every class an entropy of at least ln l", &[L]);
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, params: |it| ModelParams::EntropyL { l: it.number("l") } };

    /// Asks for an entropy of at least ln `l`.
    ///
    /// # Errors
    /// If `l` is below 1 or not finite.
    pub fn new(l: f64) -> Result<Self> {
        parameters::number(&L, l).map(|l| Self { l })
    }
}

/// −Σ p·ln p as Σ p·ln(n/c), whose terms are all positive; what each addition rounds away is added in the end.
fn entropy(class: &ClassSummary<'_>) -> f64 {
    let rows = class.known() as f64;
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for &count in class.counts {
        let term = f64::from(count) * (rows / f64::from(count)).ln();
        let next = sum + term;
        lost += if sum >= term { (sum - next) + term } else { (term - next) + sum };
        sum = next;
    }
    (sum + lost) / rows
}

impl ClassModel for EntropyL {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn threshold(&self) -> f64 {
        self.l
    }

    /// As if so many values were equally frequent.
    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        if class.values.is_empty() { 0.0 } else { entropy(class).exp() }
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        let values = class.values.len() as f64;
        values >= self.l.ceil() && entropy(class) >= self.l.ln() - TOLERANCE
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }

    fn least_rows(&self) -> u64 {
        self.l.ceil() as u64
    }

    fn monotonicity(&self) -> Monotonicity {
        Monotonicity::Generalization
    }

    /// The entropy of a part is at most Σ p·−ln r over its shares p, whatever distribution r is. The first r is that of the class;
    /// then frequent values are cut down to what the part may have of them, and that is the next.
    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        if class.values.is_empty() {
            return 0;
        }
        let least = self.l.ln() - TOLERANCE;
        let mut reference: Vec<f64> = class.counts.iter().map(|&rows| rows.into()).collect();
        let mut most = class.known() as f64;
        for _ in 0..CUTS {
            let all: f64 = reference.iter().sum();
            let cost = |(&rows, &own): (&u32, &f64)| Costly { rows: rows.into(), cost: (own / all).ln() };
            let costs: Vec<Costly> = class.counts.iter().zip(&reference).map(cost).collect();
            most = most.min(part::within_mean(costs, -least));
            if most < 1.0 {
                return 0;
            }
            part::cut_down(&mut reference, most);
        }
        part::with_unknown(class, most)
    }
}

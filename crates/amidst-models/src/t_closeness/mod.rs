//! t-closeness: in every class the sensitive column is distributed as in the table, up to t.

mod equal;
mod hierarchical;
mod ordered;

use amidst_core::{
    ClassModel, ClassSummary, Looks, ModelParams, Monotonicity, Result, Scale, Threshold, Values,
    model::{Distance, ModelInfo},
    parameter::ParamInfo,
};

use self::{equal::Equal, hierarchical::Hierarchical, ordered::Ordered};
use crate::{entry::Entry, parameters, part};

/// In every released class the distribution of the sensitive column is at most `t` away from that of the whole table.
///
/// # Definition
/// The Earth Mover's Distance between the distribution in the class and that in the table before suppression is at most `t`
/// (the literature also has "less than"). It is the least work of turning one into the other, moving shares of rows from
/// value to value, where values are at most 1 apart:
/// - equal: any two values are 1 apart. The distance is Σ (p − q) over the values that are more frequent in the class.
/// - rank: the values between them over all but one, Σ |P − Q| / (m − 1) over the cumulated shares of all m values but the last.
/// - numeric: their difference over that of the largest and the smallest, Σ |P − Q| · gap / range.
/// - hierarchical: the height of their lowest common label over that of the root. It is the mean, over all levels but the root,
///   of the equal distance between the labels.
///
/// Values that the class lacks count as well. Shares are over the rows with a value; a class without any fails. All is done
/// in whole numbers, so equality is equality. Only numbers without a common decimal unit are rounded, to 2⁻⁵⁰ of their range.
///
/// # Parameters
/// `t`, from 0 to 1; with 0 every class must look like the table. Numeric needs numbers or dates, hierarchical a hierarchy.
///
/// # Protects against
/// Skewness (a class where a value is much more frequent than in the table) and, with all distances but equal, similarity (a
/// class of different values that are near each other).
///
/// # Does not protect against
/// Linking a person to few rows: ask for k as well. A large relative gain on a rare value, see β-likeness.
///
/// # Monotonicity
/// Without suppression: the distance is convex and the table's distribution fixed, so a mixture is no farther than its farther
/// part. With suppression not: a class that looks like the table may be merged with a larger one that does not, and is
/// suppressed with it.
///
/// # Complexity
/// Equal: linear in the values of the class. Rank and numeric: for each of them a binary search in the table's values.
/// Hierarchical: sorts them, then linear on every level.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values, model::Distance};
/// let table = Values::of_counts(vec![1, 1, 1]);
/// let class = ClassSummary::of_values(&[0, 1], &[1, 1]);
/// let equal = amidst_models::TCloseness::new(0.25, Distance::Equal, &table)?;
/// let rank = amidst_models::TCloseness::new(0.25, Distance::Rank, &table)?;
/// assert!(!equal.holds(&class) && rank.holds(&class));
/// # Ok::<(), amidst_core::Error>(())
/// ```
///
/// # References
/// N. Li, T. Li, S. Venkatasubramanian, *t-closeness: privacy beyond k-anonymity and ℓ-diversity*, ICDE, 2007.
#[derive(Clone, Debug)]
pub struct TCloseness {
    t: Threshold,
    distance: Earth,
}

/// How the distance is measured.
#[derive(Clone, Debug)]
enum Earth {
    Equal(Equal),
    Ordered(Ordered),
    Hierarchical(Hierarchical),
}

const T: ParamInfo = ParamInfo::share("t", "the largest distance")
    .expecting("a distance from 0 to 1, such as 0.2")
    .such_as("0.2");
const ORDER: ParamInfo =
    ParamInfo::word("order", &["rank", "gaps"], "whether values are ranks apart, or what they differ by");

impl TCloseness {
    /// The id with equal distances.
    pub const NAME: &str = "t-closeness";
    /// The id with distances by rank or number.
    pub const ORDERED_NAME: &str = "t-closeness-ordered";
    /// The id with distances by hierarchy.
    pub const HIERARCHICAL_NAME: &str = "t-closeness-hierarchical";
    /// What it is and asks for with equal distances.
    pub const INFO: ModelInfo = ModelInfo::of_values(
        Self::NAME,
        "in every class a distribution at most t away from that of the table, all values equally far",
        &[T],
    );
    /// What it is and asks for with distances by rank or number.
    pub const ORDERED_INFO: ModelInfo = ModelInfo::of_values(
        Self::ORDERED_NAME,
        "the same, values as far from each other as their ranks or numbers",
        &[T, ORDER],
    );
    /// What it is and asks for with distances by hierarchy.
    pub const HIERARCHICAL_INFO: ModelInfo = ModelInfo::of_values(
        Self::HIERARCHICAL_NAME,
        "the same, values as far from each other as their lowest common label is high",
        &[T],
    );
    /// How specs ask for it, by the distance.
    pub(crate) const ENTRIES: [Entry; 3] = [
        Entry {
            info: Self::INFO,
            params: |it| ModelParams::TCloseness { t: it.number("t"), distance: Distance::Equal },
        },
        Entry {
            info: Self::ORDERED_INFO,
            params: |it| ModelParams::TCloseness {
                t: it.number("t"),
                distance: if it.word("order") == "gaps" { Distance::Numeric } else { Distance::Rank },
            },
        },
        Entry {
            info: Self::HIERARCHICAL_INFO,
            params: |it| ModelParams::TCloseness { t: it.number("t"), distance: Distance::Hierarchical },
        },
    ];

    /// Asks for a distance of at most `t`.
    ///
    /// # Errors
    /// If `t` is not from 0 to 1, or the column lacks the numbers or the hierarchy that the distance needs.
    pub fn new(t: f64, distance: Distance, values: &Values) -> Result<Self> {
        let t = parameters::threshold(&T, t)?;
        let distance = match distance {
            Distance::Equal => Earth::Equal(Equal::new(values)),
            Distance::Rank => Earth::Ordered(Ordered::by_rank(values)),
            Distance::Numeric => Earth::Ordered(Ordered::by_number(values)?),
            Distance::Hierarchical => Earth::Hierarchical(Hierarchical::new(values)?),
        };
        Ok(Self { t, distance })
    }

    /// The distance of a class that has values, as a fraction.
    fn distance(&self, class: &ClassSummary<'_>) -> (u128, u128) {
        match &self.distance {
            Earth::Equal(equal) => equal.distance(class),
            Earth::Ordered(ordered) => ordered.distance(class),
            Earth::Hierarchical(hierarchical) => hierarchical.distance(class),
        }
    }
}

impl ClassModel for TCloseness {
    fn name(&self) -> &'static str {
        match self.distance {
            Earth::Equal(_) => Self::NAME,
            Earth::Ordered(_) => Self::ORDERED_NAME,
            Earth::Hierarchical(_) => Self::HIERARCHICAL_NAME,
        }
    }

    fn threshold(&self) -> f64 {
        self.t.value()
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        if class.values.is_empty() {
            return 1.0;
        }
        let (numerator, denominator) = self.distance(class);
        numerator as f64 / denominator as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        if class.values.is_empty() {
            return false;
        }
        let (numerator, denominator) = self.distance(class);
        self.t.admits(numerator, denominator)
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

    fn most_rows(&self, class: &ClassSummary<'_>) -> u64 {
        if class.values.is_empty() {
            return 0;
        }
        let t = self.t.value();
        let known = match &self.distance {
            Earth::Equal(equal) => equal.most_known(class, t),
            Earth::Ordered(ordered) => part::within_mean(ordered.costs(class), t),
            Earth::Hierarchical(hierarchical) => part::within_mean(hierarchical.costs(class), t),
        };
        part::with_unknown(class, known)
    }
}

//! What is asked for, in the words of the literature. Data only: nothing here judges anything.

use super::DescribedModel;

/// A privacy model with its parameters: a variant where others than the model's own file take the parameters apart, else its
/// description with parameters by name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelParams {
    /// At least `k` rows in every class; with a column, at least `k` distinct values of it: people, not rows.
    KAnonymity {
        /// The least number.
        k: u64,
    },
    /// The column holds each row's own k, and a class has as many rows as any of its rows asks for.
    PersonalK,
    /// In every class each value of the column, a stratum, that occurs does so in at least `k` rows.
    KPerStratum {
        /// The least number of rows.
        k: u64,
    },
    /// At least `k` people of the population in every class.
    KMap {
        /// The least number of people.
        k: u64,
        /// Where the population is known from.
        population: Population,
    },
    /// At least `k` rows and `p` distinct values in every class.
    PSensitive {
        /// The least number of values.
        p: u64,
        /// The least number of rows.
        k: u64,
    },
    /// At least `l` distinct values in every class.
    DistinctL {
        /// The least number of values.
        l: u64,
    },
    /// In every class an entropy of at least ln `l`.
    EntropyL {
        /// As if so many values were equally frequent.
        l: f64,
    },
    /// In every class the most frequent value occurs less than `c` times as often as the `l`-th and all rarer ones together.
    RecursiveL {
        /// The factor.
        c: f64,
        /// The rank.
        l: u64,
    },
    /// At least `k` rows in every class, and at most a share `alpha` of them with any one of the values named.
    AlphaK {
        /// The largest share.
        alpha: f64,
        /// The least number of rows.
        k: u64,
        /// The values, as written in the table; if empty, every value.
        values: Vec<String>,
    },
    /// In every class a distribution at most `t` away from that of the whole table.
    TCloseness {
        /// The largest distance.
        t: f64,
        /// How far values are from each other.
        distance: Distance,
    },
    /// In every class no share of a value of the table differs from that in the whole table by a factor of 2^`delta` or
    /// more.
    DeltaDisclosure {
        /// The bound on the logarithm to base 2.
        delta: f64,
        /// Whether values that a class has not got are passed over instead of breaking the bound.
        skips_absent: bool,
    },
    /// In every class no share of a value exceeds that in the whole table by more than `beta` times the latter.
    BetaLikeness {
        /// The largest relative gain.
        beta: f64,
        /// Whether frequent values get the tighter bound min(beta, −ln of their share).
        enhanced: bool,
    },
    /// For everybody in the population the chance of being in the table lies between `min` and `max`: the rows of a class over
    /// its people, and 0 for whoever is in no released class.
    DeltaPresence {
        /// The least share.
        min: f64,
        /// The largest share.
        max: f64,
    },
    /// The chance that a row is found is at most `risk` on average: classes over rows.
    AverageRisk {
        /// The largest average.
        risk: f64,
    },
    /// At most a share of the rows is found with a chance above `risk`.
    RecordsAtRisk {
        /// The chance from above which a row is at risk.
        risk: f64,
        /// The largest share of rows at risk.
        share: f64,
    },
    /// At most a share of the rows is alone in its class.
    SampleUniqueness {
        /// The largest share.
        share: f64,
    },
    /// At most a share of the rows is estimated to be alone in its class in the whole population.
    PopulationUniqueness {
        /// The largest share.
        share: f64,
        /// How it is estimated.
        estimator: Estimator,
        /// The rows of the table over the people of the population.
        fraction: f64,
    },
    /// At least `k` rows that each row may be, or may be behind: original and released rows are compared, no classes.
    Links {
        /// The least number.
        k: u64,
        /// Which rows are counted.
        kind: Links,
    },
    /// Any other model, ours or a user's: its description says what it looks at.
    Described(DescribedModel),
}

/// What is counted in k-anonymity revisited (Gionis, Mazza and Tassa). An original and a released row are consistent if
/// every label of the one may stand for the value of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Links {
    /// (1,k): the released rows that an original one is consistent with.
    OneK,
    /// (k,1): the original rows that a released one is consistent with.
    KOne,
    /// (k,k): both.
    KK,
    /// Global (1,k): the released rows that an original one is given in some way to give every row its own.
    GlobalOneK,
}

/// How far values are from each other in t-closeness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All equally far: 1.
    Equal,
    /// By rank: the ranks between them over the number of ranks less one.
    Rank,
    /// By number: their difference over that of the largest and the smallest.
    Numeric,
    /// By hierarchy: the height of their lowest common label over that of the root.
    Hierarchical,
}

/// Where a population is known from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Population {
    /// It is counted: a table of its people, or rows that each stand for a known number of people.
    Counted,
    /// It is estimated from survey weights: the people that each row is estimated to stand for; `k` fails with at most a
    /// chance of `significance`.
    Weighted {
        /// The chance of an error.
        significance: f64,
    },
    /// It is estimated from the share of its people who are in the table; `k` fails with at most a chance of
    /// `significance`.
    Estimated {
        /// The rows of the table over the people of the population.
        fraction: f64,
        /// The chance of an error.
        significance: f64,
    },
}

/// How many people are alone in the population, estimated from who is alone in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// Zayatz: by the sizes that classes in the table have.
    Zayatz,
    /// The slide negative binomial model.
    Snb,
    /// Pitman's model.
    Pitman,
    /// Dankar's rule over the three: Pitman up to a fraction of 0.1, else the smaller of Zayatz and SNB.
    Dankar,
}

impl ModelParams {
    /// The model's stable id.
    pub fn id(&self) -> &'static str {
        match self {
            Self::KAnonymity { .. } => "k-anonymity",
            Self::PersonalK => "personal-k",
            Self::KPerStratum { .. } => "k-per-stratum",
            Self::KMap { .. } => "k-map",
            Self::PSensitive { .. } => "p-sensitive",
            Self::DistinctL { .. } => "distinct-l-diversity",
            Self::EntropyL { .. } => "entropy-l-diversity",
            Self::RecursiveL { .. } => "recursive-l-diversity",
            Self::AlphaK { .. } => "alpha-k",
            Self::TCloseness { distance: Distance::Equal, .. } => "t-closeness",
            Self::TCloseness { distance: Distance::Rank | Distance::Numeric, .. } => "t-closeness-ordered",
            Self::TCloseness { distance: Distance::Hierarchical, .. } => "t-closeness-hierarchical",
            Self::DeltaDisclosure { .. } => "delta-disclosure",
            Self::BetaLikeness { enhanced: false, .. } => "beta-likeness",
            Self::BetaLikeness { enhanced: true, .. } => "enhanced-beta-likeness",
            Self::DeltaPresence { .. } => "delta-presence",
            Self::AverageRisk { .. } => "average-risk",
            Self::RecordsAtRisk { .. } => "records-at-risk",
            Self::SampleUniqueness { .. } => "sample-uniqueness",
            Self::PopulationUniqueness { .. } => "population-uniqueness",
            Self::Links { kind: Links::OneK, .. } => "one-k-anonymity",
            Self::Links { kind: Links::KOne, .. } => "k-one-anonymity",
            Self::Links { kind: Links::KK, .. } => "k-k-anonymity",
            Self::Links { kind: Links::GlobalOneK, .. } => "global-one-k-anonymity",
            Self::Described(model) => model.info().id,
        }
    }

    /// Its parameters in numbers, each with its name. Values that (α,k)-anonymity names are not among them.
    pub fn parameters(&self) -> Vec<(&'static str, f64)> {
        match *self {
            Self::PersonalK => Vec::new(),
            Self::Described(ref model) => model.parameters().numbers().collect(),
            Self::KAnonymity { k }
            | Self::KPerStratum { k }
            | Self::Links { k, .. }
            | Self::KMap { k, population: Population::Counted } => vec![("k", k as f64)],
            Self::KMap { k, population: Population::Weighted { significance } } => {
                vec![("k", k as f64), ("significance", significance)]
            }
            Self::KMap { k, population: Population::Estimated { fraction, significance } } => {
                vec![("k", k as f64), ("fraction", fraction), ("significance", significance)]
            }
            Self::PSensitive { p, k } => vec![("p", p as f64), ("k", k as f64)],
            Self::DistinctL { l } => vec![("l", l as f64)],
            Self::EntropyL { l } => vec![("l", l)],
            Self::RecursiveL { c, l } => vec![("c", c), ("l", l as f64)],
            Self::AlphaK { alpha, k, .. } => vec![("alpha", alpha), ("k", k as f64)],
            Self::TCloseness { t, .. } => vec![("t", t)],
            Self::DeltaDisclosure { delta, .. } => vec![("delta", delta)],
            Self::BetaLikeness { beta, .. } => vec![("beta", beta)],
            Self::DeltaPresence { min, max } => vec![("min", min), ("max", max)],
            Self::AverageRisk { risk } => vec![("risk", risk)],
            Self::RecordsAtRisk { risk, share } => vec![("risk", risk), ("share", share)],
            Self::SampleUniqueness { share } => vec![("share", share)],
            Self::PopulationUniqueness { share, fraction, .. } => {
                vec![("share", share), ("fraction", fraction)]
            }
        }
    }

    /// The id with all parameters, such as `recursive-l-diversity (c = 3, l = 2)`.
    pub fn describe(&self) -> String {
        let parameters = self.parameters().into_iter().map(|(name, value)| format!("{name} = {value}"));
        let named = match self {
            Self::AlphaK { values, .. } if !values.is_empty() => {
                Some(format!("{} values named", values.len()))
            }
            Self::TCloseness { distance: Distance::Numeric, .. } => Some("by gaps".into()),
            Self::DeltaDisclosure { skips_absent: true, .. } => Some("absent values skipped".into()),
            _ => None,
        };
        let parameters: Vec<String> = parameters.chain(named).collect();
        match parameters.is_empty() {
            true => self.id().into(),
            false => format!("{} ({})", self.id(), parameters.join(", ")),
        }
    }

    /// Whether it looks at the values of one column. k-anonymity may, and then counts people.
    pub fn needs_column(&self) -> bool {
        matches!(
            self,
            Self::PersonalK
                | Self::KPerStratum { .. }
                | Self::PSensitive { .. }
                | Self::DistinctL { .. }
                | Self::EntropyL { .. }
                | Self::RecursiveL { .. }
                | Self::AlphaK { .. }
                | Self::TCloseness { .. }
                | Self::DeltaDisclosure { .. }
                | Self::BetaLikeness { .. }
        ) || matches!(self, Self::Described(model) if model.needs_column())
    }

    /// Whether it compares the rows of a release with those of the original. Such a model sees no classes; only a release
    /// and its original together can be judged.
    pub fn is_of_links(&self) -> bool {
        matches!(self, Self::Links { .. })
    }

    /// Whether it looks at the people of a population, counted or estimated row by row.
    pub fn needs_population(&self) -> bool {
        let of_rows =
            matches!(self, Self::KMap { population: Population::Counted | Population::Weighted { .. }, .. });
        of_rows
            || matches!(self, Self::DeltaPresence { .. })
            || matches!(self, Self::Described(model) if model.info().population)
    }

    /// The chance that what it says of a class is wrong, if it estimates and admits one.
    pub fn significance(&self) -> Option<f64> {
        match *self {
            Self::KMap {
                population: Population::Weighted { significance } | Population::Estimated { significance, .. },
                ..
            } => Some(significance),
            _ => None,
        }
    }

    /// Whether it estimates what it judges by: then it never holds for certain.
    pub fn is_estimated(&self) -> bool {
        self.significance().is_some() || matches!(self, Self::PopulationUniqueness { .. })
    }
}

//! What is told of a table's risk: names of columns, counts and measures, never a cell. Its JSON keys are stable.

use std::fmt;

use amidst_spec::reporting::{Count, Share};
use serde::{Serialize, Serializer};

use super::{cell_size::Preset, records::Records};
use crate::PeopleFinding;

/// The risk of a table.
#[derive(Clone, Debug, Serialize)]
pub struct Risk {
    /// The version of this format.
    pub version: u32,
    /// In an external report no count below this is told; `None`: counts are as they are.
    pub least_told: Option<u64>,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// Whether `rows` or `people` are counted. Of a person in several classes the smallest counts.
    pub counted: &'static str,
    /// `profile` if all rows of a person are known together: k, who is alone, and the prosecutor then go by the people who
    /// share them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantics: Option<&'static str>,
    /// The rows of the table.
    pub rows: Count,
    /// All that is counted: rows, or people.
    pub total: Count,
    /// Classes over all quasi columns.
    pub classes: Count,
    /// The smallest of them, a missing cell being a value like any other; by profile, the fewest people who share one.
    pub k: Count,
    /// The fewest rows, or people, that any row matches when a missing cell matches everything.
    pub k_wildcard: Count,
    /// What else is known of the people, if people are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<PeopleFinding>,
    /// What counts as at risk.
    pub limit: RiskLimit,
    /// The three attackers.
    pub attackers: Attackers,
    /// Who is alone.
    pub uniques: Uniques,
    /// Households, if a column names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub households: Option<HouseholdRisk>,
    /// How many classes there are of each range of sizes.
    pub sizes: Vec<SizeRange>,
    /// Which columns drive the risk, the worst first.
    pub columns: Vec<ColumnRisk>,
    /// Which combinations of columns do.
    pub combinations: CombinationsRisk,
    /// Minimal unique sets: columns by which a row is alone, and by no fewer of them.
    pub minimal_unique_sets: MinimalUniqueSets,
    /// What classes give away of the sensitive columns.
    pub sensitive: Vec<SensitiveRisk>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
    /// The risk of every row, if it was wanted; not part of the report.
    #[serde(skip)]
    pub records: Option<Records>,
    /// Whether the highest risk of the prosecutor is at most what was asked; not part of the report.
    #[serde(skip)]
    pub holds: bool,
}

/// What counts as at risk.
#[derive(Clone, Debug, Serialize)]
pub struct RiskLimit {
    /// In classes of fewer rows than this, if a cell size was asked for.
    pub cell_size: Option<u64>,
    /// The risk that goes with it.
    pub risk: f64,
    /// Who asks for this cell size.
    pub guidance: Option<&'static str>,
    /// Where cell size and risk do not agree.
    pub trap: Option<&'static str>,
    /// All cell sizes of practice.
    pub presets: Vec<Preset>,
}

/// The three attackers.
#[derive(Clone, Debug, Serialize)]
pub struct Attackers {
    /// Knows that a person is in the table.
    pub prosecutor: Attacker,
    /// Does not know who of the population is in the table.
    pub journalist: Attacker,
    /// Wants as many as possible, whoever they are.
    pub marketer: Marketer,
}

/// Someone who looks for one person.
#[derive(Clone, Debug, Serialize)]
pub struct Attacker {
    /// The headline: the chance that the person of a row is found, in the worst case.
    pub highest: Chance,
    /// Rows that face it.
    pub rows_at_highest: Count,
    /// On average over the rows.
    pub average: Share,
    /// The same as a rate: the share of rows found if everyone is looked for.
    pub success_rate: Share,
    /// In the best case.
    pub lowest: Chance,
    /// Rows that face it.
    pub rows_at_lowest: Count,
    /// The smallest class that is chosen from.
    pub smallest_class: Count,
    /// Rows at risk.
    pub records_at_risk: Part,
    /// Where the people come from that are chosen from: `sample`, `table`, `counts` or `weights`.
    pub classes_from: &'static str,
    /// Whether all this is an estimate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// By what: `poisson-gamma`, `poisson-gamma corrected to a mixture of sizes`, or `larger of poisson-gamma and
    /// benedetti-franconi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimator: Option<&'static str>,
    /// Between which bounds the average lies, if it is an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_interval: Option<Interval>,
    /// What another estimator says, which looks at each class alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub individual_risk: Option<IndividualRisk>,
    /// What it means, in a sentence.
    pub reading: String,
}

/// The bounds of an estimate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Interval {
    /// The lower one.
    pub low: Share,
    /// The upper one.
    pub high: Share,
    /// The share of samples whose bounds are to hold the truth.
    pub level: f64,
}

/// The individual risk of Benedetti and Franconi.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct IndividualRisk {
    /// `benedetti-franconi`.
    pub estimator: &'static str,
    /// In the worst case.
    pub highest: Chance,
    /// On average over the rows.
    pub average: Share,
}

/// Someone who looks for everyone.
#[derive(Clone, Debug, Serialize)]
pub struct Marketer {
    /// The headline: the share of rows whose person is found.
    pub success_rate: Share,
    /// The same in rows.
    pub expected: Count,
    /// Where the people come from that are chosen from: `sample`, `table`, `counts` or `weights`.
    pub classes_from: &'static str,
    /// Whether all this is an estimate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// What it means, in a sentence.
    pub reading: String,
}

/// Households.
#[derive(Clone, Debug, Serialize)]
pub struct HouseholdRisk {
    /// The column that names them.
    pub column: String,
    /// How many there are.
    pub households: Count,
    /// The fewest different households in a class.
    pub k: Count,
    /// Households that are alone in some class.
    pub uniques: Count,
    /// The chance that any member of a household is found, in the worst case; not told outside.
    pub highest: Option<f64>,
    /// On average over households.
    pub average: Share,
    /// Whether the risk is an estimate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// What it means, in a sentence.
    pub reading: String,
}

/// Some of the rows.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Part {
    /// How many.
    pub rows: Count,
    /// Of all of them.
    pub share: Share,
}

/// Who is alone.
#[derive(Clone, Debug, Serialize)]
pub struct Uniques {
    /// In the table.
    pub sample: Part,
    /// In the population, if something is known of it.
    pub population: Option<PopulationUniques>,
    /// What it means, in a sentence.
    pub reading: String,
}

/// Who is alone in the population.
#[derive(Clone, Debug, Serialize)]
pub struct PopulationUniques {
    /// The share of the population that is in the table.
    pub fraction: f64,
    /// Rows whose people are alone in it, if it was counted.
    pub counted: Option<Count>,
    /// The estimated share, by Dankar's rule.
    pub dankar: Option<Share>,
    /// The estimator that the rule takes: `pitman`, `zayatz` or `snb`.
    pub chosen: Option<&'static str>,
    /// By Zayatz.
    pub zayatz: Option<Share>,
    /// By the slide negative binomial model.
    pub snb: Option<Share>,
    /// By Pitman's model.
    pub pitman: Option<Share>,
}

/// Classes of a range of sizes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SizeRange {
    /// The smallest size.
    pub from: u64,
    /// The largest; `None`: without end.
    pub to: Option<u64>,
    /// Classes.
    pub classes: Count,
    /// Rows in them. Not told of few classes: rows and sizes would tell how few.
    pub rows: Option<Count>,
}

/// What a column adds to the risk.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnRisk {
    /// Its name.
    pub column: String,
    /// Its distinct values over the rows.
    pub distinction: Share,
    /// The share of pairs of rows that differ in it; not told outside.
    pub separation: Share,
    /// Minimal unique sets that hold it.
    pub minimal_unique_sets: Count,
    /// The same as a share of all of them.
    pub share_of_sets: Share,
    /// Its share of all SUDA scores; not told outside.
    pub share_of_score: Share,
}

/// Combinations of columns.
#[derive(Clone, Debug, Serialize)]
pub struct CombinationsRisk {
    /// How many there are; `None`: more than can be written.
    pub number: Option<u64>,
    /// Those of at most so many columns are told.
    pub max_size: u64,
    /// How many those are.
    pub told: u64,
    /// The combinations, the ones that drive the risk first.
    pub list: Vec<CombinationRisk>,
}

/// How well a combination of columns tells people apart.
#[derive(Clone, Debug, Serialize)]
pub struct CombinationRisk {
    /// Its columns.
    pub columns: Vec<String>,
    /// The smallest class over them.
    pub k: Count,
    /// Rows alone in their class.
    pub uniques: Count,
    /// Rows alone by these columns, and by no fewer of them.
    pub minimal: Count,
    /// Distinct tuples over rows.
    pub distinction: Share,
    /// The share of pairs of rows that differ; not told outside.
    pub separation: Share,
}

/// Minimal unique sets, summed up.
#[derive(Clone, Debug, Serialize)]
pub struct MinimalUniqueSets {
    /// The largest size that was looked for.
    pub max_size: u64,
    /// All of them.
    pub sets: Count,
    /// Rows that have one.
    pub rows: Part,
    /// By the number of columns.
    pub by_size: Vec<BySize>,
    /// The SUDA score of a row on average; not told outside.
    pub average_score: Option<f64>,
    /// The highest; not told outside.
    pub highest_score: Option<u64>,
}

/// Minimal unique sets of one size.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BySize {
    /// Columns.
    pub size: u64,
    /// Sets.
    pub sets: Count,
    /// Rows whose smallest set has this size.
    pub rows: Count,
}

/// What classes give away of a sensitive column.
#[derive(Clone, Debug, Serialize)]
pub struct SensitiveRisk {
    /// Its name.
    pub column: String,
    /// `rows` where k is by all rows of a person together and these are by single ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// Distinct l: the fewest values in a class.
    pub l: Count,
    /// Entropy l: e to the least entropy of a class. Like t not told outside.
    pub entropy_l: Option<f64>,
    /// t with equal distances: how far a class is from the table at most.
    pub t: Option<f64>,
    /// t by rank, if all values are numbers or days.
    pub t_ordered: Option<f64>,
    /// Classes whose rows all share one value.
    pub homogeneous_classes: Count,
    /// Rows, or people, in them.
    pub homogeneous: Part,
}

/// One over the size of a class, as it may be told. In JSON a number, or a text such as `>0.09`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// This much; outside rounded up.
    Value(f64),
    /// More than this.
    Above(f64),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(chance) => chance.fmt(f),
            Self::Above(chance) => write!(f, ">{chance}"),
        }
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(chance) => serializer.serialize_f64(*chance),
            Self::Above(_) => serializer.collect_str(self),
        }
    }
}

//! What a comparison found: numbers and names of columns, as they may be told. Holds no cell value.

use amidst_spec::reporting::{Count, Share};
use serde::Serialize;

use super::moments::NumberChange;

/// What was lost between an original and a release.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The version of this format.
    pub version: u32,
    /// The reporting threshold, if the comparison is for outsiders.
    pub threshold: Option<u64>,
    /// Rows.
    pub rows: Rows,
    /// The quasi columns: those named or, if none were, those that were generalized.
    pub quasi: Vec<String>,
    /// Every column of either table.
    pub columns: Vec<ColumnComparison>,
    /// NCP over all quasi cells, suppressed rows as 1; `None` without quasi columns.
    pub gcp: Option<f64>,
    /// Classes over the quasi columns.
    pub classes: Option<Classes>,
    /// Samarati's accuracy: 1 - levels / heights. `None` unless a hierarchy of every quasi column is known.
    pub accuracy: Option<f64>,
    /// Samarati's completeness: released rows / rows.
    pub completeness: Share,
    /// Pairs of columns. Not told to outsiders: the square root of a small count is not small.
    pub correlation: Option<Correlation>,
    /// Random counting queries; `None` if none were asked or no column has two values.
    pub queries: Option<QueryError>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
}

/// Rows of both tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rows {
    /// In the original.
    pub original: Count,
    /// In the release.
    pub release: Count,
    /// How many fewer those are.
    pub suppressed: Count,
}

/// A number in the original and in the release; `None` where the column is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BeforeAfter<T> {
    /// In the original.
    pub before: Option<T>,
    /// In the release.
    pub after: Option<T>,
}

/// What became of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// No cell need have changed; rows may be missing.
    Unchanged,
    /// Labels stand for several values.
    Generalized,
    /// Values that the original does not hold, or not so often.
    Changed,
    /// In the original only.
    Dropped,
    /// In the release only.
    Added,
}

impl Became {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Generalized => "generalized",
            Self::Changed => "changed",
            Self::Dropped => "dropped",
            Self::Added => "added",
        }
    }
}

/// What was lost in one column.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnComparison {
    /// Its name.
    pub name: String,
    /// Its role, if known.
    pub role: Option<&'static str>,
    /// What became of it.
    pub became: Became,
    /// The least part of the released cells that cannot be as they were.
    pub changed: Option<Share>,
    /// The part of the cells that are missing.
    pub missing: BeforeAfter<Share>,
    /// Distinct values, missing included.
    pub values: BeforeAfter<Count>,
    /// Entropy in bits.
    pub entropy: BeforeAfter<f64>,
    /// How far the distribution moved.
    pub distance: Option<Distances>,
    /// How mean, deviation and quantiles moved; numbers and dates only. Not told to outsiders: they are in standard
    /// deviations, and that of a rare value tells its rows.
    pub numbers: Option<NumberChange>,
    /// The mean penalty of its cells, suppressed rows as 1.
    pub ncp: Option<f64>,
    /// The mean level of the released cells, if a hierarchy is known.
    pub level: Option<f64>,
    /// The level of the hierarchy's root.
    pub height: Option<u8>,
    /// The part of the released cells whose label could not be read.
    pub unread: Option<Share>,
    /// Rows over values, for drawing.
    #[serde(skip)]
    pub bars: Option<Bars>,
}

/// Distances between the original and the release, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distances {
    /// Cells as they stand.
    pub as_is: Distance,
    /// The original with the labels of the release. `None` unless the column was generalized to labels of which no two
    /// stand for the same value.
    pub generalized: Option<Distance>,
    /// The release with every label spread evenly over the values it stands for.
    pub rebuilt: Distance,
}

/// Distances between two distributions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    /// Half the sum of the differences. Not told to outsiders where their steps would make 0 of it.
    pub total_variation: Option<f64>,
    /// Hellinger. Not told to outsiders: the square root of a small count is not small.
    pub hellinger: Option<f64>,
    /// The first Wasserstein distance over the original's range; numbers and dates only.
    pub wasserstein: Option<f64>,
}

impl ColumnComparison {
    /// The entropies of the tables that have it, in words: one that is too small to be told outside is no 0.
    pub fn describe_entropy(&self) -> BeforeAfter<String> {
        let words = |bits: Option<f64>| bits.map_or_else(|| "not told".into(), |bits| format!("{bits:.2}"));
        BeforeAfter {
            before: self.values.before.map(|_| words(self.entropy.before)),
            after: self.values.after.map(|_| words(self.entropy.after)),
        }
    }
}

/// Parts of the rows over groups of values, before and after: numbers by size, words by how frequent they were.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// In the original.
    pub before: Vec<f64>,
    /// In the release, rebuilt.
    pub after: Vec<f64>,
    /// Whether some are 0 only because so few rows are not told.
    pub are_few_left_out: bool,
}

/// Classes over the quasi columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Classes {
    /// How many.
    pub count: BeforeAfter<Count>,
    /// Rows over classes.
    pub average_size: BeforeAfter<f64>,
    /// Squares of class sizes, suppressed rows as all rows each. Not told to outsiders.
    pub discernibility: BeforeAfter<u128>,
}

/// How the columns' dependence on one another changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Correlation {
    /// Pairs compared.
    pub pairs: usize,
    /// The mean of the absolute changes.
    pub mean_change: Option<f64>,
    /// The pairs that changed most.
    pub largest: Vec<Pair>,
    /// Columns of words that are too many to be compared.
    pub left_out: Vec<String>,
}

/// How the dependence of two columns changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The columns.
    pub columns: [String; 2],
    /// `pearson`, `cramers-v`, or `correlation-ratio` for numbers and words.
    pub measure: &'static str,
    /// In the original.
    pub before: f64,
    /// In the release.
    pub after: f64,
    /// After less before.
    pub change: f64,
}

/// The relative error of random counting queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct QueryError {
    /// How many.
    pub asked: u32,
    /// What they were drawn by.
    pub seed: u64,
    /// Half of them are off by no more. This and the others are not told to outsiders where their steps would make 0 of
    /// them.
    pub median: Option<f64>,
    /// On average.
    pub mean: Option<f64>,
    /// Nine in ten are off by no more.
    pub p90: Option<f64>,
}

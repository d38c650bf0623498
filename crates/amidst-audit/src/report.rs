//! What an audit found, in words and numbers.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{CheckResult, HouseholdFigures, Respondents};

/// A passed audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// All checks; all hold.
    pub checks: Vec<CheckResult>,
    /// Rows in the file.
    pub rows: u64,
    /// Classes in the file.
    pub classes: u64,
    /// Every size of class that occurs in rows, ascending, with the number of classes that have it; none of groups.
    #[serde(skip)]
    pub sizes: Vec<(u64, u64)>,
    /// The smallest class in rows, or in people, a missing cell being a value like any other; 0 without rows.
    pub k: u64,
    /// The fewest rows, or people, any row matches when a missing cell matches anything; 0 without rows.
    pub k_wildcard: u64,
    /// The average risk of the rows when a missing cell matches anything: the mean of one over the rows that each matches.
    pub wildcard_risk: f64,
    /// The people of whom the file holds rows, if people are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<Respondents>,
    /// The households of whom the file holds rows, if it is claimed to say something of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub households: Option<HouseholdFigures>,
    /// What each promised combination of quasi columns reaches, in the order of the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<CombinationReport>,
    /// What each promised requirement reaches, in the order of the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<RequirementReport>,
    /// How far models hold that are not promised, in the order of the claim.
    #[serde(rename = "told", skip_serializing_if = "Vec::is_empty")]
    pub informational: Vec<RequirementReport>,
    /// Bytes in the file.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The other files of a release that has several, in the order of the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<FileReport>,
}

/// A file by its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// Bytes in the file.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// How rare the values of some quasi columns are in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CombinationReport {
    /// The columns.
    pub columns: Vec<String>,
    /// In how many rows every combination of their values had to occur.
    pub asked: u64,
    /// The rows of the rarest; 0 without rows.
    pub reached: u64,
}

/// How far a privacy model holds in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RequirementReport {
    /// Its id.
    pub model: &'static str,
    /// The column it looks at, if any.
    pub column: Option<String>,
    /// What was asked.
    pub asked: Number,
    /// What the worst class has, or all classes together. `None` without rows.
    pub reached: Option<Number>,
    /// Whether that is enough.
    pub holds: bool,
    /// Whether that is an estimate, as of a population that is known from a sample only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Whether nothing but the model itself was asked, for there is no second one to compare with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub self_judged: bool,
    /// Classes that fall short; `None` if all are to blame alike.
    pub failing_classes: Option<u64>,
    /// Rows in them.
    pub failing_rows: Option<u64>,
}

/// A number as reports write it: whole ones without a point, and `null` in JSON if it has no end.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Number(pub f64);

impl Number {
    /// The whole number that it is, but for rounding errors.
    fn whole(self) -> Option<i64> {
        let near = self.0.round();
        (near.abs() < 1e15 && (self.0 - near).abs() <= 1e-9).then_some(near as i64)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None if self.0.is_finite() => serializer.serialize_f64(self.0),
            None => serializer.serialize_none(),
        }
    }
}

/// For people: four digits behind the point at most.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(whole) => whole.fmt(f),
            None if self.0.is_finite() => {
                let text = format!("{:.4}", self.0);
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
            None => f.write_str("∞"),
        }
    }
}

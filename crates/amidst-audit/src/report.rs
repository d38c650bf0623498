//! What an audit found, in words and numbers.

use serde::Serialize;

/// The name of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The promised columns in the promised order, identifiers gone.
    Columns,
    /// Row counts add up.
    Rows,
    /// k under the stated policy, of all quasi columns or of combinations.
    KAnonymity,
    /// Every class holds exactly the rows that generalize to it.
    Truth,
    /// Nothing was suppressed needlessly.
    Suppression,
    /// Carried cells belong to the class they came from, none lost, none altered.
    Integrity,
    /// The order of rows tells nothing.
    Order,
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// Which check.
    pub name: Check,
    /// Whether it holds.
    pub holds: bool,
    /// What was found.
    pub words: String,
}

/// A passed audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// All checks; all hold.
    pub checks: Vec<CheckResult>,
    /// Rows in the file.
    pub rows: u64,
    /// Classes in the file.
    pub classes: u64,
    /// The smallest class, a missing cell being a value like any other; 0 without rows.
    pub k: u64,
    /// The fewest rows any row matches when a missing cell matches anything; 0 without rows.
    pub k_wildcard: u64,
    /// What each promised combination of quasi columns reaches, in the order of the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<CombinationReport>,
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

/// The failed checks in one sentence.
pub(crate) fn failures(checks: &[CheckResult]) -> String {
    let failed = checks.iter().filter(|check| !check.holds);
    failed.map(|check| check.words.as_str()).collect::<Vec<_>>().join("; ")
}

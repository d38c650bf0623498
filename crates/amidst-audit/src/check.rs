//! The checks of an audit, and how each came out.

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
    /// k of people by all their rows together.
    Profile,
    /// What is said of households.
    Households,
    /// All other privacy models that were promised.
    Models,
    /// Every class holds exactly the rows that generalize to it.
    Truth,
    /// Nothing was suppressed needlessly.
    Suppression,
    /// Carried cells belong to the class they came from, none lost, none altered.
    Integrity,
    /// The file holds nothing besides its cells.
    Residue,
    /// The order of rows tells nothing.
    Order,
}

impl Check {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 11] = [
        Self::Columns,
        Self::Rows,
        Self::KAnonymity,
        Self::Profile,
        Self::Households,
        Self::Models,
        Self::Truth,
        Self::Suppression,
        Self::Integrity,
        Self::Residue,
        Self::Order,
    ];

    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Rows => "rows",
            Self::KAnonymity => "k-anonymity",
            Self::Profile => "profile",
            Self::Households => "households",
            Self::Models => "models",
            Self::Truth => "truth",
            Self::Suppression => "suppression",
            Self::Integrity => "integrity",
            Self::Residue => "residue",
            Self::Order => "order",
        }
    }
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

/// The failed checks in one sentence.
pub(crate) fn failures(checks: &[CheckResult]) -> String {
    let failed = checks.iter().filter(|check| !check.holds);
    failed.map(|check| check.words.as_str()).collect::<Vec<_>>().join("; ")
}

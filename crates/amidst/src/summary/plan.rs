//! What is told of a plan, and of earlier releases made by it.

use serde::Serialize;

/// The plan that a release was made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanUsed {
    /// Where it was.
    pub path: String,
    /// Its bytes' SHA-256.
    pub sha256: String,
}

/// k on the rows of a release and earlier ones, counted as one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Union {
    /// How many earlier releases.
    pub releases: usize,
    /// `rows`: the joint k of people who are in several releases is not known.
    pub counted: &'static str,
    /// Rows of all of them.
    pub rows: u64,
    /// Classes of all of them.
    pub classes: u64,
    /// The smallest class, a missing cell being a value like any other.
    pub k: u64,
    /// The fewest rows any row matches when a missing cell matches everything.
    pub k_wildcard: u64,
    /// The least that any combination asked for reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k_combinations: Option<u64>,
    /// Whether that is enough, as the plan reads missing cells.
    pub holds: bool,
    /// Classes that fall short. Not told where the wildcard reading fails, which has no classes.
    pub failing_classes: Option<u64>,
    /// Rows in them.
    pub failing_rows: Option<u64>,
}

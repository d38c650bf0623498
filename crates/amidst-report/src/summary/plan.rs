//! What is told of a plan, and of earlier releases made by it.

use amidst_spec::{reporting::counted, spec::MissingPolicy, validated::ValidatedSpec};
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

impl Union {
    /// What was found, in words.
    pub fn describe(&self) -> String {
        let Self { releases, rows, classes, k, k_wildcard, .. } = self;
        let wildcard = match k == k_wildcard {
            true => String::new(),
            false => format!(" ({k_wildcard} if a missing cell matches everything)"),
        };
        let earlier = if *releases == 1 { "earlier release" } else { "earlier releases" };
        let k = match self.k_combinations {
            Some(least) => format!("k = {least} in every combination, {k} over all quasi columns"),
            None => format!("k = {k}{wildcard}"),
        };
        format!(
            "rows of this and {releases} {earlier}, counted as one table: {k}, in {} and {}; the \
             joint k of people who are in several of them is not known",
            counted(*rows, "row", "rows"),
            counted(*classes, "class", "classes")
        )
    }

    /// k as a policy reads missing cells.
    pub fn reached(&self, policy: MissingPolicy) -> u64 {
        match (self.k_combinations, policy) {
            (Some(k), _) => k,
            (None, MissingPolicy::OwnValue) => self.k,
            (None, MissingPolicy::Wildcard) => self.k_wildcard,
        }
    }

    /// Why k does not hold together, and what to do.
    pub fn shortfall(&self, validated: &ValidatedSpec) -> String {
        let count =
            |number: u64, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let (k, reached, rows) = (validated.k, self.reached(validated.missing_policy), self.rows);
        let below = match (self.failing_rows, self.failing_classes) {
            (Some(failing), Some(classes)) => {
                format!(
                    "{failing} of {rows} rows, in {}, fall short, and",
                    count(classes, "class", "classes")
                )
            }
            _ => format!("of {rows} rows"),
        };
        let earlier = count(self.releases as u64, "earlier release", "earlier releases");
        format!(
            "k = {k} holds on this table with the levels of the plan, but not together with {earlier}: {below} the largest \
             k is {reached}; nothing was written. Look at each earlier release by itself, and name only those \
             that were made with this plan"
        )
    }
}

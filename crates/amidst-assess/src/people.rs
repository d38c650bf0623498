//! The people of a table, as far as they may be told of.

use amidst_audit::Respondents;
use amidst_spec::reporting::{Count, Reporting};
use serde::Serialize;

/// The people of a table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PeopleFinding {
    /// People.
    pub people: Count,
    /// Rows that name nobody, which are left out.
    pub nobody: Count,
    /// The most that one person has of the rows of a class. Not told outside.
    pub largest_share: Option<f64>,
    /// The fewest people who share a profile: the classes of all their rows, and how many rows they have in each.
    pub profile_k: Count,
    /// People whose profile nobody shares: unique by their history.
    pub profile_uniques: Count,
}

impl PeopleFinding {
    pub(crate) fn new(people: &Respondents, nobody: u64, reporting: Reporting) -> Self {
        let told = |count| reporting.count(count);
        Self {
            people: told(people.people),
            nobody: told(nobody),
            largest_share: (!reporting.is_external()).then_some(people.largest_share),
            profile_k: told(people.profile.k),
            profile_uniques: told(people.profile.unique),
        }
    }
}

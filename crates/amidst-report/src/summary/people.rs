//! What is counted, and what is known of people who have several rows.

use amidst_audit::Respondents;
use amidst_spec::{
    reporting::{counted, percent},
    spec::MissingPolicy,
};
use serde::Serialize;

use super::Risk;

/// What is known of the people of whom rows are released.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PeopleResult {
    /// The most that one person has of the rows of a class.
    pub largest_share: f64,
    /// All rows of a person taken together: the fewest people who share a profile, and how many share theirs with nobody.
    pub profile: ProfileResult,
}

/// People by all their rows together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProfileResult {
    /// The fewest people who have the same rows; nothing is asked of it unless by `semantics = "profile"`.
    pub k: u64,
    /// People who have rows as nobody else has.
    pub unique: u64,
}

impl From<Respondents> for PeopleResult {
    fn from(people: Respondents) -> Self {
        let amidst_audit::Profile { k, unique, .. } = people.profile;
        Self { largest_share: people.largest_share, profile: ProfileResult { k, unique } }
    }
}

impl Risk {
    /// The risk of people, as missing cells are read.
    pub fn of_people(people: &Respondents, policy: MissingPolicy) -> Self {
        match policy {
            MissingPolicy::OwnValue => Self::of(people.k, people.average_risk),
            MissingPolicy::Wildcard => Self::of(people.k_wildcard, people.wildcard_risk),
        }
    }
}

impl PeopleResult {
    /// What must be said of it: one person who has most rows of a class tells what most of them tell.
    pub fn warning(&self) -> Option<String> {
        (self.largest_share > 0.5).then(|| {
            format!(
                "one person has {} of the rows of a class: a value that most of its rows share may be that person's alone",
                percent(self.largest_share)
            )
        })
    }
}

/// An identifier that repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repeated {
    /// The column.
    pub column: String,
    /// Its distinct values.
    pub distinct: u64,
    /// The rows that have one.
    pub rows: u64,
}

impl Repeated {
    /// What must be said of it.
    pub fn warning(&self) -> String {
        let (values, rows) = (counted(self.distinct, "value", "values"), counted(self.rows, "row", "rows"));
        self.says(&format!("has {values} in {rows}"))
    }

    /// The same without a count.
    pub fn warning_outside(&self) -> String {
        self.says("repeats")
    }

    fn says(&self, what: &str) -> String {
        format!(
            "{:?} {what}: where people have several rows, k counts rows and says less than it seems; add respondent = {:?} to [privacy], so that people are counted",
            self.column, self.column
        )
    }
}

//! Who the people of a table are, and what is counted of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The column that tells people apart. Everything that is said of people then counts people, not rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Words", into = "Words")]
#[schemars(with = "Words")]
pub struct Respondent {
    /// The column.
    pub column: String,
    /// What of a person's rows an attacker is taken to know.
    pub semantics: Semantics,
    /// What becomes of rows in which the column is missing.
    pub missing: OnNobody,
}

/// What of a person's rows an attacker is taken to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Semantics {
    /// One of them: every class has k people.
    #[default]
    #[serde(alias = "weak")]
    Distinct,
    /// All of them together: besides, k people have the same rows, by their quasi values and how often each occurs.
    #[serde(alias = "strong")]
    Profile,
}

impl Semantics {
    /// The word in the spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distinct => "distinct",
            Self::Profile => "profile",
        }
    }
}

/// What becomes of rows that name nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnNobody {
    /// The run stops and says how many there are.
    #[default]
    Refuse,
    /// They are suppressed, and count against the limit on suppression.
    Suppress,
    /// As refuse, but a text that only looks as if nothing was known, such as NA or 999, is the name of somebody.
    Declared,
}

/// A respondent as a spec spells it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "write a column, such as \"patient_id\", or { column = \"patient_id\", semantics = \"distinct\" or \"profile\", \
                 missing = \"refuse\", \"suppress\" or \"declared\" }"
)]
enum Words {
    Column(String),
    Full(Full),
}

/// A respondent in full.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Full {
    /// The column that tells people apart.
    column: String,
    /// What of a person's rows an attacker is taken to know.
    #[serde(default)]
    semantics: Semantics,
    /// What becomes of rows in which the column is missing.
    #[serde(default)]
    missing: OnNobody,
}

impl Respondent {
    /// The people of a column, one row of each being known.
    pub fn of(column: &str) -> Self {
        Self { column: column.into(), semantics: Semantics::default(), missing: OnNobody::default() }
    }

    /// Whether all rows of a person are taken together.
    pub fn is_by_profile(&self) -> bool {
        self.semantics == Semantics::Profile
    }
}

impl From<Words> for Respondent {
    fn from(words: Words) -> Self {
        match words {
            Words::Column(column) => Self::of(&column),
            Words::Full(Full { column, semantics, missing }) => Self { column, semantics, missing },
        }
    }
}

impl From<Respondent> for Words {
    fn from(respondent: Respondent) -> Self {
        if respondent == Respondent::of(&respondent.column) {
            return Self::Column(respondent.column);
        }
        let Respondent { column, semantics, missing } = respondent;
        Self::Full(Full { column, semantics, missing })
    }
}

/// The id of k by all rows of a person together.
pub const PROFILE: &str = "profile-k-anonymity";

/// How a model was judged that takes rows one by one, where k takes all rows of a person together.
pub const BY_ROWS: &str = "rows";

/// What must be said beside such models: who knows all rows of a person may learn what no single row gives away.
pub const ONLY_BY_ROWS: &str = "k is judged by all rows of a person together, but the other models, and l and t of sensitive \
                                columns, by single rows only: they say nothing against whoever knows all rows of a person";

/// What k and risks count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Rows, whosever they are.
    #[default]
    Rows,
    /// People, however many rows they have.
    People,
}

impl Counted {
    /// What follows a number of k: nothing, or that it is one of people.
    pub fn of(self) -> &'static str {
        match self {
            Self::Rows => "",
            Self::People => " people",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Spec {
        respondent: Respondent,
    }

    #[test]
    fn a_respondent_is_a_column_or_says_more_and_reads_back_as_it_was_written() {
        let read = |text: &str| toml::from_str::<Spec>(text).map(|spec| spec.respondent);
        assert_eq!(read("respondent = \"id\"").unwrap(), Respondent::of("id"));
        let full = read("respondent = { column = \"id\", semantics = \"strong\", missing = \"suppress\" }");
        let full = full.unwrap();
        assert_eq!((full.semantics, full.missing), (Semantics::Profile, OnNobody::Suppress));
        assert_eq!(
            read("respondent = { column = \"id\", semantics = \"weak\" }").unwrap(),
            Respondent::of("id")
        );
        assert!(
            read("respondent = { column = \"id\", semantics = \"both\" }")
                .unwrap_err()
                .to_string()
                .contains("profile")
        );
        for respondent in [Respondent::of("id"), full] {
            let spec = Spec { respondent };
            assert_eq!(toml::from_str::<Spec>(&toml::to_string(&spec).unwrap()).unwrap(), spec);
        }
    }
}

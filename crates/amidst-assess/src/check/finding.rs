//! What was found about a table, as far as it may be told.

use amidst_audit::{Attribute, Classes, Crowd, Links, Number, Respondents, Verdict};
use amidst_core::ModelParams;
use amidst_spec::{
    reporting::{Count, Reporting},
    requirements::BoundRequirement,
    spec::{BY_ROWS, Counted},
};
use serde::Serialize;

use super::MuArgusFinding;
use crate::PeopleFinding;

/// What was found about a table besides k of rows.
pub(super) struct CheckFindings {
    pub classes: Classes,
    /// The people, if people are counted.
    pub people: Option<(Respondents, Crowd)>,
    pub models: Vec<ModelFinding>,
    pub sensitive: Vec<SensitiveFinding>,
    pub households: Option<HouseholdFinding>,
}

impl CheckFindings {
    /// Classes of which nothing else is asked.
    pub fn of(classes: Classes) -> Self {
        Self { classes, people: None, models: Vec::new(), sensitive: Vec::new(), households: None }
    }
}

/// What was found: holds or not, and both readings of missing cells.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The version of this format.
    pub version: u32,
    /// Whether all models hold.
    pub holds: bool,
    /// What k, its models and the uniques count.
    pub counted: Counted,
    /// Rows in the table; where people are counted, those that name somebody.
    pub rows: Count,
    /// The people, if people are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<PeopleFinding>,
    /// Classes in the table.
    pub classes: Count,
    /// The smallest class, a missing cell being a value like any other.
    pub k: Count,
    /// The fewest rows any row matches when a missing cell matches everything.
    pub k_wildcard: Count,
    /// Rows alone in their class.
    pub uniques: Count,
    /// Each model and how far it holds: k over all quasi columns, or over each combination asked for, then the others.
    pub models: Vec<ModelFinding>,
    /// What can be learnt about each sensitive column, asked or not. Nothing outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SensitiveFinding>,
    /// Households, if a column names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub households: Option<HouseholdFinding>,
    /// How the release lies beside its original, if that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<LinksFinding>,
    /// What mu-argus would find, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mu_argus: Option<MuArgusFinding>,
    /// What deserves a word: models that were judged by less than k, and inside the values of the columns looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Households. Their size is one of the quasi columns.
#[derive(Clone, Debug, Serialize)]
pub struct HouseholdFinding {
    /// The column that names them.
    pub column: String,
    /// How many there are.
    pub households: Count,
    /// The fewest different households in a class.
    pub k: Count,
}

/// How a release lies beside its original.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LinksFinding {
    /// Whether every row of it can be given a row of the original. If not, nothing is reached.
    pub matched: bool,
    /// Rows of the original that are not in it.
    pub left_out: Count,
}

impl LinksFinding {
    pub(super) fn new(links: &Links, reporting: Reporting) -> Self {
        Self { matched: links.is_matched(), left_out: reporting.count(links.left_out()) }
    }
}

/// How far a model holds.
#[derive(Clone, Debug, Serialize)]
pub struct ModelFinding {
    /// Its id.
    pub model: &'static str,
    /// The column it looks at, if any.
    pub column: Option<String>,
    /// The combination of quasi columns it is asked of; `None`: all of them together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    /// The other sensitive columns, if they joined the quasi columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
    /// What was asked.
    pub asked: Number,
    /// What the table has; nothing if it may not be told, or no number is enough.
    pub reached: Option<AttainedValue>,
    /// Whether that is enough.
    pub holds: bool,
    /// Whether it is an estimate, as of a population that is known from a sample only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// `rows` where k is judged by all rows of a person together and this by single ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The chance of an error that an estimate admits for each class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub significance: Option<f64>,
    /// Classes that fall short. Not told where none is more to blame than others.
    pub failing_classes: Option<Count>,
    /// Rows in them.
    pub failing_rows: Option<Count>,
    /// People in them, where k is one of people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_people: Option<Count>,
}

/// A number that is reached, or a count of people.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AttainedValue {
    /// Rows or people.
    Count(Count),
    /// Anything else.
    Number(Number),
}

/// What a sensitive column reaches: of each model the number of the worst class.
#[derive(Clone, Debug, Serialize)]
pub struct SensitiveFinding {
    /// The column.
    pub column: String,
    /// `rows` where k is judged by all rows of a person together and these are by single ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// In the numbers of every model.
    #[serde(flatten)]
    pub reached: Attribute,
    /// Classes of a single value: whoever finds a person in one knows it.
    pub single_classes: Count,
    /// Rows in them.
    pub single_rows: Count,
    /// People in them, if people are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single_people: Option<Count>,
}

impl Finding {
    pub(super) fn new(
        classes: &Classes,
        models: Vec<ModelFinding>,
        sensitive: Vec<SensitiveFinding>,
        reporting: Reporting,
    ) -> Self {
        let told = |count| reporting.count(count);
        Self {
            version: 1,
            holds: models.iter().all(|model| model.holds),
            counted: Counted::Rows,
            rows: told(classes.rows),
            people: None,
            classes: told(classes.classes),
            k: told(classes.k),
            k_wildcard: told(classes.k_wildcard),
            uniques: told(classes.uniques),
            models,
            sensitive,
            households: None,
            links: None,
            mu_argus: None,
            warnings: Vec::new(),
        }
    }
}

impl Finding {
    /// The same with what is known of people.
    pub(super) fn of_people(self, people: &Respondents, nobody: u64, reporting: Reporting) -> Self {
        let told = |count| reporting.count(count);
        Self {
            counted: Counted::People,
            k: told(people.k),
            k_wildcard: told(people.k_wildcard),
            uniques: told(people.unique),
            people: Some(PeopleFinding::new(people, nobody, reporting)),
            ..self
        }
    }
}

impl ModelFinding {
    /// k, of all quasi columns or of a combination.
    pub(super) fn of_k(
        columns: Option<Vec<String>>,
        k: u64,
        verdict: &Verdict,
        reporting: Reporting,
    ) -> Self {
        let needed = BoundRequirement {
            params: ModelParams::KAnonymity { k },
            column: None,
            within: Vec::new(),
            population: None,
            is_of_households: false,
        };
        Self { columns, ..Self::new(&needed, verdict, reporting) }
    }

    pub(super) fn new(needed: &BoundRequirement, verdict: &Verdict, reporting: Reporting) -> Self {
        Self {
            model: needed.params.id(),
            column: needed.column.clone(),
            columns: None,
            within: needed.within.clone(),
            asked: Number(verdict.asked),
            reached: verdict.reached.and_then(|reached| told(&needed.params, reached, reporting)),
            holds: verdict.holds,
            estimated: needed.params.is_estimated(),
            by: None,
            significance: needed.params.significance(),
            failing_classes: verdict.failing.map(|share| reporting.count(share.classes)),
            failing_rows: verdict.failing.map(|share| reporting.count(share.rows)),
            failing_people: None,
        }
    }

    /// The same beside a k that may be of all rows of a person together.
    pub(super) fn beside(self, k_is_by_profile: bool) -> Self {
        Self { by: k_is_by_profile.then_some(BY_ROWS), ..self }
    }
}

/// What is reached, as far as it may be told: outside, no count below the threshold can be worked out from it.
fn told(params: &ModelParams, reached: f64, reporting: Reporting) -> Option<AttainedValue> {
    let is_k = matches!(params, ModelParams::KAnonymity { .. } | ModelParams::Links { .. });
    let is_count = is_k || matches!(params, ModelParams::KPerStratum { .. } | ModelParams::KMap { .. });
    match reporting {
        _ if !reached.is_finite() => None,
        Reporting::Internal if is_count && reached.fract() == 0.0 => {
            Some(AttainedValue::Count(Count::Value(reached as u64)))
        }
        Reporting::Internal => Some(AttainedValue::Number(Number(reached))),
        Reporting::External { .. } if is_k => Some(AttainedValue::Count(reporting.count(reached as u64))),
        // Shares and distances of small classes or rare values tell how many rows they have.
        Reporting::External { .. } => None,
    }
}

impl SensitiveFinding {
    pub(super) fn new(column: &str, found: Attribute, k_is_by_profile: bool) -> Self {
        Self {
            column: column.to_owned(),
            by: k_is_by_profile.then_some(BY_ROWS),
            single_classes: Count::Value(found.single.classes),
            single_rows: Count::Value(found.single.rows),
            single_people: found.single_people.map(Count::Value),
            reached: found,
        }
    }
}

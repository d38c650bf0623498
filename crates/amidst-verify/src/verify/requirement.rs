//! A requirement that a certificate states, judged anew in the files of its release.

use amidst_audit::{Looks, Unfit, Verdict};
use amidst_core::{Aborted, Coded, ModelParams, model::Distance};
use amidst_spec::{
    requirements::BoundRequirement,
    spec::{MissingPolicy, Requirement},
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::ground::Ground;
use crate::ModelResult;

/// A requirement as a certificate states it.
#[derive(Clone, Debug, Deserialize)]
pub struct Stated {
    pub model: String,
    #[serde(default)]
    pub column: Option<String>,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    within: Vec<String>,
    #[serde(default)]
    counted: Option<String>,
    pub asked: Value,
    #[serde(default)]
    reached: Option<f64>,
    #[serde(default)]
    holds: bool,
    #[serde(default)]
    pub combinations: Option<Value>,
}

/// What must be known to judge a requirement.
pub struct Judge<'a> {
    pub policy: MissingPolicy,
    /// Whether people are counted, and the release does not tell them apart.
    pub lacks_people: bool,
    /// Whether the certificate states that all rows were released.
    pub has_all_rows: bool,
    /// Columns that the release shows otherwise than they were.
    pub recoded: &'a [String],
    /// Whether groups link the files, so that columns of different files cannot be seen together.
    pub is_fragmented: bool,
    /// Whether k is of all rows of a person together, which no other model is.
    pub is_by_profile: bool,
}

/// Why a requirement is not judged.
pub enum Unjudged {
    /// The release alone cannot tell: why.
    Open(String),
    /// The observer aborted.
    Aborted(Aborted),
}

impl From<String> for Unjudged {
    fn from(why: String) -> Self {
        Self::Open(why)
    }
}

impl From<Aborted> for Unjudged {
    fn from(aborted: Aborted) -> Self {
        Self::Aborted(aborted)
    }
}

impl Stated {
    /// In a few words.
    pub fn describe(&self) -> String {
        let column = self.column.as_ref().map(|name| format!(" of {name:?}")).unwrap_or_default();
        format!("{}{column}, asked {}", self.model, self.asked)
    }

    /// The requirement, from its parameters; nothing if they do not say all of it.
    pub fn needed(&self) -> Option<BoundRequirement> {
        let is_said = !["alpha-k", "t-closeness-ordered", "delta-disclosure"].contains(&&*self.model);
        let mut fields = self.parameters.clone();
        fields.insert("model".into(), self.model.clone().into());
        let requirement: Requirement = serde_json::from_value(fields.into()).ok().filter(|_| is_said)?;
        let params = requirement.params().ok()?;
        Some(BoundRequirement {
            params,
            column: self.column.clone(),
            within: self.within.clone(),
            population: None,
            is_of_households: self.counted.as_deref() == Some(ModelResult::HOUSEHOLDS),
        })
    }

    /// What it is said to reach, in the words of a claim.
    pub fn reached(&self, needed: &BoundRequirement, k_is_by_profile: bool) -> Option<ModelResult> {
        let reached = ModelResult::new(needed, self.asked.as_f64()?, self.reached, self.holds);
        Some(reached.beside(k_is_by_profile))
    }
}

impl Judge<'_> {
    /// Judges a requirement, or says why that cannot be.
    pub fn judge(&self, needed: &BoundRequirement, ground: Option<&Ground>) -> Result<Verdict, Unjudged> {
        let nowhere = || "the file that its column is in is not beside the release".to_owned();
        let ground = ground.ok_or_else(nowhere)?;
        self.fits(needed)?;
        let lacking = |name: &str| format!("the release has no column {name:?}");
        let coded = |name: &String| ground.column(name).ok_or_else(|| lacking(name));
        let column = needed.column.as_ref().map(coded).transpose()?;
        let within: Vec<&Coded> = needed.within.iter().map(coded).collect::<Result<_, _>>()?;
        let looks =
            Looks { column, within: &within, hierarchy: None, population: None, reading: ground.reading };
        ground.grouping()?.judge(&needed.params, &looks, self.policy.into()).map_err(|unfit| match unfit {
            Unfit::Aborted(aborted) => aborted.into(),
            unfit => Unjudged::Open(unfit.to_string()),
        })
    }

    /// Whether the release is enough to judge it by.
    fn fits(&self, needed: &BoundRequirement) -> Result<(), String> {
        let params = &needed.params;
        let is_against_all = matches!(
            params,
            ModelParams::TCloseness { .. }
                | ModelParams::DeltaDisclosure { .. }
                | ModelParams::BetaLikeness { .. }
        );
        let why = match params {
            _ if params.needs_population() => "it takes the population to judge it",
            _ if params.is_of_links() => "it compares the release with its source",
            ModelParams::TCloseness { distance: Distance::Hierarchical, .. } => {
                "it takes the hierarchy of the column"
            }
            _ if needed.column.as_ref().is_some_and(|name| self.recoded.contains(name)) => {
                "it was judged by values of the source, of which the release shows labels"
            }
            _ if is_against_all && !self.has_all_rows => {
                "it compares classes with the whole source, of which rows were suppressed"
            }
            // A value that somebody in a class has is there, however many have it.
            ModelParams::DistinctL { .. } => return self.fits_within(needed),
            _ if self.lacks_people => "it counts people, and the release does not tell them apart",
            _ => return self.fits_within(needed),
        };
        Err(why.into())
    }

    fn fits_within(&self, needed: &BoundRequirement) -> Result<(), String> {
        match self.is_fragmented && !needed.within.is_empty() {
            true => {
                Err("only groups link the sensitive columns, so that they cannot be seen together".into())
            }
            false => Ok(()),
        }
    }
}

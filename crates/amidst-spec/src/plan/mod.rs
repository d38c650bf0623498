//! The plan: how each column is recoded, so that the next batch is recoded alike.
//!
//! It holds roles, recipes and levels, and what was asked for. Every recipe is pinned: the same value gets the same label
//! whatever else a batch holds. Of the data it holds no more than the release shows, namely labels by which some recipes
//! know their groups. Of a tree or an order listed in a spec for a quasi column it holds what stands below labels that the
//! release shows, whether a row has it or not: to leave out what no row has would tell which values hide behind a label.
//!
//! Applied to its own table a plan repeats the release, with one exception: a value kept, chosen or for its frequency, of
//! which every row was suppressed is not named in the plan, and is one of the others from then on.
//!
//! A plan becomes a [`Spec`] with one node, which an ordinary job runs: whatever `anonymize` refuses is refused, and what
//! is written is verified.

mod column;

use std::{fmt, path::Path, str::FromStr};

use serde::{Deserialize, Serialize};

pub use column::{ColumnPlan, PlanTransformation};

use crate::{
    Error, Spec,
    spec::{Combinations, Limit, MissingPolicy, MissingSensitive, Order, Requirement, Respondent},
};

/// How to recode. Paths in it are relative to the folder it lies in.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of this format: 1.
    pub version: u32,
    /// What wrote it.
    pub program: Program,
    /// The SHA-256 of the release it was made with; one that was not written by this program may lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_sha256: Option<String>,
    /// What counts as missing.
    pub missing: Vec<String>,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// Whether a missing cell counts as a value where models ask what is known.
    #[serde(default, skip_serializing_if = "MissingSensitive::is_no_value")]
    pub missing_sensitive: MissingSensitive,
    /// What is asked for.
    pub privacy: Vec<Requirement>,
    /// The column that tells people apart, if k counts people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub respondent: Option<Respondent>,
    /// The column of survey weights, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// The column that holds how many people of the population each row stands for, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population_count: Option<String>,
    /// The column that says which household a row belongs to, if households are reported on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub household: Option<String>,
    /// The combinations of columns it is asked of; of all quasi columns together if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Combinations>,
    /// How many rows may be suppressed.
    pub suppression: Limit,
    /// The order of released rows.
    pub order: Order,
    /// Every column of the table.
    pub columns: Vec<ColumnPlan>,
}

/// The program that wrote a plan.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Plan {
    /// Reads the plan in a file.
    pub fn read(path: &Path) -> crate::Result<Self> {
        amidst_io::read_text(path)?.parse().map_err(|problem| unusable(path, problem))
    }

    /// The spec of any table that a plan in this file is applied to: one level for each column, and what was asked for. Lacks
    /// the table.
    pub fn spec(&self, path: &Path) -> crate::Result<Spec> {
        let mut spec = self.described().map_err(|problem| unusable(path, problem))?;
        spec.resolve(path.parent().unwrap_or(Path::new("")));
        Ok(spec)
    }

    fn described(&self) -> Result<Spec, String> {
        if self.privacy.is_empty() && self.combinations.is_none() {
            return Err("it asks for no privacy".into());
        }
        let mut spec = Spec::of_table("-");
        spec.input.missing = Some(self.missing.clone());
        spec.privacy.missing = self.missing_policy;
        spec.privacy.missing_sensitive = self.missing_sensitive;
        spec.privacy.require.clone_from(&self.privacy);
        spec.privacy.respondent.clone_from(&self.respondent);
        spec.privacy.weight.clone_from(&self.weight);
        spec.privacy.population_count.clone_from(&self.population_count);
        spec.privacy.household.clone_from(&self.household);
        spec.privacy.combinations.clone_from(&self.combinations);
        spec.solve.suppression = Some(self.suppression);
        spec.output.order = self.order;
        for column in &self.columns {
            let described =
                column.spec().map_err(|problem| format!("column {:?}: {problem}", column.name))?;
            if spec.columns.insert(column.name.clone(), described).is_some() {
                return Err(format!("column {:?} is there twice", column.name));
            }
        }
        Ok(spec)
    }
}

impl FromStr for Plan {
    type Err = String;

    /// Reads a plan.
    fn from_str(json: &str) -> Result<Self, String> {
        /// Read first: a later version may hold anything else.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        if !json.trim_start().starts_with('{') {
            return Err("it is no JSON object, as plans are".into());
        }
        match parse(json)? {
            Versioned { version: 1 } => parse(json),
            Versioned { version } => Err(format!(
                "version = {version}: this program reads version 1; use a newer one, or make the plan anew"
            )),
        }
    }
}

/// As it is written.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string_pretty(self).expect("a plan holds only what JSON can");
        writeln!(f, "{json}")
    }
}

/// Recipes may hold labels of the release: only the number of columns is told.
impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

/// Reads JSON; an error names the line, as one of a spec does.
fn parse<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| {
        let message = error.to_string();
        let words = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
        format!("line {}: {}", error.line(), crate::spec::describe(words))
    })
}

fn unusable(path: &Path, problem: String) -> Error {
    Error::Plan { path: path.into(), problem }
}

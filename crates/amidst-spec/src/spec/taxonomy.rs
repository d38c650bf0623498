//! What may be generalized and what may be suppressed, in the words of the papers' taxonomy.

use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IntoDeserializer},
};

use super::mistakes::describe;

/// What is generalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Generalize {
    /// Whole columns: one level for all their cells.
    Attribute,
    /// Single cells.
    Cell,
    /// Nothing.
    None,
}

/// What is suppressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Suppress {
    /// Whole rows.
    Row,
    /// Whole columns.
    Attribute,
    /// Single cells.
    Cell,
    /// Nothing.
    None,
}

/// How a region is split, for the algorithms named after Mondrian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitWord {
    /// Along the column that is widest in it, near its median.
    Width,
    /// Where it costs least under the objective.
    Loss,
    /// Where it tells most about the target column.
    Gain,
}

/// What a class shows, for the algorithms named after Mondrian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelsWord {
    /// What its own rows need.
    Data,
    /// The region it was cut out as, so that one function recodes every possible row.
    Region,
}

/// A word of a spec as a flag gives it.
///
/// # Errors
/// If it is none of the words there are.
pub fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    T::deserialize(text.into_deserializer())
        .map_err(|error: serde::de::value::Error| describe(&error.to_string()))
}

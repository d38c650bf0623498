//! What a spec says of one column.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, IgnoredAny},
};

use super::{HierarchySpec, KindWord, RoleWord};

/// One column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnSpec {
    /// `identifier`, `quasi`, `sensitive` or `other`.
    pub role: RoleWord,
    /// `text`, `integer`, `decimal`, `boolean`, `date` or `timestamp`; found out if left out.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindWord>,
    /// For an identifier: keep a pseudonym instead of dropping it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
    /// Where the key of the pseudonym is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeySource>,
    /// How its values generalize; a sensible one is built for a quasi column if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<HierarchySpec>,
    /// How much its precision matters beside the other columns'; 1 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The levels a solution may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelBounds>,
    /// For microaggregation, what a class shows of it: `mean` (numbers, unless said otherwise), `median` (dates), `mode`
    /// (anything else) or `interval`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<AggregateWord>,
    /// For a quasi column, with `generalize = "cell"`: classes follow from the quasi columns that are not confidential, and
    /// besides the release a view is written that shows of each class these and one label that covers its values of this
    /// column. `distinct-l-diversity` of it may be asked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub confidential: bool,
    /// What to do with values its hierarchy does not hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_unmapped: OnUnmapped,
    /// Says that a column which looks like a direct identifier may be released all the same.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_identifying: bool,
}

impl ColumnSpec {
    /// A column with a role and nothing else said.
    pub fn new(role: amidst_core::Role) -> Self {
        Self {
            role: RoleWord(role),
            kind: None,
            keep: None,
            key: None,
            hierarchy: None,
            weight: None,
            levels: None,
            aggregate: None,
            confidential: false,
            on_unmapped: OnUnmapped::Error,
            not_identifying: false,
        }
    }
}

/// What a class shows of a column in place of its rows' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AggregateWord {
    /// The mean of numbers.
    Mean,
    /// The middle value.
    Median,
    /// The most frequent value.
    Mode,
    /// From the lowest to the highest value.
    Interval,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What stays of an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// A keyed HMAC-SHA-256 of the value: the same person, the same code, for whoever holds the key.
    Pseudonym,
}

/// Where a secret key is: never in the spec itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KeySource {
    /// In an environment variable of that name.
    Env(String),
    /// In a file, as its bytes; a text without a final line break.
    File(String),
}

/// Read so that an error does not tell what was found: it may be the key itself.
impl<'de> Deserialize<'de> for KeySource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Found {
            Table(BTreeMap<String, String>),
            Other(IgnoredAny),
        }
        let mut entries = match Found::deserialize(deserializer)? {
            Found::Table(entries) if entries.len() == 1 => entries,
            Found::Table(_) | Found::Other(IgnoredAny) => BTreeMap::new(),
        };
        match (entries.remove("env"), entries.remove("file")) {
            (Some(name), None) => Ok(Self::Env(name)),
            (None, Some(path)) => Ok(Self::File(path)),
            _ => Err(D::Error::custom(
                "a key is { env = \"NAME\" } or { file = \"PATH\" }: where it is, never the key itself",
            )),
        }
    }
}

/// The levels a solution may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelBounds {
    /// At least this level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u8>,
    /// At most this level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u8>,
}

impl LevelBounds {
    /// Whether the column stays as it is: neither generalized nor blanked.
    pub fn is_fixed(&self) -> bool {
        self.max == Some(0)
    }
}

/// What to do with values a hierarchy does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnUnmapped {
    /// Refuse to run and say how many there are.
    #[default]
    Error,
    /// Suppress their rows; they count against the limit.
    Suppress,
    /// Give them the root's label on every level but the lowest.
    Root,
}

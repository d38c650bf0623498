//! What a spec says of a hierarchy: exactly one of its forms.

use std::{collections::BTreeMap, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// One of: `file`, `prefix`, `suffix`, `interval`, `date`, `tree`, `order`, `ordered`, `frequency`, `most_frequent`,
/// `keep`, `suppression`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HierarchySpec {
    /// A file in ARX format: no header, leaf first, root last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// With `file`: the SHA-256 that it must have; any if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// What the file holds, where that came along with the spec; it is read from its path otherwise.
    #[serde(skip)]
    pub held: Option<Arc<[u8]>>,
    /// The end masked step by step: `"all"`, or how many characters each level keeps, longest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<Cut>,
    /// The same from the other end: the beginning is masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<Cut>,
    /// With `prefix` or `suffix`: the character put in place of a masked one; `*` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<char>,
    /// With `prefix` or `suffix`: the character that fills up shorter values before they are masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad: Option<char>,
    /// With `pad`: the end that is filled up; `right` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad_side: Option<Side>,
    /// With `pad`: how long the values become; as long as the longest if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad_to: Option<usize>,
    /// Widths of numeric intervals, each a multiple of the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Vec<f64>>,
    /// With `interval`: where intervals begin; 0 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// With `interval`: everything below is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bottom: Option<f64>,
    /// With `interval`: everything from here on is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
    /// With `interval`: the decimal mark of the data; that of the input if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<char>,
    /// With `interval`: whether labels are those of whole numbers, `20-24`, or of fractions, `[20, 25)`; as the data if
    /// left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<bool>,
    /// Steps in time: `day`, `week`, `month`, `quarter`, `year`, `5 years`, `decade`, `century`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Vec<String>>,
    /// With `date`: how dates are written, such as `%d.%m.%Y`; ISO if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Groups of values, groups of groups, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeSpec>,
    /// With `tree`, `prefix`, `suffix`, `keep`, `groups` or `suppression`: the label above everything; `*` if left out,
    /// or what tells it from the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// `"natural"`, `"lexicographic"`, or the values in order: neighbours are joined level by level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderSpec>,
    /// An order without levels, for algorithms that join neighbours wherever it pays: `"natural"`, `"lexicographic"`, or the
    /// values in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<OrderSpec>,
    /// With `order`: how many neighbours are joined on each level; 2 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fanout: Option<usize>,
    /// With `order`, instead of `fanout`: under each label its values, or first and last of neighbours, such as
    /// `{ "a..m" = [["a", "m"]], rest = ["x", "y"] }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<BTreeMap<String, Vec<StretchSpec>>>,
    /// Values in fewer rows than this are joined into one; several numbers make several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<OneOrMore>,
    /// All but so many of the most frequent values are joined into one; several numbers make several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_frequent: Option<OneOrMore>,
    /// All but these values are joined into one, whether they were met before or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Vec<String>>,
    /// With `frequency`, `most_frequent` or `keep`: the label of the joined values; `other` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// `true`: the value or `*`, nothing between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppression: Option<bool>,
    /// With `keep`, `groups` or `suppression`: the level of the root, those below it being alike; the lowest possible if
    /// left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
}

impl HierarchySpec {
    /// Reads what a spec would say between the braces of `hierarchy = { … }`, with or without them.
    pub fn from_toml(text: &str) -> Result<Self> {
        let text = text.trim();
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
        let read = toml::de::ValueDeserializer::parse(&format!("{{ {inner} }}")).and_then(Self::deserialize);
        read.map_err(|error| Error::bad_value("hierarchy", super::describe(error.message())))
    }
}

/// How much of a value each level keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write \"all\", or how many characters each level keeps, such as [4, 3]")]
pub enum Cut {
    /// `"all"`: one character less on each level.
    Word(String),
    /// So many characters on each level.
    Kept(Vec<usize>),
}

/// An end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Where reading starts.
    Left,
    /// Where reading ends.
    Right,
}

/// A tree of values: values and groups side by side, or named groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write a tree of groups, such as { lung = [\"cough\", \"asthma\"] }")]
pub enum TreeSpec {
    /// A value.
    Leaf(String),
    /// Values and groups side by side.
    List(Vec<TreeSpec>),
    /// Groups by label.
    Groups(BTreeMap<String, TreeSpec>),
}

/// An order of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write \"natural\", \"lexicographic\" or the list of values")]
pub enum OrderSpec {
    /// `"natural"` or `"lexicographic"`.
    Word(String),
    /// As listed.
    Values(Vec<String>),
}

/// One number for one level, or one for each of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write a whole number, or several in brackets")]
pub enum OneOrMore {
    /// One level.
    One(u64),
    /// Several levels.
    More(Vec<u64>),
}

/// Values of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "write a value, or the first and the last of neighbours, such as [\"a\", \"m\"]"
)]
pub enum StretchSpec {
    /// One value.
    Value(String),
    /// The first and the last of neighbours.
    Ends([String; 2]),
}

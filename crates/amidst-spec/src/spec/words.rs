//! Words of the core crate as a spec spells them.

use amidst_core::{Kind, Role};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A role as a spec spells it; the words of other tools are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoleWord(pub Role);

/// A type as a spec spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KindWord(pub Kind);

/// The formats of files.
pub(super) fn formats() -> Vec<&'static str> {
    [&["tsv"], amidst_io::Format::NAMES].concat()
}

impl TryFrom<String> for RoleWord {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        word.parse().map(Self)
    }
}

impl From<RoleWord> for String {
    fn from(word: RoleWord) -> Self {
        word.0.name().into()
    }
}

impl TryFrom<String> for KindWord {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        word.parse().map(Self)
    }
}

impl From<KindWord> for String {
    fn from(word: KindWord) -> Self {
        word.0.name().into()
    }
}

impl JsonSchema for RoleWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Role".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Role::ALL.map(Role::name) })
    }
}

impl JsonSchema for KindWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Type".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Kind::ALL.map(Kind::name) })
    }
}

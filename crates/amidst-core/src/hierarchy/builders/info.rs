//! What makes a hierarchy, as it is described once, beside the file that implements it.

use crate::parameter::{ParamDefault, ParamInfo, ParamKind};

/// What a builder is called in a spec, what it makes, and its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuilderInfo {
    /// The key of a spec that asks for it.
    pub key: &'static str,
    /// What stands behind that key.
    pub takes: &'static str,
    /// What it makes, in one line.
    pub doc: &'static str,
    /// What may stand beside that key.
    pub parameters: &'static [ParamInfo],
}

/// The label above everything.
pub(super) const ROOT: ParamInfo = ParamInfo::optional(
    "root",
    ParamKind::Text,
    "the label above everything; `*`, or what tells it from the values",
);

/// The label of joined values.
pub(super) const OTHER: ParamInfo =
    ParamInfo::optional("other", ParamKind::Text, "the label of the joined values")
        .or(ParamDefault::Word("other"));

/// The level of the root.
pub(super) const HEIGHT: ParamInfo = ParamInfo::optional(
    "height",
    ParamKind::Whole { least: 1 },
    "the level of the root, those below it being alike; the lowest possible if left out",
);

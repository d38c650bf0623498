//! The nearest that can be met where what is asked cannot.

use serde::Serialize;

use amidst_audit::Number;

/// What could be met instead of what is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Nearest {
    /// Whether k can be met if nothing else is asked.
    pub k_alone: bool,
    /// What blocks: without it, all else that is asked can be met. Nothing if no single one does.
    pub blocks: Vec<Blocks>,
}

/// A requirement that blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blocks {
    /// The model's id.
    pub model: String,
    /// The column it looks at, if it looks at one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The parameter that could be another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// What was asked of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Number>,
    /// The nearest that can be met beside all else; nothing if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Number>,
    /// The model with its parameters, in words.
    #[serde(skip)]
    pub(crate) words: String,
}

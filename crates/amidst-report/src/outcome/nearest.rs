//! The nearest that can be met where what is asked cannot.

use amidst_audit::Number;
use amidst_core::ModelParams;
use amidst_spec::validated::ValidatedSpec;
use serde::Serialize;

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
    pub words: String,
}

impl Nearest {
    /// Where nothing but k is asked, k is what blocks.
    pub fn of_k(asked: u64, best: u64) -> Self {
        Self { k_alone: false, blocks: vec![Blocks::of_k(asked, Some(best).filter(|&best| best > 0))] }
    }

    /// All of it in words.
    pub fn describe(&self, validated: &ValidatedSpec) -> String {
        let k = validated.describe_k();
        let alone = match (self.k_alone, validated.k) {
            (_, 1) => String::new(),
            (true, _) => format!("{k} alone can be met"),
            (false, _) => format!("{k} alone cannot be met"),
        };
        if self.blocks.is_empty() {
            let end = if alone.is_empty() { String::new() } else { format!("; {alone}") };
            return format!("No single requirement blocks{end}");
        }
        let blocks: Vec<String> = self.blocks.iter().map(Blocks::describe).collect();
        let end = if alone.is_empty() { String::new() } else { format!(". {alone}") };
        format!("What blocks is {}{end}", blocks.join(", or "))
    }
}

impl Blocks {
    /// k, and the nearest that can be met.
    pub fn of_k(asked: u64, nearest: Option<u64>) -> Self {
        Self {
            model: ModelParams::KAnonymity { k: asked }.id().into(),
            column: None,
            parameter: Some("k"),
            asked: Some(Number(asked as f64)),
            nearest: nearest.map(|k| Number(k as f64)),
            words: format!("k = {asked}"),
        }
    }

    fn describe(&self) -> String {
        let words = &self.words;
        match (self.nearest, self.asked, self.parameter) {
            (Some(nearest), Some(asked), Some(name)) => {
                let which = if nearest.0 < asked.0 { "largest" } else { "least" };
                format!("{words}: the {which} {name} that can be met beside all else is {nearest}")
            }
            _ => format!("{words}: without it all else can be met"),
        }
    }
}

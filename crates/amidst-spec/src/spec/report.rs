//! What a spec says of the report: what only people know of it, its language, and the forms it is to have besides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands in the report besides what was found. Nothing of it changes the release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportSpec {
    /// What the table is called for readers of the report; a blank line if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// Who answers for the release; a blank line if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The date, as it is to be shown; a blank line if left out, because the same run gives the same bytes on any day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Who receives the release, and what for; a blank line if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipients: Option<String>,
    /// The language, `en` or `de`.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
    /// Annexes shaped for readers who expect them: `ema`, `safe-harbor`, `expert-determination`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
}

/// The language of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

/// An annex shaped for readers who expect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Sections as reports to the European Medicines Agency (Policy 0070) and Health Canada (PRCI) have them.
    Ema,
    /// The identifiers of HIPAA's Safe Harbor, with what became of the columns that look like them.
    SafeHarbor,
    /// A technical annex to an expert's determination under HIPAA, with a blank signature.
    ExpertDetermination,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// As the spec and HTML spell it.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    fn is_english(&self) -> bool {
        *self == Self::English
    }
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ema, Self::SafeHarbor, Self::ExpertDetermination];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ema => "ema",
            Self::SafeHarbor => "safe-harbor",
            Self::ExpertDetermination => "expert-determination",
        }
    }
}

impl ReportSpec {
    /// Whether nothing is said.
    pub fn is_silent(&self) -> bool {
        *self == Self::default()
    }
}

//! How a job ended. None of these is an error.

mod infeasibility;
mod nearest;
mod reason;

use amidst_io::Batches;
use amidst_spec::{
    Spec,
    reporting::Reporting,
    spec::{MissingPolicy, Order},
};
use serde::Serialize;

use crate::{
    release::ColumnTransformation,
    source_key::SourceKey,
    summary::{PlanUsed, Summary, Union},
};

pub use infeasibility::Infeasibility;
pub use nearest::{Blocks, Nearest};
pub use reason::InfeasibleReason;

/// How a job ended.
pub enum Answer {
    /// Something was released.
    Released(Box<Released>),
    /// Nothing was: the target is out of reach.
    Infeasible(Box<Infeasible>),
}

/// A release, and everything that may be said of it.
pub struct Released {
    /// In numbers.
    pub summary: Summary,
    /// What became of each column of the source.
    pub columns: Vec<ColumnTransformation>,
    /// What was verified.
    pub audit: amidst_audit::Report,
    /// The spec that ran.
    pub spec: Spec,
    /// The same as text, flags included.
    pub spec_toml: String,
    /// The hash of that text.
    pub spec_sha256: String,
    /// The hash of the source.
    pub source_sha256: String,
    /// What papers for readers outside hash the source with.
    pub source_key: Option<SourceKey>,
    /// How the source was laid out.
    pub layout: amidst_io::Layout,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// The order of rows.
    pub order: Order,
    /// The hash of the key that shuffled them.
    pub order_key_sha256: Option<String>,
    /// How counts are told in what is written about it.
    pub reporting: Reporting,
    /// Papers written beside the release.
    pub beside: Vec<String>,
    /// What was released, if it was to stay in memory: first the release, then the tables beside it.
    pub tables: Vec<Batches>,
}

/// Why nothing was released, and what could be.
#[derive(Clone, Debug, Serialize)]
pub struct Infeasible {
    /// The version of this format.
    pub version: u32,
    /// `infeasible` or `stopped`.
    pub outcome: &'static str,
    /// Rows read.
    pub rows: u64,
    /// The k asked for.
    pub asked: u64,
    /// The largest k within the limit on suppression.
    pub best_k: u64,
    /// The fewest rows that would have to be suppressed for the k asked.
    pub least_suppressed: u64,
    /// What stands in the way.
    pub reason: InfeasibleReason,
    /// All of it in words, and what to do.
    pub message: String,
    /// What blocks, and the nearest that can be met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// The plan whose levels were asked for, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanUsed>,
    /// k on this and earlier releases together, if that is what fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub union: Option<Union>,
}

/// The hashes of papers that a certificate names.
#[derive(Clone, Debug, Default)]
pub struct Paired {
    /// Of the plan.
    pub plan: Option<String>,
    /// Of the report.
    pub report: Option<String>,
    /// Of the certificate for readers outside, which the one that stays inside names.
    pub certificate: Option<String>,
}

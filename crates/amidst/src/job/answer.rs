//! How a job ended. None of these is an error.

use amidst_io::Batches;
use serde::Serialize;

use super::Nearest;
use crate::{
    Spec,
    external::{Outside, SourceKey, out_of_reach, out_of_reach_in_words},
    plan::{PlanUsed, Union},
    release::ColumnFate,
    reporting::Reporting,
    spec::{MissingPolicy, Order},
    summary::Summary,
};

/// How a job ended.
pub enum Answer {
    /// Something was released.
    Released(Box<Released>),
    /// Nothing was: the target is out of reach.
    OutOfReach(Box<OutOfReach>),
}

/// A release, and everything that may be said of it.
pub struct Released {
    /// In numbers.
    pub summary: Summary,
    /// What became of each column of the source.
    pub columns: Vec<ColumnFate>,
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
    pub(crate) source_key: Option<SourceKey>,
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

impl Released {
    /// Its numbers as JSON, as far as its readers may know them.
    pub fn to_json(&self) -> String {
        let json = match Outside::of(self) {
            Some(outside) => serde_json::to_string(&outside.summary()),
            None => serde_json::to_string(&self.summary),
        };
        json.expect("a summary holds only what JSON can")
    }

    /// What readers outside may know of it in words, if it is told to them.
    pub fn in_words_outside(&self) -> Option<String> {
        Outside::of(self).map(|outside| outside.in_words())
    }
}

/// Why nothing was released, and what could be.
#[derive(Clone, Debug, Serialize)]
pub struct OutOfReach {
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

impl OutOfReach {
    /// All of it as JSON, as far as its readers may know it.
    pub fn to_json(&self, reporting: Reporting) -> String {
        let json = match reporting.is_external() {
            true => serde_json::to_string(&out_of_reach(self, reporting)),
            false => serde_json::to_string(self),
        };
        json.expect("an answer holds only what JSON can")
    }

    /// Why, and what to do, as far as its readers may know it.
    pub fn in_words(&self, reporting: Reporting) -> String {
        match reporting.is_external() {
            true => out_of_reach_in_words(self, reporting),
            false => self.message.clone(),
        }
    }
}

//! Numbers that a certificate states of a release, against those that are found in it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Claimed;
use crate::{
    check::Finding,
    reporting::{Count, Reporting},
    spec::MissingPolicy,
};

/// How far apart two numbers may be that are written as the same.
const ROUNDING: f64 = 1e-9;
/// How far a bound may be rounded.
const ROUNDED_BOUND: f64 = 1e-4;

/// What a certificate says of its release in numbers.
#[derive(Deserialize)]
pub struct Output {
    pub sha256: String,
    rows: Value,
    classes: Value,
    #[serde(default)]
    fragments: Vec<Value>,
    #[serde(default)]
    views: Vec<Value>,
}

#[derive(Deserialize)]
pub struct Smallest {
    k: Value,
    k_wildcard: Value,
}

#[derive(Deserialize)]
pub struct Risks {
    after: Risk,
}

#[derive(Deserialize)]
struct Risk {
    highest: Value,
}

/// All of them, and for whom they were written.
pub struct Stated<'a> {
    pub output: &'a Output,
    pub reached: &'a Smallest,
    pub risk: &'a Risks,
    pub policy: MissingPolicy,
    pub reporting: Reporting,
    pub counts_people: bool,
}

impl Stated<'_> {
    /// Compares them with what was found: one claim if all are as stated, else one for each that is not.
    pub fn judge(&self, found: &Finding) -> Vec<Claimed> {
        let [rows, classes] = [found.rows, found.classes].map(exact);
        let mut wrong = Vec::new();
        let mut compare = |name: &str, stated: &Value, is_same: bool, found: Value| {
            if !is_same {
                wrong.push(Claimed {
                    name: name.into(),
                    holds: Some(false),
                    words: format!("{name}: the certificate states {stated}, and the release has {found}"),
                });
            }
        };
        let is_told = |stated: &Value, found: u64| *stated == json!(self.reporting.count(found));
        compare("rows", &self.output.rows, is_told(&self.output.rows, rows), json!(rows));
        let Output { fragments, views, .. } = self.output;
        let mut judged = vec!["rows"];
        // Files apart are classed together with the release.
        if fragments.is_empty() && views.is_empty() {
            compare("classes", &self.output.classes, is_told(&self.output.classes, classes), json!(classes));
            judged.push("classes");
            // Of people the release does not tell how many there are.
            if !self.counts_people {
                let (stated, k) = match self.policy {
                    MissingPolicy::OwnValue => (&self.reached.k, exact(found.k)),
                    MissingPolicy::Wildcard => (&self.reached.k_wildcard, exact(found.k_wildcard)),
                };
                compare("reached k", stated, self.is_k(stated, k), json!(k));
                let highest = if k == 0 { 0.0 } else { 1.0 / k as f64 };
                let stated = &self.risk.after.highest;
                compare("highest risk", stated, is_risk(stated, highest), json!(highest));
                judged.extend(["reached k", "highest risk"]);
            }
        }
        if wrong.is_empty() {
            let words = format!("found in the release as the certificate states them: {}", judged.join(", "));
            wrong.push(Claimed { name: "numbers".into(), holds: Some(true), words });
        }
        wrong
    }

    /// Whether k is the one stated: outside, no less than it, or as a count is told.
    fn is_k(&self, stated: &Value, found: u64) -> bool {
        match stated.as_u64() {
            Some(stated) if self.reporting.is_external() => found >= stated,
            Some(stated) => found == stated,
            None => *stated == json!(self.reporting.count(found)),
        }
    }

    /// Whether a requirement reaches what is stated of it, if anything is.
    pub fn is_reached(&self, stated: &Value, found: &Value) -> bool {
        match (stated.as_f64(), found.as_f64()) {
            (Some(stated), Some(found)) if self.reporting.is_external() => found >= stated - ROUNDING,
            (Some(stated), Some(found)) => (found - stated).abs() <= ROUNDING * stated.abs().max(1.0),
            _ => stated.is_null() || stated == found,
        }
    }
}

/// Whether a risk is the one stated, or within the bound that is.
fn is_risk(stated: &Value, found: f64) -> bool {
    let bound = |sign: &str| stated.as_str()?.strip_prefix(sign)?.parse::<f64>().ok();
    match (stated.as_f64(), bound("<="), bound(">")) {
        (Some(stated), _, _) => (found - stated).abs() <= ROUNDING,
        (_, Some(most), _) => found <= most + ROUNDED_BOUND,
        (_, _, Some(least)) => found > least - ROUNDED_BOUND,
        _ => false,
    }
}

/// A count that is told as it is.
fn exact(count: Count) -> u64 {
    match count {
        Count::Told(count) | Count::Below(count) => count,
    }
}

//! The summary and the certificate for readers outside.

use amidst_spec::reporting::Reporting;
use amidst_verify::claim::{describe_claim, model_claim_outside};
use serde_json::{Value, json};

use super::{PublicView, done};
use crate::{
    outcome::{Infeasible, Paired},
    summary::{Cells, KResult, ModelResult, SideTable, Union},
};

impl PublicView<'_> {
    /// What `anonymize --json` prints.
    pub fn summary(&self) -> Value {
        let summary = &self.released.summary;
        let rows = summary.rows;
        json!({
            "version": summary.version,
            "audience": "external",
            "reporting_threshold": self.least,
            "outcome": summary.outcome,
            "algorithm": summary.algorithm,
            "optimal": summary.optimal,
            "gap": self.gap(),
            "levels": (!summary.levels.is_empty()).then(|| self.levels()),
            "height": summary.height,
            "cells": self.cells(),
            "perturbative": summary.perturbative,
            "counted": summary.counted,
            "people": rows.people_in.zip(rows.people_out).map(|(read, out)| json!({
                "in": self.control.count(read),
                "out": self.control.count(out),
            })),
            "rows": {
                "in": self.control.count(rows.r#in),
                "out": self.control.count(rows.out),
                "suppressed": self.control.count(rows.suppressed),
            },
            "classes": self.control.count(summary.classes),
            "privacy": self.privacy(),
            "objective": self.objective(),
            "prefer": summary.prefer,
            "loss": self.loss_map(),
            "risk": self.risk(),
            "search": summary.search,
            "warnings": summary.caveats,
            "seconds": summary.seconds,
            "output": summary.output,
            "fragments": self.side_tables(&summary.fragments),
            "views": self.side_tables(&summary.views),
            "plan": summary.plan,
            "union": summary.union.as_ref().map(|union| self.union(union)),
        })
    }

    /// The certificate. Without the spec, whose paths and values are the house's own. Of the source and the spec a keyed hash
    /// is told: a plain one would confirm guesses.
    pub fn certificate(&self, paired: &Paired) -> Value {
        let (released, summary) = (self.released, &self.released.summary);
        let models = summary.privacy.models.iter().map(model_claim_outside);
        let claim: Vec<String> = std::iter::once(self.k_claim()).chain(models).collect();
        let [k, k_wildcard] = self.smallest();
        json!({
            "version": 1,
            "audience": "external",
            "reporting_threshold": self.least,
            "program": { "name": "amidst", "version": env!("CARGO_PKG_VERSION") },
            "claim": describe_claim(&claim, released.missing_policy),
            "counted": summary.counted,
            "input": { "hmac_sha256": self.keyed(&released.source_sha256), "rows": self.control.count(summary.rows.r#in) },
            "output": {
                "sha256": released.audit.sha256,
                "rows": self.control.count(summary.rows.out),
                "suppressed": self.control.count(summary.rows.suppressed),
                "classes": self.control.count(summary.classes),
                "order": released.order.name(),
                "order_key_sha256": released.order_key_sha256,
                "fragments": self.side_tables(&summary.fragments),
                "views": self.side_tables(&summary.views),
            },
            "asked": { "missing": released.missing_policy.name(), "privacy": self.privacy() },
            "reached": { "k": k, "k_wildcard": k_wildcard },
            "solution": {
                "outcome": summary.outcome,
                "algorithm": summary.algorithm,
                "optimal": summary.optimal,
                "gap": self.gap(),
                "objective": self.objective(),
                "prefer": summary.prefer,
                "levels": self.levels(),
                "cells": self.cells(),
                "perturbative": summary.perturbative,
            },
            "risk": self.risk(),
            "loss": self.loss_map(),
            "columns": released.columns.iter().map(|column| json!({
                "name": column.name,
                "role": column.role.name(),
                "done": done(&column.transformation),
            })).collect::<Vec<_>>(),
            "audit": released.audit.checks.iter().map(|check| json!({
                "name": check.name,
                "holds": check.holds,
                "words": self.verified(check.name),
            })).collect::<Vec<_>>(),
            "warnings": summary.caveats,
            "spec_hmac_sha256": self.keyed(&released.spec_sha256),
            "papers": { "plan_sha256": paired.plan, "report_sha256": paired.report },
            "plan": summary.plan.as_ref().map(|plan| json!({ "sha256": plan.sha256 })),
            "union": summary.union.as_ref().map(|union| self.union(union)),
        })
    }

    fn levels(&self) -> Value {
        self.released.summary.levels.iter().map(|(name, level)| (name.clone(), json!(level))).collect()
    }

    /// Of columns recoded cell by cell, how many cells were changed and suppressed.
    fn cells(&self) -> Value {
        let told = |cells: &Cells| {
            json!({
                "changed": self.control.count(cells.changed),
                "suppressed": self.control.count(cells.suppressed),
            })
        };
        self.released.summary.cells.iter().map(|(name, cells)| (name.clone(), told(cells))).collect()
    }

    /// Files that keep a column apart.
    fn side_tables(&self, files: &[SideTable]) -> Vec<Value> {
        let told = |file: &SideTable| {
            let SideTable { column, path, sha256, rows } = file;
            json!({ "column": column, "path": path, "sha256": sha256, "rows": self.control.count(*rows) })
        };
        files.iter().map(told).collect()
    }

    fn loss_map(&self) -> Value {
        let mut losses: serde_json::Map<String, Value> =
            self.losses().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        losses.insert("suppression".into(), json!(self.suppressed()));
        losses.into()
    }

    fn objective(&self) -> Value {
        let objective = &self.released.summary.objective;
        json!({ "name": objective.name, "value": self.loss(&objective.name, objective.value) })
    }

    /// Each requirement. What is reached is told as at least, or at most, what was asked.
    fn privacy(&self) -> Vec<Value> {
        let KResult { model, asked, holds, .. } = &self.released.summary.privacy.k;
        let mut k = json!({ "model": model, "asked": asked, "reached": self.k(), "holds": holds });
        if let Some(combined) = self.combined() {
            k["k_all"] = json!(self.control.count(combined.k_all));
            k["combinations"] = json!(combined.combinations);
        }
        let model = |model: &ModelResult| {
            let ModelResult {
                model,
                column,
                parameters,
                asked,
                holds,
                estimated,
                self_judged,
                counted,
                by,
                ..
            } = model;
            let parameters: serde_json::Map<String, Value> =
                parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
            let mut told = json!({
                "model": model, "column": column, "parameters": parameters, "asked": asked, "holds": holds,
            });
            if *estimated {
                told["estimated"] = json!(true);
            }
            if *self_judged {
                told["self_judged"] = json!(true);
            }
            if let Some(counted) = counted {
                told["counted"] = json!(counted);
            }
            if let Some(by) = by {
                told["by"] = json!(by);
            }
            told
        };
        std::iter::once(k).chain(self.released.summary.privacy.models.iter().map(model)).collect()
    }

    fn risk(&self) -> Value {
        let risk = &self.released.summary.risk;
        json!({
            "before": { "highest": self.highest_before(), "average": self.control.measure_if_seen(risk.before.average) },
            "after": { "highest": self.highest_after(), "average": self.control.measure_if_seen(risk.after.average) },
        })
    }

    fn union(&self, union: &Union) -> Value {
        json!({
            "releases": union.releases,
            "rows": self.control.count(union.rows),
            "classes": self.control.count(union.classes),
            "holds": union.holds,
        })
    }
}

/// Why nothing was released: what was asked, and no more.
pub fn infeasible(answer: &Infeasible, reporting: Reporting) -> Value {
    json!({
        "version": answer.version,
        "audience": "external",
        "outcome": answer.outcome,
        "rows": reporting.count(answer.rows),
        "asked": answer.asked,
    })
}

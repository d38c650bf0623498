//! The certificate: what was asked, reached and verified, and how to repeat it. Machine-readable, without data.

use amidst_verify::claim::claim;
use serde_json::{Value, json};

use crate::outcome::{Paired, Released};

/// The certificate that stays inside. If other papers go outside, it alone holds the key by which can be shown that they are
/// about this source.
pub fn internal_certificate(released: &Released, paired: &Paired) -> Value {
    let summary = &released.summary;
    json!({
        "version": 1,
        "program": { "name": "amidst", "version": env!("CARGO_PKG_VERSION") },
        "claim": claim(&summary.privacy, summary.counted, summary.is_fragmented(), released.missing_policy),
        "counted": summary.counted,
        "people": summary.people.map(|people| json!({
            "in": summary.rows.people_in,
            "out": summary.rows.people_out,
            "largest_share": people.largest_share,
            "profile": people.profile,
        })),
        "input": {
            "path": released.spec.input.named(),
            "sha256": released.source_sha256,
            "rows": summary.rows.r#in,
        },
        "output": {
            "sha256": released.audit.sha256,
            "bytes": released.audit.bytes,
            "rows": summary.rows.out,
            "suppressed": summary.rows.suppressed,
            "classes": summary.classes,
            "order": released.order.name(),
            "order_key_sha256": released.order_key_sha256,
            "fragments": summary.fragments,
            "views": summary.views,
        },
        "asked": { "missing": released.missing_policy.name(), "privacy": summary.privacy },
        "reached": {
            "k": released.audit.k,
            "k_wildcard": released.audit.k_wildcard,
        },
        "solution": {
            "outcome": summary.outcome,
            "algorithm": summary.algorithm,
            "optimal": summary.optimal,
            "gap": summary.gap,
            "perturbative": summary.perturbative,
            "objective": summary.objective,
            "prefer": summary.prefer,
            "levels": summary.levels.iter().map(|(name, level)| (name.clone(), json!(level))).collect::<Value>(),
            "cells": summary.cells.iter().map(|(name, cells)| (name.clone(), json!(cells))).collect::<Value>(),
        },
        "sensitive": summary.sensitive,
        "risk": summary.risk,
        "households": summary.households,
        "loss": summary.loss.iter().map(|(name, value)| (name.clone(), json!(value))).collect::<Value>(),
        "columns": released.columns.iter().map(|column| json!({
            "name": column.name,
            "role": column.role.name(),
            "done": column.transformation.to_string(),
        })).collect::<Vec<_>>(),
        "warnings": summary.warnings,
        "audit": released.audit.checks,
        "spec": summary.plan.is_none().then_some(&released.spec_toml),
        "spec_sha256": released.spec_sha256,
        "papers": { "plan_sha256": paired.plan, "report_sha256": paired.report },
        "outside": released.source_key.as_ref().map(|key| json!({
            "key": key.to_hex(),
            "source_hmac_sha256": key.of(&released.source_sha256),
            "spec_hmac_sha256": key.of(&released.spec_sha256),
            "certificate_sha256": paired.certificate,
            "how": "HMAC-SHA-256 with this key over the 64 hexadecimal digits of the SHA-256",
        })),
        "plan": summary.plan,
        "union": summary.union,
        "repeat": match summary.plan {
            None => "save `spec` as release.toml where its paths hold, and run `amidst anonymize release.toml` with this version",
            Some(_) => "run `amidst apply PLAN TABLE` with the plan and the table of these hashes and this version",
        },
    })
}

//! Which role to propose. In doubt the safe one: quasi costs detail, the others could cost somebody's privacy.

use amidst_core::{Kind, Role};
use amidst_spec::header::DisclosureKind;

use super::{Detection, SemanticType, detection::percent, direct::SURE, values::Values};

/// A role, why, and whether something is known of the column.
pub(super) struct Proposal {
    pub role: Role,
    pub reason: String,
    pub decided: bool,
    /// What the proposal follows from.
    pub what: Option<SemanticType>,
}

/// Proposes a role from what was detected, surest first.
pub(super) fn propose(values: Option<&Values<'_>>, missing: u64, detections: &[Detection]) -> Proposal {
    let Some(values) = values else {
        return undecided("its values were not looked at");
    };
    let sure = |disclosure_kind: DisclosureKind| {
        detections.iter().find(|detection| {
            detection.what.disclosure_kind() == disclosure_kind && detection.confidence >= SURE
        })
    };
    if let Some(found) = sure(DisclosureKind::Direct) {
        return decided(Role::Identifier, found, "they lead directly to one person, dropped");
    }
    if values.distinct == 0 || (values.distinct == 1 && missing == 0) {
        let what = if values.distinct == 0 { "empty" } else { "the same in every row" };
        return Proposal {
            role: Role::Other,
            reason: format!("{what}, so that it tells nothing"),
            decided: true,
            what: None,
        };
    }
    if let Some(found) = sure(DisclosureKind::Record) {
        let reason = match found.what {
            SemanticType::FreeText => "it may name anybody, dropped",
            _ => "they lead back to the source, dropped",
        };
        return decided(Role::Identifier, found, reason);
    }
    match detections.iter().find(|detection| detection.confidence >= SURE) {
        Some(found) if found.what.disclosure_kind() == DisclosureKind::Sensitive => decided(
            Role::Sensitive,
            found,
            "what nobody should learn of a person, kept and protected by the classes",
        ),
        Some(found) => decided(Role::Quasi, found, "what an outsider could know of a person"),
        None => unknown(values),
    }
}

fn decided(role: Role, found: &Detection, reason: &str) -> Proposal {
    Proposal {
        role,
        reason: format!("{}: {reason}", found.what.words()),
        decided: true,
        what: Some(found.what),
    }
}

fn undecided(reason: &str) -> Proposal {
    Proposal { role: Role::Quasi, reason: reason.into(), decided: false, what: None }
}

/// Texts, and no dates, of which so large a share stand in one row only.
pub(super) fn is_nearly_unique_text(values: &Values<'_>, share: f64) -> bool {
    values.kind == Kind::Text && values.dates.is_none() && values.unique_share() >= share && values.rows >= 20
}

/// Neither name nor values say what it is.
fn unknown(values: &Values<'_>) -> Proposal {
    if is_nearly_unique_text(values, 0.9) {
        let share = percent(values.unique_share());
        let reason =
            format!("{share} of its texts stand in one row only, so that it leads to persons: dropped");
        return Proposal { role: Role::Identifier, reason, decided: true, what: None };
    }
    undecided("nothing is known of it, so that the safe role is proposed")
}

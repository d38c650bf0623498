//! What is assumed, what is left open, what was verified, where it comes from, and a place to sign.

use amidst_spec::spec::{Counted, Order};
use maud::{Markup, html};

use super::facts::Facts;
use crate::messages::{Assumption, Closing, Heading, Limit, Message, Verified, Word};

/// What a release leaves open; said in every report.
const LIMITS: [Limit; 5] =
    [Limit::Homogeneous, Limit::OtherColumns, Limit::OtherReleases, Limit::Minimality, Limit::Learning];

/// What is assumed.
pub fn assumptions(facts: &Facts<'_>) -> Markup {
    let quasi = facts.quasi();
    let people = match (&facts.released.spec.privacy.respondent, facts.released.summary.counted) {
        (Some(respondent), Counted::People) => {
            facts.say_with(Assumption::People, &[("column", &respondent.column)])
        }
        _ => facts.say(Assumption::Rows),
    };
    let all = [
        facts.say_with(Assumption::Quasi, &[("quasi", &quasi)]),
        people,
        facts.say(Assumption::Attacker),
        facts.say_with(Assumption::Missing, &[("missing", &facts.missing())]),
        facts.say(Assumption::Hierarchies),
        facts.say(Assumption::Nothing),
    ];
    html! {
        h2 { (facts.say(Heading::Assumptions)) }
        ul { @for words in all { li { (words) } } }
    }
}

/// What a release leaves open.
pub fn limits(facts: &Facts<'_>) -> Markup {
    let summary = &facts.released.summary;
    let of_rows = match (summary.counted, &summary.repeated) {
        (Counted::People, _) => None,
        (Counted::Rows, Some(_)) => Some(Limit::RowsHave),
        (Counted::Rows, None) => Some(Limit::RowsMay),
    };
    html! {
        h2 { (facts.say(Heading::Limits)) }
        ul { @for limit in of_rows.into_iter().chain(LIMITS) { li { (facts.say(limit)) } } }
    }
}

/// Every check of the audit, with what it means.
pub fn verified(facts: &Facts<'_>) -> Markup {
    html! {
        h2 { (facts.say(Heading::Verified)) }
        p { (facts.say(Closing::Independent)) }
        table {
            tr { th { (facts.say(Word::Check)) } th { (facts.say(Word::Result)) } }
            @for check in &facts.released.audit.checks {
                tr {
                    td { (facts.say(Verified::of(check.name, &facts.released.summary))) }
                    td { (facts.say(if check.holds { Word::Holds } else { Word::Fails })) }
                }
            }
        }
    }
}

/// Where it comes from, and how to repeat and verify it.
pub fn provenance(facts: &Facts<'_>) -> Markup {
    let released = facts.released;
    let summary = &released.summary;
    let inside = |what: Closing, sha256: &str| {
        let (kind, hash) = facts.inside_hash(sha256);
        hashed(&format!("{}, {kind}", facts.say(what)), &hash)
    };
    let plain = |name: Closing, value: &str| html! { tr { td { (facts.say(name)) } td { (value) } } };
    let repeat = match &summary.plan {
        None => facts.say_with(Closing::Repeat, &[("command", "amidst anonymize release.toml")]),
        Some(_) => facts.say_with(Closing::RepeatPlan, &[("command", "amidst apply PLAN TABLE")]),
    };
    let verify = [("command", "amidst verify CERTIFICATE RELEASE")];
    html! {
        h2 { (facts.say(Heading::Provenance)) }
        table {
            (plain(Closing::Program, &format!("amidst {}", env!("CARGO_PKG_VERSION"))))
            (plain(Closing::Algorithm, &summary.algorithm))
            (plain(Closing::Order, released.order.name()))
            (inside(Closing::Source, &released.source_sha256))
            @match &summary.plan {
                None => (inside(Closing::Spec, &released.spec_sha256)),
                Some(plan) => (hashed(&format!("{}, SHA-256", facts.say(Closing::Plan)), &plan.sha256)),
            }
            (hashed(&format!("{}, SHA-256", facts.say(Closing::Release)), &released.audit.sha256))
            @for table in summary.side_tables() { (hashed(&format!("{}, SHA-256", table.path), &table.sha256)) }
            @if let Some(union) = summary.union.as_ref().filter(|_| facts.is_internal()) {
                (plain(Closing::Union, &union.describe()))
            }
        }
        p {
            (repeat)
            @if released.order == Order::Shuffle { " " (facts.say(Closing::RepeatShuffled)) }
        }
        p { (facts.say_with(Closing::Verify, &verify)) }
    }
}

fn hashed(name: &str, hash: &str) -> Markup {
    html! { tr { td { (name) } td { code { (hash) } } } }
}

/// A place to sign.
pub fn signature(facts: &Facts<'_>) -> Markup {
    html! {
        h2 { (facts.say(Heading::Signature)) }
        div.signature {
            p { (facts.say(Closing::Sign)) }
            (lines(facts, Word::Name))
        }
    }
}

/// Blank lines for a name, a signature and a date.
pub fn lines(facts: &Facts<'_>, name: impl Message) -> Markup {
    html! {
        p { (facts.say(name)) ": " span.blank { "\u{a0}" } }
        p {
            (facts.say(Heading::Signature)) ": " span.blank { "\u{a0}" } " "
            (facts.say(Word::Date)) ": " span.blank.short { "\u{a0}" }
        }
    }
}

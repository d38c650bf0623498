//! Sections as reports to the European Medicines Agency and Health Canada have them.

use amidst_core::Role;
use maud::{Markup, html};

use crate::{
    messages::{Ema, Word},
    release::{ColumnTransformation, Transformation},
    report::{closing::lines, facts::Facts, findings::is_exact, summary::or_blank},
};

/// The classes that go with a threshold of 0.09.
const LEAST: u64 = 11;

/// The annex.
pub fn ema(facts: &Facts<'_>) -> Markup {
    let spec = &facts.released.spec.report;
    let [before, after] = facts.highest().map(|(words, _)| words);
    let suppressed = facts.count(facts.released.summary.rows.suppressed);
    html! {
        section.annex {
            h2 { (facts.say(Ema::Title)) }
            p.note { (facts.say(Ema::Words)) }
            h3 { (facts.say(Ema::Data)) }
            table {
                tr { td { (facts.say(Word::Dataset)) } td { (or_blank(spec.dataset.as_deref())) } }
                tr { td { (facts.say(Word::Recipients)) } td { (or_blank(spec.recipients.as_deref())) } }
            }
            h3 { (facts.say(Ema::Identifiers)) }
            (identifiers(facts))
            h3 { (facts.say(Ema::Attackers)) }
            p { (facts.say(Ema::AttackersWords)) }
            h3 { (facts.say(Ema::Threshold)) }
            p { (facts.say(Ema::ThresholdWords)) }
            h3 { (facts.say(Ema::Measured)) }
            table {
                tr { td { (facts.say(Ema::Initial)) } td.n { (before) } }
                tr { td { (facts.say(Ema::Residual)) } td.n { (after) } }
            }
            p { b { (facts.say(if is_met(facts) { Ema::Met } else { Ema::NotMet })) } }
            h3 { (facts.say(Ema::Utility)) }
            p { (facts.say_with(Ema::UtilityWords, &[("suppressed", &suppressed)])) }
            p { span.blank { "\u{a0}" } }
            h3 { (facts.say(Ema::Residue)) }
            p { (facts.say(Ema::ResidueWords)) }
            p { span.blank { "\u{a0}" } }
            h3 { (facts.say(Ema::Applicant)) }
            (lines(facts, Word::Name))
        }
    }
}

/// Whether classes are large enough, as far as readers may know it.
fn is_met(facts: &Facts<'_>) -> bool {
    let summary = &facts.released.summary;
    let is_of_all = summary.privacy.k.combined.is_none() && !summary.is_fragmented();
    let k = facts.outside.as_ref().map_or(summary.privacy.k.reached, |outside| outside.k());
    is_of_all && k >= LEAST && !summary.privacy.models.iter().any(|model| model.is_of_links())
}

fn identifiers(facts: &Facts<'_>) -> Markup {
    let columns = facts.released.columns.iter();
    let looked_at: Vec<&ColumnTransformation> =
        columns.filter(|column| matches!(column.role, Role::Identifier | Role::Quasi)).collect();
    html! {
        table {
            tr { @for name in [Word::Column, Word::Role, Word::Done] { th { (facts.say(name)) } } }
            @for column in looked_at {
                tr {
                    td { (column.name) }
                    td {
                        @if column.role == Role::Identifier { (facts.say(Ema::Direct)) } @else { (facts.role(column.role)) }
                    }
                    td { (facts.say(technique(&column.transformation))) ": " (facts.done(column)) }
                }
            }
        }
    }
}

/// The agencies' word for what was done.
fn technique(transformation: &Transformation) -> Ema {
    match transformation {
        it if is_exact(it) => Ema::Retained,
        Transformation::Dropped => Ema::Redacted,
        Transformation::Generalized { level, height, .. } if level == height => Ema::Redacted,
        Transformation::Generalized { .. } => Ema::Generalised,
        Transformation::SideTable { .. } => Ema::Retained,
        _ => Ema::Recoded,
    }
}

//! Technical facts for an expert's determination, who signs for the rest.

use maud::{Markup, html};

use crate::{
    messages::{Expert, Word},
    report::{closing::lines, facts::Facts, summary::or_blank},
};

/// The annex.
pub fn expert(facts: &Facts<'_>) -> Markup {
    let spec = &facts.released.spec.report;
    let [before, after] = facts.highest().map(|(words, _)| words);
    let [average_before, average_after] = facts.average().map(|(words, _)| words);
    let quasi = facts.quasi();
    let result = facts.say_with(
        Expert::ResultWords,
        &[
            ("before", &before),
            ("after", &after),
            ("average_before", &average_before),
            ("average_after", &average_after),
        ],
    );
    let given = |name: Expert, value: Option<&str>| {
        html! { tr { td { (facts.say(name)) } td { (or_blank(value)) } } }
    };
    let measured = |name: Expert, words: String| html! { tr { td { (facts.say(name)) } td { (words) } } };
    html! {
        section.annex {
            h2 { (facts.say(Expert::Title)) }
            p.note { (facts.say(Expert::Words)) }
            table {
                (given(Expert::Data, spec.dataset.as_deref()))
                tr { td { (facts.say(Word::Date)) } td { (or_blank(spec.date.as_deref())) } }
                tr { td { "SHA-256" } td { code { (facts.released.audit.sha256) } } }
                (given(Expert::Recipient, spec.recipients.as_deref()))
                (measured(Expert::Attackers, facts.say_with(Expert::AttackersWords, &[("quasi", &quasi)])))
                (measured(Expert::Metric, facts.say(Expert::MetricWords)))
                (given(Expert::Threshold, None))
                (measured(Expert::Result, result))
                (measured(Expert::Assumptions, facts.say(Expert::AssumptionsWords)))
                (given(Expert::Conditions, None))
                (given(Expert::Valid, None))
            }
            div.signature {
                p { (facts.say(Expert::Statement)) }
                (lines(facts, Expert::Expertise))
            }
        }
    }
}

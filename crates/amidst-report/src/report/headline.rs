//! The headline: what must be read first, and what is claimed.

use maud::{Markup, html};

use super::{
    claim::claim,
    facts::Facts,
    findings::{findings, verdict},
};

/// The verdict in its colour, every finding, worst first, and the claim.
pub fn headline(facts: &Facts<'_>) -> Markup {
    let found = findings(facts);
    let (verdict, colour) = verdict(&found);
    html! {
        div.headline.(colour) {
            p.verdict { (facts.say(verdict)) }
            @if !found.is_empty() {
                ul.findings { @for finding in &found { li.(finding.severity.class()) { (finding.words) } } }
            }
        }
        @for words in claim(facts) { p.claim { (words) } }
    }
}

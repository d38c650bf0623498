//! The report: what was released, asked, reached and verified, on pages that a person can read and sign.
//!
//! Holds names of columns and counts, never a cell's value. Self-contained HTML: no script, nothing fetched. Warnings stand at the
//! top, and the headline has the colour of the worst.

mod claim;
mod closing;
mod columns;
mod example;
mod facts;
mod findings;
mod forms;
mod german;
mod headline;
mod risk;
mod summary;

use amidst_render::page;
use amidst_spec::spec::Form;
use maud::html;

use facts::Facts;

use crate::{messages::Heading, outcome::Released};

/// The report of a release, for whoever its papers are for, in the language of the spec and with the annexes that it names.
pub fn html(released: &Released) -> String {
    let facts = Facts::of(released);
    let title = facts.say(Heading::Report);
    let body = html! {
        h1 { (title) }
        (summary::fields(&facts))
        (headline::headline(&facts))
        (summary::in_short(&facts))
        (summary::asked(&facts))
        (risk::risk(&facts))
        (columns::columns(&facts))
        (columns::cost(&facts))
        (example::example(&facts))
        (closing::assumptions(&facts))
        (closing::limits(&facts))
        (closing::verified(&facts))
        (closing::provenance(&facts))
        (closing::signature(&facts))
        @for form in &released.spec.report.forms {
            @match form {
                Form::Ema => (forms::ema(&facts)),
                Form::SafeHarbor => (forms::safe_harbor(&facts)),
                Form::ExpertDetermination => (forms::expert(&facts)),
            }
        }
    };
    page(facts.language.code(), &title, &body)
}

//! What was done to each column, and what it cost.

use amidst_render::charts::{Bar, Look};
use maud::{Markup, html};

use super::{facts::Facts, risk::drawing};
use crate::messages::{Cost, Heading, Measure, Word};
use crate::release::{ColumnTransformation, Transformation};

/// Every column with its role and what became of it.
pub fn columns(facts: &Facts<'_>) -> Markup {
    html! {
        h2 { (facts.say(Heading::Columns)) }
        table {
            tr { @for name in [Word::Column, Word::Role, Word::Done] { th { (facts.say(name)) } } }
            @for column in &facts.released.columns { (line(facts, column)) }
        }
    }
}

fn line(facts: &Facts<'_>, column: &ColumnTransformation) -> Markup {
    let warn = (column.transformation == Transformation::Pseudonym).then_some("warn");
    html! {
        tr {
            td { (column.name) } td { (facts.role(column.role)) }
            td class=[warn] { (facts.done(column)) }
        }
    }
}

/// What it cost: column by column where that is known, and by every measure.
pub fn cost(facts: &Facts<'_>) -> Markup {
    let by_column = &facts.released.summary.column_loss;
    let bar = |(name, loss): &(String, f64)| Bar {
        label: name.clone(),
        share: *loss,
        words: facts.percent(*loss),
        look: Look::Plain,
    };
    let bars: Vec<Bar> = by_column.iter().map(bar).collect();
    html! {
        h2 { (facts.say(Heading::Cost)) }
        @if facts.is_internal() && !bars.is_empty() {
            figure {
                (drawing(facts.say(Cost::Drawing), &bars))
                figcaption { (facts.say(Cost::Columns)) }
            }
        }
        table {
            tr { th { (facts.say(Word::Measure)) } th.n { (facts.say(Word::Value)) } th { (facts.say(Word::Meaning)) } }
            @for (name, value) in facts.losses() {
                tr { td { (name) } td.n { (value) } td { (facts.say(meaning(name))) } }
            }
        }
        p.note { (facts.say_with(Cost::Compare, &[("command", "amidst compare ORIGINAL RELEASE")])) }
    }
}

/// What a measure means.
fn meaning(name: &str) -> Measure {
    match name {
        "loss" => Measure::Loss,
        "precision" => Measure::Precision,
        "discernibility" | "discernibility*" => Measure::Discernibility,
        "average-class-size" => Measure::AverageClassSize,
        "entropy" => Measure::Entropy,
        "normalized-entropy" => Measure::NormalizedEntropy,
        "gcp" => Measure::Gcp,
        "height" => Measure::Height,
        "suppression" => Measure::Suppression,
        "ambiguity" => Measure::Ambiguity,
        "kl-divergence" => Measure::KlDivergence,
        "classification" => Measure::Classification,
        "levels" => Measure::Levels,
        _ => Measure::Other,
    }
}

//! What only people know of the report, what was released in plain words, and what was asked and reached.

use amidst_audit::Number;
use amidst_spec::reporting::Reporting;
use maud::{Markup, html};

use super::{facts::Facts, findings::is_exact};
use crate::messages::{Heading, Numbers, Short, Word};
use crate::{release::Transformation, summary::SensitiveResult};

/// Dataset, author, date and readers; a blank line for what nobody said.
pub fn fields(facts: &Facts<'_>) -> Markup {
    let spec = &facts.released.spec.report;
    let given = [
        (Word::Dataset, &spec.dataset),
        (Word::Author, &spec.author),
        (Word::Date, &spec.date),
        (Word::Recipients, &spec.recipients),
    ];
    let readers = match facts.released.reporting {
        Reporting::Internal => facts.say(Word::Internal),
        Reporting::External { least } => facts.say_with(Word::External, &[("least", &least.to_string())]),
    };
    html! {
        table.fields {
            @for (name, value) in given {
                tr { td { (facts.say(name)) } td { (or_blank(value.as_deref())) } }
            }
            tr { td { (facts.say(Word::Audience)) } td { (readers) } }
        }
    }
}

/// What was said, or a line to write on.
pub fn or_blank(value: Option<&str>) -> Markup {
    html! { @if let Some(value) = value { (value) } @else { span.blank { "\u{a0}" } } }
}

/// What was released, in plain words.
pub fn in_short(facts: &Facts<'_>) -> Markup {
    html! {
        h2 { (facts.say(Heading::InShort)) }
        ul {
            li { (rows(facts)) }
            @for words in people(facts) { li { (words) } }
            @for words in columns(facts) { li { (words) } }
            li { (how_good(facts)) }
        }
    }
}

fn rows(facts: &Facts<'_>) -> String {
    let summary = &facts.released.summary;
    let rows = summary.rows;
    let [read, out, suppressed, classes] =
        [rows.r#in, rows.out, rows.suppressed, summary.classes].map(|count| facts.count(count));
    let share = facts.share(rows.suppressed, rows.r#in);
    let with = [
        ("read", &*read),
        ("out", &out),
        ("suppressed", &suppressed),
        ("classes", &classes),
        ("share", &share),
    ];
    facts.say_with(if summary.is_fragmented() { Short::Groups } else { Short::Rows }, &with)
}

fn people(facts: &Facts<'_>) -> Vec<String> {
    let summary = &facts.released.summary;
    let Some((read, out)) = summary.rows.people_in.zip(summary.rows.people_out) else { return Vec::new() };
    let (read, out) = (facts.count(read), facts.count(out));
    let about = facts.say_with(Short::People, &[("read", &read), ("out", &out)]);
    let largest = summary.people.filter(|_| facts.is_internal()).map(|people| {
        facts.say_with(Short::LargestShare, &[("share", &facts.percent(people.largest_share))])
    });
    std::iter::once(about).chain(largest).collect()
}

/// Which columns stay exact, and which do not.
fn columns(facts: &Facts<'_>) -> Vec<String> {
    let named = |message: Short, is_one: &dyn Fn(&Transformation) -> bool| {
        let columns = facts.released.columns.iter().filter(|column| is_one(&column.transformation));
        let names: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
        (!names.is_empty()).then(|| facts.say_with(message, &[("columns", &names.join(", "))]))
    };
    let is_blank = |it: &Transformation| matches!(it, Transformation::Generalized { level, height, .. } if level == height && *level > 0);
    let is_coarser = |it: &Transformation| match it {
        Transformation::Generalized { .. }
        | Transformation::Recoded { .. }
        | Transformation::Averaged { .. }
        | Transformation::Viewed { .. } => !is_exact(it) && !is_blank(it),
        _ => false,
    };
    let kept = named(Short::Kept, &is_exact).unwrap_or_else(|| facts.say(Short::KeptNone));
    let others = [
        named(Short::Coarser, &is_coarser),
        named(Short::Blank, &is_blank),
        named(Short::Apart, &|it| matches!(it, Transformation::SideTable { .. })),
        named(Short::Removed, &|it| *it == Transformation::Dropped),
        named(Short::Coded, &|it| *it == Transformation::Pseudonym),
    ];
    std::iter::once(kept).chain(others.into_iter().flatten()).collect()
}

fn how_good(facts: &Facts<'_>) -> String {
    let summary = &facts.released.summary;
    let gap = match &facts.outside {
        None => summary.gap,
        Some(outside) => outside.gap(),
    };
    let told = facts.percent(gap);
    let with = [("objective", summary.objective.name.as_str()), ("gap", &told)];
    let message = match summary.optimal {
        true => Short::Optimal,
        false if summary.plan.is_some() => Short::ByPlan,
        false if gap >= 1.0 => Short::Unknown,
        false => Short::Gap,
    };
    facts.say_with(message, &with)
}

/// What was asked and reached, and what sensitive columns show within classes.
pub fn asked(facts: &Facts<'_>) -> Markup {
    let privacy = &facts.released.summary.privacy;
    let k = facts.outside.as_ref().map_or(privacy.k.reached, |outside| outside.k());
    html! {
        h2 { (facts.say(Heading::Asked)) }
        table {
            tr {
                @for name in [Word::Model, Word::Column, Word::Asked, Word::Reached] { th { (facts.say(name)) } }
            }
            tr { td { (privacy.k.model) } td { (facts.quasi()) } td { (privacy.k.asked) } td { (k) } }
            @for model in &privacy.models {
                tr {
                    td {
                        (model.model)
                        @if model.by.is_some() { (facts.say(Word::SingleRows)) }
                    }
                    td {
                        (model.column.as_deref().unwrap_or("–"))
                        @if !model.within.is_empty() { (facts.say(Word::OthersKnown)) }
                    }
                    td { (number(facts, Some(model.asked))) }
                    td {
                        @if facts.is_internal() { (number(facts, model.reached)) }
                        @else { (facts.say(if model.holds { Word::Holds } else { Word::Fails })) }
                        @if model.estimated { (facts.say(Word::Estimated)) }
                        @else if model.self_judged { (facts.say(Word::SelfJudged)) }
                    }
                }
            }
        }
        (sensitive(facts))
    }
}

/// What sensitive columns show, for readers who may see the data.
fn sensitive(facts: &Facts<'_>) -> Markup {
    let columns = &facts.released.summary.sensitive;
    let is_by_rows = columns.iter().any(|column| column.by.is_some());
    let by = if is_by_rows { facts.say(Word::SingleRows) } else { String::new() };
    html! {
        @if facts.is_internal() && !columns.is_empty() {
            h3 { (facts.say_with(Heading::Sensitive, &[("by", &by)])) }
            table {
                tr { @for name in [Word::Column, Word::Fewest, Word::Farthest] { th { (facts.say(name)) } } }
                @for SensitiveResult { column, l, t, .. } in columns {
                    tr { td { (column) } td { (number(facts, *l)) } td { (number(facts, *t)) } }
                }
            }
        }
    }
}

/// A number of a model; a dash for none.
fn number(facts: &Facts<'_>, number: Option<Number>) -> String {
    match number {
        None => "–".into(),
        Some(number) if number.0.is_finite() => facts.language.measure(number.0),
        Some(number) => number.to_string(),
    }
}

//! Risk before and after: attacker by attacker, against thresholds, and as pictures.

use amidst_render::charts::{Bar, Look, Words, bars};
use amidst_spec::{reporting::Count, spec::Counted};
use maud::{Markup, html};

use super::facts::Facts;
use crate::messages::{Heading, Numbers, RiskWords, Word};
use crate::summary::ClassSizes;

/// Classes below these sizes are counted.
const THRESHOLDS: [u64; 3] = [5, 11, 20];
/// Where ranges of sizes begin.
const STARTS: [u64; 9] = [1, 2, 3, 5, 11, 20, 50, 100, 1000];

/// All of it.
pub fn risk(facts: &Facts<'_>) -> Markup {
    let summary = &facts.released.summary;
    html! {
        h2 { (facts.say(Heading::Risk)) }
        (attackers(facts))
        (risk_bars(facts))
        @if let Some(other) = summary.risk.other_reading.as_ref().filter(|_| facts.is_internal()) {
            p {
                (facts.say_with(RiskWords::OtherReading, &[
                    ("missing", summary.risk.missing),
                    ("other", other.missing),
                    ("highest_before", &facts.percent(other.before.highest)),
                    ("highest_after", &facts.percent(other.after.highest)),
                    ("average_before", &facts.percent(other.before.average)),
                    ("average_after", &facts.percent(other.after.average)),
                ]))
            }
        }
        @if let Some(households) = summary.households.as_ref().filter(|_| facts.is_internal()) {
            p {
                (facts.say_with(RiskWords::Households, &[
                    ("k", &facts.language.count(Count::Value(households.k))),
                    ("highest", &facts.percent(households.highest)),
                    ("average", &facts.percent(households.average)),
                ]))
            }
        }
        @if !summary.sizes.after.is_empty() { (thresholds(facts)) (sizes(facts)) }
    }
}

fn attackers(facts: &Facts<'_>) -> Markup {
    let [highest_before, highest_after] = facts.highest().map(|(words, _)| words);
    let [average_before, average_after] = facts.average().map(|(words, _)| words);
    let is_by_people = facts.released.summary.counted == Counted::People;
    let (of_highest, of_average) = match is_by_people {
        true => (RiskWords::OfProsecutorPeople, RiskWords::OfAveragePeople),
        false => (RiskWords::OfProsecutor, RiskWords::OfAverage),
    };
    let line = |name: RiskWords, before: &str, after: &str, words: RiskWords| {
        html! {
            tr { td { (facts.say(name)) } td.n { (before) } td.n { (after) } td { (facts.say(words)) } }
        }
    };
    html! {
        table {
            tr {
                th { (facts.say(Word::Attacker)) }
                th.n { (facts.say(Word::Before)) } th.n { (facts.say(Word::After)) }
                th { (facts.say(Word::Meaning)) }
            }
            (line(RiskWords::ProsecutorHighest, &highest_before, &highest_after, of_highest))
            (line(RiskWords::ProsecutorAverage, &average_before, &average_after, of_average))
            (line(RiskWords::Journalist, &highest_before, &highest_after, RiskWords::OfJournalist))
            (line(RiskWords::Marketer, &average_before, &average_after, RiskWords::OfMarketer))
        }
    }
}

/// Four bars: highest and average risk, before and after.
fn risk_bars(facts: &Facts<'_>) -> Markup {
    let ([highest_before, highest_after], [average_before, average_after]) =
        (facts.highest(), facts.average());
    let bar = |label: RiskWords, (words, share): (String, f64), look: Look| Bar {
        label: facts.say(label),
        share,
        words,
        look,
    };
    let all = [
        bar(RiskWords::BarHighestBefore, highest_before, Look::Before),
        bar(RiskWords::BarHighestAfter, highest_after, Look::After),
        bar(RiskWords::BarAverageBefore, average_before, Look::Before),
        bar(RiskWords::BarAverageAfter, average_after, Look::After),
    ];
    drawing(facts.say(RiskWords::Drawing), &all)
}

/// Bars, and the same in words.
pub fn drawing(title: String, all: &[Bar]) -> Markup {
    let described: Vec<String> = all.iter().map(|bar| format!("{}: {}", bar.label, bar.words)).collect();
    described_drawing(title, &described, all)
}

fn described_drawing(title: String, described: &[String], all: &[Bar]) -> Markup {
    bars(&Words { title, description: described.join("; ") }, all)
}

/// Rows in classes that are too small for one rule or another.
fn thresholds(facts: &Facts<'_>) -> Markup {
    let ClassSizes { before, after } = &facts.released.summary.sizes;
    let rows = facts.released.summary.rows;
    let told = |sizes: &[(u64, u64)], below: u64, whole: u64| {
        let part = ClassSizes::rows(sizes, 1, below);
        format!("{} ({})", facts.count(part), facts.share(part, whole))
    };
    html! {
        table {
            tr {
                th { (facts.say(RiskWords::Threshold)) }
                th.n { (facts.say(Word::Before)) } th.n { (facts.say(Word::After)) }
            }
            @for size in THRESHOLDS {
                tr {
                    td {
                        (facts.say_with(RiskWords::ThresholdOf, &[
                            ("size", &size.to_string()),
                            ("risk", &facts.percent(1.0 / size as f64)),
                        ]))
                    }
                    td.n { (told(before, size, rows.r#in)) }
                    td.n { (told(after, size, rows.out)) }
                }
            }
        }
        p.note { (facts.say(RiskWords::ThresholdWords)) }
    }
}

/// How many rows share their class, before and after.
fn sizes(facts: &Facts<'_>) -> Markup {
    let ClassSizes { before, after } = &facts.released.summary.sizes;
    let rows = facts.released.summary.rows;
    let ranges = ranges(facts.outside.as_ref().map(|outside| outside.least()));
    let (mut all, mut described) = (Vec::new(), Vec::new());
    let [word_before, word_after] = [Word::Before, Word::After].map(|word| facts.say(word));
    for (at, &from) in ranges.iter().enumerate() {
        let below = ranges.get(at + 1).copied().unwrap_or(u64::MAX);
        let [part_before, part_after] = [before, after].map(|sizes| ClassSizes::rows(sizes, from, below));
        if part_before + part_after == 0 {
            continue;
        }
        let label = label(facts, at == 0, from, below);
        let bar = |label: String, part: u64, whole: u64, look: Look| Bar {
            label,
            share: facts.length(part, whole),
            words: format!("{} ({})", facts.rows(part), facts.share(part, whole)),
            look,
        };
        let [one, other] = [
            bar(label.clone(), part_before, rows.r#in, Look::Before),
            bar(String::new(), part_after, rows.out, Look::After),
        ];
        described.push(format!("{label}: {word_before} {}, {word_after} {}", one.words, other.words));
        all.extend([one, other]);
    }
    html! {
        h3 { (facts.say(Heading::Sizes)) }
        p {
            span.key.before {} (facts.say(Word::Before)) span.key.after {} (facts.say(Word::After))
        }
        figure {
            (described_drawing(facts.say(RiskWords::SizesDrawing), &described, &all))
            figcaption {
                (facts.say(RiskWords::Legend))
                @if facts.released.summary.counted == Counted::People { " " (facts.say(RiskWords::RowsNotPeople)) }
            }
        }
    }
}

/// Where ranges begin; for readers outside all sizes below the threshold are one.
fn ranges(least: Option<u64>) -> Vec<u64> {
    match least {
        None => STARTS.to_vec(),
        Some(least) => {
            let above = STARTS.into_iter().filter(|start| *start > least);
            [1, least].into_iter().chain(above).collect()
        }
    }
}

fn label(facts: &Facts<'_>, is_first: bool, from: u64, below: u64) -> String {
    let told = |count: u64| facts.language.count(Count::Value(count));
    match below {
        2 => facts.say(RiskWords::Alone),
        _ if is_first => facts.say_with(RiskWords::Below, &[("from", &told(below))]),
        u64::MAX => facts.say_with(RiskWords::AndMore, &[("from", &told(from))]),
        _ if below == from + 1 => told(from),
        _ => facts.say_with(RiskWords::Range, &[("from", &told(from)), ("to", &told(below - 1))]),
    }
}

//! The risk of a table on one page. Self-contained HTML: no script, nothing fetched, no cell's value.

use amidst_render::{
    charts::{Bar, Look, Words, bars},
    page, row,
};
use amidst_spec::reporting::{Count, Share};
use maud::{Markup, html};

use super::{
    describe::{self, Unit, chance, count, measure, share},
    report::{CombinationRisk, Risk},
};

/// Combinations that are shown; JSON has all.
const SHOWN: usize = 20;

/// What the numbers say nothing about.
const LIMITS: [&str; 4] = [
    "They hold against someone who knows the quasi columns and nothing else. A column left out of them that an outsider \
     knows makes every number too small.",
    "They are about finding a row. What a class gives away without finding anyone, because its rows share a sensitive \
     value, is another question.",
    "A row that is alone in the table need not be alone in the population; a row that is not alone may still be told from \
     its class by what someone knows besides.",
    "Another release of the same people may be combined with this table.",
];

/// The page.
pub fn html(risk: &Risk) -> String {
    let body = html! {
        h1 { "Risk report" }
        (summary(risk))
        (attackers(risk))
        (sizes(risk))
        (columns(risk))
        (combinations(risk))
        (sensitive(risk))
        h2 { "What these numbers do not say" }
        ul { @for limit in LIMITS { li { (limit) } } }
        p { "amidst " (env!("CARGO_PKG_VERSION")) }
    };
    page("en", "Risk report", &body)
}

fn unit(risk: &Risk) -> Unit {
    Unit::new(risk.counted == "people")
}

fn summary(risk: &Risk) -> Markup {
    let limit = &risk.limit;
    let at_risk = match limit.cell_size {
        Some(size) => format!("classes of fewer than {size}; the risk that goes with it is {}", limit.risk),
        None => format!("a chance above {}", limit.risk),
    };
    let matches = format!("Fewest {} that any row matches, a missing cell matching everything", risk.counted);
    html! {
        p {
            "How likely someone is found in this table by " b { (risk.quasi.join(", ")) } ", and by nothing else."
            @if let Some(least) = risk.least_told {
                " Counts below " (least) " are not told, all others are rounded down to multiples of it."
            }
        }
        @for warning in &risk.warnings { p.warn { (warning) } }
        table {
            (row("Rows", &count(risk.rows)))
            @if risk.counted == "people" { (row("People", &count(risk.total))) }
            (row("Classes", &count(risk.classes)))
            // By profile k is among what is told of people.
            @if risk.semantics.is_none() {
                (row("Smallest class, a missing cell being a value of its own", &unit(risk).count(risk.k)))
                (row(&matches, &unit(risk).count(risk.k_wildcard)))
            }
            @if let Some(people) = &risk.people {
                (row("Rows that name nobody, left out", &count(people.nobody)))
                (row("Fewest people who share all their rows", &unit(risk).count(people.profile_k)))
                (row("Unique by all their rows together", &unit(risk).count(people.profile_uniques)))
            }
            (row("At risk", &at_risk))
            @for words in [limit.guidance, limit.trap].into_iter().flatten() { (row("", words)) }
        }
    }
}

fn attackers(risk: &Risk) -> Markup {
    let all = &risk.attackers;
    let headlines = [
        ("Prosecutor", chance(all.prosecutor.highest), &all.prosecutor.reading),
        ("Journalist", chance(all.journalist.highest), &all.journalist.reading),
        ("Marketer", share(all.marketer.success_rate), &all.marketer.reading),
    ];
    let (a, b) = (&all.prosecutor, &all.journalist);
    let line = |name: &str, a: String, b: String, how: &str| {
        html! { tr { td { (name) } td.n { (a) } td.n { (b) } td { (how) } } }
    };
    html! {
        h2 { "Three attackers" }
        @for (name, headline, reading) in headlines {
            p.claim { b { (name) ": " (headline) "." } " " (reading) }
        }
        p { (risk.uniques.reading) }
        @if let Some(households) = &risk.households { p.claim { b { "Households." } " " (households.reading) } }
        table {
            tr { th {} th.n { "Prosecutor" } th.n { "Journalist" } th { "How" } }
            (line("Highest risk", chance(a.highest), chance(b.highest), "one over the smallest class"))
            (line("Rows that face it", count(a.rows_at_highest), count(b.rows_at_highest), ""))
            (line("Average risk, success rate", share(a.average), share(b.average), "mean over the rows of one over the class"))
            (line("Lowest risk", chance(a.lowest), chance(b.lowest), "one over the largest class"))
            (line("Rows that face it", count(a.rows_at_lowest), count(b.rows_at_lowest), ""))
            (line("Rows at risk", count(a.records_at_risk.rows), count(b.records_at_risk.rows), "as asked above"))
            (line("Of all rows", share(a.records_at_risk.share), share(b.records_at_risk.share), ""))
        }
    }
}

fn sizes(risk: &Risk) -> Markup {
    let range = |from: u64, to: Option<u64>| match to {
        Some(to) if to == from => from.to_string(),
        Some(to) => format!("{from} to {to}"),
        None => format!("{from} and more"),
    };
    let total = value(risk.total).max(1.0);
    let of_sizes = risk.sizes.iter().map(|sizes| {
        let label = match risk.least_told {
            Some(least) if sizes.from < least => format!("fewer than {least}"),
            _ => range(sizes.from, sizes.to),
        };
        let classes = describe::classes(sizes.classes);
        match sizes.rows {
            Some(rows) => (label, value(rows) / total, format!("{} in {classes}", unit(risk).count(rows))),
            None => (label, 0.0, classes),
        }
    });
    html! {
        h2 { "How many " (risk.counted) " share their class" }
        (bar_chart(&format!("{} by the size of their class", risk.counted), of_sizes))
    }
}

fn columns(risk: &Risk) -> Markup {
    let share_of = |part: Share| match part {
        Share::Value(part) => part,
        Share::Below(_) | Share::Withheld => 0.0,
    };
    let of_columns = risk
        .columns
        .iter()
        .map(|it| (it.column.clone(), share_of(it.share_of_score), share(it.share_of_score)));
    let sets = &risk.minimal_unique_sets;
    html! {
        h2 { "Columns that drive it" }
        (bar_chart("share of the SUDA score by column", of_columns))
        p {
            "The share of the SUDA score that comes from minimal unique sets of up to " (sets.max_size)
            " columns with the column in them: columns by which a row is alone, and by no fewer of them. "
            (count(sets.sets)) " of them, for " (unit(risk).part(sets.rows, risk.total)) "."
        }
        table {
            tr { th { "Column" } th.n { "Distinction" } th.n { "Separation" } th.n { "Minimal unique sets" } th.n { "Of all" } }
            @for it in &risk.columns {
                (cells(&it.column, &[
                    share(it.distinction),
                    share(it.separation),
                    count(it.minimal_unique_sets),
                    share(it.share_of_sets),
                ]))
            }
        }
        p { "Distinction: distinct values over rows. Separation: pairs of rows that differ." }
    }
}

fn combinations(risk: &Risk) -> Markup {
    let all = &risk.combinations;
    html! {
        h2 { "Combinations that drive it" }
        p { (describe::of_combinations(all)) "." }
        table {
            tr {
                th { "Columns" }
                @for name in ["Alone by no fewer", "Alone", "k", "Distinction", "Separation"] { th.n { (name) } }
            }
            @for it in all.list.iter().take(SHOWN) { (combination(it)) }
        }
    }
}

fn combination(it: &CombinationRisk) -> Markup {
    let CombinationRisk { columns, k, uniques, minimal, distinction, separation } = it;
    let numbers = [count(*minimal), count(*uniques), count(*k), share(*distinction), share(*separation)];
    cells(&columns.join(" + "), &numbers)
}

fn sensitive(risk: &Risk) -> Markup {
    let given_away = if risk.counted == "people" { "People" } else { "Rows" };
    html! {
        @if !risk.sensitive.is_empty() {
            h2 { "What classes give away" }
            table {
                tr {
                    th { "Column" }
                    @for name in ["l", "Entropy l", "t", "t by rank"] { th.n { (name) } }
                    th.n { (given_away) " that give it away" }
                }
                @for it in &risk.sensitive {
                    (cells(&it.column, &[
                        count(it.l),
                        measure(it.entropy_l),
                        measure(it.t),
                        measure(it.t_ordered),
                        format!("{} ({})", count(it.homogeneous.rows), share(it.homogeneous.share)),
                    ]))
                }
            }
            p {
                "l: the fewest values in a class; entropy l: e to the least entropy; t: how far the values of a class are at most "
                "from those of the table. A class of one value gives it away without anyone being found."
            }
        }
    }
}

/// A row of a table: a name, then numbers.
fn cells(name: &str, numbers: &[String]) -> Markup {
    html! { tr { td { (name) } @for number in numbers { td.n { (number) } } } }
}

/// Bars: a label, a share of the longest possible bar, and what it says.
fn bar_chart(what: &str, of: impl Iterator<Item = (String, f64, String)>) -> Markup {
    let all: Vec<Bar> =
        of.map(|(label, share, words)| Bar { label, share, words, look: Look::Plain }).collect();
    let description: Vec<String> = all.iter().map(|bar| format!("{}: {}", bar.label, bar.words)).collect();
    bars(&Words { title: what.into(), description: description.join("; ") }, &all)
}

/// A count as a length; what is not told has none.
fn value(count: Count) -> f64 {
    match count {
        Count::Value(count) => count as f64,
        Count::Below(_) => 0.0,
    }
}

//! The risk of a table on one page. Self-contained HTML: no script, nothing fetched, no cell's value.

use std::fmt::{self, Write};

use amidst_render::{STYLE, escaped, row};
use amidst_spec::reporting::{Count, Share};

use super::{
    describe::{self, Unit, chance, count, measure, share},
    report::{CombinationRisk, Risk},
};

/// Combinations that are shown; JSON has all.
const SHOWN: usize = 20;
/// The width of the longest bar.
const LONGEST: f64 = 320.0;

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
    let mut page = String::new();
    write_page(&mut page, risk).expect("writing to a string succeeds");
    page
}

fn write_page(page: &mut String, risk: &Risk) -> fmt::Result {
    write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Risk report</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body><h1>Risk report</h1>"
    )?;
    summary(page, risk)?;
    attackers(page, risk)?;
    sizes(page, risk)?;
    columns(page, risk)?;
    combinations(page, risk)?;
    sensitive(page, risk)?;
    page.push_str("<h2>What these numbers do not say</h2><ul>");
    LIMITS.iter().for_each(|limit| page.extend(["<li>", limit, "</li>"]));
    writeln!(page, "</ul><p>amidst {}</p></body></html>", env!("CARGO_PKG_VERSION"))
}

fn unit(risk: &Risk) -> Unit {
    Unit::new(risk.counted == "people")
}

fn summary(page: &mut String, risk: &Risk) -> fmt::Result {
    let quasi: Vec<String> = risk.quasi.iter().map(|name| escaped(name)).collect();
    write!(
        page,
        "<p>How likely someone is found in this table by <b>{}</b>, and by nothing else.",
        quasi.join(", ")
    )?;
    if let Some(least) = risk.least_told {
        write!(page, " Counts below {least} are not told, all others are rounded down to multiples of it.")?;
    }
    page.push_str("</p>");
    for warning in &risk.warnings {
        write!(page, "<p class=\"warn\">{}</p>", escaped(warning))?;
    }
    page.push_str("<table>");
    row(page, "Rows", count(risk.rows))?;
    if risk.counted == "people" {
        row(page, "People", count(risk.total))?;
    }
    row(page, "Classes", count(risk.classes))?;
    // By profile k is among what is told of people.
    if risk.semantics.is_none() {
        row(page, "Smallest class, a missing cell being a value of its own", unit(risk).count(risk.k))?;
        let fewest =
            format!("Fewest {} that any row matches, a missing cell matching everything", risk.counted);
        row(page, &fewest, unit(risk).count(risk.k_wildcard))?;
    }
    if let Some(people) = &risk.people {
        row(page, "Rows that name nobody, left out", count(people.nobody))?;
        row(page, "Fewest people who share all their rows", unit(risk).count(people.profile_k))?;
        row(page, "Unique by all their rows together", unit(risk).count(people.profile_uniques))?;
    }
    let limit = &risk.limit;
    let asked = match limit.cell_size {
        Some(size) => format!("classes of fewer than {size}; the risk that goes with it is {}", limit.risk),
        None => format!("a chance above {}", limit.risk),
    };
    row(page, "At risk", asked)?;
    for words in [limit.guidance, limit.trap].into_iter().flatten() {
        row(page, "", escaped(words))?;
    }
    page.push_str("</table>");
    Ok(())
}

fn attackers(page: &mut String, risk: &Risk) -> fmt::Result {
    let all = &risk.attackers;
    page.push_str("<h2>Three attackers</h2>");
    let headlines = [
        ("Prosecutor", chance(all.prosecutor.highest), &all.prosecutor.reading),
        ("Journalist", chance(all.journalist.highest), &all.journalist.reading),
        ("Marketer", share(all.marketer.success_rate), &all.marketer.reading),
    ];
    for (name, headline, reading) in headlines {
        write!(page, "<p class=\"claim\"><b>{name}: {}.</b> {}</p>", escaped(&headline), escaped(reading))?;
    }
    write!(page, "<p>{}</p>", escaped(&risk.uniques.reading))?;
    if let Some(households) = &risk.households {
        write!(page, "<p class=\"claim\"><b>Households.</b> {}</p>", escaped(&households.reading))?;
    }
    page.push_str(
        "<table><tr><th></th><th class=\"n\">Prosecutor</th><th class=\"n\">Journalist</th><th>How</th></tr>",
    );
    let (a, b) = (&all.prosecutor, &all.journalist);
    let mut line = |name: &str, a: String, b: String, how: &str| {
        write!(
            page,
            "<tr><td>{name}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{how}</td></tr>",
            escaped(&a),
            escaped(&b)
        )
    };
    line("Highest risk", chance(a.highest), chance(b.highest), "one over the smallest class")?;
    line("Rows that face it", count(a.rows_at_highest), count(b.rows_at_highest), "")?;
    line(
        "Average risk, success rate",
        share(a.average),
        share(b.average),
        "mean over the rows of one over the class",
    )?;
    line("Lowest risk", chance(a.lowest), chance(b.lowest), "one over the largest class")?;
    line("Rows that face it", count(a.rows_at_lowest), count(b.rows_at_lowest), "")?;
    line("Rows at risk", count(a.records_at_risk.rows), count(b.records_at_risk.rows), "as asked above")?;
    line("Of all rows", share(a.records_at_risk.share), share(b.records_at_risk.share), "")?;
    page.push_str("</table>");
    Ok(())
}

fn sizes(page: &mut String, risk: &Risk) -> fmt::Result {
    write!(page, "<h2>How many {} share their class</h2>", risk.counted)?;
    let range = |from: u64, to: Option<u64>| match to {
        Some(to) if to == from => from.to_string(),
        Some(to) => format!("{from} to {to}"),
        None => format!("{from} and more"),
    };
    let total = value(risk.total).max(1.0);
    let bars = risk.sizes.iter().map(|sizes| {
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
    bar_chart(page, "rows by the size of their class", &bars.collect::<Vec<_>>())
}

fn columns(page: &mut String, risk: &Risk) -> fmt::Result {
    page.push_str("<h2>Columns that drive it</h2>");
    let share_of = |part: Share| match part {
        Share::Value(part) => part,
        Share::Below(_) | Share::Withheld => 0.0,
    };
    let bars = risk
        .columns
        .iter()
        .map(|it| (it.column.clone(), share_of(it.share_of_score), share(it.share_of_score)));
    bar_chart(page, "share of the SUDA score by column", &bars.collect::<Vec<_>>())?;
    write!(
        page,
        "<p>The share of the SUDA score that comes from minimal unique sets of up to {} columns with the column in them: \
         columns by which a row is alone, and by no fewer of them. {} of them, for {}.</p>",
        risk.minimal_unique_sets.max_size,
        describe::count(risk.minimal_unique_sets.sets),
        escaped(&unit(risk).part(risk.minimal_unique_sets.rows, risk.total))
    )?;
    page.push_str(
        "<table><tr><th>Column</th><th class=\"n\">Distinction</th><th class=\"n\">Separation</th>\
         <th class=\"n\">Minimal unique sets</th><th class=\"n\">Of all</th></tr>",
    );
    for it in &risk.columns {
        let numbers = [
            share(it.distinction),
            share(it.separation),
            count(it.minimal_unique_sets),
            share(it.share_of_sets),
        ];
        cells(page, &it.column, &numbers)?;
    }
    page.push_str(
        "</table><p>Distinction: distinct values over rows. Separation: pairs of rows that differ.</p>",
    );
    Ok(())
}

fn combinations(page: &mut String, risk: &Risk) -> fmt::Result {
    let all = &risk.combinations;
    write!(page, "<h2>Combinations that drive it</h2><p>{}.</p>", describe::of_combinations(all))?;
    page.push_str(
        "<table><tr><th>Columns</th><th class=\"n\">Alone by no fewer</th><th class=\"n\">Alone</th><th class=\"n\">k</th>\
         <th class=\"n\">Distinction</th><th class=\"n\">Separation</th></tr>",
    );
    for it in all.list.iter().take(SHOWN) {
        let CombinationRisk { columns, k, uniques, minimal, distinction, separation } = it;
        let numbers = [count(*minimal), count(*uniques), count(*k), share(*distinction), share(*separation)];
        cells(page, &columns.join(" + "), &numbers)?;
    }
    page.push_str("</table>");
    Ok(())
}

fn sensitive(page: &mut String, risk: &Risk) -> fmt::Result {
    if risk.sensitive.is_empty() {
        return Ok(());
    }
    let given_away = if risk.counted == "people" { "People" } else { "Rows" };
    write!(
        page,
        "<h2>What classes give away</h2><table><tr><th>Column</th><th class=\"n\">l</th><th class=\"n\">Entropy l</th>\
         <th class=\"n\">t</th><th class=\"n\">t by rank</th><th class=\"n\">{given_away} that give it away</th></tr>",
    )?;
    for it in &risk.sensitive {
        let numbers = [
            count(it.l),
            measure(it.entropy_l),
            measure(it.t),
            measure(it.t_ordered),
            format!("{} ({})", count(it.homogeneous.rows), share(it.homogeneous.share)),
        ];
        cells(page, &it.column, &numbers)?;
    }
    page.push_str(
        "</table><p>l: the fewest values in a class; entropy l: e to the least entropy; t: how far the values of a class are \
         at most from those of the table. A class of one value gives it away without anyone being found.</p>",
    );
    Ok(())
}

/// A row of a table: a name, then numbers.
fn cells(page: &mut String, name: &str, numbers: &[String]) -> fmt::Result {
    write!(page, "<tr><td>{}</td>", escaped(name))?;
    for number in numbers {
        write!(page, "<td class=\"n\">{}</td>", escaped(number))?;
    }
    page.push_str("</tr>");
    Ok(())
}

/// Bars, one below the other: a label, a share of the longest possible bar, and what it says.
fn bar_chart(page: &mut String, what: &str, bars: &[(String, f64, String)]) -> fmt::Result {
    write!(
        page,
        "<svg viewBox=\"0 0 760 {}\" role=\"img\" aria-label=\"{what}\" font-size=\"13\">",
        26 * bars.len() + 8
    )?;
    for (at, (label, share, words)) in bars.iter().enumerate() {
        let (top, long) = (4 + 26 * at, (LONGEST * share).max(1.0));
        write!(
            page,
            "<text x=\"0\" y=\"{}\">{}</text><rect x=\"150\" y=\"{top}\" width=\"{long:.0}\" height=\"18\" \
             fill=\"#2b6cb0\"/><text x=\"{:.0}\" y=\"{}\">{}</text>",
            top + 14,
            escaped(label),
            158.0 + long,
            top + 14,
            escaped(words)
        )?;
    }
    page.push_str("</svg>");
    Ok(())
}

/// A count as a length; what is not told has none.
fn value(count: Count) -> f64 {
    match count {
        Count::Value(count) => count as f64,
        Count::Below(_) => 0.0,
    }
}

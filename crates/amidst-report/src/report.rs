//! The report: what was asked, done, reached and verified, on one page that a person can read and sign.
//!
//! Holds names of columns and counts, never a cell's value. Self-contained HTML: no script, nothing fetched.

use std::fmt::{self, Write};

use amidst_audit::Number;
use amidst_render::{STYLE, escaped, row};
use amidst_spec::{
    reporting::{counted, percent},
    spec::{Counted, MissingPolicy, Respondent},
};

use crate::{
    outcome::Released,
    release::{NOTHING_LEFT, Transformation, is_nothing_left},
    summary::{ProfileResult, Risk, Summary},
};

/// What a k-anonymous release leaves open; said in every report.
const LIMITS: [&str; 4] = [
    "A class whose rows all share one sensitive value gives that value away: k-anonymity does not look at sensitive columns.",
    "Columns that were called other or sensitive are released as they are; if an outsider knows them, they single people out.",
    "Another release of the same people, earlier or later or with other columns, may be combined with this one.",
    "Someone who knows that the least change was made may undo part of it for some classes (minimality and downcoding attacks).",
];

/// The report of a release.
pub fn html(released: &Released) -> String {
    let mut page = String::new();
    write_page(&mut page, released).expect("writing to a string succeeds");
    page
}

fn write_page(page: &mut String, released: &Released) -> fmt::Result {
    begin(page)?;
    nothing_left(page, released)?;
    claim(page, released)?;
    models(page, &released.summary)?;
    numbers(page, &released.summary)?;
    columns(page, released)?;
    losses(page, &released.summary)?;
    audit(page, released)?;
    limits(page, &released.summary)?;
    provenance(page, released, |sha256| ("SHA-256", sha256.to_owned()))?;
    page.push_str("</body></html>\n");
    Ok(())
}

/// The head of the page.
pub fn begin(page: &mut String) -> fmt::Result {
    write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Release report</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <h1>Release report</h1>"
    )
}

/// Said first where nothing of the quasi columns is left.
pub fn nothing_left(page: &mut String, released: &Released) -> fmt::Result {
    match is_nothing_left(&released.columns) {
        true => write!(page, "<p class=\"warn\">{}.</p>", sentence(NOTHING_LEFT)),
        false => Ok(()),
    }
}

/// Words with a capital at the beginning.
fn sentence(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Those a person stands amidst where so many show the same.
fn others(k: u64) -> String {
    counted(k.saturating_sub(1), "other", "others")
}

fn claim(page: &mut String, released: &Released) -> fmt::Result {
    let reached = &released.summary.privacy.k;
    let quasi: Vec<String> = released.summary.quasi().map(escaped).collect();
    let missing = match released.missing_policy {
        amidst_spec::spec::MissingPolicy::OwnValue => "a value of its own",
        amidst_spec::spec::MissingPolicy::Wildcard => "any value",
    };
    let asked = reached.asked;
    let others = others(reached.reached);
    if let Some(combined) = &reached.combined {
        return write!(
            page,
            "<p class=\"claim\">In this release <b>{}</b> (asked: {asked}; a missing cell counts as {missing}). Whoever \
             knows only the columns of one such combination of a person cannot tell that person's row from at least \
             {others}.</p><p class=\"warn\">This is not k-anonymity over {}: {}.</p>",
            escaped(&combined.claim()),
            quasi.join(", "),
            escaped(&combined.caveat())
        );
    }
    if released.summary.is_fragmented() {
        return groups(page, &quasi, &reached.reached.to_string(), asked);
    }
    if let Some(links) = released.summary.privacy.models.iter().find(|model| model.is_of_links()) {
        return write!(
            page,
            "<p class=\"claim\">In this release <b>{}</b> over {}.</p><p class=\"warn\">This is not k-anonymity: {} rows \
             at least show the same.</p>",
            escaped(&links.describe()),
            quasi.join(", "),
            released.audit.k
        );
    }
    if released.summary.counted == Counted::People {
        return people(page, released, &quasi.join(", "), missing);
    }
    if reached.reached > released.audit.k {
        return write!(
            page,
            "<p class=\"claim\">In this release every row matches at least <b>{}</b> rows in <b>{}</b> (asked: {asked}) if a \
             missing cell is taken for {missing}.</p><p class=\"warn\">Taken as values of their own, missing cells leave \
             classes of {} rows: whoever takes a row that shows all of a person's values for that person's may be right.</p>",
            reached.reached,
            quasi.join(", "),
            released.audit.k
        );
    }
    write!(
        page,
        "<p class=\"claim\">In this release every combination of values in <b>{}</b> appears in at least <b>{}</b> rows \
         (asked: {asked}; a missing cell counts as {missing}). Whoever knows only those columns of a person cannot tell \
         that person's row from at least {others}.</p>",
        quasi.join(", "),
        reached.reached
    )
}

/// What is claimed where people are counted.
fn people(page: &mut String, released: &Released, quasi: &str, missing: &str) -> fmt::Result {
    let reached = &released.summary.privacy.k;
    let of_rows = match released.missing_policy {
        MissingPolicy::OwnValue => released.audit.k,
        MissingPolicy::Wildcard => released.audit.k_wildcard,
    };
    write!(
        page,
        "<p class=\"claim\">In this release every combination of values in <b>{quasi}</b> appears in rows of at least \
         <b>{}</b> people (asked: {}; a missing cell counts as {missing}), however many rows each has. Whoever knows only \
         those columns of one row of a person cannot tell that person from at least {}.</p>",
        of_rows,
        reached.asked,
        others(of_rows),
    )?;
    let Some(people) = released.summary.people else { return Ok(()) };
    let ProfileResult { k, unique } = people.profile;
    if released.spec.privacy.respondent.as_ref().is_some_and(Respondent::is_by_profile) {
        return write!(
            page,
            "<p class=\"claim\">Whoever knows those columns of all rows of a person cannot tell that person from at least \
             {}: <b>{k}</b> people share every profile.</p>",
            others(k)
        );
    }
    write!(
        page,
        "<p class=\"warn\">Whoever knows which rows are one person's sees more: by all their rows together {unique} {} \
         unique.</p>",
        if unique == 1 { "person is" } else { "people are" }
    )
}

/// What is claimed of a release in fragments.
pub fn groups(page: &mut String, quasi: &[String], k: &str, asked: u64) -> fmt::Result {
    write!(
        page,
        "<p class=\"claim\">This release is in several tables, and only groups of at least <b>{k}</b> rows (asked: {asked}) \
         link them. Whoever finds a person's row learns the group, and of sensitive columns no more than the values of \
         that group.</p><p class=\"warn\">This is not k-anonymity: {} are released as they were, so that who is in the \
         table can be seen.</p>",
        quasi.join(", ")
    )
}

/// What was asked besides k, and what sensitive columns show within classes.
fn models(page: &mut String, summary: &Summary) -> fmt::Result {
    if !summary.privacy.models.is_empty() {
        page.push_str(
            "<h2>Asked besides k</h2><table><tr><th>Model</th><th>Column</th><th>Asked</th><th>Reached</th></tr>",
        );
        for model in &summary.privacy.models {
            let column = model.column.as_deref().map_or_else(|| "–".into(), escaped);
            let within =
                if model.within.is_empty() { "" } else { ", the other sensitive columns being known" };
            let reached = model.reached.map_or_else(|| "–".into(), |reached| reached.to_string());
            let by = if model.by.is_some() { " by single rows only" } else { "" };
            write!(
                page,
                "<tr><td>{}{by}</td><td>{column}{within}</td><td>{}</td><td>{reached}{}</td></tr>",
                model.model,
                model.asked,
                model.qualified()
            )?;
        }
        page.push_str("</table>");
    }
    if summary.sensitive.is_empty() {
        return Ok(());
    }
    let by =
        if summary.sensitive.iter().any(|column| column.by.is_some()) { ", by single rows only" } else { "" };
    write!(
        page,
        "<h2>Sensitive columns within classes{by}</h2><table><tr><th>Column</th><th>Fewest distinct values in a class (l)</th>\
         <th>Farthest from the whole table (t)</th></tr>",
    )?;
    for column in &summary.sensitive {
        let told = |number: Option<Number>| number.map_or_else(|| "–".into(), |number| number.to_string());
        let (name, l, t) = (escaped(&column.column), told(column.l), told(column.t));
        write!(page, "<tr><td>{name}</td><td>{l}</td><td>{t}</td></tr>")?;
    }
    page.push_str("</table>");
    Ok(())
}

fn numbers(page: &mut String, summary: &Summary) -> fmt::Result {
    let rows = summary.rows;
    let share = if rows.r#in == 0 { 0.0 } else { rows.suppressed as f64 / rows.r#in as f64 };
    page.push_str("<h2>In numbers</h2><table>");
    row(page, "Rows read", rows.r#in)?;
    row(page, "Rows released", rows.out)?;
    row(page, "Rows suppressed", format!("{} ({})", rows.suppressed, percent(share)))?;
    row(page, "Classes released", summary.classes)?;
    if let (Some(people), Some(read), Some(out)) = (summary.people, rows.people_in, rows.people_out) {
        row(page, "People read", read)?;
        row(page, "People of whom rows are released", out)?;
        row(page, "Largest share of one person in the rows of a class", percent(people.largest_share))?;
        row(page, "People unique by all their rows together", people.profile.unique)?;
    }
    let optimal = match summary.optimal {
        true => "yes, proved".to_owned(),
        false if summary.plan.is_some() => "not looked for: the levels are those of a plan".to_owned(),
        false if summary.gap >= 1.0 => "not proved; how much better is possible is not known".to_owned(),
        false => format!("not proved; at most {} better is possible", percent(summary.gap)),
    };
    row(page, &format!("Least {} within the limits", escaped(&summary.objective.name)), optimal)?;
    if let Some(union) = &summary.union {
        row(page, "Earlier releases", union.describe())?;
    }
    page.push_str("</table><h2>Risk of being singled out by the quasi columns</h2>");
    risk_bars(page, summary.risk.before, summary.risk.after)?;
    risk_words(page, summary.counted)?;
    match &summary.risk.other_reading {
        None => Ok(()),
        Some(other) => write!(
            page,
            "<p>A missing cell is read as {} here. Read as {}, the highest risk is {} before and {} after, the average {} and \
             {}.</p>",
            summary.risk.missing,
            other.missing,
            percent(other.before.highest),
            percent(other.after.highest),
            percent(other.before.average),
            percent(other.after.average)
        ),
    }
}

/// What the risks are.
pub fn risk_words(page: &mut String, counted: Counted) -> fmt::Result {
    let words = match counted {
        Counted::Rows => "Highest: one over the smallest class. Average: classes over rows.",
        Counted::People => {
            "Highest: one over the people of the smallest class. Average: the mean over all people of one over the people of \
             the smallest class that they are in."
        }
    };
    write!(
        page,
        "<p>{words} Both are the prosecutor's risk, for an attacker who knows that the person is in the table.</p>"
    )
}

/// Four bars: highest and average risk, before and after.
fn risk_bars(page: &mut String, before: Risk, after: Risk) -> fmt::Result {
    page.push_str(
        "<svg viewBox=\"0 0 640 132\" role=\"img\" aria-label=\"risk before and after\" font-size=\"13\">",
    );
    let bars = [
        ("highest, before", before.highest, "#c05621"),
        ("highest, after", after.highest, "#2f855a"),
        ("average, before", before.average, "#c05621"),
        ("average, after", after.average, "#2f855a"),
    ];
    for (at, (name, risk, colour)) in bars.into_iter().enumerate() {
        let top = 8 + 31 * at;
        let middle = top + 15;
        write!(
            page,
            "<text x=\"0\" y=\"{middle}\">{name}</text><rect x=\"130\" y=\"{top}\" width=\"{:.1}\" height=\"20\" \
             fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{middle}\">{}</text>",
            (400.0 * risk).max(1.0),
            138.0 + 400.0 * risk,
            percent(risk)
        )?;
    }
    page.push_str("</svg>");
    Ok(())
}

fn columns(page: &mut String, released: &Released) -> fmt::Result {
    page.push_str("<h2>Columns</h2><table><tr><th>Column</th><th>Role</th><th>What was done</th></tr>");
    for column in &released.columns {
        let warn =
            if matches!(column.transformation, Transformation::Pseudonym) { " class=\"warn\"" } else { "" };
        let (name, role) = (escaped(&column.name), column.role);
        write!(
            page,
            "<tr><td>{name}</td><td>{role}</td><td{warn}>{}</td></tr>",
            escaped(&column.transformation.to_string())
        )?;
    }
    page.push_str("</table>");
    for warning in released.summary.warnings.iter().filter(|warning| *warning != NOTHING_LEFT) {
        write!(page, "<p class=\"warn\">{}</p>", escaped(warning))?;
    }
    Ok(())
}

fn losses(page: &mut String, summary: &Summary) -> fmt::Result {
    page.push_str("<h2>What it cost</h2><table><tr><th>Measure</th><th class=\"n\">Value</th></tr>");
    for (name, value) in &summary.loss {
        write!(page, "<tr><td>{}</td><td class=\"n\">{value:.6}</td></tr>", escaped(name))?;
    }
    page.push_str("</table>");
    Ok(())
}

fn audit(page: &mut String, released: &Released) -> fmt::Result {
    page.push_str("<h2>Verified on the bytes written</h2><table>");
    for check in &released.audit.checks {
        let mark = if check.holds { "holds" } else { "fails" };
        write!(page, "<tr><td>{}</td><td>{mark}</td></tr>", escaped(&check.words))?;
    }
    page.push_str("</table>");
    Ok(())
}

/// What a release leaves open.
pub fn limits(page: &mut String, summary: &Summary) -> fmt::Result {
    page.push_str("<h2>What it does not protect against</h2><ul>");
    if summary.counted == Counted::Rows {
        let have = if summary.repeated.is_some() { "have" } else { "may have" };
        write!(
            page,
            "<li>k counts rows, and people {have} several: fewer than k people may share a class.</li>"
        )?;
    }
    for limit in LIMITS {
        write!(page, "<li>{limit}</li>")?;
    }
    page.push_str("</ul>");
    Ok(())
}

/// Where it comes from, and a place to sign. `inside` says how the hash of something that stays inside is told.
pub fn provenance(
    page: &mut String,
    released: &Released,
    inside: impl Fn(&str) -> (&'static str, String),
) -> fmt::Result {
    let told = |page: &mut String, what: &str, sha256: &str| {
        let (kind, hash) = inside(sha256);
        row(page, &format!("{what}, {kind}"), format!("<code>{hash}</code>"))
    };
    page.push_str("<h2>Provenance</h2><table>");
    row(page, "Program", format!("amidst {}", env!("CARGO_PKG_VERSION")))?;
    row(page, "Algorithm", escaped(&released.summary.algorithm))?;
    row(page, "Order of rows", released.order.name())?;
    told(page, "Source", &released.source_sha256)?;
    match &released.summary.plan {
        None => told(page, "Spec", &released.spec_sha256)?,
        Some(plan) => row(page, "Plan, SHA-256", format!("<code>{}</code>", plan.sha256))?,
    }
    row(page, "Release, SHA-256", format!("<code>{}</code>", released.audit.sha256))?;
    for side_tables in released.summary.side_tables() {
        let name = format!("{}, SHA-256", escaped(&side_tables.path));
        row(page, &name, format!("<code>{}</code>", side_tables.sha256))?;
    }
    page.push_str("</table><p>Signature: ________________________ &nbsp; Date: ______________</p>");
    Ok(())
}

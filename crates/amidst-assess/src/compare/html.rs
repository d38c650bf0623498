//! A comparison on a page of its own: names of columns, numbers and bars, never a cell's value.
//!
//! Self-contained: no script, nothing fetched. Bars stand for groups of values without naming them.

use std::fmt::{self, Display, Write};

use amidst_render::escaped;
use amidst_spec::reporting::{Count, Share, percent};

use super::{Bars, BeforeAfter, ColumnComparison, Comparison, Distance};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b2430}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dde3ea;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.warn{color:#9b2c2c;font-weight:600}\
.columns{overflow-x:auto}.before{fill:#c05621}.after{fill:#2f855a}.drawing{display:inline-block;margin:.5rem 1rem .5rem 0}";

/// Of a drawing.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 64.0;

/// The page of a comparison.
pub(super) fn page(comparison: &Comparison) -> String {
    let mut page = String::new();
    write_page(&mut page, comparison).expect("writing to a string succeeds");
    page
}

fn write_page(page: &mut String, comparison: &Comparison) -> fmt::Result {
    write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Original and release</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <h1>Original and release</h1>"
    )?;
    whole(page, comparison)?;
    columns(page, comparison)?;
    drawings(page, comparison)?;
    pairs(page, comparison)?;
    page.push_str("</body></html>\n");
    Ok(())
}

fn whole(page: &mut String, comparison: &Comparison) -> fmt::Result {
    page.push_str("<h2>The table</h2><table>");
    let rows = comparison.rows;
    row(page, "Rows of the original", count(rows.original))?;
    row(page, "Rows of the release", count(rows.release))?;
    row(page, "Rows suppressed", count(rows.suppressed))?;
    row(page, "Completeness: rows released / rows", share(comparison.completeness))?;
    if !comparison.quasi.is_empty() {
        row(page, "Quasi columns", escaped(&comparison.quasi.join(", ")))?;
    }
    if let Some(gcp) = comparison.gcp {
        row(page, "GCP: NCP over all quasi cells, suppressed rows as 1", decimal(gcp))?;
    }
    if let Some(accuracy) = comparison.accuracy {
        row(page, "Accuracy: 1 &minus; levels / heights", decimal(accuracy))?;
    }
    if let Some(classes) = &comparison.classes {
        row(page, "Classes", change(&classes.count, |classes| count(*classes)))?;
        row(page, "Rows in a class, on average", change(&classes.average_size, |size| format!("{size:.1}")))?;
        row(page, "Discernibility", change(&classes.discernibility, u128::to_string))?;
    }
    if let Some(queries) = comparison.queries {
        row(
            page,
            "Random counting queries",
            format!("{}, drawn by the seed {}", queries.asked, queries.seed),
        )?;
        let errors = [("median", queries.median), ("mean", queries.mean), ("90th percentile", queries.p90)];
        for (name, error) in errors {
            row(
                page,
                &format!("Their relative error, {name}"),
                error.map_or_else(|| NOT_TOLD.into(), decimal),
            )?;
        }
    }
    page.push_str("</table>");
    for warning in &comparison.warnings {
        write!(page, "<p class=\"warn\">{}</p>", escaped(warning))?;
    }
    Ok(())
}

fn columns(page: &mut String, comparison: &Comparison) -> fmt::Result {
    page.push_str(
        "<h2>Columns</h2><div class=\"columns\"><table><tr><th>Column</th><th>Role</th><th>Became</th>",
    );
    let hellinger = if comparison.threshold.is_some() { "" } else { ", Hellinger" };
    for name in [
        "Cells changed",
        "Missing",
        "Values",
        "Entropy, bits",
        &format!("As is: total variation{hellinger}"),
        &format!("Same labels: total variation{hellinger}"),
        &format!("Rebuilt: total variation{hellinger}"),
        "Rebuilt: Wasserstein",
        "NCP",
    ] {
        write!(page, "<th class=\"n\">{name}</th>")?;
    }
    page.push_str("</tr>");
    for column in &comparison.columns {
        write_column(page, column)?;
    }
    page.push_str(
        "</table></div><p>As is: cells as they stand. Same labels: the original with the labels of the release. Rebuilt: \
         every label spread evenly over the values it stands for. NCP: 0 a single value, 1 any value.</p>",
    );
    Ok(())
}

fn write_column(page: &mut String, column: &ColumnComparison) -> fmt::Result {
    let both = |distance: Distance| {
        let numbers = [distance.total_variation, distance.hellinger].into_iter().flatten();
        let numbers: Vec<String> = numbers.map(decimal).collect();
        if numbers.is_empty() { NOT_TOLD.into() } else { numbers.join(", ") }
    };
    let distance = column.distance;
    let cells = [
        column.changed.map(share),
        Some(change(&column.missing, |part| share(*part))),
        Some(change(&column.values, |values| count(*values))),
        Some(change(&column.describe_entropy(), String::clone)),
        distance.map(|distance| both(distance.as_is)),
        distance.and_then(|distance| distance.generalized).map(both),
        distance.map(|distance| both(distance.rebuilt)),
        distance.and_then(|distance| distance.rebuilt.wasserstein).map(decimal),
        column.ncp.map(decimal),
    ];
    write!(
        page,
        "<tr><td>{}</td><td>{}</td><td>{}</td>",
        escaped(&column.name),
        column.role.unwrap_or_default(),
        column.became.name()
    )?;
    for cell in cells {
        write!(page, "<td class=\"n\">{}</td>", cell.unwrap_or_default())?;
    }
    page.push_str("</tr>");
    Ok(())
}

/// Rows over values, before and after, for every column of both tables.
fn drawings(page: &mut String, comparison: &Comparison) -> fmt::Result {
    page.push_str(
        "<h2>Rows over values</h2><p>Brown: the original. Green: the release, rebuilt. Each pair of bars is a group of \
         values: numbers and dates from the smallest to the largest, words from the most to the least frequent.</p>",
    );
    for column in &comparison.columns {
        if let Some(bars) = &column.bars {
            write_bars(page, &column.name, bars)?;
        }
    }
    Ok(())
}

fn write_bars(page: &mut String, name: &str, bars: &Bars) -> fmt::Result {
    let name = escaped(name);
    let tallest = bars.before.iter().chain(&bars.after).fold(f64::EPSILON, |most, part| most.max(*part));
    let step = WIDTH / bars.before.len().max(1) as f64;
    write!(
        page,
        "<figure class=\"drawing\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         role=\"img\" aria-label=\"{name}\">"
    )?;
    for (at, (before, after)) in bars.before.iter().zip(&bars.after).enumerate() {
        for (half, class, part) in [(0.0, "before", before), (0.5, "after", after)] {
            let height = HEIGHT * part / tallest;
            write!(
                page,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
                step * (at as f64 + 0.05 + 0.9 * half),
                HEIGHT - height,
                step * 0.42
            )?;
        }
    }
    let few = if bars.are_few_left_out { "; groups of too few rows are not drawn" } else { "" };
    write!(page, "</svg><figcaption>{name}{few}</figcaption></figure>")
}

fn pairs(page: &mut String, comparison: &Comparison) -> fmt::Result {
    let Some(correlation) = &comparison.correlation else { return Ok(()) };
    let Some(mean) = correlation.mean_change else { return Ok(()) };
    write!(
        page,
        "<h2>Dependence of columns</h2><p>{} pairs; mean absolute change {}. The largest changes:</p>\
         <table><tr><th>Columns</th><th>Measure</th><th class=\"n\">Before</th><th class=\"n\">After</th></tr>",
        correlation.pairs,
        decimal(mean)
    )?;
    for pair in &correlation.largest {
        let columns = escaped(&pair.columns.join(" and "));
        let (measure, before, after) = (pair.measure, decimal(pair.before), decimal(pair.after));
        write!(
            page,
            "<tr><td>{columns}</td><td>{measure}</td><td class=\"n\">{before}</td><td class=\"n\">{after}</td></tr>"
        )?;
    }
    page.push_str("</table>");
    if !correlation.left_out.is_empty() {
        let names = escaped(&correlation.left_out.join(", "));
        write!(page, "<p>Left out, because they hold more than a thousand different words: {names}.</p>")?;
    }
    Ok(())
}

fn row(page: &mut String, name: &str, value: impl Display) -> fmt::Result {
    write!(page, "<tr><td>{name}</td><td class=\"n\">{value}</td></tr>")
}

fn change<T>(numbers: &BeforeAfter<T>, told: impl Fn(&T) -> String) -> String {
    let told = [&numbers.before, &numbers.after].into_iter().flatten().map(told);
    told.collect::<Vec<_>>().join(" to ")
}

fn count(count: Count) -> String {
    escaped(&count.to_string())
}

fn share(share: Share) -> String {
    match share {
        Share::Value(share) => percent(share),
        Share::Below(share) => format!("&lt;{}", percent(share)),
        Share::Withheld => share.to_string(),
    }
}

/// Stands for a number that outsiders would be told as 0 although it is not.
const NOT_TOLD: &str = "not told";

fn decimal(number: f64) -> String {
    format!("{number:.3}")
}

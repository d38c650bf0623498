//! A comparison on a page of its own: names of columns, numbers and bars, never a cell's value.
//!
//! Self-contained: no script, nothing fetched. Bars stand for groups of values without naming them.

use amidst_render::{
    charts::{Words, column_pairs},
    number_row, page,
};
use amidst_spec::reporting::{Count, Share, percent};
use maud::{Markup, html};

use super::{Bars, BeforeAfter, ColumnComparison, Comparison, Distance};

/// The page of a comparison.
pub(super) fn html(comparison: &Comparison) -> String {
    let body = html! {
        h1 { "Original and release" }
        (whole(comparison))
        (columns(comparison))
        (drawings(comparison))
        (pairs(comparison))
    };
    page("en", "Original and release", &body)
}

fn whole(comparison: &Comparison) -> Markup {
    let rows = comparison.rows;
    html! {
        h2 { "The table" }
        table {
            (number_row("Rows of the original", &count(rows.original)))
            (number_row("Rows of the release", &count(rows.release)))
            (number_row("Rows suppressed", &count(rows.suppressed)))
            (number_row("Completeness: rows released / rows", &share(comparison.completeness)))
            @if !comparison.quasi.is_empty() { (number_row("Quasi columns", &comparison.quasi.join(", "))) }
            @if let Some(gcp) = comparison.gcp {
                (number_row("GCP: NCP over all quasi cells, suppressed rows as 1", &decimal(gcp)))
            }
            @if let Some(accuracy) = comparison.accuracy {
                (number_row("Accuracy: 1 − levels / heights", &decimal(accuracy)))
            }
            @if let Some(classes) = &comparison.classes {
                (number_row("Classes", &change(&classes.count, |classes| count(*classes))))
                (number_row("Rows in a class, on average", &change(&classes.average_size, |size| format!("{size:.1}"))))
                (number_row("Discernibility", &change(&classes.discernibility, u128::to_string)))
            }
            @if let Some(queries) = comparison.queries {
                (number_row("Random counting queries", &format!("{}, drawn by the seed {}", queries.asked, queries.seed)))
                @for (name, error) in [("median", queries.median), ("mean", queries.mean), ("90th percentile", queries.p90)] {
                    (number_row(&format!("Their relative error, {name}"), &error.map_or_else(|| NOT_TOLD.into(), decimal)))
                }
            }
        }
        @for warning in &comparison.warnings { p.warn { (warning) } }
    }
}

fn columns(comparison: &Comparison) -> Markup {
    let hellinger = if comparison.threshold.is_some() { "" } else { ", Hellinger" };
    let names = [
        "Cells changed",
        "Missing",
        "Values",
        "Entropy, bits",
        &format!("As is: total variation{hellinger}"),
        &format!("Same labels: total variation{hellinger}"),
        &format!("Rebuilt: total variation{hellinger}"),
        "Rebuilt: Wasserstein",
        "NCP",
    ];
    html! {
        h2 { "Columns" }
        div.wide {
            table {
                tr {
                    th { "Column" } th { "Role" } th { "Became" }
                    @for name in names { th.n { (name) } }
                }
                @for column in &comparison.columns { (line(column)) }
            }
        }
        p {
            "As is: cells as they stand. Same labels: the original with the labels of the release. Rebuilt: every label spread \
             evenly over the values it stands for. NCP: 0 a single value, 1 any value."
        }
    }
}

fn line(column: &ColumnComparison) -> Markup {
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
    html! {
        tr {
            td { (column.name) } td { (column.role.unwrap_or_default()) } td { (column.became.name()) }
            @for cell in cells { td.n { (cell.unwrap_or_default()) } }
        }
    }
}

/// Rows over values, before and after, for every column of both tables.
fn drawings(comparison: &Comparison) -> Markup {
    html! {
        h2 { "Rows over values" }
        p {
            span.key.before {} "the original" span.key.after {} "the release, rebuilt. Each pair of bars is a group of values: \
             numbers and dates from the smallest to the largest, words from the most to the least frequent."
        }
        @for column in &comparison.columns {
            @if let Some(bars) = &column.bars { (drawing(&column.name, bars)) }
        }
    }
}

fn drawing(name: &str, bars: &Bars) -> Markup {
    let few = if bars.are_few_left_out { "; groups of too few rows are not drawn" } else { "" };
    let words = Words {
        title: name.into(),
        description: format!("rows of {name} in {} groups of values, before and after", bars.before.len()),
    };
    html! {
        figure.drawing {
            (column_pairs(&words, &bars.before, &bars.after))
            figcaption { (name) (few) }
        }
    }
}

fn pairs(comparison: &Comparison) -> Markup {
    let told = comparison.correlation.as_ref().and_then(|it| Some((it, it.mean_change?)));
    html! {
        @if let Some((correlation, mean)) = told {
            h2 { "Dependence of columns" }
            p { (correlation.pairs) " pairs; mean absolute change " (decimal(mean)) ". The largest changes:" }
            table {
                tr { th { "Columns" } th { "Measure" } th.n { "Before" } th.n { "After" } }
                @for pair in &correlation.largest {
                    tr {
                        td { (pair.columns.join(" and ")) } td { (pair.measure) }
                        td.n { (decimal(pair.before)) } td.n { (decimal(pair.after)) }
                    }
                }
            }
            @if !correlation.left_out.is_empty() {
                p { "Left out, because they hold more than a thousand different words: " (correlation.left_out.join(", ")) "." }
            }
        }
    }
}

fn change<T>(numbers: &BeforeAfter<T>, told: impl Fn(&T) -> String) -> String {
    let told = [&numbers.before, &numbers.after].into_iter().flatten().map(told);
    told.collect::<Vec<_>>().join(" to ")
}

fn count(count: Count) -> String {
    count.to_string()
}

fn share(share: Share) -> String {
    match share {
        Share::Value(share) => percent(share),
        Share::Below(share) => format!("<{}", percent(share)),
        Share::Withheld => share.to_string(),
    }
}

/// Stands for a number that outsiders would be told as 0 although it is not.
const NOT_TOLD: &str = "not told";

fn decimal(number: f64) -> String {
    format!("{number:.3}")
}

//! A comparison for people: one sentence, a table of columns, and what concerns all of them.

use amidst::{
    compare::{Became, BeforeAfter, ColumnComparison, Comparison, Distances, NumberChange, Pair},
    reporting::{Count, Share},
};

use crate::{
    advice::note,
    explain::layout::{Align, row, table},
    format,
};

/// So many pairs of columns are named.
const PAIRS: usize = 3;

/// All of it in words.
pub fn describe(comparison: &Comparison) -> String {
    let parts = [
        headline(comparison),
        columns(comparison),
        numbers(comparison),
        whole(comparison),
        comparison.warnings.iter().map(|warning| format!("Warning: {}.\n", note(warning))).collect(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What was lost, in one sentence.
fn headline(comparison: &Comparison) -> String {
    let rows = comparison.rows;
    let is_whole = rows.suppressed == Count::Value(0) && rows.original == rows.release;
    let is_as_it_was = |column: &ColumnComparison| column.became == Became::Unchanged;
    if is_whole && comparison.columns.iter().all(is_as_it_was) {
        return format!(
            "Nothing was lost: all {} and every cell are as they were.\n",
            several(rows.original)
        );
    }
    let left = match is_whole {
        true => format!("All {} are left", several(rows.original)),
        false => {
            let are = if rows.release == Count::Value(1) { "is" } else { "are" };
            let (release, original) = (count(rows.release), several(rows.original));
            format!("{release} of {original} {are} left ({})", share(comparison.completeness))
        }
    };
    let precision = match (comparison.gcp, comparison.quasi.as_slice()) {
        (Some(gcp), [name]) => {
            format!("the quasi column {name} lost {} of its precision (GCP)", format::percent(gcp))
        }
        (Some(gcp), quasi) => {
            format!(
                "the {} quasi columns lost {} of their precision (GCP)",
                quasi.len(),
                format::percent(gcp)
            )
        }
        (None, []) => "no column was generalized".to_owned(),
        // Outside, steps would make 0 of it.
        (None, _) => "what the quasi columns lost of their precision is too little to be told".to_owned(),
    };
    let queries = comparison.queries.map_or_else(String::new, |queries| {
        format!("; a random count is off by {} in the median", percent(queries.median))
    });
    format!("{left}, and {precision}{queries}.\n")
}

/// One line for each column; roles and missing cells only where there is something to say.
fn columns(comparison: &Comparison) -> String {
    use Align::{Left, Right};
    let has_roles = comparison.columns.iter().any(|column| column.role.is_some());
    let is_moved =
        |missing: &BeforeAfter<Share>| missing.before.is_some_and(|before| missing.after != Some(before));
    let in_both = comparison.columns.iter().filter(|column| column.distance.is_some());
    let has_missing = in_both.into_iter().any(|column| is_moved(&column.missing));
    let mut align = vec![Left; 2 + usize::from(has_roles)];
    align.extend(vec![Right; 7 + usize::from(has_missing)]);
    let header = [
        ("column", true),
        ("role", has_roles),
        ("became", true),
        ("changed", true),
        ("missing", has_missing),
        ("values", true),
        ("bits", true),
        ("as is", true),
        ("same labels", true),
        ("rebuilt", true),
        ("NCP", true),
    ];
    let shown = |cells: Vec<String>| {
        cells.into_iter().zip(header).filter(|(_, (_, shown))| *shown).map(|(cell, _)| cell).collect()
    };
    let names = header.iter().map(|(name, _)| (*name).to_owned()).collect();
    let lines = comparison.columns.iter().map(cells);
    let lines: Vec<Vec<String>> = std::iter::once(names).chain(lines).map(shown).collect();
    table(&align, &lines)
        + "  Distances are total variation: cells as they stand; the original with the release's labels; labels spread\n  \
           evenly over the values they stand for. NCP: 0 a single value, 1 any value; suppressed rows count as 1.\n"
}

fn cells(column: &ColumnComparison) -> Vec<String> {
    let distance = |pick: fn(&Distances) -> Option<f64>| {
        column.distance.as_ref().and_then(pick).map_or_else(String::new, decimal)
    };
    vec![
        column.name.clone(),
        column.role.unwrap_or_default().to_owned(),
        column.became.name().to_owned(),
        column.changed.map_or_else(String::new, share),
        change(&column.missing, |part| share(*part)),
        change(&column.values, |values| count(*values)),
        change(&column.describe_entropy(), String::clone),
        distance(|distance| distance.as_is.total_variation),
        distance(|distance| distance.generalized.and_then(|distance| distance.total_variation)),
        distance(|distance| distance.rebuilt.total_variation),
        column.ncp.map_or_else(String::new, decimal),
    ]
}

/// How numbers moved, where they did.
fn numbers(comparison: &Comparison) -> String {
    let measured: Vec<_> = comparison
        .columns
        .iter()
        .filter(|column| column.became != Became::Unchanged)
        .filter_map(|column| Some((column, column.numbers?)))
        .collect();
    if measured.is_empty() {
        return String::new();
    }
    let header = row(["numbers", "mean", "deviation", "5 %", "25 %", "50 %", "75 %", "95 %", "Wasserstein"]);
    let line = |(column, numbers): &(&ColumnComparison, NumberChange)| {
        let moved = column.distance.and_then(|distance| distance.rebuilt.wasserstein);
        let mut cells = vec![column.name.clone(), signed(numbers.mean), signed(numbers.standard_deviation)];
        cells.extend(numbers.quantiles.map(signed));
        cells.push(moved.map_or_else(String::new, decimal));
        cells
    };
    let lines: Vec<Vec<String>> = [header].into_iter().chain(measured.iter().map(line)).collect();
    let align: Vec<Align> = [Align::Left].into_iter().chain([Align::Right; 8]).collect();
    table(&align, &lines)
        + "  Mean and percentiles in standard deviations of the original, labels at the middle of their interval.\n  \
           Wasserstein: labels spread evenly, as a part of the original's range.\n"
}

/// What concerns the table as a whole.
fn whole(comparison: &Comparison) -> String {
    let mut text = String::new();
    if let Some(classes) = &comparison.classes {
        text += &format!(
            "Classes over {}: {}",
            comparison.quasi.join(", "),
            change(&classes.count, |classes| count(*classes))
        );
        if let (Some(before), Some(after)) = (classes.average_size.before, classes.average_size.after) {
            text += &format!(", of {before:.1} to {after:.1} rows on average");
        }
        if let (Some(before), Some(after)) = (classes.discernibility.before, classes.discernibility.after) {
            text += &format!("; discernibility {before} to {after}");
        }
        text += ".\n";
    }
    let accuracy = comparison.accuracy.map_or_else(
        || "needs a hierarchy of every quasi column (--spec, --plan or --hierarchy)".to_owned(),
        decimal,
    );
    if !comparison.quasi.is_empty() {
        text +=
            &format!("Samarati's accuracy: {accuracy}; completeness: {}.\n", share(comparison.completeness));
    }
    if let Some(correlation) = &comparison.correlation
        && let Some(mean) = correlation.mean_change
    {
        let pairs = correlation.pairs as u64;
        text += &format!(
            "Dependence of {} {} of columns changed by {} on average",
            format::count(pairs),
            format::plural(pairs, "pair", "pairs"),
            decimal(mean)
        );
        let most: Vec<String> =
            correlation.largest.iter().filter(|pair| pair.change != 0.0).take(PAIRS).map(pair).collect();
        text += &if most.is_empty() { ".\n".into() } else { format!("; most: {}.\n", most.join(", ")) };
    }
    if let Some(queries) = comparison.queries {
        text += &format!(
            "{} random counting {} (seed {}): off by {} in the median, {} on average, {} at the 90th percentile; counts \
             below 1 % of the rows weigh as 1 %.\n",
            format::count(queries.asked.into()),
            format::plural(queries.asked.into(), "query", "queries"),
            queries.seed,
            percent(queries.median),
            percent(queries.mean),
            percent(queries.p90)
        );
    }
    text
}

/// A share, or that it is not told because it would be told as none.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "a share too small to be told".into(), format::percent)
}

fn pair(pair: &Pair) -> String {
    let measure = match pair.measure {
        "pearson" => "Pearson",
        "cramers-v" => "Cramér's V",
        _ => "correlation ratio",
    };
    let [first, second] = &pair.columns;
    format!("{first} and {second} {} to {} ({measure})", decimal(pair.before), decimal(pair.after))
}

/// Before and after, one if they are told alike.
fn change<T>(numbers: &BeforeAfter<T>, told: impl Fn(&T) -> String) -> String {
    match (numbers.before.as_ref().map(&told), numbers.after.as_ref().map(&told)) {
        (Some(before), Some(after)) if before == after => before,
        (Some(before), Some(after)) => format!("{before} to {after}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => String::new(),
    }
}

fn count(count: Count) -> String {
    match count {
        Count::Value(count) => format::count(count),
        Count::Below(least) => format!("<{least}"),
    }
}

/// Rows, counted.
fn several(rows: Count) -> String {
    format!("{} {}", count(rows), if rows == Count::Value(1) { "row" } else { "rows" })
}

fn share(share: Share) -> String {
    match share {
        Share::Value(share) => format::percent(share),
        Share::Below(share) => format!("<{}", format::percent(share)),
        Share::Withheld => share.to_string(),
    }
}

fn decimal(number: f64) -> String {
    format!("{number:.3}")
}

fn signed(number: f64) -> String {
    if number == 0.0 { "0".into() } else { format!("{number:+.3}") }
}

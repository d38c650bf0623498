//! The papers' working for people: vectors, bounds, steps and one way up. Tuples are named by the numbers of their rows.

use amidst::solutions::{
    Bounds, ColumnSet, DistanceMatrix, HeightVisit, SearchTrace, Solutions, Strategy, Working,
};

use crate::format;

/// All of it in words; nothing if nothing was wanted.
pub fn describe(solutions: &Solutions) -> String {
    let Some(working) = &solutions.working else { return String::new() };
    let Working { strategies, matrix, bounds, trace, path } = working;
    let columns = solutions.columns.join(", ");
    let strategies = strategies.map_or_else(|| "More than 10^38".to_owned(), count);
    let mut text =
        format!("\n{strategies} strategies lead from the bottom to the top (levels of {columns}).\n");
    text += &matrix.as_ref().map(describe_matrix).unwrap_or_default();
    text += &bounds.as_ref().map(describe_bounds).unwrap_or_default();
    text += &trace.as_ref().map(describe_trace).unwrap_or_default();
    text += &path.as_ref().map(describe_path).unwrap_or_default();
    text
}

fn count(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), format::count)
}

fn vector(levels: &[u8]) -> String {
    let levels: Vec<String> = levels.iter().map(u8::to_string).collect();
    format!("[{}]", levels.join(","))
}

fn vectors(all: &[Vec<u8>]) -> String {
    let all: Vec<String> = all.iter().map(|levels| vector(levels)).collect();
    if all.is_empty() { "none".into() } else { all.join(" ") }
}

/// A tuple by its rows.
fn rows(rows: &[u64]) -> String {
    rows.iter().map(u64::to_string).collect::<Vec<_>>().join("/")
}

fn describe_matrix(matrix: &DistanceMatrix) -> String {
    let mut lines = vec![
        std::iter::once(String::new())
            .chain(matrix.tuples.iter().map(|tuple| rows(tuple)))
            .collect::<Vec<_>>(),
    ];
    for (outlier, vectors) in matrix.outliers.iter().zip(&matrix.vectors) {
        lines.push(std::iter::once(rows(outlier)).chain(vectors.iter().map(|it| vector(it))).collect());
    }
    let width = |at: usize| lines.iter().map(|line| line[at].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:>width$}"));
        cells.collect::<String>() + "\n"
    };
    let lines: String = lines.iter().map(line).collect();
    format!(
        "\nDistance vectors between outliers (rows) and tuples (columns), by the numbers of their rows:\n{lines}"
    )
}

fn describe_bounds(bounds: &Bounds) -> String {
    let mut text = format!(
        "\nNo solution is fewer than {} above the bottom; every minimal node is at or below {} (height {}).\n",
        steps(bounds.lowest_height),
        vector(&bounds.upper.levels),
        bounds.upper_height
    );
    for outlier in &bounds.outliers {
        let height = outlier.height.map_or_else(
            || "never meets enough rows".to_owned(),
            |height| format!("meets enough rows {} up at the earliest", steps(height)),
        );
        text += &format!("  row {}: nearest {}; {height}\n", rows(&outlier.rows), vectors(&outlier.nearest));
    }
    text
}

fn steps(number: u32) -> String {
    format!("{number} {}", format::plural(number.into(), "step", "steps"))
}

fn describe_trace(trace: &SearchTrace) -> String {
    match trace {
        SearchTrace::Samarati { visits } => describe_visits("samarati", visits),
        SearchTrace::SamaratiMatrix { visits } => describe_visits("samarati-matrix", visits),
        SearchTrace::Incognito { sets } => {
            format!("\nSteps of incognito:\n{}", sets.iter().map(describe_set).collect::<String>())
        }
    }
}

fn describe_visits(name: &str, visits: &[HeightVisit]) -> String {
    let visit = |visit: &HeightVisit| {
        let found = visit
            .found
            .as_ref()
            .map_or_else(|| "no solution".to_owned(), |found| format!("found {}", vector(&found.levels)));
        let looked =
            format!("{} {} looked at", visit.examined, format::plural(visit.examined, "node", "nodes"));
        format!("  height {}: {found}; {looked}, {} of them known to fail\n", visit.height, visit.skipped)
    };
    format!("\nSteps of {name}:\n{}", visits.iter().map(visit).collect::<String>())
}

fn describe_set(set: &ColumnSet) -> String {
    format!(
        "  {}: candidates {}; survivors {}\n",
        set.columns.join(", "),
        vectors(&set.candidates),
        vectors(&set.survivors)
    )
}

fn describe_path(path: &Strategy) -> String {
    let mut text = "\nOne way up:\n".to_owned();
    for node in &path.nodes {
        let verdict = if node.satisfying { "satisfies" } else { "fails" };
        let suppressed = format::count(node.suppressed);
        text += &format!("  {}: {verdict}, {suppressed} suppressed\n", vector(&node.levels.levels));
    }
    let Some(found) = &path.found else { return text };
    let below: Vec<String> = path.below.iter().map(|node| vector(&node.levels)).collect();
    let minimal = match below.is_empty() {
        true => "minimal".to_owned(),
        false => format!("not minimal: {} below it satisfies too", below.join(" ")),
    };
    text + &format!("Locally minimal: {}, {minimal}.\n", vector(&found.levels))
}

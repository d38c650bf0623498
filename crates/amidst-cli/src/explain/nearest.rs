//! What could be had instead, in words.

use amidst::{
    explain::{Explanation, Nearest, Relief},
    spec::Limit,
};

use crate::format::{count, counted};

/// What could be had instead.
pub fn nearest(explanation: &Explanation, nearest: &Nearest) -> String {
    let asked = explanation.asked;
    let of = asked.counted.of();
    let (target, least) = match asked.models {
        0 => (format!("k = {}{of}", asked.k), ", and with no fewer"),
        // Where more than k is asked, a less general node may suppress fewer.
        _ => ("what is asked".into(), ""),
    };
    let mut lines = Vec::new();
    if let Some(best) = nearest.k {
        lines.push(format!("k = {best}{of} within the same limit, and no larger k: -k {best}"));
    }
    if let Some(rows) = nearest.suppressed {
        lines.push(format!(
            "{target} if {} of {} may be suppressed{least}: --suppression \"{}\"",
            count(rows),
            counted(asked.rows, "row", "rows"),
            Limit::Rows(rows)
        ));
    }
    let widened = nearest.columns.iter().filter_map(|column| {
        column
            .widened
            .filter(|widened| widened.relief.reaches)
            .map(|it| format!("{} {}", column.column, it.level))
    });
    let dropped = nearest.columns.iter().filter(|column| column.dropped.is_some_and(|it| it.reaches));
    let widened: Vec<String> = widened.collect();
    let dropped: Vec<&str> = dropped.map(|column| column.column.as_str()).collect();
    match nearest.all_widened {
        _ if !widened.is_empty() => lines.push(format!(
            "{target} if one of these may go up to its highest level (levels.max): {}",
            widened.join(", ")
        )),
        Some(Relief { reaches: true, .. }) => {
            lines.push(format!("{target} if every column may go up to its highest level (levels.max)"));
        }
        _ => {}
    }
    if !dropped.is_empty() {
        lines.push(format!("{target} if one of these is dropped (role identifier): {}", dropped.join(", ")));
    }
    let reached = lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
    let rest = match widened.is_empty() && dropped.is_empty() {
        true => "No change to a single column is enough.\n",
        false => "",
    };
    match reached.is_empty() {
        true => format!("WHAT CAN BE HAD INSTEAD. {rest}"),
        false => format!("WHAT CAN BE HAD INSTEAD\n{reached}{rest}"),
    }
}

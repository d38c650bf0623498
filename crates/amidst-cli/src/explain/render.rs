//! Each answer in words.

use std::{cmp::Ordering, collections::BTreeMap};

use amidst::{
    explain::{Best, Explanation, Finer, HoldsBack, NamedValue, ReleasedNode, RowScope, Values},
    spec::Counted,
};

use super::layout::{
    Align::{Left, Right},
    row, table,
};
use crate::format::{count, counted, percent, plural, sentence};

/// Values named for each column.
const MOST_NAMED: usize = 5;

/// What is released.
pub fn released(explanation: &Explanation, result: &ReleasedNode) -> String {
    let (rows, objective) = (result.rows, &result.objective);
    let mut text = format!(
        "{} of {} would be released in {} {}, {} suppressed ({}) of at most {}.\n",
        count(rows.out),
        counted(rows.r#in, "row", "rows"),
        count(result.classes),
        plural(result.classes, "class", "classes"),
        count(rows.suppressed),
        percent(rows.suppressed as f64 / rows.r#in as f64),
        count(explanation.asked.limit),
    );
    let level = |column: &HoldsBack| (column.column.clone(), column.height);
    let heights: BTreeMap<String, u8> = explanation.holds_back.iter().map(level).collect();
    let levels = result.levels.iter().map(|(name, level)| format!("{name} {level} of {}", heights[name]));
    text += &format!("Levels: {}.\n", levels.collect::<Vec<_>>().join(", "));
    let reached = &result.privacy.k;
    text += &format!(
        "{}. {} = {:.6}, {}.\n",
        match &reached.combined {
            None => {
                let of = explanation.asked.counted.of();
                format!("Asked k = {}{of}, reached k = {}{of}", reached.asked, reached.reached)
            }
            Some(combined) => format!("Every combination would reach what was asked; {}", combined.caveat()),
        },
        objective.name,
        objective.value,
        match explanation.outcome {
            "stopped" =>
                proof(result.optimal, result.gap).replace("not proved optimal", "the best when stopped"),
            _ => proof(result.optimal, result.gap),
        }
    );
    for model in &result.privacy.models {
        text += &format!("{}.\n", sentence(&model.describe()));
    }
    if result.minimal {
        text +=
            "The node is k-minimal: no column can be one level lower without suppressing too many rows.\n";
    }
    for finer in explanation.holds_back.iter().filter(|column| result.lowerable.contains(&column.column)) {
        let Some(step) = finer.finer.as_ref().map(|finer| finer.step) else { continue };
        let verdict = match step.objective.total_cmp(&objective.value) {
            Ordering::Greater => "but cost more",
            Ordering::Equal => "and cost the same",
            Ordering::Less => "and cost less",
        };
        text += &format!(
            "The node is not k-minimal: lowering {} to level {} would also keep within the limit, {verdict} ({} = {:.6}).\n",
            finer.column, step.level, objective.name, step.objective
        );
    }
    text
}

/// Which columns tell rows apart.
pub fn holds_back(explanation: &Explanation) -> String {
    let (asked, stands_out) = (explanation.asked, explanation.stands_out);
    if stands_out.table == 0 {
        return "NOTHING HOLDS K BACK. As the table is, no row stands out.\n".to_owned();
    }
    let mut text = format!(
        "WHAT HOLDS K BACK. As the table is, {} of {} {} out: fewer than {} share their values{}.{}\n",
        count(stands_out.table),
        counted(asked.rows, "row", "rows"),
        plural(stands_out.table, "stands", "stand"),
        match asked.counted {
            Counted::Rows => counted(asked.k, "row", "rows"),
            Counted::People => counted(asked.k, "person", "people"),
        },
        match (asked.combinations, asked.models) {
            (0, 0) => "",
            (0, _) => ", or their class fails something else that is asked",
            _ => " in some combination of columns",
        },
        unmapped(stands_out.unmapped)
    );
    text += "If a column showed one value only, so many fewer would";
    let is_released = explanation.result.is_some();
    text += if is_released { "; one level finer, so many rows would be suppressed.\n" } else { ".\n" };
    let mut rows = vec![row(["column", "level", "fewer", if is_released { "one level finer" } else { "" }])];
    rows.extend(explanation.holds_back.iter().map(|column| {
        let finer = match &column.finer {
            _ if !is_released => String::new(),
            None if column.level == 0 => "as it is".to_owned(),
            None => "not allowed".to_owned(),
            Some(finer) => in_the_way(finer),
        };
        row([&column.column, &format!("{} of {}", column.level, column.height), &count(column.hides), &finer])
    }));
    text += &table(&[Left, Right, Right, Left], &rows);
    for HoldsBack { column, finer, .. } in explanation.holds_back.iter().filter(|_| is_released) {
        let named = finer.as_ref().and_then(|finer| finer.values.named.as_deref()).unwrap_or_default();
        if !named.is_empty() {
            text += &format!("  {column}, one level finer:\n{}", names(named));
        }
    }
    text
}

/// What one level finer would suppress, and in how many values.
fn in_the_way(finer: &Finer) -> String {
    let Finer { step, values } = finer;
    let verdict = if step.satisfies { "within the limit" } else { "too many" };
    let mut text = format!("{}, {verdict}", count(step.suppressed));
    if values.count > 0 {
        text += &format!(
            "; {} of them in {} of {} values",
            count(values.outliers),
            count(values.count),
            count(values.occurring)
        );
    }
    text
}

fn unmapped(rows: u64) -> String {
    match rows {
        0 => String::new(),
        _ => format!(
            " Among them {} {} values that are not in their hierarchies.",
            count(rows),
            plural(rows, "row has", "rows have")
        ),
    }
}

/// Which values tell rows apart.
pub fn values(explanation: &Explanation) -> String {
    let mut columns: Vec<&HoldsBack> =
        explanation.holds_back.iter().filter(|column| column.values.count > 0).collect();
    let surplus = |values: &Values| values.share_of_outliers - values.share_of_rows;
    columns.sort_by(|a, b| surplus(&b.values).total_cmp(&surplus(&a.values)));
    let Some(first) = columns.first() else { return String::new() };
    let rows = match (first.values.of, &explanation.result) {
        (RowScope::Table, _) => "rows that stand out in the table as it is",
        (_, Some(_)) => "rows that are suppressed, by what they would show",
        (_, None) => "rows that stand out even at the most general node allowed",
    };
    let mut text = format!("Some values hold more than their share of the {rows}:\n");
    for HoldsBack { column, values, .. } in columns {
        text += &format!(
            "  {column}: {} of {} values, in {} of the rows, {} {} of those that stand out\n",
            count(values.count),
            count(values.occurring),
            percent(values.share_of_rows),
            plural(values.count, "holds", "hold"),
            percent(values.share_of_outliers)
        );
        text += &values.named.as_deref().map_or_else(String::new, names);
    }
    text
}

fn names(values: &[NamedValue]) -> String {
    let name = |value: &NamedValue| {
        let text = value.value.as_deref().map_or_else(|| "(missing)".to_owned(), |text| format!("{text:?}"));
        format!("{text} {} of {}", count(value.outliers), count(value.rows))
    };
    let mut named: Vec<String> = values.iter().take(MOST_NAMED).map(name).collect();
    if values.len() > MOST_NAMED {
        named.push(format!("and {} more", count((values.len() - MOST_NAMED) as u64)));
    }
    format!("    {}\n", named.join(", "))
}

/// What one level more would buy.
pub fn one_level_more(explanation: &Explanation, result: &ReleasedNode) -> String {
    if explanation.one_level_more.is_empty() {
        return String::new();
    }
    let name = &result.objective.name;
    let mut rows = vec![row(["column", "level", "suppressed", "classes", name])];
    rows.push(row([
        "(now)",
        "",
        &count(result.rows.suppressed),
        &count(result.classes),
        &format!("{:.6}", result.objective.value),
    ]));
    rows.extend(explanation.one_level_more.iter().map(|more| {
        let step = more.step;
        row([
            &more.column,
            &step.level.to_string(),
            &count(step.suppressed),
            &count(step.classes),
            &format!("{:.6}", step.objective),
        ])
    }));
    format!(
        "ONE LEVEL MORE of a column, all others as they are, would come to\n{}",
        table(&[Left, Right, Right, Right, Right], &rows)
    )
}

/// What more suppression would buy.
pub fn more_suppression(explanation: &Explanation, result: &ReleasedNode) -> String {
    let Some(more) = &explanation.more_suppression else { return String::new() };
    let changes = match moves(&result.levels, &more.best) {
        changes if changes.is_empty() => "the node stays the same".to_owned(),
        changes => changes,
    };
    format!(
        "1 % MORE SUPPRESSION (at most {} {}): {changes}; {} suppressed, {} {}, {} = {:.6}, {}.\n",
        count(more.limit),
        plural(more.limit, "row", "rows"),
        count(more.best.suppressed),
        count(more.best.classes),
        plural(more.best.classes, "class", "classes"),
        result.objective.name,
        more.best.objective,
        proof(more.best.optimal, more.best.gap)
    )
}

/// What each column costs the others.
pub fn dropped(explanation: &Explanation, result: &ReleasedNode) -> String {
    if explanation.dropped.is_empty() {
        return String::new();
    }
    let name = &result.objective.name;
    let mut rows = vec![row(["column", "now", "then", "suppressed", "the others"])];
    rows.extend(explanation.dropped.iter().map(|dropped| {
        let best = &dropped.best;
        let mut changes = match moves(&result.levels, best) {
            changes if changes.is_empty() => "stay as they are".to_owned(),
            changes => changes,
        };
        if !best.optimal {
            changes += " (not proved best)";
        }
        row([
            &dropped.column,
            &format!("{:.6}", dropped.now),
            &format!("{:.6}", best.objective),
            &count(best.suppressed),
            &changes,
        ])
    }));
    format!(
        "WITHOUT A COLUMN (role identifier) the others could be finer. Now: the {name} of this release in the others. Then:\n\
         their {name} at the best node without the column. What is lost is the column itself.\n{}",
        table(&[Left, Right, Right, Right, Left], &rows)
    )
}

/// The levels that differ.
fn moves(levels: &[(String, u8)], best: &Best) -> String {
    let now = |name: &str| levels.iter().find(|(column, _)| column == name).map(|(_, level)| *level);
    let moved = best.levels.iter().filter_map(|(name, level)| {
        now(name).filter(|now| now != level).map(|now| format!("{name} {now} to {level}"))
    });
    moved.collect::<Vec<_>>().join(", ")
}

fn proof(is_optimal: bool, gap: f64) -> String {
    match is_optimal {
        true => "the least possible (proved)".to_owned(),
        false if gap >= 1.0 => "not proved optimal; how much less is possible is not known".to_owned(),
        false => format!("not proved optimal; at most {} less is possible", percent(gap)),
    }
}

//! In which values of a column rows stand out.

use std::cmp::Reverse;

use serde::Serialize;

use super::{Reveal, case::Case};

/// The values of a column in which rows stand out more often than in the whole table.
///
/// No other choice of values holds a larger share of the rows that stand out beyond its share of all rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Values {
    /// Which rows stand out.
    pub of: RowScope,
    /// The level whose labels are the values: the column's at the node, 0 for the table as it is, or one finer.
    pub level: u8,
    /// Values that occur on that level.
    pub occurring: u64,
    /// Of these, the values in which rows stand out more often than on average.
    pub count: u64,
    /// Rows that have one of them.
    pub rows: u64,
    /// Of these rows, those that stand out.
    pub outliers: u64,
    /// What share of all rows has one of them.
    pub share_of_rows: f64,
    /// What share of the rows that stand out has one of them.
    pub share_of_outliers: f64,
    /// These values, those with the most rows above the average first. Only there if names were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<Vec<NamedValue>>,
}

/// Which rows stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowScope {
    /// Those suppressed at the node.
    Node,
    /// Those of the table as it is, because the node suppresses none.
    Table,
    /// Those that would be suppressed if the column were one level finer.
    Finer,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedValue {
    /// Its label; `None` is the missing value.
    pub value: Option<String>,
    /// Rows that have it.
    pub rows: u64,
    /// Of these, rows that stand out.
    pub outliers: u64,
}

/// Finds them, given the rows that stand out by label.
pub(super) fn values(
    case: &Case<'_>,
    column: usize,
    of: RowScope,
    level: u8,
    outliers: &[u64],
    reveal: Reveal,
) -> Values {
    let tuples = case.instance.tuples();
    let labels = &tuples.attributes()[column].levels[usize::from(level)];
    let (all_rows, all_outliers) = (tuples.rows(), outliers.iter().sum::<u64>());
    let wide = |number: u64| i128::from(number);
    // How many more stand out than on average, in units of one over all rows.
    let excess =
        |label: usize| wide(outliers[label]) * wide(all_rows) - wide(all_outliers) * wide(labels[label].rows);
    let mut above: Vec<usize> = (0..labels.len()).filter(|&label| excess(label) > 0).collect();
    above.sort_by_key(|&label| Reverse(excess(label)));
    let rows = above.iter().map(|&label| labels[label].rows).sum();
    let held = above.iter().map(|&label| outliers[label]).sum();
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    // A hierarchy may list what counts as missing by its marker.
    let is_missing = |label: &str| case.validated.missing.iter().any(|marker| marker == label);
    let name = |&label: &usize| NamedValue {
        value: case.instance.columns[column]
            .hierarchy
            .label(level, tuples.hierarchy_labels(column, level)[label])
            .filter(|label| !is_missing(label))
            .map(str::to_owned),
        rows: labels[label].rows,
        outliers: outliers[label],
    };
    Values {
        of,
        level,
        occurring: labels.len() as u64,
        count: above.len() as u64,
        rows,
        outliers: held,
        share_of_rows: share(rows, all_rows),
        share_of_outliers: share(held, all_outliers),
        named: (reveal == Reveal::Names).then(|| above.iter().map(name).collect()),
    }
}

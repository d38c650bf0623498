//! What holds k back: which columns tell rows apart, and which of their values.

use std::cmp::Reverse;

use amidst_spec::Result;
use serde::Serialize;

use super::{
    Reveal, Step, Values,
    case::Case,
    values::{self, RowScope},
};

/// Rows that stand out: their classes have too few rows, or they have no place in a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StandsOut {
    /// In the table as it is, every column on level 0.
    pub table: u64,
    /// At the node released, where they are suppressed; if nothing can be released, at the most general node allowed.
    pub node: u64,
    /// Of both, the rows without a place in a hierarchy.
    #[serde(rename = "unplaced")]
    pub unmapped: u64,
}

/// What a column has to do with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HoldsBack {
    /// The column.
    pub column: String,
    /// Its level at the node.
    pub level: u8,
    /// The height of its hierarchy.
    pub height: u8,
    /// Of the rows that stand out in the table as it is, how many would not if this column alone showed its root.
    pub hides: u64,
    /// What one level less of this column alone would come to; `None` if it may not be lower.
    pub finer: Option<Finer>,
    /// Its values in which rows stand out.
    pub values: Values,
}

/// What one level less of a column alone would come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finer {
    /// The outcome; to be compared with what is released.
    #[serde(flatten)]
    pub step: Step,
    /// The column's values on that level in which rows would stand out.
    pub values: Values,
}

/// How much each column tells rows apart, the one that hides most first.
pub(super) fn holds_back(
    case: &Case<'_>,
    levels: &[u8],
    reveal: Reveal,
) -> Result<(StandsOut, Vec<HoldsBack>)> {
    let as_is = vec![0; levels.len()];
    let suppressed =
        |levels: &[u8]| Ok::<_, amidst_spec::Error>(case.problem.judge(levels)?.facts.suppressed);
    let (in_table, at_node) = (suppressed(&as_is)?, suppressed(levels)?);
    let (person_of_row, observed) =
        if at_node > 0 { (RowScope::Node, levels) } else { (RowScope::Table, &*as_is) };
    let outliers = case.problem.outlier_rows(observed)?;
    let mut columns = Vec::new();
    for (at, column) in case.instance.columns.iter().enumerate() {
        let may_be_lower = levels[at] > case.problem.lattice().bottom()[at];
        let finer = may_be_lower.then(|| finer(case, levels, at, reveal)).transpose()?;
        let mut without = as_is.clone();
        without[at] = column.hierarchy.height();
        columns.push(HoldsBack {
            column: column.name.clone(),
            level: levels[at],
            height: column.hierarchy.height(),
            hides: in_table.saturating_sub(suppressed(&without)?),
            finer,
            values: values::values(case, at, person_of_row, observed[at], &outliers[at], reveal),
        });
    }
    let in_the_way = |column: &HoldsBack| column.finer.as_ref().map_or(0, |finer| finer.step.suppressed);
    columns.sort_by_key(|column| Reverse((column.hides, in_the_way(column))));
    let [table, node] = [in_table, at_node].map(|rows| case.instance.rows_when(rows).suppressed);
    Ok((StandsOut { table, node, unmapped: case.instance.unmapped() }, columns))
}

fn finer(case: &Case<'_>, levels: &[u8], column: usize, reveal: Reveal) -> Result<Finer> {
    let mut below = levels.to_vec();
    below[column] -= 1;
    let outliers = case.problem.outlier_rows(&below)?;
    Ok(Finer {
        step: case.step(levels, column, below[column])?,
        values: values::values(case, column, RowScope::Finer, below[column], &outliers[column], reveal),
    })
}

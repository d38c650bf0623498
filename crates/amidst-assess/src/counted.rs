//! A table as it is judged: columns that are looked at, coded. Each row may stand for several that are alike.

use amidst_io::Layout;
use amidst_table::{Column, Table};

/// The columns of a table that are looked at.
pub struct CountedTable {
    /// The columns, coded.
    pub table: Table,
    /// How the table that they are of is laid out.
    pub layout: Layout,
    /// How messages call it.
    pub file: String,
}

/// The rows that those of a table stand for.
pub(crate) fn rows(table: &Table) -> u64 {
    let counts = table.columns().iter().find_map(Column::coded).and_then(|coded| coded.counts());
    counts.map_or(table.rows() as u64, |counts| counts.iter().map(|&rows| u64::from(rows)).sum())
}

//! Views of a release: the same classes for each confidential column, which is shown as it is while all others are recoded.
//!
//! Rows are sorted by what the view shows. Within a class all rows show the same but for the confidential column, so nothing
//! links a row of one view with a row of another.

use amidst_core::{Column, Table};

use super::{Recoding, Release, order};

/// One view for each confidential column: the quasi columns as the classes show them, and that column as it is. Columns that
/// are neither would link views and are left out.
pub fn views(
    source: &Table,
    recoding: &Recoding<'_>,
    confidential: &[&str],
    missing: Option<&str>,
) -> Vec<Release> {
    confidential.iter().map(|name| view(source, recoding, name, missing)).collect()
}

fn view(source: &Table, recoding: &Recoding<'_>, confidential: &str, missing: Option<&str>) -> Release {
    let is_recoded = |name: &str| recoding.columns.iter().any(|column| column.name == name);
    let columns: Vec<Column> = source
        .columns()
        .iter()
        .filter(|column| column.name == confidential || is_recoded(&column.name))
        .map(|column| if column.name == confidential { column.clone() } else { recoding.recode(column) })
        .collect();
    let (own, shown): (Vec<&Column>, Vec<&Column>) =
        columns.iter().partition(|column| column.name == confidential);
    let (kept, one_class) = (recoding.kept(), vec![0; source.rows()]);
    let order = order::sorted(&kept, &one_class, &[shown, own].concat(), missing);
    Release { table: Table::new(columns), order }
}

#[cfg(test)]
mod tests;

//! Views of a release: the same classes for each confidential column, which each class shows as one label.
//!
//! Classes follow from the other quasi columns alone. A view shows of every class the labels of these and one that covers the
//! class's values of its confidential column, so all rows of a class are alike in every view. Rows are sorted by what the view
//! shows, so nothing links a row of one view with a row of another.

use amidst_core::{Aborted, Observer};
use amidst_table::{Column, Table};

use super::{Recoding, Release};

/// One view for each confidential column: the quasi columns as the classes show them, less the other confidential ones.
/// Columns that are not quasi would link views and are left out.
pub fn views(
    source: &Table,
    recoding: &Recoding<'_>,
    confidential: &[&str],
    missing: Option<&str>,
    observer: &dyn Observer,
) -> Result<Vec<Release>, Aborted> {
    let view = |own: &&str| {
        let is_shown = |name: &str| {
            let is_recoded = recoding.columns.iter().any(|column| column.name == name);
            is_recoded && (name == *own || !confidential.contains(&name))
        };
        let shown = source.columns().iter().filter(|column| is_shown(&column.name));
        let columns: Vec<Column> =
            shown.map(|column| recoding.recode(column, observer)).collect::<Result<_, _>>()?;
        let (kept, one_class) = (recoding.kept(observer)?, vec![0; source.rows()]);
        let order =
            amidst_order::sorted(&kept, &one_class, &columns.iter().collect::<Vec<_>>(), missing, observer)?;
        Ok(Release { table: Table::new(columns), order })
    };
    confidential.iter().map(view).collect()
}

#[cfg(test)]
mod tests;

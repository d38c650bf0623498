//! Hierarchy files, as they are read.

use std::path::Path;

use amidst_core::{Hierarchy, hierarchy::Misplaced};

use crate::{Error, Result};

/// Reads a hierarchy file in ARX format; also says which of its labels do not contain their values. Published files have
/// such labels, and recoding by them is as safe as ever, so they are no reason to refuse the file.
pub fn read(file: &Path) -> Result<(Hierarchy, Option<Misplaced>)> {
    let rows = match amidst_io::read_hierarchy_rows(file) {
        Err(amidst_io::Error::Empty { .. }) => Vec::new(),
        rows => rows?,
    };
    let path_of = |row: Vec<String>| row.into_iter().map(|label| Some(label.into())).collect();
    Hierarchy::from_paths_as_given(rows.into_iter().map(path_of).collect())
        .map_err(|problem| Error::HierarchyFile { column: None, path: file.into(), problem })
}

//! Hierarchy files, as they are read.

use std::path::Path;

use amidst_core::{Hierarchy, hierarchy::Misplaced};

use crate::{Error, Result};

/// Reads a hierarchy file in ARX format; also says which of its labels do not contain their values. Published files have
/// such labels, and recoding by them is as safe as ever, so they are no reason to refuse the file.
pub fn read(file: &Path) -> Result<(Hierarchy, Option<Misplaced>)> {
    read_bytes(file, amidst_io::bytes_of(file)?)
}

/// The same of bytes that a file of this name holds.
pub fn read_bytes(file: &Path, bytes: Vec<u8>) -> Result<(Hierarchy, Option<Misplaced>)> {
    let rows = match amidst_io::hierarchy_rows_of(&file.display().to_string(), bytes) {
        Err(amidst_io::Error::Empty { .. }) => Vec::new(),
        rows => rows?,
    };
    let path_of = |row: Vec<String>| row.into_iter().map(|label| Some(label.into())).collect();
    Hierarchy::from_paths_as_given(rows.into_iter().map(path_of).collect())
        .map_err(|problem| Error::HierarchyFile { column: None, path: file.into(), problem })
}

//! Lakes: a folder of files, or all files that a pattern fits, read as one table.

mod files;
mod parts;
mod read;

use std::path::{Path, PathBuf};

pub(crate) use files::Lake;
pub(crate) use parts::LakeParts;
pub(crate) use read::LakeReader;

use crate::Result;

/// The files behind a path: those of a lake, in their order, or the path itself.
///
/// # Errors
/// If a folder cannot be listed.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    Ok(match Lake::find(path)? {
        Some(lake) => lake.paths(),
        None => vec![path.to_owned()],
    })
}

/// The folder that a lake lies in, if the path leads to one: what is written there becomes part of it.
pub fn lake_folder(path: &Path) -> Option<PathBuf> {
    files::folder_of(path)
}

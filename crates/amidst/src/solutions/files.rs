//! Where texts go: checked before anything is searched, and then all of them written or none.

use std::path::{Path, PathBuf};

use crate::{
    Error, Result, Spec,
    job::{StagedText, check_paths},
};

/// Files that are free to be written.
pub struct Files(Vec<PathBuf>);

impl Files {
    /// Checks that no file is one that is read or another of them, that none is in the way, and that every folder is there.
    /// Each comes with what it is called.
    pub fn check(files: &[(&'static str, &Path)], spec: &Spec, overwrite: bool) -> Result<Self> {
        if let Some((what, _)) = files.iter().find(|(_, path)| path.as_os_str() == "-") {
            return Err(Error::Setting(format!("the {what} cannot go to standard output; name a file")));
        }
        check_paths(files.iter().copied(), &spec.inputs(), overwrite)?;
        Ok(Self(files.iter().map(|(_, path)| path.to_path_buf()).collect()))
    }

    /// Writes a text to each file, in their order, and says where.
    pub fn write(self, texts: &[&str]) -> Result<Vec<String>> {
        let staged = self.0.iter().zip(texts).map(|(path, text)| StagedText::write(path, text));
        staged.collect::<Result<Vec<_>>>()?.into_iter().map(StagedText::commit).collect()
    }
}

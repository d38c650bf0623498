//! Where texts go: checked before anything is searched, and then all of them written or none.

use std::path::Path;

use amidst_spec::{
    Error, Result, Spec,
    files::{Guard, Staged, Target},
};

/// Files that are free to be written.
pub struct Files(Vec<Target>);

impl Files {
    /// Checks that no file is one that is read or another of them, that none is in the way, and that every folder is there.
    /// Each comes with what it is called.
    pub fn check(files: &[(&'static str, &Path)], spec: &Spec, overwrite: bool) -> Result<Self> {
        if let Some((what, _)) = files.iter().find(|(_, path)| path.as_os_str() == "-") {
            return Err(Error::bad_value(
                "path",
                format!("the {what} cannot go to standard output; name a file"),
            ));
        }
        let mut guard = Guard::new(spec.inputs(), overwrite).with_secrets(spec.key_files());
        Ok(Self(files.iter().map(|(what, path)| guard.target(what, path)).collect::<Result<_>>()?))
    }

    /// Writes a text to each file, in their order, and says where.
    pub fn write(self, texts: &[&str]) -> Result<Vec<String>> {
        let staged = self.0.iter().zip(texts).map(|(target, text)| target.stage(text));
        Ok(Staged::commit_all(staged.collect::<Result<_>>()?)?.names())
    }
}

//! Every file that a command writes: checked before anything is read, written whole, and never one that is read.
//!
//! A [`Guard`] knows what a run reads and whether it may overwrite. Only through it does a path become a [`Target`], and
//! only a target can be written. What was written gets its name last; several files get their names together.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use amidst_io::{Access, AtomicFile, Permit};

use crate::{Error, Result, Spec};

/// What a run reads and may overwrite. Every file that it writes is checked against it.
pub struct Guard {
    inputs: Vec<PathBuf>,
    /// Folders whose files are read, all of them: one more would be read next time.
    lakes: Vec<PathBuf>,
    permit: Permit,
    seen: Vec<PathBuf>,
}

impl Guard {
    /// A run that reads these files. What it writes can be read by nobody who cannot read all of them.
    pub fn new<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>, overwrite: bool) -> Self {
        let named: Vec<PathBuf> = inputs.into_iter().map(|input| as_file(input.as_ref())).collect();
        let lakes = named.iter().filter_map(|path| amidst_io::lake_folder(path));
        let lakes = lakes.map(|folder| folder.canonicalize().unwrap_or(folder)).collect();
        // What cannot be listed is told by whoever reads it.
        let inputs: Vec<PathBuf> = named
            .into_iter()
            .flat_map(|path| amidst_io::files_of(&path).unwrap_or_else(|_| vec![path]))
            .collect();
        let access = inputs.iter().fold(Access::ANYBODY, |access, input| access.within(input));
        Self { inputs, lakes, permit: Permit { replaces: overwrite, access }, seen: Vec::new() }
    }

    /// Also reads these files, of which nothing is told in what it writes: they set no limit on who may read that.
    pub fn with_secrets<P: AsRef<Path>>(mut self, files: impl IntoIterator<Item = P>) -> Self {
        self.inputs.extend(files.into_iter().map(|file| file.as_ref().to_owned()));
        self
    }

    /// Also depends on a spec: it, and every file that it names, is not written over.
    pub fn with_spec(self, spec: &Spec) -> Self {
        self.with_secrets(spec.inputs()).with_secrets(spec.key_files())
    }

    /// Checks that a file can be written, before anything is read: that it is no input and no other output, that none is in
    /// the way, and that its folder is there.
    pub fn target(&mut self, what: &'static str, path: &Path) -> Result<Target> {
        match path.to_str() {
            Some("-") => return Err(Error::NotToStdout { what }),
            Some("") => return Err(Error::EmptyPath { what }),
            _ => {}
        }
        if self.inputs.iter().any(|input| is_same(path, input)) {
            return Err(Error::OutputIsInput { path: path.into() });
        }
        if self.lakes.iter().any(|lake| resolved(path).starts_with(lake)) {
            return Err(Error::OutputInLake { path: path.into() });
        }
        if self.seen.contains(&resolved(path)) {
            return Err(Error::OutputTwice { path: path.into() });
        }
        let target = Target { path: path.into(), permit: self.permit.clone() };
        drop(target.create()?);
        if !self.permit.replaces && path.symlink_metadata().is_ok() {
            return Err(Error::Exists { path: path.into() });
        }
        self.seen.push(resolved(path));
        Ok(target)
    }
}

/// A file that may be written.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    permit: Permit,
}

impl Target {
    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same file, for nobody but its owner to read.
    pub fn private(self) -> Self {
        Self { permit: Permit { access: Access::private(), ..self.permit }, ..self }
    }

    /// Starts it.
    pub fn create(&self) -> Result<AtomicFile> {
        Ok(AtomicFile::create(&self.path, &self.permit)?)
    }

    /// Writes a text down to the disk, not yet under its name.
    pub fn stage(&self, text: &str) -> Result<Staged> {
        self.stage_bytes(text.as_bytes())
    }

    fn stage_bytes(&self, bytes: &[u8]) -> Result<Staged> {
        let mut file = self.create()?;
        let name = self.path.display().to_string();
        file.write_all(bytes).map_err(|cause| amidst_io::Error::Write { file: name, cause })?;
        file.finish_unnamed(&())?;
        Ok(Staged { file, target: self.path.clone() })
    }

    /// Writes a text, and says where.
    pub fn write(&self, text: &str) -> Result<String> {
        self.stage(text)?.commit()
    }

    /// Writes bytes, and says where.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<String> {
        self.stage_bytes(bytes)?.commit()
    }
}

/// A file on disk, whole, and not yet under its name.
pub struct Staged {
    file: AtomicFile,
    target: PathBuf,
}

impl Staged {
    /// A file that was written for this target.
    pub fn new(file: AtomicFile, target: &Target) -> Self {
        Self { file, target: target.path.clone() }
    }

    fn commit(self) -> Result<String> {
        self.file.commit()?;
        Ok(self.target.display().to_string())
    }

    /// Gives files their names, in this order, and says which. If one does not get its name, those that did are removed
    /// again.
    pub fn commit_all(files: Vec<Self>) -> Result<NamedFiles> {
        let mut named = NamedFiles(Vec::with_capacity(files.len()));
        for file in files {
            match file.commit() {
                Ok(name) => named.0.push(name),
                Err(error) => {
                    named.take_back();
                    return Err(error);
                }
            }
        }
        Ok(named)
    }
}

/// Files that have got their names.
pub struct NamedFiles(Vec<String>);

impl NamedFiles {
    /// What they are called.
    pub fn names(self) -> Vec<String> {
        self.0
    }

    /// Removes them: what they belong to did not come about. Nothing more can be done if that fails.
    pub fn take_back(self) {
        for path in self.0.iter().filter_map(|name| Path::new(name).canonicalize().ok()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// The file behind a path as users give it: `-` is what standard input comes from.
fn as_file(path: &Path) -> PathBuf {
    if cfg!(unix) && path.as_os_str() == "-" { "/dev/stdin".into() } else { path.into() }
}

/// Whether two paths lead to one file, through links of either kind too.
pub fn is_same(a: &Path, b: &Path) -> bool {
    resolved(a) == resolved(b) || is_hard_link(a, b)
}

#[cfg(unix)]
fn is_hard_link(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    place(a).is_some_and(|a| Some(a) == place(b))
}

#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

/// The path without links and detours, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    path.canonicalize()
        .or_else(|_| {
            let name = path.file_name().unwrap_or_default();
            folder.canonicalize().map(|folder| folder.join(name))
        })
        .unwrap_or_else(|_| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_lead_to_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        fs::write(&file, "").expect("a file");
        assert!(is_same(&file, &folder.path().join("./a.csv")));
        assert!(!is_same(&file, &folder.path().join("b.csv")));
        fs::hard_link(&file, folder.path().join("b.csv")).expect("a second name");
        assert!(is_same(&file, &folder.path().join("b.csv")) || cfg!(not(unix)));
    }

    #[test]
    fn all_files_get_their_names_or_none_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let [first, second] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
        let mut guard = Guard::new([folder.path().join("in.csv")], false);
        let staged = [&first, &second].map(|path| guard.target("release", path).unwrap().stage("x").unwrap());
        // One comes in the way while the release is proven.
        fs::write(&second, "theirs").expect("writable");
        assert!(matches!(
            Staged::commit_all(staged.into()),
            Err(Error::Io(amidst_io::Error::Appeared { .. }))
        ));
        assert!(!first.exists());
        assert_eq!(fs::read_to_string(&second).expect("it is there"), "theirs");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_in_the_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link.csv");
        std::os::unix::fs::symlink(folder.path().join("nowhere.csv"), &link).expect("links are allowed");
        let mut guard = Guard::new([folder.path().join("in.csv")], false);
        assert!(matches!(guard.target("release", &link), Err(Error::Exists { .. })));
    }
}

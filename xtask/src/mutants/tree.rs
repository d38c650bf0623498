//! The copy of the repository in which mutants are made.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use super::list::Mutant;
use crate::{
    cargo::{Workspace, program},
    house,
};

/// A copy, and where it is built: both stay below the target folder, so that the next run builds only what has changed.
pub struct Tree {
    original: PathBuf,
    copy: PathBuf,
    build: PathBuf,
}

impl Tree {
    /// A copy that is like the repository, whatever an earlier run left there.
    pub fn of(workspace: &Workspace) -> Result<Self> {
        let folder = workspace.target.join("mutants");
        let tree =
            Self { original: workspace.root.clone(), copy: folder.join("tree"), build: folder.join("build") };
        fs::create_dir_all(&tree.copy)?;
        tree.restore()?;
        Ok(tree)
    }

    /// Makes the copy like the repository. A file that is alike is not touched, so that it is not built again.
    pub fn restore(&self) -> Result<()> {
        let files = house::files(&self.original)?;
        for path in &files {
            let (from, to) = (self.original.join(path), self.copy.join(path));
            if fs::read(&to).ok() != Some(fs::read(&from)?) {
                fs::create_dir_all(to.parent().context("every file has a folder")?)?;
                fs::copy(&from, &to).with_context(|| format!("cannot copy {}", path.display()))?;
            }
        }
        for path in house::walk(&self.copy, "".as_ref())?.iter().filter(|path| !files.contains(path)) {
            fs::remove_file(self.copy.join(path))?;
        }
        Ok(())
    }

    /// Does something while a mutant is in the copy.
    pub fn with<T>(&self, mutant: &Mutant, trial: impl FnOnce() -> Result<T>) -> Result<T> {
        let path = self.copy.join(&mutant.file);
        let code = fs::read_to_string(&path)?;
        fs::write(&path, mutant.applied(&code)?)?;
        let outcome = trial();
        fs::write(&path, code)?;
        outcome
    }

    /// Cargo, in the copy. Our own crates are built the quick way: they are built for every mutant.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(program());
        command.current_dir(&self.copy).env("CARGO_TARGET_DIR", &self.build);
        command.args(["--config", "profile.dev.opt-level=0"]);
        command.args(["--config", "profile.dev.package.\"*\".opt-level=1"]);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_restored_whatever_was_left_in_it() {
        let folder = std::env::temp_dir().join(format!("amidst-mutants-{}", std::process::id()));
        let [original, copy] = ["original", "copy"].map(|name| folder.join(name));
        let build = folder.join("build");
        let write = |path: PathBuf, text: &str| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
            fs::write(path, text).expect("writable");
        };
        write(original.join("src/a.rs"), "a >= k");
        write(original.join("b.rs"), "b");
        write(copy.join("src/a.rs"), "a > k");
        write(copy.join("src/left.rs"), "left");
        let tree = Tree { original, copy: copy.clone(), build };
        tree.restore().expect("readable and writable");
        let files = house::walk(&copy, "".as_ref()).expect("readable");
        let texts: Vec<String> =
            files.iter().map(|path| fs::read_to_string(copy.join(path)).expect("readable")).collect();
        fs::remove_dir_all(folder).expect("it is ours");
        assert_eq!((files.len(), texts.contains(&"a >= k".into())), (2, true));
    }
}

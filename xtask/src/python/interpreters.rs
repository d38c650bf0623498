//! Which Pythons are at hand: those on the path, by name, and those that pyenv keeps.

use std::{collections::BTreeMap, env, fs, path::PathBuf, process::Command};

use anyhow::Result;

/// The oldest that the package is for.
const OLDEST: (u32, u32) = (3, 9);
/// The names of later ones are not looked for.
const LATEST: u32 = 29;

/// A Python that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreter {
    pub program: PathBuf,
    pub version: (u32, u32),
}

/// One of each version that the package is for, oldest first.
pub fn at_hand() -> Result<Vec<Interpreter>> {
    let names = (OLDEST.1..=LATEST).map(|minor| format!("python3.{minor}"));
    let on_path = names.chain(["python3".to_owned(), "python".to_owned()]).map(PathBuf::from);
    let found = on_path.chain(kept_by_pyenv()).filter_map(version_of);
    let fit = found.filter(|python| python.version >= OLDEST);
    let by_version: BTreeMap<_, _> = fit.map(|python| (python.version, python)).collect();
    Ok(by_version.into_values().collect())
}

/// What runs as this program, if it does and can make environments.
fn version_of(program: PathBuf) -> Option<Interpreter> {
    let question = "import sys, venv, ensurepip; print(*sys.version_info[:2], sys.executable)";
    let output = Command::new(&program).args(["-c", question]).output().ok()?;
    let told = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    parsed(&told)
}

/// Reads `3 13 PROGRAM`.
fn parsed(told: &str) -> Option<Interpreter> {
    let mut parts = told.trim().splitn(3, ' ');
    let version = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Interpreter { program: parts.next()?.into(), version })
}

/// The programs of every version that pyenv keeps, wherever it says that it does.
fn kept_by_pyenv() -> Vec<PathBuf> {
    let asked = || Command::new("pyenv").arg("root").output().ok();
    let told = || String::from_utf8(asked()?.stdout).ok().map(|root| PathBuf::from(root.trim()));
    let root = env::var_os("PYENV_ROOT").map(PathBuf::from).or_else(told);
    let versions = root.and_then(|root| fs::read_dir(root.join("versions")).ok());
    versions
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin").join("python"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_python_says_of_itself_is_read() {
        let python = parsed("3 13 a folder/python3.13\n").expect("a version and a program");
        assert_eq!(python, Interpreter { program: "a folder/python3.13".into(), version: (3, 13) });
        assert_eq!(parsed("not a python"), None);
        assert_eq!(parsed(""), None);
    }
}

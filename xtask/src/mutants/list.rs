//! The lists of mutants, and whether they still fit the code.

use std::{
    collections::BTreeSet,
    fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Where the lists are, one for what guarantees have in common.
const LISTS: &str = "xtask/mutants";

/// A change that breaks a guarantee.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// What it breaks, in a few words.
    pub name: String,
    /// The file it changes.
    pub file: String,
    /// What stands there, exactly once.
    pub text: String,
    /// What stands there instead.
    pub into: String,
    /// Whose tests must notice.
    pub suite: Suite,
    /// The test that must, or what the names of some have in common.
    pub tests: String,
}

/// The tests of one crate: `amidst-core` are those within its code, `amidst-core/it` those beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "String")]
pub struct Suite {
    pub package: String,
    pub is_beside: bool,
}

impl From<String> for Suite {
    fn from(name: String) -> Self {
        match name.strip_suffix("/it") {
            Some(package) => Self { package: package.into(), is_beside: true },
            None => Self { package: name, is_beside: false },
        }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.package, if self.is_beside { "/it" } else { "" })
    }
}

impl Mutant {
    /// The file's text with the change made.
    ///
    /// # Errors
    /// If what it changes is not there exactly once.
    pub fn applied(&self, code: &str) -> Result<String> {
        match code.matches(&self.text).count() {
            1 => Ok(code.replacen(&self.text, &self.into, 1)),
            times => bail!("{}: its text is {times} times in {}, not once", self.name, self.file),
        }
    }
}

/// Every mutant of the lists.
///
/// # Errors
/// Naming each that cannot be made of the code as it is.
pub fn applicable(root: &Path) -> Result<Vec<Mutant>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct List {
        mutant: Vec<Mutant>,
    }
    let read =
        |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let folder = fs::read_dir(root.join(LISTS)).with_context(|| format!("there is no folder {LISTS}"))?;
    let mut paths: Vec<PathBuf> =
        folder.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().context(LISTS)?;
    paths.sort();
    let mut mutants = Vec::new();
    for path in paths {
        let List { mutant } = toml::from_str(&read(&path)?).with_context(|| path.display().to_string())?;
        mutants.extend(mutant);
    }
    let faults = faults(&mutants, |file| read(&root.join(file)));
    if !faults.is_empty() {
        bail!("{}\nmend {LISTS}", faults.join("\n"));
    }
    Ok(mutants)
}

fn faults(mutants: &[Mutant], read: impl Fn(&str) -> Result<String>) -> Vec<String> {
    let mut names = BTreeSet::new();
    let mut faults = Vec::new();
    for mutant in mutants {
        let name = &mutant.name;
        let applied = read(&mutant.file).and_then(|code| mutant.applied(&code));
        faults.extend(applied.err().map(|error| format!("{error:#}")));
        faults.extend((!names.insert(name)).then(|| format!("{name}: two mutants have this name")));
        faults.extend((mutant.text == mutant.into).then(|| format!("{name}: it changes nothing")));
        faults.extend(mutant.tests.is_empty().then(|| format!("{name}: no test is named")));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(name: &str, text: &str, into: &str) -> Mutant {
        let suite = Suite::from("amidst-core/it".to_owned());
        let [name, file, text, into, tests] = [name, "a.rs", text, into, "a test"].map(String::from);
        Mutant { name, file, text, into, suite, tests }
    }

    #[track_caller]
    fn check(mutants: &[Mutant], expected: &[&str]) {
        assert_eq!(faults(mutants, |_| Ok("a >= k && b >= k && c > k".into())), expected);
    }

    #[test]
    fn what_stands_once_can_be_changed() {
        check(&[mutant("one", "a >= k", "a > k"), mutant("two", "c > k", "c >= k")], &[]);
        assert_eq!(mutant("one", "c >", "c <").applied("b; c > k").expect("it is there"), "b; c < k");
    }

    #[test]
    fn what_is_gone_or_stands_twice_is_named() {
        check(&[mutant("gone", "d >= k", "d > k")], &["gone: its text is 0 times in a.rs, not once"]);
        check(&[mutant("twice", ">= k", "> k")], &["twice: its text is 2 times in a.rs, not once"]);
    }

    #[test]
    fn a_mutant_has_a_name_of_its_own_and_changes_something() {
        let [one, again] = [mutant("one", "a >= k", "a > k"), mutant("one", "b >= k", "b > k")];
        check(&[one, again], &["one: two mutants have this name"]);
        check(&[mutant("idle", "c > k", "c > k")], &["idle: it changes nothing"]);
        check(&[Mutant { tests: String::new(), ..mutant("idle", "c", "d") }], &["idle: no test is named"]);
    }

    #[test]
    fn tests_stand_within_the_code_or_beside_it() {
        let suite = |name: &str| Suite::from(name.to_owned());
        assert_eq!((suite("amidst").is_beside, suite("amidst/it").is_beside), (false, true));
        assert_eq!([suite("amidst"), suite("amidst/it")].map(|it| it.to_string()), ["amidst", "amidst/it"]);
    }
}

//! The examples of the literature, kept in `cases/`: each file a small table and what is known about it.

mod anonymity;
mod attack;
mod datafly;
mod distance;
mod format;
mod hierarchy;
mod incognito;
mod judge;
mod lattice;
mod link;
mod links;
mod matrix;
mod memory;
mod minimal;
mod mu_argus;
mod mutate;
mod recoding;
mod release;
mod requirement;
mod subject;
mod suppression;
mod working;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use format::{Case, Named};
use subject::Subject;

/// Something a case says about its subject.
trait Expectation {
    /// Whether it is so, and if not what was found instead.
    fn check(&self, subject: &Subject) -> Result<(), String>;
}

/// Says what was found if it is not what was expected.
fn agree<F, E>(what: &str, found: &F, expected: &E) -> Result<(), String>
where
    F: fmt::Debug + PartialEq<E>,
    E: fmt::Debug,
{
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

/// For comparing what has no order.
fn sorted<T: Ord + Clone>(values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    values.sort();
    values
}

/// Every case file, by name.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let entries = fs::read_dir(&folder).expect("the repository has a folder of cases");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.sort();
    files
}

fn read(file: &Path) -> toml::Table {
    let text = fs::read_to_string(file).expect("a case is a readable file");
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", name(file)))
}

fn name(file: &Path) -> String {
    file.file_name().expect("a file has a name").display().to_string()
}

/// Everything a case says that is not so.
fn failures(case: toml::Table) -> Vec<String> {
    let case: Case = match case.try_into() {
        Ok(case) => case,
        Err(error) => return vec![error.to_string()],
    };
    let (subject, expectations) = case.into_parts();
    if expectations.is_empty() {
        return vec!["the case expects nothing".into()];
    }
    let failure = |(kind, expectation): &Named| {
        expectation.check(&subject).err().map(|problem| format!("{kind}: {problem}"))
    };
    expectations.iter().filter_map(failure).collect()
}

#[test]
fn every_case_holds() {
    let files = files();
    assert!(!files.is_empty());
    let failures: Vec<String> = files
        .iter()
        .flat_map(|file| failures(read(file)).into_iter().map(|problem| format!("{}: {problem}", name(file))))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_case_fails_once_an_expected_value_is_changed() {
    for file in files() {
        let case = read(&file);
        for (place, mutant) in mutate::mutants(&case) {
            assert!(!failures(mutant).is_empty(), "{}: changing {place} goes unnoticed", name(&file));
        }
    }
}

#[test]
fn a_case_with_an_unknown_kind_or_key_is_refused() {
    let known = "[[lattice]]\ntop = [1]\nnodes = 2\nstrategies = 1\n";
    let check = |text: &str| failures(text.parse().expect("valid TOML"));
    assert!(check(known).is_empty());
    for extra in ["edges = 1\n", "[graph]\nnodes = 2\n"] {
        let failures = check(&format!("{known}{extra}"));
        assert!(failures.len() == 1 && failures[0].contains("unknown field"), "{failures:?}");
    }
}

#[test]
fn a_case_that_expects_nothing_fails() {
    assert_eq!(failures(toml::Table::new()), ["the case expects nothing"]);
}

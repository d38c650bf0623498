//! Building the tests of a suite and running some of them.

use std::{fmt, process::Stdio};

use anyhow::{Context, Result};

use super::{list::Suite, tree::Tree};

/// How it ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// These tests ran, and all passed.
    Passed(Vec<String>),
    /// These failed.
    Failed(Vec<String>),
    /// No test had anything to say.
    Broken(&'static str),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed(names) => write!(f, "{} tests passed", names.len()),
            Self::Failed(names) => write!(f, "{} failed", names.join(", ")),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

/// Runs the tests of a suite whose names contain one of these.
///
/// Built by itself first: code that does not compile fails as well, and no test has noticed anything.
pub fn run(tree: &Tree, suite: &Suite, tests: &[&str]) -> Result<Outcome> {
    let built = tree.cargo().args(words(suite)).args(["--quiet", "--no-run"]).output();
    let built = built.context("cargo does not start")?;
    if !built.status.success() {
        eprint!("{}", String::from_utf8_lossy(&built.stderr));
        return Ok(Outcome::Broken("it does not compile"));
    }
    let output = tree.cargo().args(words(suite)).arg("--").args(tests).stderr(Stdio::null()).output()?;
    Ok(outcome(output.status.success(), &String::from_utf8_lossy(&output.stdout)))
}

/// What cargo is told. The second package brings no test to build, but features: with it, the crates of others are built once
/// for all suites within the code and once for all beside it, not anew for each of our crates.
fn words(suite: &Suite) -> Vec<&str> {
    let start = ["test", "--locked", "--package", &suite.package, "--package"];
    let rest: &[&str] =
        if suite.is_beside { &["amidst-testkit", "--test", "it"] } else { &["amidst-cli", "--lib"] };
    [&start, rest].concat()
}

fn outcome(is_success: bool, output: &str) -> Outcome {
    let results = output.lines().filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "));
    let ended = |how: &str| -> Vec<String> {
        results.clone().filter(|(_, result)| *result == how).map(|(name, _)| name.to_owned()).collect()
    };
    match (is_success, ended("FAILED"), ended("ok")) {
        (true, _, passed) if !passed.is_empty() => Outcome::Passed(passed),
        (true, ..) => Outcome::Broken("no test has that name"),
        (false, failed, _) if !failed.is_empty() => Outcome::Failed(failed),
        (false, ..) => Outcome::Broken("the tests ended before one of them could fail"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_success: bool, output: &str, expected: Outcome) {
        assert_eq!(outcome(is_success, output), expected);
    }

    #[test]
    fn a_mutant_is_killed_by_the_tests_that_fail() {
        let output =
            "running 2 tests\ntest a::b ... ok\ntest a::c ... FAILED\n\ntest result: FAILED. 1 passed\n";
        check(false, output, Outcome::Failed(vec!["a::c".into()]));
    }

    #[test]
    fn a_mutant_lives_if_all_pass() {
        check(true, "running 1 test\ntest a::b ... ok\n", Outcome::Passed(vec!["a::b".into()]));
    }

    #[test]
    fn what_no_test_noticed_is_no_kill() {
        check(true, "running 0 tests\n", Outcome::Broken("no test has that name"));
        check(false, "running 1 test\n", Outcome::Broken("the tests ended before one of them could fail"));
    }
}

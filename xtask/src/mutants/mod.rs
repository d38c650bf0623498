//! `cargo xtask mutants`: breaks one guarantee after another and sees whether a test notices.
//!
//! A test that passes says little if it would pass without what it tests. Each mutant of `xtask/mutants` takes a line
//! of code that a guarantee rests on, makes it wrong, and must be killed by a test. Mutants are made in a copy of the
//! repository below the target folder, so that whenever this is stopped, the repository is as it was.

mod list;
mod tree;
mod trial;

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Result, bail, ensure};

use crate::cargo::Workspace;
use list::{Mutant, Suite};
use tree::Tree;
use trial::Outcome;

/// Runs the mutants whose names contain one of the words, or all.
pub fn run(words: &[&str]) -> Result<()> {
    let workspace = Workspace::load()?;
    if words == ["--check"] {
        return check(&workspace);
    }
    if let Some(unknown) = words.iter().find(|word| word.starts_with('-')) {
        bail!("unknown flag {unknown}; there is --check");
    }
    let mutants = list::applicable(&workspace.root)?;
    let is_named = |mutant: &&Mutant| words.is_empty() || words.iter().any(|word| mutant.name.contains(word));
    let mutants: Vec<&Mutant> = mutants.iter().filter(is_named).collect();
    ensure!(!mutants.is_empty(), "no mutant has such a name");
    let tree = Tree::of(&workspace)?;
    let mut suites: BTreeMap<&Suite, Vec<&Mutant>> = BTreeMap::new();
    mutants.iter().for_each(|mutant| suites.entry(&mutant.suite).or_default().push(mutant));
    let mut killed = 0;
    for (suite, mutants) in suites {
        println!("{suite}");
        passes_unmutated(&tree, suite, &mutants)?;
        killed += mutants.iter().filter(|mutant| is_killed(&tree, mutant)).count();
    }
    tree.restore()?;
    ensure!(
        killed == mutants.len(),
        "{} of {} mutants were not killed",
        mutants.len() - killed,
        mutants.len()
    );
    println!("\nAll {killed} mutants were killed.");
    Ok(())
}

/// Fails if a mutant no longer fits the code.
pub fn check(workspace: &Workspace) -> Result<()> {
    println!("{} mutants", list::applicable(&workspace.root)?.len());
    Ok(())
}

/// A test that fails anyway kills nothing, nor does one that is not there.
fn passes_unmutated(tree: &Tree, suite: &Suite, mutants: &[&Mutant]) -> Result<()> {
    let tests: Vec<&str> = mutants.iter().map(|mutant| &*mutant.tests).collect();
    let passed = match trial::run(tree, suite, &tests)? {
        Outcome::Passed(names) => names,
        other => bail!("without any mutant, {suite}: {other}"),
    };
    match tests.iter().find(|name| !passed.iter().any(|test| test.contains(**name))) {
        None => Ok(()),
        Some(idle) => bail!("{suite}: no test has {idle:?} in its name; mend xtask/mutants"),
    }
}

/// Tries a mutant and tells what became of it in a line.
fn is_killed(tree: &Tree, mutant: &Mutant) -> bool {
    let start = Instant::now();
    let outcome = tree.with(mutant, || trial::run(tree, &mutant.suite, &[&mutant.tests]));
    let (is_killed, told) = match &outcome {
        Ok(Outcome::Failed(names)) if names.len() > 1 => {
            (true, format!("killed by {} and {} more", names[0], names.len() - 1))
        }
        Ok(Outcome::Failed(names)) => (true, format!("killed by {}", names[0])),
        Ok(Outcome::Passed(names)) => (false, format!("LIVED through {} tests", names.len())),
        Ok(broken @ Outcome::Broken(_)) => (false, format!("BROKEN ENTRY: {broken}")),
        Err(error) => (false, format!("BROKEN ENTRY: {error:#}")),
    };
    println!("{:>4.0} s  {:<66} {told}", start.elapsed().as_secs_f64(), mutant.name);
    is_killed
}

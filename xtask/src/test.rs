//! `cargo xtask test`: the steps, in the order in which they find mistakes soonest.

use std::{sync::Arc, thread, time::Instant};

use anyhow::{Context, Result, bail};

use crate::{
    arrows, book,
    cargo::{FEATURES, Workspace, cargo, cargo_with},
    dependencies, docs, flags, house, licences, modules, mutants, python, spark, web,
};

/// One check.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Workspace) -> Result<()>,
    /// Left out by `--quick`.
    slow: bool,
}

const STEPS: &[Step] = &[
    Step { name: "fmt", what: "formatting", run: |_| cargo(&["fmt", "--all", "--check"]), slow: false },
    Step { name: "arrows", what: "crates depend only downwards", run: arrows::check, slow: false },
    Step {
        name: "modules",
        what: "modules without circles, crates of readable size",
        run: modules::check,
        slow: false,
    },
    Step { name: "licences", what: "licences of all packages", run: licences::check, slow: false },
    Step {
        name: "dependencies",
        what: "every dependency has its reason",
        run: dependencies::check,
        slow: false,
    },
    Step { name: "house", what: "house rules", run: house::check, slow: false },
    Step { name: "book", what: "pages and links of the book", run: book::check, slow: false },
    Step { name: "flags", what: "libraries name no flags", run: flags::check, slow: false },
    Step { name: "mutants", what: "mutants fit the code", run: mutants::check, slow: false },
    Step { name: "clippy", what: "lints", run: |_| clippy(), slow: false },
    Step { name: "features", what: "the program without optional formats", run: |_| features(), slow: false },
    Step { name: "doc", what: "API documentation", run: |_| doc(), slow: true },
    Step { name: "build", what: "build of program and tests", run: |_| build(), slow: false },
    Step {
        name: "test",
        what: "tests",
        run: |_| cargo(&["test", "--workspace", "--features", FEATURES, "--locked", "--quiet"]),
        slow: false,
    },
    Step {
        name: "examples",
        what: "commands in README and docs, and the reference",
        run: docs::check,
        slow: false,
    },
    Step { name: "python", what: "the Python package, installed", run: python::check, slow: false },
    Step { name: "spark", what: "the Python package, on a cluster of Spark", run: spark::check, slow: false },
    Step { name: "web", what: "the web app, in a browser", run: web::check, slow: false },
];

/// What brings in from outside, while the steps before are compiling, what a step needs.
type Fetch = fn(&Workspace) -> Result<()>;

/// The steps that need something from outside.
const FETCHES: [(&str, Fetch); 3] = [("python", python::fetch), ("spark", spark::fetch), ("web", web::fetch)];

/// Begins to bring in what the steps need, one after the other. A step that misses something fetches it itself, and tells why it cannot.
fn fetching(steps: &[&Step], workspace: &Arc<Workspace>) -> thread::JoinHandle<()> {
    let is_run = |(name, _): &&(&str, Fetch)| steps.iter().any(|step| step.name == *name);
    let fetches: Vec<Fetch> = FETCHES.iter().filter(is_run).map(|(_, fetch)| *fetch).collect();
    let workspace = Arc::clone(workspace);
    thread::spawn(move || fetches.iter().for_each(|fetch| drop(fetch(&workspace))))
}

/// Runs the steps named, or all; stops at the first that fails.
pub fn run(words: &[&str]) -> Result<()> {
    let steps = select(words)?;
    let start = Instant::now();
    let workspace = Arc::new(Workspace::load()?);
    let mut fetching = Some(fetching(&steps, &workspace));
    for (at, step) in steps.iter().enumerate() {
        println!("\n== {}/{} {}: {}", at + 1, steps.len(), step.name, step.what);
        if FETCHES.iter().any(|(name, _)| *name == step.name) {
            fetching.take().map(thread::JoinHandle::join);
        }
        let start = Instant::now();
        (step.run)(&workspace).with_context(|| format!("step {} ({})", step.name, step.what))?;
        println!("== {} passed in {:.1} s", step.name, start.elapsed().as_secs_f64());
    }
    println!("\nAll {} steps passed in {:.0} s.", steps.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn select(words: &[&str]) -> Result<Vec<&'static Step>> {
    let (flags, names): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.starts_with('-'));
    if let Some(unknown) = flags.iter().find(|&&flag| flag != "--quick") {
        bail!("unknown flag {unknown}; there is --quick");
    }
    if let Some(unknown) = names.iter().find(|&&name| STEPS.iter().all(|step| step.name != name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        bail!("unknown step {unknown}; steps are {}", known.join(", "));
    }
    let quick = !flags.is_empty();
    let wanted =
        |step: &&Step| if names.is_empty() { !(quick && step.slow) } else { names.contains(&step.name) };
    Ok(STEPS.iter().filter(wanted).collect())
}

fn clippy() -> Result<()> {
    let words = ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&words[..], &["--", "-D", "warnings"]].concat())
}

/// Checked, not run: what was left out is refused by one function, which the tests of `amidst-io` look at.
fn features() -> Result<()> {
    let words = ["clippy", "-p", "amidst-cli", "--no-default-features", "--locked", "--quiet"];
    cargo(&[&words[..], &["--", "-D", "warnings"]].concat())
}

fn doc() -> Result<()> {
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    cargo_with(&["doc", "--workspace", "--features", FEATURES, "--no-deps", "--locked", "--quiet"], &deny)
}

/// Just what the steps below run: naming the targets keeps cargo from building anything twice.
fn build() -> Result<()> {
    let targets = ["--lib", "--tests", "--examples", "--bin", "amidst"];
    let words = ["build", "--workspace", "--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&words[..], &targets].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Vec<&'static str> {
        select(words).expect("known words").iter().map(|step| step.name).collect()
    }

    #[test]
    fn all_steps_run_if_none_is_named() {
        assert_eq!(names(&[]).len(), STEPS.len());
    }

    #[test]
    fn quick_leaves_out_the_slow_ones() {
        assert!(!names(&["--quick"]).contains(&"doc"));
        assert!(names(&["--quick"]).contains(&"test"));
    }

    #[test]
    fn named_steps_run_in_their_own_order() {
        assert_eq!(names(&["house", "fmt"]), ["fmt", "house"]);
    }

    #[test]
    fn unknown_words_are_refused() {
        assert!(select(&["tests"]).is_err());
        assert!(select(&["--fast"]).is_err());
    }
}

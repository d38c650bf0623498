//! The repository's own commands: `cargo xtask test` checks everything, `cargo xtask bench` measures, `cargo xtask fuzz`
//! tries what nobody would write, `cargo xtask mutants` asks whether the tests would notice, `cargo xtask wheel` builds the Python
//! package, `cargo xtask web` the pages of the web app, `cargo xtask reference` those of the book that the program says itself.
//!
//! Depends on none of our crates, so that it runs, and can say what is wrong, when they do not compile.

mod arrows;
mod bench;
mod book;
mod cargo;
mod dependencies;
mod docs;
mod flags;
mod house;
mod licences;
mod modules;
mod mutants;
mod packages;
mod python;
mod spark;
mod spdx;
mod test;
mod web;

use std::{env, process::ExitCode};

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask test [--quick] [STEP…]    every check, in order, or the steps named; --quick leaves out the slow docs
cargo xtask bench [search|table|…]    the figures of docs/performance.md, all of them if none is named
cargo xtask bench quality             the figures of docs/quality.md
cargo xtask fuzz [TARGET…] [--inputs N] [--seed S] [--seconds T]
                                      inputs that nobody would write, for all readers or those named
cargo xtask mutants [--check] [NAME…]
                                      code with a guarantee broken, which a test must notice; --check only looks
                                      whether the list still fits the code
cargo xtask wheel                     the Python package, as a wheel for Python 3.9 and newer
cargo xtask web                       the pages of the web app, with Node.js
cargo xtask reference                 the pages of the book that the program says itself: commands, keys of the spec";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// All that is tried lives in a crate of its own, which this one does not depend on.
fn fuzz(words: &[&str]) -> Result<()> {
    let start = ["run", "--quiet", "--locked", "--package", "amidst-fuzz", "--"];
    cargo::cargo(&[&start, words].concat())
}

fn run(words: &[&str]) -> Result<()> {
    match words {
        ["test", rest @ ..] => test::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["fuzz", rest @ ..] => fuzz(rest),
        ["mutants", rest @ ..] => mutants::run(rest),
        ["wheel", rest @ ..] => python::wheel(rest),
        ["web", rest @ ..] => web::build(rest),
        ["reference", rest @ ..] => docs::reference::write(rest),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("usage:\n{USAGE}"),
    }
}

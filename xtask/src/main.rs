//! The repository's own commands: `cargo xtask test` checks everything, `cargo xtask bench` measures.
//!
//! Depends on none of our crates, so that it runs, and can say what is wrong, when they do not compile.

mod arrows;
mod bench;
mod cargo;
mod dependencies;
mod docs;
mod house;
mod licences;
mod spdx;
mod test;

use std::{env, process::ExitCode};

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask test [--quick] [STEP…]    every check, in order, or the steps named; --quick leaves out the slow docs
cargo xtask bench [search|table|…]    the figures of docs/performance.md, all of them if none is named
cargo xtask bench quality             the figures of docs/quality.md";

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

fn run(words: &[&str]) -> Result<()> {
    match words {
        ["test", rest @ ..] => test::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("usage:\n{USAGE}"),
    }
}

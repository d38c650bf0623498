//! The Python package beside the Rust call that it makes, and beside pyCANON: the wheel as users get it, in an environment of its own.

use std::env::consts::EXE_SUFFIX;

use anyhow::{Result, ensure};

use super::Bench;
use crate::python::{Environment, built_wheel, newest};

/// What is measured beside.
const PEERS: [&str; 4] = ["pandas", "polars", "pyarrow", "pycanon==1.3.6"];

/// Builds the wheel, installs it beside its peers, and measures.
pub fn run(bench: &Bench) -> Result<()> {
    let wheel = built_wheel()?.display().to_string();
    let environment = Environment::new(&bench.folder.join("python"), &newest()?)?;
    environment.pip(&[&["install"], &PEERS[..]].concat())?;
    environment.pip(&["install", "--force-reinstall", "--no-deps", &wheel])?;
    let program = |name: &str| bench.programs.join(format!("{name}{EXE_SUFFIX}"));
    let mut command = environment.python();
    command.arg(bench.root.join("python/bench/measure.py"));
    command.args([program("amidst"), program("examples/frame"), bench.folder.join("frames")]);
    let adult = bench.root.join("../shared/data/adult/adult.csv");
    if adult.is_file() {
        command.arg(adult);
    }
    ensure!(command.status()?.success(), "the measurement failed");
    Ok(())
}

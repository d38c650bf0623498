//! Every algorithm on Adult and on generated tables of many columns: see benches/algorithms.rs.

use anyhow::Result;

use super::Bench;
use crate::cargo::cargo;

/// Runs the benchmark, with Adult if it is beside the repository.
pub fn run(bench: &Bench) -> Result<()> {
    let adult = bench.root.join("../shared/data/adult").display().to_string();
    cargo(&["bench", "--locked", "--quiet", "-p", "amidst-search", "--bench", "algorithms", "--", &adult])
}

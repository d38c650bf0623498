//! The kernel alone: it has a benchmark of its own, which prints its own table.

use anyhow::Result;

use super::Bench;
use crate::cargo::cargo;

/// Runs it.
pub fn run(_bench: &Bench) -> Result<()> {
    println!("\n## Kernel\n");
    cargo(&["bench", "--locked", "--quiet", "-p", "amidst-kernel"])
}

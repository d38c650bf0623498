//! Parts of the library by themselves: benchmarks of their own, which print their own tables.

use anyhow::Result;

use super::Bench;
use crate::cargo::cargo;

/// Runs that of the kernel.
pub fn run_kernel(_bench: &Bench) -> Result<()> {
    println!("\n## Kernel\n");
    cargo(&["bench", "--locked", "--quiet", "-p", "amidst-kernel"])
}

/// Runs that of tables in memory.
pub fn run_memory(_bench: &Bench) -> Result<()> {
    println!("\n## In memory\n");
    cargo(&["bench", "--locked", "--quiet", "-p", "amidst", "--bench", "memory"])
}

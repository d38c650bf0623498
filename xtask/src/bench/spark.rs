//! Releases on a cluster of Spark, beside Spark's own counting, reading and writing in the same run.

use std::fs;

use anyhow::{Result, ensure};

use super::{Bench, table};
use crate::{
    python::{Environment, built_wheel, newest},
    spark::{java, unpacked},
};

/// Rows, in millions, unless told.
const MILLIONS: u64 = 20;

/// Builds the wheel, makes a table, and measures with one worker and with two.
pub fn run(bench: &Bench, millions: &[u64]) -> Result<()> {
    java()?;
    let folder = bench.folder.join("spark");
    fs::create_dir_all(&folder)?;
    let wheel = built_wheel()?;
    let environment = Environment::new(&folder.join("environment"), &newest()?)?;
    let requirements = bench.root.join("python/tests_spark/requirements.txt");
    environment.pip(&["install", "--requirement", &requirements.display().to_string()])?;
    let package = unpacked(&environment, &wheel, folder.join("package"))?;
    let spec = folder.join("adult-like.toml");
    fs::write(&spec, table::generator(bench).arg("columns").output()?.stdout)?;
    let input = table::generate(bench, millions.first().copied().unwrap_or(MILLIONS))?;
    let mut command = environment.python();
    command.arg(bench.root.join("python/bench/spark.py")).arg(wheel).arg(folder.join("cluster"));
    command.args([input, spec]).env("PYTHONPATH", package);
    ensure!(command.status()?.success(), "the measurement failed");
    Ok(())
}

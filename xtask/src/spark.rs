//! The Python package on Apache Spark: its tests start a master and two workers, and end them.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cargo::{FEATURES, Workspace, cargo},
    packages,
    python::{Environment, assembled, newest},
};

/// What the tests need.
const REQUIREMENTS: &str = "python/tests_spark/requirements.txt";
/// The oldest Java that Spark runs on.
const OLDEST_JAVA: u32 = 17;

/// Runs the tests. The wheel is not installed: the driver finds its files in a folder, and executors have what Spark brings them.
pub fn check(workspace: &Workspace) -> Result<()> {
    let targets = ["--lib", "--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&["build", "--workspace"], &targets[..]].concat())?;
    let environment = environment(workspace)?;
    let folder = workspace.target.join("python/spark");
    let wheel = assembled(workspace, &newest()?, folder.join("wheel"))?;
    let package = unpacked(&environment, &wheel, folder.join("package"))?;
    let mut command = environment.python();
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    command.current_dir(workspace.root.join("python/tests_spark"));
    command.env("AMIDST_WHEEL", wheel).env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1");
    ensure!(command.status()?.success(), "the tests on Spark failed");
    Ok(())
}

/// Brings in what the tests need from outside.
pub fn fetch(workspace: &Workspace) -> Result<()> {
    environment(workspace).map(drop)
}

/// A Java, and an environment of the newest Python with everything that the tests need.
fn environment(workspace: &Workspace) -> Result<Environment> {
    java()?;
    let environment = Environment::new(&workspace.target.join("python/spark/environment"), &newest()?)?;
    environment.require(&[workspace.root.join(REQUIREMENTS)])?;
    Ok(environment)
}

/// The files of a wheel.
pub fn unpacked(environment: &Environment, wheel: &Path, folder: PathBuf) -> Result<PathBuf> {
    let mut command = environment.python();
    let status = command.args(["-m", "zipfile", "-e"]).arg(wheel).arg(&folder).status()?;
    ensure!(status.success(), "the wheel cannot be unpacked");
    Ok(folder)
}

/// Makes sure of a Java; it is installed where the system has `apt-get` and lacks one.
pub fn java() -> Result<()> {
    if version().is_some_and(|version| version >= OLDEST_JAVA) {
        return Ok(());
    }
    if !packages::install("default-jre-headless") {
        bail!(
            "no Java at hand: install one, {OLDEST_JAVA} or newer, or name its folder in the environment variable JAVA_HOME"
        );
    }
    let version = version().context("Java was installed, but does not start")?;
    ensure!(version >= OLDEST_JAVA, "Spark needs Java {OLDEST_JAVA} or newer; this system has {version}");
    Ok(())
}

/// The version of the Java that Spark would run on, if there is one.
fn version() -> Option<u32> {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    let output = Command::new(home.unwrap_or_else(|| "java".into())).arg("-version").output().ok()?;
    parsed(&String::from_utf8_lossy(&output.stderr))
}

/// Reads `openjdk version "17.0.1" 2021-10-19`, and `"1.8.0"` as 1.
fn parsed(told: &str) -> Option<u32> {
    told.split('"').nth(1)?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_java_says_of_itself_is_read() {
        assert_eq!(parsed("openjdk version \"17.0.15\" 2025-04-15\nOpenJDK Runtime\n"), Some(17));
        assert_eq!(parsed("java version \"1.8.0_351\"\n"), Some(1));
        assert_eq!(parsed("no java"), None);
    }
}

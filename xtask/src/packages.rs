//! Packages of the system that tests need: installed where there is `apt-get`.

use std::process::Command;

/// Installs a package, and tells whether that could be done.
pub fn install(package: &str) -> bool {
    let install = format!("apt-get install --yes --quiet {package}");
    let install = format!("{install} || (apt-get update --quiet && {install})");
    let installed = Command::new("sh").args(["-c", &install]).output();
    installed.is_ok_and(|output| output.status.success())
}

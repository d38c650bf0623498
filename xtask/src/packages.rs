//! Packages of the system that tests need: installed where there is `apt-get`.

use std::process::Command;

/// Installs a package, and tells whether that could be done. Others may be installing something at the same time.
pub fn install(package: &str) -> bool {
    let install = format!("apt-get install --yes --quiet -o DPkg::Lock::Timeout=300 {package}");
    let install = format!("{install} || (apt-get update --quiet && {install})");
    let installed = Command::new("sh").args(["-c", &install]).output();
    installed.is_ok_and(|output| output.status.success())
}

//! Every package we build from may be used in a product that is MIT or Apache-2.0.

use anyhow::{Result, bail};

use crate::{
    cargo::{Package, Workspace},
    spdx::Expression,
};

/// Licences that ask for no more than their text to be passed on.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Fails on any package that cannot be used under the licences allowed.
pub fn check(workspace: &Workspace) -> Result<()> {
    let faults: Vec<String> = workspace.packages.iter().filter_map(fault).collect();
    if !faults.is_empty() {
        bail!("{}\nallowed are: {}", faults.join("\n"), ALLOWED.join(", "));
    }
    println!("{} packages", workspace.packages.len());
    Ok(())
}

fn fault(package: &Package) -> Option<String> {
    let Package { name, version, .. } = package;
    let Some(licence) = &package.licence else {
        return Some(format!("{name} {version} states no licence"));
    };
    match Expression::parse(licence) {
        Err(error) => Some(format!("{name} {version} is under {licence:?}: {error}")),
        Ok(expression) => (!expression.is_satisfied_by(&|licence| ALLOWED.contains(&licence)))
            .then(|| format!("{name} {version} is under {licence:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(licence: Option<&str>, passes: bool) {
        let package = Package { name: "p".into(), licence: licence.map(str::to_owned), ..Package::default() };
        assert_eq!(fault(&package).is_none(), passes);
    }

    #[test]
    fn permissive_licences_pass() {
        check(Some("MIT OR Apache-2.0"), true);
        check(Some("(MIT OR Apache-2.0) AND Unicode-3.0"), true);
        check(Some("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"), true);
        check(Some("MIT OR GPL-2.0-only"), true);
    }

    #[test]
    fn copyleft_silence_and_nonsense_do_not() {
        check(Some("GPL-3.0-or-later"), false);
        check(Some("MIT AND LGPL-3.0"), false);
        check(Some("MIT OR"), false);
        check(None, false);
    }
}

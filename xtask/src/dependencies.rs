//! Every direct dependency has its line in docs/dependencies.md, and is there for a reason: some crate uses it.

use std::{collections::BTreeSet, fs};

use anyhow::{Context, Result, bail};

use crate::cargo::Workspace;

const PAGE: &str = "docs/dependencies.md";

/// Fails if manifest, page and use disagree.
pub fn check(workspace: &Workspace) -> Result<()> {
    let read = |path: &str| {
        fs::read_to_string(workspace.root.join(path)).with_context(|| format!("cannot read {path}"))
    };
    let (manifest, page) = (read("Cargo.toml")?, read(PAGE)?);
    let used = workspace
        .members()
        .flat_map(|package| &package.dependencies)
        .filter(|dependency| !dependency.is_ours);
    let used = used.map(|dependency| dependency.name.as_str()).collect();
    let faults = faults(&declared(&manifest), &explained(&page), &used);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("{} direct dependencies", used.len());
    Ok(())
}

fn faults(declared: &BTreeSet<&str>, explained: &BTreeSet<&str>, used: &BTreeSet<&str>) -> Vec<String> {
    let alone =
        used.difference(declared).map(|name| format!("{name}: declare it in the workspace's Cargo.toml"));
    let idle =
        declared.difference(used).map(|name| format!("{name}: no crate uses it; take it out of Cargo.toml"));
    let silent = used.difference(explained).map(|name| format!("{name}: say what it is for in {PAGE}"));
    let gone =
        explained.difference(used).map(|name| format!("{name}: no longer used; take it out of {PAGE}"));
    alone.chain(idle).chain(silent).chain(gone).collect()
}

/// The names in `[workspace.dependencies]` that do not come from a path.
fn declared(manifest: &str) -> BTreeSet<&str> {
    let table = manifest.lines().skip_while(|line| line.trim() != "[workspace.dependencies]").skip(1);
    table
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.contains("path ="))
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim())
        .filter(|name| !name.starts_with('#'))
        .collect()
}

/// The names that open a row of the page's table: ``| `name` | … |``.
fn explained(page: &str) -> BTreeSet<&str> {
    page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[workspace]\nmembers = []\n\n[workspace.dependencies]\nours = { path = \"ours\" }\n\n\
                            csv = \"1\"\n# a word\nserde = { version = \"1\", features = [\"derive\"] }\n\n[profile.dev]\ndebug = 1\n";

    #[test]
    fn the_table_of_the_manifest_is_read() {
        assert_eq!(declared(MANIFEST), BTreeSet::from(["csv", "serde"]));
    }

    #[test]
    fn rows_of_the_page_are_read() {
        assert_eq!(
            explained("# Title\n| crate | for |\n|---|---|\n| `csv` | rows |\n"),
            BTreeSet::from(["csv"])
        );
    }

    #[test]
    fn each_kind_of_disagreement_is_told() {
        let set = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<_>>();
        assert!(faults(&set(&["a"]), &set(&["a"]), &set(&["a"])).is_empty());
        assert_eq!(faults(&set(&["a"]), &set(&[]), &set(&["a"])).len(), 1);
        assert_eq!(faults(&set(&["a", "b"]), &set(&["a"]), &set(&["a"])).len(), 1);
        assert_eq!(faults(&set(&["a"]), &set(&["a", "c"]), &set(&["a"])).len(), 1);
        assert_eq!(faults(&set(&[]), &set(&["a"]), &set(&["a"])).len(), 1);
    }
}

//! No modules of a crate depend on one another in a circle, and no crate is too large to be known by one person.
//!
//! Modules in a circle are one module in several files: none can be read, tested or moved without the others. Only paths are
//! looked at; a method called on what another module gave needs none.

mod circles;
mod reach;
mod tree;
mod uses;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

use crate::cargo::{Package, Workspace};

use self::{
    circles::circles,
    tree::{Read, Tree},
};

/// Larger crates are split. Test modules do not count.
const MAX_LINES: usize = 12_000;

/// Fails on any circle, with a use for each step of it, and on any crate that is too large.
pub fn check(workspace: &Workspace) -> Result<()> {
    let read = |path: &Path| fs::read_to_string(workspace.root.join(path)).ok();
    let mut faults = Vec::new();
    let (mut modules, mut largest) = (0, (0, ""));
    for package in workspace.members() {
        let trees = trees(package, &workspace.root, &read)?;
        modules += trees.iter().map(|tree| tree.modules.len()).sum::<usize>();
        largest = largest.max((lines(&trees), &package.name));
        faults.extend(self::faults(&trees).into_iter().map(|fault| format!("{}: {fault}", package.name)));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("{modules} modules; the largest crate is {} with {} lines", largest.1, largest.0);
    Ok(())
}

/// What the package's library and programs consist of; files are named from the folder on.
fn trees(package: &Package, folder: &Path, read: Read<'_>) -> Result<Vec<Tree>> {
    let load = |root: &PathBuf| Tree::load(root.strip_prefix(folder).unwrap_or(root), read);
    package.roots.iter().map(load).collect()
}

fn lines(trees: &[Tree]) -> usize {
    trees.iter().map(|tree| tree.lines).sum()
}

fn faults(trees: &[Tree]) -> Vec<String> {
    let mut faults: Vec<String> = trees.iter().flat_map(circles).map(|circle| circle.to_string()).collect();
    let lines = lines(trees);
    if lines > MAX_LINES {
        faults.push(format!("{lines} lines, more than {MAX_LINES}; split the crate"));
    }
    faults
}

#[cfg(test)]
mod tests;

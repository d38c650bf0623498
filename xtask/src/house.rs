//! House rules over the repository's own files: finished, of readable size, free of one machine's paths.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::cargo::Workspace;

/// Longer files hold more than one thing.
const MAX_LINES: usize = 600;

/// Endings of files written by hand.
const WRITTEN: &[&str] = &["rs", "toml", "md", "sh", "yml", "yaml", "json", "py", "ts", "tsx", "mjs", "css"];

/// Files that tools write, whatever their ending.
const GENERATED: &[&str] = &["package-lock.json"];

// Spelt in halves, or this file would break its own rules.
const UNFINISHED_WORDS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];
const UNFINISHED_CODE: &[&str] =
    &[concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!("), concat!("#[ign", "ore")];
const MACHINE_PATHS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Use", "rs/")];

/// Fails on any file that breaks a rule, naming every line.
pub fn check(workspace: &Workspace) -> Result<()> {
    let files = files(&workspace.root)?;
    let mut faults = Vec::new();
    for path in &files {
        let bytes =
            fs::read(workspace.root.join(path)).with_context(|| format!("cannot read {}", path.display()))?;
        if let Ok(text) = String::from_utf8(bytes) {
            faults.extend(faults_in(path, &text));
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("{} files", files.len());
    Ok(())
}

/// What git tracks or would track; everything but build output where git is not at hand.
pub fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let listing = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output();
    let mut files = match listing {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout)?.split_terminator('\0').map(PathBuf::from).collect()
        }
        _ => walk(root, Path::new(""))?,
    };
    files.retain(|path| root.join(path).is_file());
    files.sort();
    files.dedup();
    Ok(files)
}

/// Every file below a folder but build output.
pub fn walk(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        match entry.file_type()? {
            kind if kind.is_dir() && ![".git", "target"].iter().any(|name| entry.file_name() == *name) => {
                files.extend(walk(root, &path)?);
            }
            kind if kind.is_file() => files.push(path),
            _ => {}
        }
    }
    Ok(files)
}

fn faults_in(path: &Path, text: &str) -> Vec<String> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_rust = ending == "rs";
    let mut faults = Vec::new();
    if is_rust && !text.starts_with("//!") {
        faults.push(format!("{}:1: open with //! and what the file is", path.display()));
    }
    let is_generated = path.file_name().is_some_and(|name| GENERATED.iter().any(|own| name == *own));
    if WRITTEN.contains(&ending) && !is_generated && text.lines().count() > MAX_LINES {
        faults.push(format!("{}: more than {MAX_LINES} lines; split it", path.display()));
    }
    for (at, line) in text.lines().enumerate() {
        let fault = |what: String| format!("{}:{}: {what}", path.display(), at + 1);
        faults.extend(
            UNFINISHED_WORDS
                .iter()
                .filter(|word| has_word(line, word))
                .map(|word| fault(format!("{word}: finish it, or write an issue"))),
        );
        faults.extend(
            UNFINISHED_CODE
                .iter()
                .filter(|code| is_rust && line.contains(**code))
                .map(|code| fault(format!("{code}: not in finished code"))),
        );
        faults.extend(
            MACHINE_PATHS
                .iter()
                .filter(|part| has_path(line, part))
                .map(|part| fault(format!("{part}: a path of one machine"))),
        );
    }
    faults
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = line.as_bytes();
    line.match_indices(word).any(|(at, _)| {
        !is_part(at.checked_sub(1).and_then(|at| bytes.get(at))) && !is_part(bytes.get(at + word.len()))
    })
}

/// Only where the path begins: not in the middle of `../src/home/page`.
fn has_path(line: &str, part: &str) -> bool {
    line.match_indices(part).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + part.len()..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric() && !"._-/*}".contains(c))
            && after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: usize) {
        let faults = faults_in(Path::new(path), text);
        assert_eq!(faults.len(), expected, "{faults:?}");
    }

    #[test]
    fn a_finished_file_passes() {
        check("a.rs", "//! What it is.\nfn main() {}\n", 0);
        check("a.md", "See ./src/home/page and https://example.org/home/page.\n", 0);
    }

    #[test]
    fn every_rust_file_says_what_it_is() {
        check("a.rs", "fn main() {}\n", 1);
    }

    #[test]
    fn unfinished_work_is_found() {
        check("a.rs", &format!("//! A.\n// {}: later\n", UNFINISHED_WORDS[0]), 1);
        check("a.md", &format!("({})\n", UNFINISHED_WORDS[1]), 1);
        check("a.rs", &format!("//! A.\nfn f() {{ {}) }}\n", UNFINISHED_CODE[0]), 1);
        check("a.rs", &format!("//! A.\n{}]\n", UNFINISHED_CODE[3]), 1);
    }

    #[test]
    fn a_word_within_a_word_is_not_meant() {
        check("a.md", &format!("AU{}S\n", UNFINISHED_WORDS[0]), 0);
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        check("a.toml", &format!("path = \"{}me/data\"\n", MACHINE_PATHS[0]), 1);
        check("a.md", &format!("{}x/y\n", MACHINE_PATHS[2]), 1);
    }

    #[test]
    fn long_files_are_refused_but_data_is_not() {
        let long = format!("//! A.\n{}", "\n".repeat(MAX_LINES));
        check("a.rs", &long, 1);
        check("a.csv", &long, 0);
        check("Cargo.lock", &long, 0);
        check("web/package-lock.json", &long, 0);
        check("web/other.json", &long, 1);
    }
}

//! Puts the front end together where Node is at hand, and a page that says how to where it is not: the program builds either way.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What the front end is made of.
const SOURCES: [&str; 6] =
    ["src", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

fn main() -> io::Result<()> {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let folder = variable("CARGO_MANIFEST_DIR");
    let web = folder.join("../../web");
    let list = variable("OUT_DIR").join("pages.rs");
    SOURCES.iter().for_each(|source| println!("cargo::rerun-if-changed={}", web.join(source).display()));
    println!("cargo::rerun-if-env-changed=AMIDST_WEB");
    let is_wanted = env::var_os("AMIDST_WEB").is_none_or(|word| word != "off");
    let outcome = if is_wanted { built(&web) } else { Err("AMIDST_WEB=off".to_owned()) };
    let pages = match outcome {
        Ok(()) => pages(&web.join("dist"), "")?,
        Err(why) => {
            println!("cargo::warning=the web app is left out: {why}");
            let page = folder.join("src/without_pages.html").canonicalize()?;
            vec![("index.html".to_owned(), page)]
        }
    };
    let line =
        |(name, path): &(String, PathBuf)| format!("({name:?}, include_bytes!({path:?}).as_slice()),\n");
    fs::write(list, format!("&[\n{}]", pages.iter().map(line).collect::<String>()))
}

/// Builds the pages into `dist`.
fn built(web: &Path) -> Result<(), String> {
    if !web.join("node_modules/.package-lock.json").exists() {
        run(web, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    }
    run(web, &["run", "build", "--silent"])
}

fn run(web: &Path, words: &[&str]) -> Result<(), String> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(npm).args(words).current_dir(web).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("npm does not start ({error})"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
            Err(format!("npm {} failed: {said}", words[0]))
        }
    }
}

/// Every file below a folder, with its path from there on.
fn pages(folder: &Path, below: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => found.extend(pages(&entry.path(), &format!("{name}/"))?),
            false => found.push((name, entry.path().canonicalize()?)),
        }
    }
    found.sort();
    Ok(found)
}

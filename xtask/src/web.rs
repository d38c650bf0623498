//! The web app: its pages, built with Node, and its tests in a real browser.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cargo::{FEATURES, Workspace, cargo},
    packages,
};

/// Where browsers are that the tests can drive.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// `cargo xtask web`: builds the pages into `web/dist`, from where the server's build takes them.
pub fn build(words: &[&str]) -> Result<()> {
    ensure!(words.is_empty(), "cargo xtask web takes no words");
    let web = Workspace::load()?.root.join("web");
    pages(&web)?;
    println!("The pages are in {}.", web.join("dist").display());
    Ok(())
}

/// Installs what the pages are built from, as the lock file says, and builds them.
fn pages(web: &Path) -> Result<()> {
    if !web.join("node_modules/.package-lock.json").exists() {
        npm(web, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    }
    npm(web, &["run", "build", "--silent"])
}

/// Drives the program's pages in a browser; that is installed where the system has `apt-get` and lacks one.
pub fn check(workspace: &Workspace) -> Result<()> {
    let web = workspace.root.join("web");
    pages(&web)?;
    npm(&web, &["run", "check", "--silent"])?;
    let targets = ["--lib", "--bin", "amidst", "--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&["build", "--workspace"], &targets[..]].concat())?;
    let program = workspace.target.join("debug").join(format!("amidst{}", env::consts::EXE_SUFFIX));
    let tests =
        ["outline", "flow", "long_jobs", "looks", "report"].map(|name| format!("tests/{name}.test.mjs"));
    let mut command = Command::new("node");
    command.args(["--test", "--test-concurrency=2"]).args(tests).current_dir(&web);
    run(command.env("AMIDST_PROGRAM", program).env("CHROMIUM", browser()?))
}

/// Brings in what the tests need from outside.
pub fn fetch(_: &Workspace) -> Result<()> {
    browser().map(drop)
}

/// `cargo xtask bench web`: a release build borne by a browser; `people` is how many rows its table has, a million if left out.
pub fn bench(workspace: &Workspace, people: Option<&str>) -> Result<()> {
    let web = workspace.root.join("web");
    pages(&web)?;
    cargo(&[
        "build",
        "--release",
        "--workspace",
        "--features",
        FEATURES,
        "--locked",
        "--quiet",
        "--bin",
        "amidst",
    ])?;
    let program = workspace.target.join("release").join(format!("amidst{}", env::consts::EXE_SUFFIX));
    let mut command = Command::new("node");
    command.args(["--test", "--test-concurrency=1", "tests/large.bench.mjs"]).current_dir(&web);
    command.envs(people.map(|people| ("AMIDST_PEOPLE", people)));
    run(command.env("AMIDST_PROGRAM", program).env("CHROMIUM", browser()?))
}

/// A browser to drive.
fn browser() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from).or_else(at_hand) {
        return Ok(path);
    }
    if !packages::install("chromium") {
        bail!("no browser at hand: install Chromium, or name one in the environment variable CHROMIUM");
    }
    at_hand().context("Chromium was installed, but is not where programs are")
}

fn at_hand() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let places = env::split_paths(&folders).flat_map(|folder| BROWSERS.map(|name| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}

fn npm(web: &Path, words: &[&str]) -> Result<()> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(Command::new(name).args(words).current_dir(web))
}

fn run(command: &mut Command) -> Result<()> {
    let words = format!("{:?}", command.get_program());
    let status =
        command.status().with_context(|| format!("{words} does not start; install Node.js 20 or newer"))?;
    ensure!(status.success(), "{words} failed");
    Ok(())
}

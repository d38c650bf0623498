//! The Python package: its wheel, and its tests with the oldest and the newest Python at hand.

mod interpreters;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{FEATURES, Workspace, cargo};
use interpreters::{Interpreter, at_hand};

/// What the tests of every Python need, and what only the newest does.
const EVERYWHERE: &str = "python/tests/requirements.txt";
const NEWEST: &str = "python/tests/requirements-newest.txt";

/// What is said where there is no Python.
const NONE: &str = "no Python at hand: install one, 3.9 or newer, with the modules venv and pip";

/// `cargo xtask wheel`: a wheel for everybody.
pub fn wheel(words: &[&str]) -> Result<()> {
    ensure!(words.is_empty(), "cargo xtask wheel takes no words");
    println!("The wheel is {}.", built_wheel()?.display());
    Ok(())
}

/// The newest Python at hand.
pub fn newest() -> Result<Interpreter> {
    at_hand()?.pop().context(NONE)
}

/// A wheel for everybody, built by maturin in an environment of its own.
pub fn built_wheel() -> Result<PathBuf> {
    let workspace = Workspace::load()?;
    let newest = newest()?;
    let environment = Environment::new(&workspace.target.join("python/wheel"), &newest)?;
    environment.pip(&["install", "maturin>=1.9,<2"])?;
    let out = emptied(workspace.target.join("wheels"))?;
    let maturin = environment.program("maturin");
    let manifest = workspace.root.join("python/Cargo.toml");
    let mut build = Command::new(maturin);
    build.args(["build", "--release", "--locked", "--manifest-path"]).arg(manifest);
    run(build.arg("--out").arg(&out).arg("--interpreter").arg(&newest.program))?;
    only_file(&out)
}

/// A folder with nothing in it.
fn emptied(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The one file in a folder.
fn only_file(folder: &Path) -> Result<PathBuf> {
    Ok(fs::read_dir(folder)?.next().context("no wheel was made")??.path())
}

/// Builds the library with everything else, so that nothing is compiled twice, puts it into a wheel, and runs the package's tests.
pub fn check(workspace: &Workspace) -> Result<()> {
    let targets = ["--lib", "--bin", "amidst", "--example", "frame"];
    let ways = ["--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&["build", "--workspace"], &targets[..], &ways[..]].concat())?;
    let wheel = assembled(workspace, &newest()?, workspace.target.join("python/wheels"))?;
    with_each(|python, is_newest| tests(workspace, python, &wheel, is_newest))
}

/// Brings in what the tests need from outside.
pub fn fetch(workspace: &Workspace) -> Result<()> {
    with_each(|python, is_newest| environment(workspace, python, is_newest).map(drop))
}

/// Does something with the newest Python at hand and, where that is another, with the oldest, at the same time.
fn with_each(work: impl Fn(&Interpreter, bool) -> Result<()> + Sync) -> Result<()> {
    let all = at_hand()?;
    let (Some(oldest), Some(newest)) = (all.first(), all.last()) else {
        bail!("{NONE}");
    };
    thread::scope(|scope| {
        let older = (oldest.version != newest.version).then(|| scope.spawn(|| work(oldest, false)));
        work(newest, true)?;
        older.map_or(Ok(()), |run| run.join().expect("its errors are returned"))
    })
}

/// A wheel of the library that cargo has just built.
pub fn assembled(workspace: &Workspace, python: &Interpreter, out: PathBuf) -> Result<PathBuf> {
    let out = emptied(out)?;
    let library = workspace.target.join("debug").join(format!(
        "{}_amidst{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    ));
    let mut command = Command::new(&python.program);
    run(command.arg(workspace.root.join("python/tests/assemble.py")).arg(library).arg(&out))?;
    only_file(&out)
}

/// An environment of a Python with everything that the tests need.
fn environment(workspace: &Workspace, python: &Interpreter, is_newest: bool) -> Result<Environment> {
    let (major, minor) = python.version;
    let environment = Environment::new(&workspace.target.join(format!("python/{major}.{minor}")), python)?;
    let pages = [EVERYWHERE].into_iter().chain(is_newest.then_some(NEWEST));
    environment.require(&pages.map(|page| workspace.root.join(page)).collect::<Vec<_>>())?;
    Ok(environment)
}

/// Installs the wheel with one Python, and runs the tests.
fn tests(workspace: &Workspace, python: &Interpreter, wheel: &Path, is_newest: bool) -> Result<()> {
    let environment = environment(workspace, python, is_newest)?;
    let wheel = wheel.display().to_string();
    environment.pip(&["install", "--force-reinstall", "--no-deps", &wheel])?;
    let built =
        |name: &str| workspace.target.join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    let mut command = environment.python();
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]).current_dir(workspace.root.join("python/tests"));
    command.env("AMIDST_PROGRAM", built("amidst")).env("AMIDST_FRAME", built("examples/frame"));
    run(command.env("PYTHONDONTWRITEBYTECODE", "1"))
        .with_context(|| format!("with Python {}.{}", python.version.0, python.version.1))?;
    println!("Python {}.{}: the package's tests passed", python.version.0, python.version.1);
    Ok(())
}

/// A virtual environment.
pub struct Environment(PathBuf);

impl Environment {
    /// Makes one, or takes the one that is there.
    pub fn new(folder: &Path, python: &Interpreter) -> Result<Self> {
        let made = Self(folder.to_owned());
        if !made.program("python").exists() {
            run(Command::new(&python.program).args(["-m", "venv"]).arg(folder))?;
        }
        Ok(made)
    }

    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// Its interpreter.
    pub fn python(&self) -> Command {
        Command::new(self.program("python"))
    }

    /// Installs what some pages list, unless it has just that already.
    pub fn require(&self, pages: &[PathBuf]) -> Result<()> {
        let listed = pages.iter().map(fs::read_to_string).collect::<Result<String, _>>()?;
        let installed = self.0.join("installed.txt");
        if fs::read_to_string(&installed).is_ok_and(|installed| installed == listed) {
            return Ok(());
        }
        let pages: Vec<String> = pages.iter().map(|page| page.display().to_string()).collect();
        let words = pages.iter().flat_map(|page| ["--requirement", page]);
        self.pip(&["install"].into_iter().chain(words).collect::<Vec<_>>())?;
        Ok(fs::write(installed, listed)?)
    }

    /// Runs pip.
    pub fn pip(&self, words: &[&str]) -> Result<()> {
        let quiet = ["--quiet", "--disable-pip-version-check"];
        run(self.python().args(["-m", "pip"]).args(quiet).args(words))
    }
}

/// Runs a program; what it says is shown if it fails.
fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{:?} does not start", command.get_program()))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{:?} failed:\n{}", command.get_program(), String::from_utf8_lossy(&said));
    }
    Ok(())
}

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

/// `cargo xtask wheel`: a wheel for everybody, built by maturin in an environment of its own.
pub fn wheel(words: &[&str]) -> Result<()> {
    ensure!(words.is_empty(), "cargo xtask wheel takes no words");
    let workspace = Workspace::load()?;
    let all = at_hand()?;
    let newest = all.last().context("no Python at hand")?;
    let environment = Environment::new(&workspace.target.join("python/wheel"), newest)?;
    environment.pip(&["install", "maturin>=1.9,<2"])?;
    let out = workspace.target.join("wheels");
    let maturin = environment.program("maturin");
    let manifest = workspace.root.join("python/Cargo.toml");
    let mut build = Command::new(maturin);
    build.args(["build", "--release", "--locked", "--manifest-path"]).arg(manifest);
    run(build.arg("--out").arg(&out).arg("--interpreter").arg(&newest.program))?;
    println!("The wheel is in {}.", out.display());
    Ok(())
}

/// Builds the library with everything else, so that nothing is compiled twice, puts it into a wheel, and runs the package's tests.
pub fn check(workspace: &Workspace) -> Result<()> {
    let targets = ["--lib", "--bin", "amidst", "--features", FEATURES, "--locked", "--quiet"];
    cargo(&[&["build", "--workspace"], &targets[..]].concat())?;
    let all = at_hand()?;
    let (Some(oldest), Some(newest)) = (all.first(), all.last()) else {
        bail!("no Python at hand: install one, 3.9 or newer, with the modules venv and pip");
    };
    let folder = workspace.target.join("python");
    let wheel = assembled(workspace, newest, &folder.join("wheels"))?;
    let mut chosen = vec![(newest, true)];
    if oldest.version != newest.version {
        chosen.push((oldest, false));
    }
    thread::scope(|scope| {
        let runs: Vec<_> = chosen
            .iter()
            .map(|&(python, is_newest)| {
                let wheel = &wheel;
                let place = folder.join(format!("{}.{}", python.version.0, python.version.1));
                scope.spawn(move || tests(workspace, python, &place, wheel, is_newest))
            })
            .collect();
        runs.into_iter().try_for_each(|run| run.join().expect("its errors are returned"))
    })
}

/// A wheel of the library that cargo has just built.
fn assembled(workspace: &Workspace, python: &Interpreter, out: &Path) -> Result<PathBuf> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    let library = workspace.target.join("debug").join(format!(
        "{}_amidst{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    ));
    let mut command = Command::new(&python.program);
    run(command.arg(workspace.root.join("python/tests/assemble.py")).arg(library).arg(out))?;
    let found = fs::read_dir(out)?.next().context("no wheel was made")??;
    Ok(found.path())
}

/// Installs the wheel with one Python, and runs the tests.
fn tests(
    workspace: &Workspace,
    python: &Interpreter,
    place: &Path,
    wheel: &Path,
    is_newest: bool,
) -> Result<()> {
    let environment = Environment::new(place, python)?;
    let mut words = vec!["install".to_owned()];
    for page in [EVERYWHERE].into_iter().chain(is_newest.then_some(NEWEST)) {
        words.extend(["--requirement".to_owned(), workspace.root.join(page).display().to_string()]);
    }
    environment.pip(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
    let wheel = wheel.display().to_string();
    environment.pip(&["install", "--force-reinstall", "--no-deps", &wheel])?;
    let program = workspace.target.join("debug").join(format!("amidst{}", env::consts::EXE_SUFFIX));
    let mut command = environment.python();
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]).current_dir(workspace.root.join("python/tests"));
    run(command.env("AMIDST_PROGRAM", program).env("PYTHONDONTWRITEBYTECODE", "1"))
        .with_context(|| format!("with Python {}.{}", python.version.0, python.version.1))?;
    println!("Python {}.{}: the package's tests passed", python.version.0, python.version.1);
    Ok(())
}

/// A virtual environment.
struct Environment(PathBuf);

impl Environment {
    /// Makes one, or takes the one that is there.
    fn new(folder: &Path, python: &Interpreter) -> Result<Self> {
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

    fn python(&self) -> Command {
        Command::new(self.program("python"))
    }

    fn pip(&self, words: &[&str]) -> Result<()> {
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

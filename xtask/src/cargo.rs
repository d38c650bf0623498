//! Calling cargo, and what `cargo metadata` knows of the workspace.

use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// What the program is built without unless asked for; all of it is checked and tested.
pub const FEATURES: &str = "amidst-cli/excel,amidst-cli/postgres,amidst-cli/serve,amidst-cli/sqlite";

/// How a build differs that nobody goes on with: it keeps no notes for the next one, and no lines for a debugger.
const ONCE: [(&str, &str); 2] = [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "false")];

/// The workspace and every package it is built from.
pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    pub packages: Vec<Package>,
}

/// One package, ours or another's.
#[derive(Clone, Debug, Default)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub licence: Option<String>,
    pub is_member: bool,
    pub dependencies: Vec<Dependency>,
    /// The files that its library and its programs start from.
    pub roots: Vec<PathBuf>,
}

/// One line of a package's manifest.
#[derive(Clone, Debug)]
pub struct Dependency {
    pub name: String,
    pub is_dev: bool,
    pub is_ours: bool,
}

impl Workspace {
    /// Asks cargo. Fails if Cargo.lock does not fit the manifests.
    pub fn load() -> Result<Self> {
        let output = Command::new(program())
            .args(["metadata", "--format-version", "1", "--locked"])
            .stderr(Stdio::inherit())
            .output()
            .context("cargo does not start")?;
        ensure!(output.status.success(), "cargo metadata failed");
        Self::from_metadata(&serde_json::from_slice(&output.stdout)?)
    }

    fn from_metadata(metadata: &Value) -> Result<Self> {
        let path = |key: &str| Ok::<_, anyhow::Error>(PathBuf::from(text(&metadata[key])?));
        let members = metadata["workspace_members"].as_array().context("no workspace members")?;
        let packages = metadata["packages"].as_array().context("no packages")?;
        let packages = packages.iter().map(|package| Package::from_metadata(package, members));
        Ok(Self {
            root: path("workspace_root")?,
            target: path("target_directory")?,
            packages: packages.collect::<Result<_>>()?,
        })
    }

    /// Our own packages.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_member)
    }
}

impl Package {
    fn from_metadata(package: &Value, members: &[Value]) -> Result<Self> {
        let dependencies = package["dependencies"].as_array().context("no dependencies")?;
        let dependency = |line: &Value| {
            Ok(Dependency {
                name: text(&line["name"])?,
                is_dev: line["kind"] == "dev",
                is_ours: line["path"].is_string(),
            })
        };
        let targets = package["targets"].as_array().context("no targets")?;
        let roots = targets.iter().filter(|target| is_shipped(target));
        Ok(Self {
            name: text(&package["name"])?,
            version: text(&package["version"])?,
            licence: package["license"].as_str().map(str::to_owned),
            is_member: members.contains(&package["id"]),
            dependencies: dependencies.iter().map(dependency).collect::<Result<_>>()?,
            roots: roots.map(|target| text(&target["src_path"]).map(PathBuf::from)).collect::<Result<_>>()?,
        })
    }
}

/// Whether a target is a library or a program: not a test, an example, a benchmark or a build script.
fn is_shipped(target: &Value) -> bool {
    let kinds = target["kind"].as_array().map(Vec::as_slice).unwrap_or_default();
    kinds.iter().any(|kind| kind == "lib" || kind == "bin" || kind == "cdylib")
}

fn text(value: &Value) -> Result<String> {
    value.as_str().map(str::to_owned).context("cargo metadata has another form than expected")
}

/// The cargo that runs us.
pub fn program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

/// Runs cargo with these words, its output shown.
pub fn cargo(words: &[&str]) -> Result<()> {
    cargo_with(words, &[])
}

/// Runs cargo with these words and environment variables, its output shown; in continuous integration, for a build from nothing.
pub fn cargo_with(words: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    let once: &[_] = if env::var_os("CI").is_some() { &ONCE } else { &[] };
    let status = Command::new(program())
        .args(words)
        .envs(once.iter().chain(variables).copied())
        .status()
        .context("cargo does not start")?;
    if !status.success() {
        bail!("cargo {} failed", words.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn metadata_is_understood() {
        let metadata = json!({
            "workspace_root": "r", "target_directory": "t", "workspace_members": ["ours 1"],
            "packages": [
                {"id": "ours 1", "name": "ours", "version": "1.0.0", "license": "MIT", "dependencies": [
                    {"name": "theirs", "kind": null}, {"name": "kit", "kind": "dev", "path": "p"}], "targets": [
                    {"kind": ["lib"], "src_path": "src/lib.rs"}, {"kind": ["test"], "src_path": "tests/it.rs"}]},
                {"id": "theirs 2", "name": "theirs", "version": "2.0.0", "license": null, "dependencies": [],
                 "targets": []},
            ],
        });
        let workspace = Workspace::from_metadata(&metadata).expect("the form of cargo metadata");
        let ours = workspace.members().collect::<Vec<_>>();
        assert_eq!(ours.len(), 1);
        let kinds: Vec<_> = ours[0].dependencies.iter().map(|line| (line.is_dev, line.is_ours)).collect();
        assert_eq!(kinds, [(false, false), (true, true)]);
        assert_eq!(ours[0].roots, [PathBuf::from("src/lib.rs")]);
        assert_eq!(workspace.packages[1].licence, None);
    }
}

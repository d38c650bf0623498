//! The commands that README and docs show are run, so that they keep working.
//!
//! Each page has a folder of its own, in which its commands run one after another. Commands stand in blocks marked
//! `console`; files they need stand in blocks marked `toml,file=release.toml` or the like and are written first.

mod page;
pub mod reference;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::Workspace;
use page::{Act, Run};

/// Runs every page; the program must have been built.
pub fn check(workspace: &Workspace) -> Result<()> {
    let programs = workspace.target.join("debug");
    let program = programs.join(format!("amidst{}", env::consts::EXE_SUFFIX));
    ensure!(program.is_file(), "the program is not built; run the step build first");
    reference::check(workspace)?;
    for page in pages(&workspace.root)? {
        let name = page.strip_prefix(&workspace.root).unwrap_or(&page).display().to_string();
        let text = fs::read_to_string(&page).with_context(|| format!("cannot read {name}"))?;
        let folder = workspace.target.join("docs-check").join(name.replace(['/', '\\'], "-"));
        let commands = act(&page::acts(&text)?, &folder, &programs).with_context(|| name.clone())?;
        println!("{name}: {commands} commands");
    }
    Ok(())
}

fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("there is no folder {}", folder.display()))?
        {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false => pages.push(path),
            }
        }
    }
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    Ok(pages)
}

/// Carries out what a page says, in an empty folder; tells how many commands ran.
fn act(acts: &[Act], folder: &Path, programs: &Path) -> Result<usize> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for act in acts {
        match act {
            Act::Write { name, content } => {
                let file = folder.join(name);
                file.parent().map_or(Ok(()), fs::create_dir_all)?;
                fs::write(file, content)?;
            }
            Act::Run(run) => run_in(run, folder, programs)
                .with_context(|| format!("line {}: {}", run.line, run.command))?,
        }
    }
    Ok(acts.iter().filter(|act| matches!(act, Act::Run(_))).count())
}

fn run_in(run: &Run, folder: &Path, programs: &Path) -> Result<()> {
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{}", run.command)])
        .current_dir(folder)
        .env("PATH", path_with(programs)?)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .context("sh does not start")?;
    let shown = String::from_utf8_lossy(&output.stdout);
    let code = output.status.code();
    if code != Some(run.exit) {
        let found = code.map_or("a signal".into(), |code| format!("code {code}"));
        bail!("ended with {found} instead of code {}:\n{shown}", run.exit);
    }
    match &run.output {
        Some(expected) if trimmed(expected) != trimmed(&shown) => {
            bail!("printed something else than the page says:\n{shown}")
        }
        _ => Ok(()),
    }
}

fn path_with(programs: &Path) -> Result<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths([programs.to_owned()].into_iter().chain(env::split_paths(&rest)))?)
}

/// Without blanks at the ends of lines, which nobody sees on a page.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn act_on(name: &str, text: &str) -> Result<usize> {
        let folder = env::temp_dir().join(format!("amidst-docs-{name}-{}", std::process::id()));
        let result = act(&page::acts(text)?, &folder, Path::new("."));
        fs::remove_dir_all(&folder).context("the folder was made")?;
        result
    }

    #[test]
    fn commands_of_a_page_share_a_folder_with_its_files() {
        let text = "```csv,file=a.csv\nx,y\n```\n```console\n$ cat a.csv > b.csv\n```\n```console,exact\n$ cat b.csv\nx,y\n```\n";
        assert_eq!(act_on("share", text).expect("works"), 2);
    }

    #[test]
    fn a_failing_command_fails_the_page() {
        assert!(act_on("fail", "```console\n$ cat missing.csv\n```\n").is_err());
    }

    #[test]
    fn an_expected_exit_code_is_met() {
        assert_eq!(act_on("exit", "```console\n$ cat missing.csv\n# exit 1\n```\n").expect("works"), 1);
    }

    #[test]
    fn other_output_fails_an_exact_block_only() {
        let text = |mark: &str| format!("```csv,file=a.csv\nx\n```\n```{mark}\n$ cat a.csv\ny\n```\n");
        assert!(act_on("loose", &text("console")).is_ok());
        assert!(act_on("exact", &text("console,exact")).is_err());
    }
}

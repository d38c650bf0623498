//! What a Markdown page asks to be run.

use anyhow::{Context, Result, bail, ensure};

/// One thing to do, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A file of the page's folder.
    Write { name: String, content: String },
    /// A command.
    Run(Run),
}

/// A command and what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its line on the page, from 1.
    pub line: usize,
    /// As a shell takes it.
    pub command: String,
    /// The exit code.
    pub exit: i32,
    /// What it prints, where the block is marked `exact`.
    pub output: Option<String>,
}

/// What may be run beside the program: nothing that changes anything outside the page's own folder.
const HARMLESS: &[&str] = &["cat", "head", "ls", "sed", "sh"];

/// How to get the program, which runs already: shown, not run.
const NOT_RUN: &[&str] = &["cargo xtask ", "cargo install ", "cargo build ", "git clone ", "cd "];

/// The page's way to start the program from the repository.
const FROM_SOURCE: &str = "cargo run --release -- ";

/// Reads a page.
pub fn acts(page: &str) -> Result<Vec<Act>> {
    let mut acts = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(mark) = line.trim_start().strip_prefix("```") else { continue };
        let indent = line.len() - line.trim_start().len();
        let mut block = Vec::new();
        loop {
            let (at, line) =
                lines.next().with_context(|| format!("line {}: the block does not end", at + 1))?;
            if line.trim() == "```" {
                break;
            }
            block.push((at + 1, line.get(indent..).unwrap_or_default()));
        }
        acts.extend(acts_of_block(mark, &block)?);
    }
    Ok(acts)
}

fn acts_of_block(mark: &str, block: &[(usize, &str)]) -> Result<Vec<Act>> {
    let mut marks = mark.split(',').map(str::trim);
    let language = marks.next().unwrap_or_default();
    let marks: Vec<&str> = marks.collect();
    if language == "console" {
        return Ok(runs(block, marks.contains(&"exact"))?.into_iter().map(Act::Run).collect());
    }
    let Some(name) = marks.iter().find_map(|mark| mark.strip_prefix("file=")) else { return Ok(Vec::new()) };
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    ensure!(name.split('/').all(is_plain), "file={name}: name a file in the page's own folder");
    let content = block.iter().map(|(_, line)| format!("{line}\n")).collect();
    Ok(vec![Act::Write { name: name.to_owned(), content }])
}

fn runs(block: &[(usize, &str)], exact: bool) -> Result<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut is_shown_only = false;
    let mut lines = block.iter();
    while let Some(&(line, text)) = lines.next() {
        if let Some(start) = text.strip_prefix("$ ") {
            let mut command = start.to_owned();
            while command.ends_with('\\') {
                let (_, more) =
                    lines.next().with_context(|| format!("line {line}: the command does not end"))?;
                command.push('\n');
                command.push_str(more);
            }
            is_shown_only = NOT_RUN.iter().any(|start| command.starts_with(start));
            if !is_shown_only {
                runs.push(run(line, &command, exact)?);
            }
        } else if let Some(last) = runs.last_mut().filter(|_| !is_shown_only) {
            match (exit_code(text), &mut last.output) {
                (Some(code), _) => last.exit = code,
                (None, Some(output)) => *output += &format!("{text}\n"),
                (None, None) => {}
            }
        }
    }
    Ok(runs)
}

fn run(line: usize, command: &str, exact: bool) -> Result<Run> {
    let (command, exit) = match command.rsplit_once(" # exit ") {
        Some((command, code)) => {
            (command.trim_end(), code.trim().parse().context("an exit code is a number")?)
        }
        None => (command, 0),
    };
    let command = match command.strip_prefix(FROM_SOURCE) {
        Some(words) => format!("amidst {words}"),
        None => command.to_owned(),
    };
    let program = command.split_whitespace().next().unwrap_or_default();
    if program != "amidst" && !HARMLESS.contains(&program) {
        bail!(
            "line {line}: {program} is not run here; use amidst, {}, or mark the block sh",
            HARMLESS.join(", ")
        );
    }
    Ok(Run { line, command, exit, output: exact.then(String::new) })
}

/// The code in a line such as `# exit 1`.
fn exit_code(line: &str) -> Option<i32> {
    line.strip_prefix("# exit ")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &str, expected: &[(&str, i32)]) {
        let acts = acts(page).expect("a page");
        let runs: Vec<(&str, i32)> = acts
            .iter()
            .filter_map(|act| match act {
                Act::Run(run) => Some((run.command.as_str(), run.exit)),
                Act::Write { .. } => None,
            })
            .collect();
        assert_eq!(runs, expected);
    }

    #[test]
    fn only_console_blocks_are_run() {
        check(
            "```sh\n$ amidst demo\n```\n$ amidst demo\n```console\n$ amidst demo\nhello\n```\n",
            &[("amidst demo", 0)],
        );
    }

    #[test]
    fn running_from_source_means_the_program() {
        check(
            "```console\n$ cargo run --release -- demo --people 9\n```\n",
            &[("amidst demo --people 9", 0)],
        );
    }

    #[test]
    fn exit_codes_stand_behind_or_below() {
        check("```console\n$ amidst check t.csv # exit 1\n```\n", &[("amidst check t.csv", 1)]);
        check(
            "```console\n$ amidst check t.csv\nno\n# exit 2\n$ ls\n```\n",
            &[("amidst check t.csv", 2), ("ls", 0)],
        );
    }

    #[test]
    fn a_command_goes_on_behind_a_backslash() {
        check("```console\n$ amidst check \\\n    t.csv\n```\n", &[("amidst check \\\n    t.csv", 0)]);
    }

    #[test]
    fn blocks_in_lists_lose_their_indent() {
        check("1. so:\n   ```console\n   $ amidst demo\n   ```\n", &[("amidst demo", 0)]);
    }

    #[test]
    fn getting_the_program_is_shown_and_not_run() {
        check("```console\n$ git clone somewhere\n$ cargo xtask test\n# exit 1\n$ ls\n```\n", &[("ls", 0)]);
    }

    #[test]
    fn anything_else_is_refused() {
        assert!(acts("```console\n$ rm -rf x\n```\n").is_err());
        assert!(acts("```console\n$ ls\n").is_err());
        for name in ["../x", "/x", "x/../../y", ""] {
            assert!(acts(&format!("```toml,file={name}\na = 1\n```\n")).is_err(), "{name}");
        }
    }

    #[test]
    fn files_are_written_as_they_stand() {
        let acts = acts("```toml,file=r.toml\na = 1\n\nb = 2\n```\n").expect("a page");
        assert_eq!(acts, [Act::Write { name: "r.toml".into(), content: "a = 1\n\nb = 2\n".into() }]);
    }

    #[test]
    fn exact_blocks_keep_what_is_printed() {
        let acts = acts("```console,exact\n$ ls\na\nb\n```\n").expect("a page");
        assert!(matches!(&acts[..], [Act::Run(Run { output: Some(text), .. })] if text == "a\nb\n"));
    }
}

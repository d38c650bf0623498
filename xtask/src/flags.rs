//! Libraries speak of keys of the spec, never of flags or commands: whoever calls them may have no command line. What a flag adds to
//! a message is said by `amidst-cli` alone.

use std::{fs, path::Path, str::FromStr};

use anyhow::{Context, Result, anyhow, bail};
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

use crate::{cargo::Workspace, house::files};

/// Crates that may speak of the command line: the program, and what is never published.
const FREE: &[&str] = &["amidst-cli", "amidst-testkit", "amidst-fuzz"];

/// Papers that say how to run the program: they name it, but no flags.
const PAPERS: &[&str] =
    &["crates/amidst-report/src/certificate.rs", "crates/amidst-profile/src/commented.rs"];

/// Fails on any string of a library that names a flag or a command, naming every line.
pub fn check(workspace: &Workspace) -> Result<()> {
    let mut faults = Vec::new();
    let mut count = 0;
    for path in files(&workspace.root)?.iter().filter(|path| is_library(path)) {
        let text = fs::read_to_string(workspace.root.join(path))
            .with_context(|| format!("cannot read {}", path.display()))?;
        let may_name_commands = PAPERS.iter().any(|paper| path == Path::new(paper));
        let found =
            faults_in(&text, may_name_commands).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        faults.extend(found.into_iter().map(|(line, what)| format!("{}:{line}: {what}", path.display())));
        count += 1;
    }
    if !faults.is_empty() {
        bail!(
            "{}\nspeak of keys of the spec; flags are added in crates/amidst-cli/src/advice.rs",
            faults.join("\n")
        );
    }
    println!("{count} files of libraries");
    Ok(())
}

/// Whether a file is a library's own code, tests aside.
fn is_library(path: &Path) -> bool {
    let words: Vec<&str> = path.iter().filter_map(|word| word.to_str()).collect();
    let is_tests = |word: &&str| matches!(*word, "tests" | "tests.rs");
    matches!(words[..], ["crates", name, "src", ..] if !FREE.contains(&name))
        && path.extension().is_some_and(|ending| ending == "rs")
        && !words.iter().any(is_tests)
}

/// The lines of strings that name flags or commands, and what they name.
fn faults_in(text: &str, may_name_commands: bool) -> Result<Vec<(usize, String)>> {
    let tokens = TokenStream::from_str(text).map_err(|error| anyhow!("{error}"))?;
    let mut strings = Vec::new();
    collect(tokens, &mut strings);
    let mut faults = Vec::new();
    for string in strings {
        let (line, words) = (string.span().start().line, string.to_string());
        faults.extend(flag(&words).map(|flag| (line, format!("a string names the flag {flag}"))));
        if !may_name_commands && words.contains("`amidst ") {
            faults.push((line, "a string names a command".into()));
        }
    }
    Ok(faults)
}

/// All literals but those of documentation and of test modules.
fn collect(tokens: TokenStream, strings: &mut Vec<Literal>) {
    let mut before: [String; 2] = Default::default();
    for token in tokens {
        let [first, second] = &before;
        let is_of_tests = first == "mod" && second == "tests";
        let is_of_attribute = second == "#" || (first == "#" && second == "!");
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && is_of_tests => {}
            TokenTree::Group(group) if is_of_attribute && is_documentation(group.stream()) => {}
            TokenTree::Group(group) => collect(group.stream(), strings),
            TokenTree::Literal(literal) => strings.push(literal.clone()),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        let word = if matches!(token, TokenTree::Group(_)) { String::new() } else { token.to_string() };
        before = [std::mem::take(&mut before[1]), word];
    }
}

fn is_documentation(attribute: TokenStream) -> bool {
    attribute.into_iter().next().is_some_and(|first| first.to_string() == "doc")
}

/// The first flag that words name: hyphens and letters where a word begins, one of each or two of one and more of the other.
fn flag(words: &str) -> Option<&str> {
    let is_open = |sign: char| " \"`(".contains(sign);
    let mut begins = words.match_indices('-').map(|(at, _)| at);
    begins.find_map(|at| {
        let begins = words[..at].chars().next_back().is_none_or(is_open);
        let end = words[at..].find(|sign: char| !sign.is_ascii_lowercase() && sign != '-');
        let word = &words[at..end.map_or(words.len(), |end| at + end)];
        let name = word.trim_start_matches('-');
        let is_flag = match word.len() - name.len() {
            1 => name.len() == 1 && !words[at + word.len()..].starts_with(char::is_alphanumeric),
            2 => !name.is_empty(),
            _ => false,
        };
        (begins && is_flag).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let faults = faults_in(text, false).expect("it is Rust");
        assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), expected, "{faults:?}");
    }

    #[test]
    fn flags_and_commands_in_strings_are_found() {
        check("fn f() {\n    g(\"pass --force\");\n}\n", &[2]);
        check("#[error(\n    \"choose another, or --quasi\"\n)]\nstruct A;\n", &[2]);
        check("const A: &str = \"write it with `amidst init`\";\n", &[1]);
        assert_eq!(flag("\"a (--on-unmapped) b\""), Some("--on-unmapped"));
        assert_eq!(flag("\"pass -k 5\""), Some("-k"));
    }

    #[test]
    fn comments_tests_and_dashes_are_no_flags() {
        check("//! With --force.\n/// With --force.\nfn f() {} // --force\n", &[]);
        check("#[cfg(test)]\nmod tests {\n    const A: &str = \"--force\";\n}\n", &[]);
        check("const A: &str = \"a --- b -- c--d\";\n", &[]);
    }

    #[test]
    fn the_command_line_may_name_its_flags() {
        assert!(is_library(Path::new("crates/amidst-io/src/error.rs")));
        assert!(!is_library(Path::new("crates/amidst-cli/src/main.rs")));
        assert!(!is_library(Path::new("crates/amidst-assess/src/risk/tests.rs")));
        assert!(!is_library(Path::new("crates/amidst-io/tests/it/main.rs")));
    }
}

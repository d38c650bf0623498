//! Pages of the reference, made from what the program says of itself: every command and flag from its help, every key of the spec from its
//! schema. `cargo xtask reference` writes them; a test of the documentation compares.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use crate::cargo::{FEATURES, Workspace, cargo};

const COMMANDS: &str = "docs/cli-reference.md";
const SPEC: &str = "docs/spec-reference.md";

const COMMANDS_HEAD: &str = "\
# Every command and flag

This page and those of the commands are made from the program's own help (`cargo xtask reference`). `amidst help COMMAND` prints the
same. The pages of the [book](README.md) say what each is for.
";

const SPEC_HEAD: &str = "\
# Every key of the spec

This page is made from the schema that `amidst schema` prints (`cargo xtask reference`). [The spec](spec.md) explains it with examples.
A key may be left out unless it says *required*.
";

/// Tables of a spec in the order in which people write them; all others follow by name.
const FIRST: [&str; 8] =
    ["Input", "ColumnSpec", "HierarchySpec", "Privacy", "Requirement", "Solve", "Output", "ReportSpec"];

/// Builds the program and writes the pages.
pub fn write(words: &[&str]) -> Result<()> {
    ensure!(words.is_empty(), "cargo xtask reference takes no words");
    cargo(&["build", "--workspace", "--features", FEATURES, "--locked", "--quiet", "--bin", "amidst"])?;
    let workspace = Workspace::load()?;
    for (path, text) in pages(&program(&workspace)?)? {
        let file = workspace.root.join(&path);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, text)?;
        println!("{path}");
    }
    Ok(())
}

/// Fails if a page is not what the program says now.
pub fn check(workspace: &Workspace) -> Result<()> {
    for (path, text) in pages(&program(workspace)?)? {
        let found = fs::read_to_string(workspace.root.join(&path)).unwrap_or_default();
        ensure!(found == text, "{path} is not what the program says; run cargo xtask reference");
    }
    Ok(())
}

fn program(workspace: &Workspace) -> Result<PathBuf> {
    let program = workspace.target.join("debug").join(format!("amidst{}", env::consts::EXE_SUFFIX));
    ensure!(program.is_file(), "the program is not built; run the step build first");
    Ok(program)
}

/// Every page with its path.
fn pages(program: &Path) -> Result<Vec<(String, String)>> {
    let schema = said(program, &["schema"])?;
    let schema: Value = serde_json::from_str(&schema).context("the schema is JSON")?;
    let mut pages = commands(program)?;
    pages.push((SPEC.into(), spec(&schema)));
    Ok(pages)
}

fn said(program: &Path, words: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(words)
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .context("the program does not start")?;
    if !output.status.success() {
        bail!("amidst {} ended with {}", words.join(" "), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A page for all commands, and one for each.
fn commands(program: &Path) -> Result<Vec<(String, String)>> {
    let help = said(program, &["help"])?;
    let mut index = format!("{COMMANDS_HEAD}\n{}\n", block(&help));
    let mut pages = Vec::new();
    for name in named(&help) {
        index += &format!("* [amidst {name}](cli/{name}.md)\n");
        let help = said(program, &["help", name])?;
        let mut page = format!("# amidst {name}\n\n{}", block(&help));
        for below in named(&help) {
            let help = said(program, &["help", name, below])?;
            page += &format!("\n## amidst {name} {below}\n\n{}", block(&help));
        }
        pages.push((format!("docs/cli/{name}.md"), page));
    }
    pages.push((COMMANDS.into(), index));
    Ok(pages)
}

/// What the program printed, as a block of a page.
fn block(help: &str) -> String {
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    format!("```text\n{}\n```\n", lines.join("\n"))
}

/// The commands that a help lists.
fn named(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let entries = lines.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    entries.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

fn spec(schema: &Value) -> String {
    let mut page = SPEC_HEAD.to_owned();
    page += &table("The whole", schema);
    let empty = Map::new();
    let defs = schema["$defs"].as_object().unwrap_or(&empty);
    let rank = |name: &str| FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
    let mut names: Vec<&String> = defs.keys().collect();
    names.sort_by_key(|name| (rank(name), (*name).clone()));
    names.iter().for_each(|name| page += &table(name, &defs[*name]));
    page
}

/// A table of the spec, or the words that can stand somewhere.
fn table(name: &str, of: &Value) -> String {
    let words = of["description"].as_str().map_or_else(String::new, |words| format!("\n{}\n", flat(words)));
    let mut text = format!("\n## {name}\n{words}");
    if let Some(keys) = of["properties"].as_object() {
        let required: Vec<&str> =
            of["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        text += "\n| key | what | says |\n|---|---|---|\n";
        for (key, value) in keys {
            let needed = if required.contains(&key.as_str()) { ", *required*" } else { "" };
            let says = flat(value["description"].as_str().unwrap_or_default()).replace('|', "\\|");
            text += &format!("| `{key}` | {}{needed} | {says} |\n", kind(value));
        }
    } else {
        text += &format!("\n{}\n", kind(of));
    }
    text
}

/// What can stand in a place, in a few words.
fn kind(value: &Value) -> String {
    if let Some(name) = value["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = value["const"].as_str() {
        return format!("`{word}`");
    }
    if let Some(words) = value["enum"].as_array() {
        let words: Vec<String> =
            words.iter().filter(|it| !it.is_null()).map(|it| format!("`{}`", bare(it))).collect();
        return words.join(", ");
    }
    for several in ["anyOf", "oneOf", "allOf"] {
        if let Some(several) = value[several].as_array() {
            let some = several.iter().filter(|one| one["type"] != "null").map(kind);
            return some.collect::<Vec<_>>().join(" or ");
        }
    }
    let named = |kind: &str| match kind {
        "array" => format!("list of {}", kind_of_items(&value["items"])),
        "object" if value["additionalProperties"].is_object() => {
            format!("table of {}", kind_of_items(&value["additionalProperties"]))
        }
        "object" => "table".to_owned(),
        "integer" => "whole number".to_owned(),
        "string" => "text".to_owned(),
        "boolean" => "true or false".to_owned(),
        kind => kind.to_owned(),
    };
    match &value["type"] {
        Value::String(kind) => named(kind),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").map(named);
            kinds.collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn kind_of_items(items: &Value) -> String {
    if items.is_object() { kind(items) } else { "anything".to_owned() }
}

fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// In one line.
fn flat(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_that_the_help_lists() {
        let help = "Words\n\nUsage: amidst\n\nCommands:\n  init   Profile\n         more words\n  man    Print\n  help   Print\n\nOptions:\n  -h  x\n";
        assert_eq!(named(help), ["init", "man"]);
    }

    #[test]
    fn keys_are_told_with_what_can_stand_there() {
        let schema = serde_json::json!({
            "properties": {
                "k": { "type": ["integer", "null"], "description": "the\nleast" },
                "order": { "$ref": "#/$defs/Order" },
                "names": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["k"],
            "$defs": { "Order": { "oneOf": [{ "const": "sorted" }, { "enum": ["a", null] }], "description": "How" } },
        });
        let page = spec(&schema);
        for line in [
            "| `k` | whole number, *required* | the least |",
            "| `order` | [Order](#order) |  |",
            "| `names` | list of text |  |",
            "## Order\n\nHow\n\n`sorted` or `a`",
        ] {
            assert!(page.contains(line), "{page}");
        }
    }
}

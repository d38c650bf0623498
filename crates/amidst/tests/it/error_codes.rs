//! `docs/errors.md` has every code, and no other.

use std::{collections::BTreeSet, fs, path::Path};

use amidst::{ErrorCode, audit::Check};

/// The first two cells of each row of the table below a heading, without the marks of code.
fn rows(page: &str, heading: &str) -> Vec<(String, String)> {
    let begin = page.find(&format!("\n## {heading}\n")).expect("the heading is there");
    let part = page[begin + 4..].split("\n## ").next().expect("a part");
    let cells = part.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |line: &str| {
        let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned());
        Some((cells.next()?, cells.next()?))
    };
    cells.filter_map(row).collect()
}

#[track_caller]
fn same(told: Vec<String>, known: Vec<String>) {
    let set = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(set(&told), set(&known));
    assert_eq!(told.len(), known.len(), "each once");
}

#[test]
fn every_code_is_on_the_page_of_errors_with_its_kind() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let codes = ErrorCode::ALL.iter().map(|code| format!("{} {}", code.name(), code.kind().name()));
    let told = rows(&page, "Codes").into_iter().map(|(code, kind)| format!("{code} {kind}"));
    same(told.collect(), codes.collect());
    let first = |heading: &str| rows(&page, heading).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    same(first("Why an audit fails"), Check::ALL.map(|check| check.name().to_owned()).to_vec());
}

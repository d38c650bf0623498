//! The book: `docs/SUMMARY.md` names every page once, and every link between our own pages leads somewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, house::files};

const SUMMARY: &str = "docs/SUMMARY.md";

/// Fails on any page that the summary does not name, and on any link that leads nowhere.
pub fn check(workspace: &Workspace) -> Result<()> {
    let mut pages = BTreeMap::new();
    for path in
        files(&workspace.root)?.into_iter().filter(|path| path.extension().is_some_and(|it| it == "md"))
    {
        let text = fs::read_to_string(workspace.root.join(&path))
            .with_context(|| format!("cannot read {}", path.display()))?;
        pages.insert(path, Page::of(&text));
    }
    let exists = |path: &Path| workspace.root.join(path).exists();
    let mut faults = unnamed(&pages);
    faults.extend(pages.iter().flat_map(|(path, page)| lost(path, page, &pages, &exists)));
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("{} pages, {} links", pages.len(), pages.values().map(|page| page.links.len()).sum::<usize>());
    Ok(())
}

/// What is looked at of a page.
#[derive(Debug, Default)]
struct Page {
    /// Where links lead, and on which line each stands.
    links: Vec<(usize, String)>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
}

impl Page {
    fn of(text: &str) -> Self {
        let mut page = Self::default();
        let mut is_code = false;
        for (at, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                page.links.extend(targets(line).map(|target| (at + 1, target)));
                if let Some(heading) = line.strip_prefix('#') {
                    page.add_anchor(heading.trim_start_matches('#').trim());
                }
            }
        }
        page
    }

    /// A heading that is there already gets a number.
    fn add_anchor(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let mut all = std::iter::once(anchor.clone()).chain(numbered);
        let new = all.find(|anchor| !self.anchors.contains(anchor)).expect("numbers do not end");
        self.anchors.insert(new);
    }
}

/// The anchor that readers of Markdown give a heading.
fn anchor(heading: &str) -> String {
    let text = without_links(heading).to_lowercase();
    let kept = text.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

/// The words of links, without where they lead.
fn without_links(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        words += before;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    words + rest
}

/// Where the links of a line lead. What stands between backticks is code.
fn targets(line: &str) -> impl Iterator<Item = String> + '_ {
    let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
    let pieces: Vec<String> = prose.split("](").skip(1).map(str::to_owned).collect();
    pieces.into_iter().filter_map(|piece| piece.split_once(')').map(|(target, _)| target.to_owned()))
}

/// Pages of the book that its summary does not name, or names twice.
fn unnamed(pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let summary = Path::new(SUMMARY);
    let Some(page) = pages.get(summary) else { return vec![format!("{SUMMARY} is missing")] };
    let named: Vec<PathBuf> = page.links.iter().map(|(_, target)| resolved(summary, target)).collect();
    let is_of_book = |path: &&PathBuf| path.starts_with("docs") && path.as_path() != summary;
    let times = |path: &PathBuf| named.iter().filter(|named| *named == path).count();
    let fault = |path: &PathBuf| match times(path) {
        1 => None,
        0 => Some(format!("{SUMMARY} does not name {}", path.display())),
        _ => Some(format!("{SUMMARY} names {} more than once", path.display())),
    };
    pages.keys().filter(is_of_book).filter_map(fault).collect()
}

/// Links of a page that lead nowhere.
fn lost(
    path: &Path,
    page: &Page,
    pages: &BTreeMap<PathBuf, Page>,
    exists: &dyn Fn(&Path) -> bool,
) -> Vec<String> {
    let is_ours =
        |target: &str| !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:");
    let fault = |(line, target): &(usize, String)| {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let to = if file.is_empty() { path.to_owned() } else { resolved(path, file) };
        let has_anchor = anchor.is_empty() || pages.get(&to).is_none_or(|page| page.anchors.contains(anchor));
        match (exists(&to), has_anchor) {
            (true, true) => None,
            (false, _) => Some(format!("{}:{line}: {target} is not there", path.display())),
            (true, false) => Some(format!("{}:{line}: {target} has no such heading", path.display())),
        }
    };
    page.links.iter().filter(|(_, target)| is_ours(target)).filter_map(fault).collect()
}

/// Where a link leads from a page.
fn resolved(from: &Path, target: &str) -> PathBuf {
    let file = target.split('#').next().unwrap_or_default();
    let mut path = from.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(all: &[(&str, &str)]) -> BTreeMap<PathBuf, Page> {
        all.iter().map(|(path, text)| (PathBuf::from(path), Page::of(text))).collect()
    }

    #[track_caller]
    fn check(all: &[(&str, &str)], expected: &[&str]) {
        let pages = pages(all);
        let exists = |path: &Path| pages.contains_key(path);
        let mut faults = unnamed(&pages);
        faults.extend(pages.iter().flat_map(|(path, page)| lost(path, page, &pages, &exists)));
        assert_eq!(faults, expected);
    }

    #[test]
    fn a_page_that_the_summary_lacks_or_repeats_is_a_fault() {
        let summary = "- [A](a.md)\n- [B](sub/b.md)\n  - [B](sub/b.md)\n";
        check(
            &[
                (SUMMARY, summary),
                ("docs/a.md", ""),
                ("docs/sub/b.md", ""),
                ("docs/c.md", ""),
                ("README.md", ""),
            ],
            &[
                "docs/SUMMARY.md does not name docs/c.md",
                "docs/SUMMARY.md names docs/sub/b.md more than once",
            ],
        );
    }

    #[test]
    fn links_and_anchors_that_lead_nowhere_are_faults() {
        let page = "# A `b` (c)\n[x](#a-b-c) [y](#b) [z](../README.md) [w](gone.md) [v](https://example.org)\n\
                    ```\n[code](nowhere.md)\n```\n`[code](nowhere.md)`\n";
        check(
            &[(SUMMARY, "- [A](a.md)\n"), ("docs/a.md", page), ("README.md", "[p](docs/a.md#a-b-c)")],
            &["docs/a.md:2: #b has no such heading", "docs/a.md:2: gone.md is not there"],
        );
    }

    #[test]
    fn headings_of_one_name_get_numbers() {
        assert_eq!(Page::of("# One\n## One\n").anchors, BTreeSet::from(["one".into(), "one-1".into()]));
        assert_eq!(anchor("All of [them](x.md), µ-Argus"), "all-of-them-µ-argus");
    }
}

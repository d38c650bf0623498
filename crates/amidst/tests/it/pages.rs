//! Every algorithm has a page, and all pages have the same headings. Where something is proved of it, the page says what of the published
//! proof had to be mended.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use amidst::advanced::catalog;

const HEADINGS: [&str; 6] = ["Definition", "When to use", "Guarantee", "Cost", "Example", "References"];

/// What shares the page of another, and what has a page without being in the registry.
const SHARED: [(&str, &str); 6] = [
    ("samarati-matrix", "samarati"),
    ("mondrian-relaxed", "mondrian"),
    ("mondrian-hybrid", "mondrian"),
    ("one-k", "k-k"),
    ("k-one", "k-k"),
    ("global-one-k", "k-k"),
];
const UNREGISTERED: [&str; 3] = ["mu-argus", "local-suppression", "anatomy"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/algorithms")
}

fn page_of(name: &'static str) -> &'static str {
    SHARED.iter().find(|(one, _)| *one == name).map_or(name, |(_, page)| page)
}

#[test]
fn every_algorithm_has_a_page_with_the_same_headings() {
    let folder = folder();
    let cuts = catalog::algorithms().into_iter().filter(|it| it.method == catalog::Method::Cuts);
    let mut expected: Vec<String> = amidst_search::names()
        .into_iter()
        .chain(catalog::recoders().map(|it| it.name()))
        .chain(cuts.map(|it| it.id))
        .filter(|name| page_of(name) == *name)
        .chain(UNREGISTERED)
        .map(|name| format!("{name}.md"))
        .collect();
    expected.sort();
    let entries = fs::read_dir(&folder).expect("there are pages");
    let mut pages: Vec<String> =
        entries.map(|entry| entry.expect("it can be listed").file_name().display().to_string()).collect();
    pages.sort();
    assert_eq!(pages, expected);
    for page in pages {
        let text = fs::read_to_string(folder.join(&page)).expect("it can be read");
        let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, HEADINGS, "{page}");
        assert!(text.contains("```console"), "{page} has no example that runs");
    }
}

#[test]
fn every_proof_says_what_of_the_published_one_had_to_be_mended() {
    let proved = catalog::algorithms().into_iter().filter(|it| it.guarantee != catalog::Guarantee::Heuristic);
    let pages: BTreeSet<&str> = proved.map(|it| page_of(it.id)).collect();
    assert!(pages.len() > 10, "{pages:?}");
    for page in pages {
        let text = fs::read_to_string(folder().join(format!("{page}.md"))).expect("it can be read");
        let guarantee = text.split("\n## ").find(|part| part.starts_with("Guarantee\n"));
        assert!(guarantee.expect("it has that heading").contains("\n\n*Mended.* "), "{page}");
    }
}

//! Every algorithm has a page, and all pages have the same headings.

use std::{fs, path::Path};

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

#[test]
fn every_algorithm_has_a_page_with_the_same_headings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/algorithms");
    let page_of =
        |name: &'static str| SHARED.iter().find(|(one, _)| *one == name).map_or(name, |(_, page)| page);
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

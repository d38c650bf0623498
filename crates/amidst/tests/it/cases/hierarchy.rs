//! The shape of hierarchies: what is on a level, whether there is one root, and the prefix recipe.

use std::fs;

use amidst::spec::{HierarchySpec, Input};
use amidst_core::HierarchyError;
use serde::Deserialize;

use super::{Expectation, agree, subject::Subject};

/// The labels of one level, in the order of the leaves below them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    column: String,
    level: u8,
    labels: Vec<String>,
}

/// A hierarchy cut off at a level has several roots, and is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roots {
    column: String,
    last_level: usize,
    roots: usize,
}

impl Expectation for Level {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let hierarchy = subject.hierarchy(&self.column)?;
        if self.level > hierarchy.height() {
            return Err(format!("{} ends on level {}", self.column, hierarchy.height()));
        }
        let labels: Vec<&str> = hierarchy.labels(self.level).flatten().collect();
        agree("labels", &labels, &self.labels)
    }
}

impl Expectation for Roots {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let grown = subject.grow(&self.column, Some(self.last_level))?;
        agree("refusal", &grown.err(), &Some(HierarchyError::SeveralRoots { roots: self.roots }))
    }
}

/// The labels that the prefix recipe gives to some values on a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    values: Vec<String>,
    level: u8,
    labels: Vec<String>,
}

impl Expectation for Prefix {
    fn check(&self, _: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("table.csv");
        fs::write(&path, format!("ZIP\n{}\n", self.values.join("\n")))
            .expect("a temporary file can be written");
        let input = Input { path: path.display().to_string(), ..Input::default() };
        let recipe: HierarchySpec = toml::from_str("prefix = \"all\"").expect("a recipe of the spec");
        let built = amidst::advanced::hierarchies::build(&input, "ZIP", Some(recipe))
            .map_err(|error| error.to_string())?;
        let label = |value: &String| {
            let leaf = built.hierarchy.leaf(Some(value))?;
            built.hierarchy.path(leaf).get(usize::from(self.level))?.as_deref().map(String::from)
        };
        let labels: Option<Vec<String>> = self.values.iter().map(label).collect();
        agree("labels", &labels.as_ref(), &Some(&self.labels))
    }
}

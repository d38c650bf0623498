//! Chosen values kept, all others joined into one.

use std::{collections::HashSet, fmt};

use super::{
    BuilderInfo, Domain, Recipe, ReleasedLabels, Suppression, array, describe_root, describe_values, info,
    quoted, refuse, root_of,
};
use crate::{Hierarchy, HierarchyError, hierarchy::paths::formula_sign};

/// Parameters of [`Keep`], unchecked.
#[derive(Clone, PartialEq, Eq)]
pub struct KeepParams {
    /// The values that stay themselves.
    pub values: Vec<String>,
    /// The label of all others.
    pub other: String,
    /// The label above everything; without it a star, or more if a value is one.
    pub root: Option<String>,
    /// The level of the root; the levels between it and the values are alike.
    pub height: u8,
}

impl KeepParams {
    /// Keeps these, calls the others `other`, and puts the root above.
    pub fn new(values: impl IntoIterator<Item = String>) -> Self {
        Self { values: values.into_iter().collect(), other: "other".into(), root: None, height: 2 }
    }

    /// Checks them.
    pub fn check(self) -> Result<Keep, HierarchyError> {
        if self.height < 2 {
            return Err(refuse(format!(
                "height = {}: with keep, the root stands on level 2 or more",
                self.height
            )));
        }
        if self.other.is_empty() || formula_sign(&self.other).is_some() {
            return Err(refuse(
                "the label for all other values must not be empty or begin with =, +, - or @",
            ));
        }
        let distinct: HashSet<&String> = self.values.iter().collect();
        if distinct.len() < self.values.len() || distinct.contains(&self.other) {
            return Err(refuse("keep needs each value only once, and none with the label of the others"));
        }
        Ok(Keep(self))
    }
}

/// The values may be cells of the data: only their number is told.
impl fmt::Debug for KeepParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeepParams").field("values", &self.values.len()).finish_non_exhaustive()
    }
}

/// The values listed stay themselves, all others become `other`, those never met before too; the root is `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep(KeepParams);

impl Keep {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "keep",
        takes: "values",
        doc: "all but these values joined into one, whether they were met before or not",
        parameters: &[info::OTHER, info::ROOT, info::HEIGHT],
    };

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        let kept: HashSet<&str> = self.0.values.iter().map(String::as_str).collect();
        let root = self.0.root.clone().unwrap_or_else(|| domain.root());
        let between = usize::from(self.0.height) - 1;
        // The root's own label, met as a value, would stand above itself: it has no place.
        let has_place = |value: &&&str| kept.contains(**value) || **value != root;
        let label = |value: &str| if kept.contains(value) { value } else { &self.0.other }.to_string();
        let placed = domain.values.iter().filter(has_place);
        let labelled = placed.map(|value| (*value, vec![label(value); between]));
        // Values may hold stars or look like ranges; they stay themselves, which is always true.
        Hierarchy::from_trusted_paths(domain.paths(between, &root, labelled))
    }

    /// With the root of the hierarchy at hand, and without values that are not shown: they are some of the others from now
    /// on.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Recipe {
        if level == 0 || level == hierarchy.height() {
            return Recipe::Suppression(Suppression::pinned(hierarchy));
        }
        let mut params = KeepParams { root: Some(root_of(hierarchy)), ..self.0.clone() };
        params.values.retain(|value| shown.label_of(hierarchy, level, value).is_some());
        Recipe::Keep(Self(params))
    }

    /// With the number of values in their place: they may be cells of the data.
    pub(super) fn describe(&self) -> String {
        format!("all but {} joined", describe_values(self.0.values.len()))
    }

    fn print(&self, values: &str) -> String {
        let KeepParams { other, root, height, .. } = &self.0;
        let other = if other == "other" { String::new() } else { format!(", other = {}", quoted(other)) };
        let height = if *height == 2 { String::new() } else { format!(", height = {height}") };
        format!("{{ keep = {values}{other}{}{height} }}", describe_root(root))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(&array(self.0.values.iter().map(|value| quoted(value)))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn params(values: &[&str]) -> KeepParams {
        KeepParams::new(values.iter().map(|value| value.to_string()))
    }

    fn recipe(params: KeepParams) -> Recipe {
        Recipe::Keep(params.check().expect("valid parameters"))
    }

    #[test]
    fn all_values_but_those_listed_are_joined() {
        check(&recipe(params(&["a", "z"])), &["c", "b", "a"], &["a;a;*", "b;other;*", "c;other;*"]);
        check(&recipe(params(&[])), &["b", "a"], &["a;other;*", "b;other;*"]);
    }

    #[test]
    fn a_value_named_like_the_others_label_is_one_of_the_others() {
        check(&recipe(params(&["a"])), &["a", "other"], &["a;a;*", "other;other;*"]);
    }

    #[test]
    fn levels_between_are_alike() {
        let params = KeepParams { height: 4, root: Some("all".into()), ..params(&["a"]) };
        check(&recipe(params), &["a", "b"], &["a;a;a;a;all", "b;other;other;other;all"]);
    }

    #[test]
    fn a_value_that_is_the_roots_label_has_no_place_unless_it_is_kept() {
        let rooted = |values: &[&str]| recipe(KeepParams { root: Some("*".into()), ..params(values) });
        check(&rooted(&["a"]), &["a", "*"], &["a;a;*"]);
        check(&rooted(&["*"]), &["a", "*"], &["*;*;*", "a;other;*"]);
        check(&recipe(params(&["a"])), &["a", "*"], &["*;other;**", "a;a;**"]);
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let other = |other: &str| KeepParams { other: other.into(), ..params(&["a"]) };
        for params in [params(&["a", "a"]), other("a"), other(""), other("=a")] {
            assert!(params.check().is_err());
        }
        assert!(KeepParams { height: 1, ..params(&["a"]) }.check().is_err());
    }

    #[test]
    fn it_prints_as_toml_and_without_values_in_words() {
        let recipe = recipe(KeepParams { other: "rest".into(), height: 3, ..params(&["a", "b"]) });
        assert_eq!(recipe.to_string(), "{ keep = [\"a\", \"b\"], other = \"rest\", height = 3 }");
        assert_eq!(recipe.describe(), "all but 2 values joined");
        assert_eq!(format!("{recipe:?}"), "Keep(Keep(KeepParams { values: 2, .. }))", "Debug tells no value");
    }
}

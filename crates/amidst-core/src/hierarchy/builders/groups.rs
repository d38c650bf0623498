//! Stretches of an order, each under a label of its own.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use super::{
    BuilderInfo, Collation, Domain, ReleasedLabels, array, describe_root, info, quoted, refuse, root_of,
};
use crate::{Hierarchy, HierarchyError};

/// Parameters of [`Groups`], unchecked.
#[derive(Clone, PartialEq, Eq)]
pub struct GroupsParams {
    /// The order that stretches are taken from.
    pub collation: Collation,
    /// What stands below each label.
    pub groups: BTreeMap<String, Vec<Stretch>>,
    /// The label above everything; without it a star, or more if a value is one.
    pub root: Option<String>,
    /// The level of the root; the levels between it and the values are alike.
    pub height: u8,
}

/// Neighbours in an order, both ends included; the ends may be the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The first of them.
    pub first: String,
    /// The last of them.
    pub last: String,
}

impl GroupsParams {
    /// These groups in natural order, with the root above.
    pub fn new(groups: impl IntoIterator<Item = (String, Vec<Stretch>)>) -> Self {
        Self { collation: Collation::Natural, groups: groups.into_iter().collect(), root: None, height: 2 }
    }

    /// Checks them: no value may stand in two groups.
    pub fn check(self) -> Result<Groups, HierarchyError> {
        if self.height < 2 {
            return Err(refuse(format!(
                "height = {}: with groups, the root stands on level 2 or more",
                self.height
            )));
        }
        let groups = Groups(self);
        let stretches = groups.stretches();
        if stretches.iter().any(|(stretch, _)| groups.is_before(&stretch.last, &stretch.first)) {
            return Err(refuse("a stretch of the groups ends before it begins, in the order given"));
        }
        if stretches.windows(2).any(|pair| !groups.is_before(&pair[0].0.last, &pair[1].0.first)) {
            return Err(refuse("two stretches of the groups overlap; a value stands in one group only"));
        }
        Ok(groups)
    }
}

/// The values may be cells of the data: only the number of groups is told.
impl fmt::Debug for GroupsParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupsParams").field("groups", &self.groups.len()).finish_non_exhaustive()
    }
}

/// A value becomes the label of the stretch it lies in, whether it was met before or not; the root is `*`. Values in no
/// stretch are not in the hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups(GroupsParams);

impl Groups {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "groups",
        takes: "with `order`: under each label its values, or first and last of neighbours",
        doc: "stretches of an order under labels of their own",
        parameters: &[info::ROOT, info::HEIGHT],
    };

    pub(super) fn build<'v>(&self, domain: &Domain<'v>) -> Result<Hierarchy, HierarchyError> {
        let root = self.0.root.clone().unwrap_or_else(|| domain.root());
        let between = usize::from(self.0.height) - 1;
        let stretches = self.stretches();
        let label = |value: &str| {
            let begun = stretches.partition_point(|(stretch, _)| !self.is_before(value, &stretch.first));
            let (stretch, label) = stretches[begun.checked_sub(1)?];
            // The root's own label, met as a value, would stand above itself: it has no place.
            (!self.is_before(&stretch.last, value) && (value != root || label == root)).then_some(label)
        };
        let place = |value: &&'v str| Some((*value, vec![label(value)?.to_string(); between]));
        let mut values = domain.values.clone();
        values.sort_by(|a, b| self.0.collation.compare(a, b));
        // Values with stars or dots in them make names that a reader of labels would misread.
        Hierarchy::from_trusted_paths(domain.paths(between, &root, values.iter().filter_map(place)))
    }

    /// With the root of the hierarchy at hand, and without groups of which the release shows nothing.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Self {
        let mut params = GroupsParams { root: Some(root_of(hierarchy)), ..self.0.clone() };
        if 0 < level && level < hierarchy.height() {
            let labels: HashSet<&str> =
                shown.labels().filter_map(|label| hierarchy.label(level, label)).collect();
            params.groups.retain(|label, _| labels.contains(label.as_str()));
        }
        Self(params)
    }

    /// With the number of groups in their place: their ends may be cells of the data.
    pub(super) fn describe(&self) -> String {
        let groups = self.0.groups.len();
        format!("{groups} {} of neighbours", if groups == 1 { "group" } else { "groups" })
    }

    /// All stretches in order, each with its label.
    fn stretches(&self) -> Vec<(&Stretch, &str)> {
        let groups = self.0.groups.iter();
        let labelled =
            groups.flat_map(|(label, group)| group.iter().map(|stretch| (stretch, label.as_str())));
        let mut stretches: Vec<(&Stretch, &str)> = labelled.collect();
        stretches.sort_by(|(a, _), (b, _)| self.0.collation.compare(&a.first, &b.first));
        stretches
    }

    fn is_before(&self, a: &str, b: &str) -> bool {
        self.0.collation.compare(a, b).is_lt()
    }

    fn print(&self, groups: &str) -> String {
        let GroupsParams { collation, root, height, .. } = &self.0;
        let order = if *collation == Collation::Lexicographic { "lexicographic" } else { "natural" };
        let height = if *height == 2 { String::new() } else { format!(", height = {height}") };
        format!("{{ order = \"{order}\", groups = {groups}{}{height} }}", describe_root(root))
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stretch = |stretch: &Stretch| match stretch.first == stretch.last {
            true => quoted(&stretch.first),
            false => array([quoted(&stretch.first), quoted(&stretch.last)]),
        };
        let group = |(label, stretches): (&String, &Vec<Stretch>)| {
            format!("{} = {}", quoted(label), array(stretches.iter().map(stretch)))
        };
        let groups: Vec<String> = self.0.groups.iter().map(group).collect();
        f.write_str(&self.print(&format!("{{ {} }}", groups.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn params(groups: &[(&str, &[(&str, &str)])]) -> GroupsParams {
        let stretch = |(first, last): &(&str, &str)| Stretch { first: (*first).into(), last: (*last).into() };
        GroupsParams::new(
            groups
                .iter()
                .map(|(label, stretches)| ((*label).into(), stretches.iter().map(stretch).collect())),
        )
    }

    fn recipe(params: GroupsParams) -> Recipe {
        Recipe::Groups(params.check().expect("valid parameters"))
    }

    #[track_caller]
    fn check_refused(params: GroupsParams, expected: &str) {
        assert_eq!(params.check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn values_met_for_the_first_time_find_the_stretch_they_lie_in() {
        let groups = params(&[("few", &[("1", "9")]), ("many", &[("10", "99"), ("item 9", "item 10")])]);
        let values = ["7", "10", "50", "100", "item 9", "item 11"];
        check(&recipe(groups), &values, &["7;few;*", "10;many;*", "50;many;*", "item 9;many;*"]);
    }

    #[test]
    fn the_order_may_be_that_of_characters() {
        let groups =
            GroupsParams { collation: Collation::Lexicographic, ..params(&[("1..2", &[("1", "2")])]) };
        check(&recipe(groups), &["3", "2", "10"], &["10;1..2;*", "2;1..2;*"]);
    }

    #[test]
    fn a_value_that_is_the_roots_label_has_no_place() {
        let groups = GroupsParams { root: Some("b".into()), height: 3, ..params(&[("a..c", &[("a", "c")])]) };
        check(&recipe(groups), &["a", "b"], &["a;a..c;a..c;b"]);
    }

    #[test]
    fn groups_that_overlap_or_end_before_they_begin_are_refused() {
        check_refused(
            params(&[("x", &[("a", "m")]), ("y", &[("m", "z")])]),
            "two stretches of the groups overlap; a value stands in one group only",
        );
        check_refused(
            params(&[("x", &[("10", "9")])]),
            "a stretch of the groups ends before it begins, in the order given",
        );
        check_refused(
            GroupsParams { height: 1, ..params(&[]) },
            "height = 1: with groups, the root stands on level 2 or more",
        );
    }

    #[test]
    fn it_prints_as_toml_and_without_values_in_words() {
        let recipe = recipe(params(&[("a..c", &[("a", "c")]), ("x", &[("x", "x")])]));
        let expected = r#"{ order = "natural", groups = { "a..c" = [["a", "c"]], "x" = ["x"] } }"#;
        assert_eq!(recipe.to_string(), expected);
        assert_eq!(recipe.describe(), "2 groups of neighbours");
        assert!(!format!("{recipe:?}").contains('x'));
    }
}

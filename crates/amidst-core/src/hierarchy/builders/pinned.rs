//! From a recipe to one that gives the next batch the same labels.
//!
//! Lengths, fractions, frequencies and neighbours are those of the values at hand; another batch has others. A pinned
//! recipe has everything written out that one level needs, so that a value's label there depends on that value alone.
//! What is written out are values of the data only where the labels shown on that level name them, and those name no value
//! that is not released.
//!
//! Values listed by hand stay below the labels that are shown, all of them: to leave out those that no row has would tell
//! which values hide behind a label. Labels that are not shown go with everything below them.

use std::collections::BTreeMap;

use super::{
    Collation, GroupsParams, Node, Recipe, ReleasedLabels, Stretch, Suppression, TreeParams, root_of,
};
use crate::Hierarchy;

impl Recipe {
    /// The recipe under which every batch is labelled on `level` as this one was, of which this recipe made `hierarchy`;
    /// `shown` holds what is released there, and is no secret.
    ///
    /// The height stays the same. A value that `shown` does not show, or that was not met before, goes where the recipe
    /// places it, and nowhere if only its neighbours could tell.
    pub fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Self {
        match self {
            Self::Prefix(recipe) => recipe.pinned(hierarchy),
            Self::Interval(recipe) => Self::Interval(recipe.pinned(hierarchy)),
            Self::Order(recipe) => recipe.pinned(hierarchy, level, shown),
            Self::Groups(recipe) => Self::Groups(recipe.pinned(hierarchy, level, shown)),
            Self::Frequency(recipe) => recipe.pinned(hierarchy, level, shown),
            Self::Keep(recipe) => recipe.pinned(hierarchy, level, shown),
            Self::Tree(recipe) => self.pinned_list(&recipe.values(), hierarchy, level, shown),
            Self::Suppression(_) => Self::Suppression(Suppression::pinned(hierarchy)),
            // Nothing of it depends on the values at hand, and it names none.
            Self::Date(_) => self.clone(),
        }
    }

    /// For a recipe that lists all its values: those below labels that are shown. On the level of the root there is nothing
    /// to tell apart.
    pub(super) fn pinned_list(
        &self,
        values: &[&str],
        hierarchy: &Hierarchy,
        level: u8,
        shown: &ReleasedLabels,
    ) -> Self {
        if level == hierarchy.height() {
            return Self::Suppression(Suppression::pinned(hierarchy));
        }
        let kept: Vec<(&str, &str)> = values
            .iter()
            .filter_map(|value| Some((*value, shown.label_of(hierarchy, level, value)?)))
            .collect();
        if kept.len() == values.len() {
            return self.clone();
        }
        let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        kept.into_iter().for_each(|(value, label)| groups.entry(label).or_default().push(value));
        let branch = |(label, values): (&&str, &Vec<&str>)| branch(label, values, hierarchy.height());
        let nodes = groups.iter().flat_map(branch).collect();
        let root = root_of(hierarchy);
        match (TreeParams { root: root.clone(), nodes }.check(), hierarchy.height()) {
            // An order has a leaf for missing cells, which a tree has not.
            (Ok(tree), _) if !matches!(self, Self::Order(_)) => Self::Tree(tree),
            // No value is shown, only missing cells.
            (_, 1) => Self::Suppression(Suppression::pinned(hierarchy)),
            // Names of neighbours that a tree may not have.
            (_, height) => {
                let stretch = |value: &str| Stretch { first: value.into(), last: value.into() };
                let stretches = |values: Vec<&str>| values.into_iter().map(stretch).collect();
                let groups = groups.into_iter().map(|(label, values)| (label.into(), stretches(values)));
                let collation = Collation::Lexicographic;
                let params =
                    GroupsParams { collation, root: Some(root), height, ..GroupsParams::new(groups) };
                Self::Groups(params.check().expect("a value is listed once"))
            }
        }
    }
}

/// Values under a label on every level below the root; the root stands on level `height`.
fn branch(label: &str, values: &[&str], height: u8) -> Vec<Node> {
    let leaves = values.iter().map(|value| Node::Leaf((*value).into())).collect();
    (1..height).fold(leaves, |below, _| vec![Node::Inner(label.into(), below)])
}

//! What groups of neighbours are called: their first and their last value, of those that are shown.
//!
//! A hierarchy made of the values at hand knows values of which every row will be suppressed. What leaves the house must
//! not name them, so once it is known what is released, groups are named anew after the values released under them.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt,
    ops::RangeInclusive,
};

use super::{Collation, Recipe};
use crate::{
    Hierarchy,
    hierarchy::{Decimal, paths::formula_sign},
};

/// The labels of a level under which something is released, each with the leaves that are.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ReleasedLabels(BTreeMap<u32, BTreeSet<u32>>);

impl ReleasedLabels {
    /// The labels above some leaves.
    pub fn new(hierarchy: &Hierarchy, level: u8, released: impl IntoIterator<Item = u32>) -> Self {
        let above = hierarchy.ancestors(0, level);
        let mut shown: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for leaf in released {
            shown.entry(above[leaf as usize]).or_default().insert(leaf);
        }
        Self(shown)
    }

    /// Whether something is released under a label.
    pub fn contains(&self, label: u32) -> bool {
        self.0.contains_key(&label)
    }

    /// The labels, ascending.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = u32> {
        self.0.keys().copied()
    }

    /// The label that a value stands under, if something is released under it.
    pub(super) fn label_of<'h>(&self, hierarchy: &'h Hierarchy, level: u8, value: &str) -> Option<&'h str> {
        let leaf = hierarchy.leaf(Some(value))?;
        let label = (0..level).fold(leaf, |below, level| hierarchy.parents(level)[below as usize]);
        self.contains(label).then(|| hierarchy.label(level, label))?
    }

    /// The values released under each label; not those of missing cells, which are no neighbours.
    pub(super) fn groups<'h>(&self, hierarchy: &'h Hierarchy, level: u8) -> Vec<Vec<&'h str>> {
        let known = self.0.iter().filter(|(label, _)| hierarchy.label(level, **label).is_some());
        known.map(|(_, leaves)| values(hierarchy, leaves.iter().copied())).collect()
    }
}

/// Leaves may be cells of the data: only the number of labels is told.
impl fmt::Debug for ReleasedLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown").field("labels", &self.0.len()).finish_non_exhaustive()
    }
}

fn values(hierarchy: &Hierarchy, leaves: impl Iterator<Item = u32>) -> Vec<&str> {
    leaves.filter_map(|leaf| hierarchy.label(0, leaf)).collect()
}

/// An order in which groups of neighbours are named after their ends, `a..d`.
///
/// Numbers that stand in another order than that of their size would make such names misleading: their groups list
/// their values instead, `{3, 1}`. A group of one value is called by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    collation: Collation,
}

impl From<Collation> for Neighbours {
    fn from(collation: Collation) -> Self {
        Self { collation }
    }
}

impl Recipe {
    /// The order in which this recipe names groups after the values at hand, if it does.
    pub fn neighbours(&self) -> Option<Neighbours> {
        match self {
            Self::Order(recipe) => recipe.neighbours(),
            _ => None,
        }
    }
}

impl Neighbours {
    pub(super) fn new(collation: Collation) -> Self {
        Self { collation }
    }

    /// The order.
    pub fn collation(self) -> Collation {
        self.collation
    }

    /// What to call the labels of a level between leaves and root: those shown after what is released under them, and then
    /// all others, which are named for whoever knows the source anyway, and like none of those shown. `None` is the
    /// missing value.
    pub fn labels(self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Vec<Option<String>> {
        let groups = shown.groups(hierarchy, level);
        let mut labels: Vec<Option<String>> = vec![None; hierarchy.width(level)];
        let known = |label: &u32| hierarchy.label(level, *label).is_some();
        let names = self.names(&groups, &[]);
        let others: Vec<u32> =
            (0..labels.len() as u32).filter(|label| !shown.contains(*label)).filter(known).collect();
        let members = |label: &u32| values(hierarchy, hierarchy.leaf_range(level, *label));
        let taken: Vec<&str> = names.iter().map(String::as_str).collect();
        let further = self.names(&others.iter().map(members).collect::<Vec<_>>(), &taken);
        let places = shown.labels().filter(known).chain(others);
        places
            .zip(names.iter().cloned().chain(further))
            .for_each(|(label, name)| labels[label as usize] = Some(name));
        labels
    }

    /// What to call groups, whatever the order of their values; none is called like another, or as one of `taken`.
    pub fn names(self, groups: &[Vec<&str>], taken: &[&str]) -> Vec<String> {
        let alone = groups.iter().filter(|members| members.len() == 1).map(|members| members[0]);
        let mut namer = Namer::new(self.is_by_ends(groups), taken.iter().copied());
        // Values come first: a group must not take the name of one.
        let alone: Vec<String> = alone.map(|value| namer.free(value.to_owned())).collect();
        let mut alone = alone.into_iter();
        let mut name = |members: &Vec<&str>| match members.len() {
            1 => alone.next().expect("as many as were counted"),
            _ => namer.name(&self.sorted(members)),
        };
        groups.iter().map(&mut name).collect()
    }

    /// The leaves that a name stands for in a hierarchy over the values that it was made of: from the first it names to the
    /// last. `None` if it names none.
    pub fn read(self, hierarchy: &Hierarchy, name: &str) -> Option<RangeInclusive<u32>> {
        let name = match name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) {
            Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => name,
        };
        let leaf = |value: &str| hierarchy.leaf(Some(value));
        let between = |first: &str, last: &str| Some(leaf(first)?..=leaf(last)?).filter(|it| !it.is_empty());
        let ends = |name: &str| {
            name.match_indices("..").find_map(|(at, dots)| between(&name[..at], &name[at + dots.len()..]))
        };
        let inner = |open, close| name.strip_prefix(open).and_then(|name| name.strip_suffix(close));
        let listed = inner('{', '}').and_then(|list| {
            let leaves: Option<Vec<u32>> = list.split(", ").map(leaf).collect();
            leaves.and_then(|leaves| Some(*leaves.iter().min()?..=*leaves.iter().max()?))
        });
        between(name, name).or_else(|| ends(name)).or_else(|| inner('[', ']').and_then(ends)).or(listed)
    }

    /// Values in order.
    pub(super) fn sorted<'v>(self, values: &[&'v str]) -> Vec<&'v str> {
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| self.collation.compare(a, b));
        sorted
    }

    /// Whether naming groups after their ends is true to all their values.
    pub(super) fn is_by_ends(self, groups: &[Vec<&str>]) -> bool {
        is_by_ends(&self.sorted(&groups.concat()))
    }
}

/// Whether values in an order are no numbers, or ascend by size too.
pub(super) fn is_by_ends(values: &[&str]) -> bool {
    let numbers: Option<Vec<Decimal>> = values.iter().map(|value| value.trim().parse().ok()).collect();
    numbers.is_none_or(|numbers| numbers.is_sorted())
}

/// Names groups so that no two, and no group and value, are named alike.
pub(super) struct Namer {
    by_ends: bool,
    taken: HashSet<String>,
}

impl Namer {
    /// With some names taken.
    pub fn new<'v>(by_ends: bool, taken: impl Iterator<Item = &'v str>) -> Self {
        Self { by_ends, taken: taken.map(String::from).collect() }
    }

    /// Names a group of several values, which are in order.
    pub fn name(&mut self, members: &[&str]) -> String {
        let (first, last) = (members[0], members[members.len() - 1]);
        self.free(match (self.by_ends, formula_sign(first)) {
            (true, None) => format!("{first}..{last}"),
            (true, Some(_)) => format!("[{first}..{last}]"),
            (false, _) => format!("{{{}}}", members.join(", ")),
        })
    }

    /// A name, with a number if it is taken; from now on it is.
    fn free(&mut self, name: String) -> String {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.taken.contains(name));
        let name = free.expect("finitely many names are taken");
        self.taken.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(collation: Collation, groups: &[&[&str]], taken: &[&str], expected: &[&str]) {
        let groups: Vec<Vec<&str>> = groups.iter().map(|members| members.to_vec()).collect();
        assert_eq!(Neighbours::new(collation).names(&groups, taken), expected);
    }

    #[test]
    fn a_group_is_called_by_its_ends_whatever_the_order_it_comes_in() {
        check(
            Collation::Natural,
            &[&["d", "b", "c"], &["item 10", "item 9"]],
            &[],
            &["b..d", "item 9..item 10"],
        );
        check(Collation::Natural, &[&["x"], &["-1", "-2"]], &[], &["x", "[-2..-1]"]);
    }

    #[test]
    fn numbers_out_of_order_are_listed() {
        check(Collation::Lexicographic, &[&["3", "10"], &["4"]], &[], &["{10, 3}", "4"]);
        check(Collation::Lexicographic, &[&["3", "10"], &["x"]], &[], &["10..3", "x"]);
    }

    #[test]
    fn no_two_groups_are_called_alike_nor_a_group_like_a_value() {
        check(Collation::Natural, &[&["a", "b"], &["a..b"]], &[], &["a..b (2)", "a..b"]);
        check(Collation::Natural, &[&["a"], &["b", "c"]], &["a", "b..c"], &["a (2)", "b..c (2)"]);
    }

    #[test]
    fn groups_are_named_after_what_is_released_and_the_others_like_none_of_them() {
        let hierarchy = |lines: &[&str]| {
            let label = |label: &str| (label != "NA").then(|| label.into());
            let path = |line: &&str| line.split(';').map(label).collect();
            Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid hierarchy")
        };
        let towns = ["a;a..d;*", "b;a..d;*", "c;a..d;*", "d;a..d;*", "e;e..f;*", "f;e..f;*", "NA;NA;*"];
        let towns = hierarchy(&towns);
        let shown = ReleasedLabels::new(&towns, 1, [1, 2, 6]);
        let labels = Neighbours::new(Collation::Natural).labels(&towns, 1, &shown);
        assert_eq!(labels, [Some("b..c".to_owned()), Some("e..f".to_owned()), None]);
        let clash = hierarchy(&["b;b..x;*", "c;b..x;*", "x;b..x;*", "b..c;y;*"]);
        let labels =
            Neighbours::new(Collation::Natural).labels(&clash, 1, &ReleasedLabels::new(&clash, 1, [0, 1]));
        assert_eq!(labels, [Some("b..c".to_owned()), Some("b..c (2)".to_owned())]);
    }

    #[test]
    fn names_are_read_as_the_values_between_their_ends() {
        let values = ["-2;*", "-1;*", "a;*", "b..c;*", "d;*", "e (2);*"];
        let path = |line: &str| line.split(';').map(|label| Some(label.into())).collect();
        let hierarchy = Hierarchy::from_paths(values.map(path).into()).expect("a valid hierarchy");
        let read = |name: &str| Neighbours::new(Collation::Natural).read(&hierarchy, name);
        assert_eq!((read("a..d"), read("a..b..c"), read("b..c..d")), (Some(2..=4), Some(2..=3), Some(3..=4)));
        assert_eq!(
            (read("[-2..-1]"), read("{-2, a}"), read("a..d (2)")),
            (Some(0..=1), Some(0..=2), Some(2..=4))
        );
        assert_eq!((read("d"), read("d..a"), read("x"), read("*")), (Some(4..=4), None, None, None));
    }

    #[test]
    fn debug_tells_no_value() {
        let shown = ReleasedLabels(BTreeMap::from([(7, BTreeSet::from([9]))]));
        assert_eq!(format!("{shown:?}"), "Shown { labels: 1, .. }");
    }
}

//! Neighbours in an order, joined so many at a time until one group is left.

use std::{
    collections::{BTreeSet, HashSet},
    fmt,
    ops::Range,
};

use super::{Collation, Domain, GroupsParams, Recipe, Stretch, Suppression, array, quoted, refuse, root_of};
use crate::{
    Hierarchy, HierarchyError,
    hierarchy::{Decimal, Path, paths::formula_sign},
};

/// Parameters of [`Order`], unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderParams {
    /// The order of the values.
    pub sort: Sort,
    /// How many neighbours are joined on each level.
    pub fanout: usize,
}

/// An order of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Numbers by size, then texts as people sort them: `item 9` before `item 10`.
    Natural,
    /// Character by character.
    Lexicographic,
    /// As listed. The list makes the leaves, whatever the data holds.
    Given(Vec<String>),
}

impl OrderParams {
    /// Checks them.
    pub fn check(self) -> Result<Order, HierarchyError> {
        if self.fanout < 2 {
            return Err(refuse(format!(
                "fanout = {}: at least 2 neighbours must be joined on each level",
                self.fanout
            )));
        }
        if let Sort::Given(values) = &self.sort {
            let distinct: HashSet<&String> = values.iter().collect();
            if values.is_empty() || distinct.len() < values.len() {
                let repeated = values.len() - distinct.len();
                return Err(refuse(format!(
                    "the list of an order needs at least one value and each only once; {repeated} repeat"
                )));
            }
        }
        Ok(Order(self))
    }
}

/// Groups of neighbours are named after their ends, `a..d`; the root is `*`.
///
/// Numbers that stand in another order than that of their size would make such names misleading: their groups list
/// their values instead, `{3, 1}`.
///
/// Either way a group's name shows values of the data: for columns whose single values are telling, such as surnames,
/// take another recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(OrderParams);

impl Order {
    /// How many neighbours are joined.
    pub(super) fn in_words(&self) -> String {
        format!("neighbours, {} at a time", self.0.fanout)
    }

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        let mut values = domain.values.clone();
        match &self.0.sort {
            Sort::Natural => {}
            Sort::Lexicographic => values.sort_unstable(),
            Sort::Given(list) => values = list.iter().map(String::as_str).collect(),
        }
        let sizes = sizes(values.len(), self.0.fanout);
        let mut names = Names::new(&values);
        let mut labels: Vec<Vec<String>> = vec![Vec::with_capacity(sizes.len()); values.len()];
        for size in &sizes {
            for start in (0..values.len()).step_by(*size) {
                let group = start..values.len().min(start + size);
                let name = names.name(group.clone());
                labels[group].iter_mut().for_each(|labels| labels.push(name.clone()));
            }
        }
        let root = super::star_root(values.iter().copied().map(Some));
        let paths: Vec<Path> = domain.paths(sizes.len(), &root, values.iter().copied().zip(labels));
        // Values with stars or dots in them make names that a reader of labels would misread.
        Hierarchy::from_trusted_paths(paths)
    }

    /// With the groups shown on a level of the hierarchy at hand, each known by the values that its name shows.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &BTreeSet<u32>) -> Recipe {
        let collation = match &self.0.sort {
            Sort::Natural => Collation::Natural,
            Sort::Lexicographic => Collation::Lexicographic,
            Sort::Given(_) => return Recipe::Order(self.clone()),
        };
        if level == 0 || level == hierarchy.height() {
            return Recipe::Suppression(Suppression::pinned(hierarchy));
        }
        let values: Vec<&str> = hierarchy.labels(0).flatten().collect();
        let by_ends = Names::new(&values).by_ends;
        let stretch = |first: &str, last: &str| Stretch { first: first.into(), last: last.into() };
        let group = |&index: &u32| {
            let members: Vec<&str> =
                hierarchy.leaf_range(level, index).filter_map(|leaf| hierarchy.label(0, leaf)).collect();
            let stretches = match members.as_slice() {
                [first, .., last] if by_ends => vec![stretch(first, last)],
                listed => listed.iter().map(|value| stretch(value, value)).collect(),
            };
            Some((hierarchy.label(level, index)?.to_string(), stretches))
        };
        let params = GroupsParams {
            collation,
            root: Some(root_of(hierarchy)),
            height: hierarchy.height(),
            ..GroupsParams::new(shown.iter().filter_map(group))
        };
        Recipe::Groups(params.check().expect("groups of neighbours do not overlap"))
    }
}

/// How many values a group has at most on each level between the leaves and the root.
fn sizes(values: usize, fanout: usize) -> Vec<usize> {
    std::iter::successors(Some(fanout), |size| size.checked_mul(fanout))
        .take_while(|size| *size < values)
        .collect()
}

/// Names groups so that no two, and no group and value, are named alike.
struct Names<'v> {
    values: &'v [&'v str],
    /// Whether naming a group after its ends is true to all its values.
    by_ends: bool,
    taken: HashSet<String>,
}

impl<'v> Names<'v> {
    fn new(values: &'v [&'v str]) -> Self {
        let numbers: Option<Vec<Decimal>> = values.iter().map(|value| value.trim().parse().ok()).collect();
        let by_ends = numbers.is_none_or(|numbers| numbers.is_sorted());
        Self { values, by_ends, taken: values.iter().map(|value| (*value).to_string()).collect() }
    }

    fn name(&mut self, group: Range<usize>) -> String {
        let members = &self.values[group];
        let (first, last) = (members[0], members[members.len() - 1]);
        if members.len() == 1 {
            return first.to_string();
        }
        let name = match (self.by_ends, formula_sign(first)) {
            (true, None) => format!("{first}..{last}"),
            (true, Some(_)) => format!("[{first}..{last}]"),
            (false, _) => format!("{{{}}}", members.join(", ")),
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.taken.contains(name));
        let name = free.expect("finitely many names are taken");
        self.taken.insert(name.clone());
        name
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match &self.0.sort {
            Sort::Natural => quoted("natural"),
            Sort::Lexicographic => quoted("lexicographic"),
            Sort::Given(values) => array(values.iter().map(|value| quoted(value))),
        };
        write!(f, "{{ order = {order}, fanout = {} }}", self.0.fanout)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn recipe(sort: Sort, fanout: usize) -> Recipe {
        Recipe::Order(OrderParams { sort, fanout }.check().expect("valid parameters"))
    }

    fn given(values: &[&str]) -> Sort {
        Sort::Given(values.iter().map(|value| value.to_string()).collect())
    }

    #[test]
    fn neighbours_are_joined_until_one_group_is_left() {
        let expected = ["a;a..b;a..d;*", "b;a..b;a..d;*", "c;c..d;a..d;*", "d;c..d;a..d;*", "e;e;e;*"];
        check(&recipe(Sort::Natural, 2), &["e", "b", "a", "d", "c"], &expected);
    }

    #[test]
    fn a_group_of_all_is_the_root() {
        check(&recipe(Sort::Natural, 3), &["b", "a", "c"], &["a;*", "b;*", "c;*"]);
    }

    #[test]
    fn numbers_go_by_size() {
        let expected = ["-10;[-10..-9];*", "-9;[-10..-9];*", "2;2..10;*", "10;2..10;*"];
        check(&recipe(Sort::Natural, 2), &["10", "2", "-9", "-10"], &expected);
    }

    #[test]
    fn numbers_out_of_order_are_listed() {
        let expected = ["1;{1, 10};*", "10;{1, 10};*", "3;3;*"];
        check(&recipe(Sort::Lexicographic, 2), &["1", "3", "10"], &expected);
    }

    #[test]
    fn a_given_order_is_kept_and_makes_the_leaves() {
        let expected = ["low;low..mid;*", "mid;low..mid;*", "high;high;*"];
        check(&recipe(given(&["low", "mid", "high"]), 2), &["mid", "unheard of"], &expected);
    }

    #[test]
    fn groups_never_share_a_name() {
        let expected = ["a;a..b..c;*", "b..c;a..b..c;*", "a..b;a..b..c (2);*", "c;a..b..c (2);*"];
        check(&recipe(given(&["a", "b..c", "a..b", "c"]), 2), &[], &expected);
        let expected = ["a;a..b (2);*", "b;a..b (2);*", "a..b;a..b;*"];
        check(&recipe(given(&["a", "b", "a..b"]), 2), &[], &expected);
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let error = OrderParams { sort: Sort::Natural, fanout: 1 }.check().unwrap_err();
        assert_eq!(error.to_string(), "fanout = 1: at least 2 neighbours must be joined on each level");
        let error = OrderParams { sort: given(&["a", "a"]), fanout: 2 }.check().unwrap_err();
        let expected = "the list of an order needs at least one value and each only once; 1 repeat";
        assert_eq!(error.to_string(), expected);
        assert!(OrderParams { sort: given(&[]), fanout: 2 }.check().is_err());
    }

    #[test]
    fn it_prints_as_toml() {
        assert_eq!(recipe(Sort::Natural, 4).to_string(), "{ order = \"natural\", fanout = 4 }");
        assert_eq!(recipe(given(&["a", "b"]), 2).to_string(), "{ order = [\"a\", \"b\"], fanout = 2 }");
    }
}

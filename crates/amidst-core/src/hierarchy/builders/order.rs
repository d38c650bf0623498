//! Neighbours in an order, joined so many at a time until one group is left.

use std::{collections::HashSet, fmt};

use super::{
    BuilderInfo, Collation, Domain, GroupsParams, Neighbours, Recipe, ReleasedLabels, Stretch, Suppression,
    array,
    neighbours::{Namer, is_by_ends},
    quoted, refuse, root_of,
};
use crate::{
    Hierarchy, HierarchyError,
    hierarchy::Path,
    parameter::{ParamDefault, ParamInfo, ParamKind},
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

/// Groups of neighbours are named after their ends, `a..d`; the root is `*`. Those of values at hand are named anew once it
/// is known what is released: see [`Neighbours`].
///
/// Either way a group's name shows values of the data: for columns whose single values are telling, such as surnames,
/// take another recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(OrderParams);

const FANOUT: ParamInfo = ParamInfo::optional(
    "fanout",
    ParamKind::Whole { least: 2 },
    "how many neighbours are joined on each level",
)
.or(ParamDefault::Number(2.0));

impl Order {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "order",
        takes: "`\"natural\"`, `\"lexicographic\"`, or the values in order",
        doc: "neighbours joined level by level",
        parameters: &[FANOUT],
    };

    /// How many neighbours are joined.
    pub(super) fn describe(&self) -> String {
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
        let mut namer = Namer::new(is_by_ends(&values), values.iter().copied());
        let mut labels: Vec<Vec<String>> = vec![Vec::with_capacity(sizes.len()); values.len()];
        for size in &sizes {
            for (members, labels) in values.chunks(*size).zip(labels.chunks_mut(*size)) {
                let name = match members {
                    [value] => (*value).to_owned(),
                    members => namer.name(members),
                };
                labels.iter_mut().for_each(|labels| labels.push(name.clone()));
            }
        }
        let root = super::star_root(values.iter().copied().map(Some));
        let paths: Vec<Path> = domain.paths(sizes.len(), &root, values.iter().copied().zip(labels));
        // Values with stars or dots in them make names that a reader of labels would misread.
        Hierarchy::from_trusted_paths(paths)
    }

    /// The order that names are made in, if they are made of the values at hand.
    pub(super) fn neighbours(&self) -> Option<Neighbours> {
        match &self.0.sort {
            Sort::Natural => Some(Neighbours::new(Collation::Natural)),
            Sort::Lexicographic => Some(Neighbours::new(Collation::Lexicographic)),
            Sort::Given(_) => None,
        }
    }

    /// With the groups shown on a level of the hierarchy at hand, each known by the values that its name shows.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Recipe {
        if let Sort::Given(list) = &self.0.sort {
            let list: Vec<&str> = list.iter().map(String::as_str).collect();
            return Recipe::Order(self.clone()).pinned_list(&list, hierarchy, level, shown);
        }
        let Some(neighbours) = self.neighbours() else { return Recipe::Order(self.clone()) };
        if level == 0 || level == hierarchy.height() {
            return Recipe::Suppression(Suppression::pinned(hierarchy));
        }
        let groups = shown.groups(hierarchy, level);
        let names = neighbours.names(&groups, &[]);
        let by_ends = neighbours.is_by_ends(&groups);
        let stretch = |first: &str, last: &str| Stretch { first: first.into(), last: last.into() };
        let stretches = |members: &[&str]| match neighbours.sorted(members).as_slice() {
            [first, .., last] if by_ends => vec![stretch(first, last)],
            listed => listed.iter().map(|value| stretch(value, value)).collect(),
        };
        let stretches = groups.iter().map(|members| stretches(members));
        let params = GroupsParams {
            collation: neighbours.collation(),
            root: Some(root_of(hierarchy)),
            height: hierarchy.height(),
            ..GroupsParams::new(names.into_iter().zip(stretches))
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

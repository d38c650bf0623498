//! Laying a hierarchy over the values that a column really holds.
//!
//! A missing cell that the hierarchy does not list becomes a leaf of its own, which stays itself until the root: a
//! missing value is a value like any other. Any other value that is not listed is the caller's decision.

use std::collections::HashSet;

use super::{Hierarchy, HierarchyError, NearMisses, Path, Unmapped, label_contains, natural};
use crate::{Coded, Dictionary};

/// A hierarchy that covers a column, and where each value of the column stands in it.
#[derive(Clone, Debug)]
pub struct HierarchyMapping {
    /// The hierarchy, with added leaves where the column needed them.
    pub hierarchy: Hierarchy,
    /// For each code of the column's dictionary its leaf, or [`HierarchyMapping::UNMAPPED`].
    pub leaves: Vec<u32>,
    /// The dictionary codes whose rows must be suppressed, ascending. Empty unless [`OnUnmapped::Suppress`] was asked.
    pub suppressed: Vec<u32>,
    /// The values that were not in the hierarchy; none of them if all were.
    pub unmapped: Unmapped,
}

impl HierarchyMapping {
    /// Stands in [`HierarchyMapping::leaves`] for a value whose rows must be suppressed.
    pub const UNMAPPED: u32 = u32::MAX;
}

/// What to do with values that a hierarchy does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUnmapped {
    /// Refuse.
    #[default]
    Error,
    /// Suppress their rows.
    Suppress,
    /// Put them directly below the root: at level 0 they are themselves, on every other level the root.
    Root,
}

impl Hierarchy {
    /// Finds the leaf of every value of a column; adds a leaf for missing cells if the hierarchy has none.
    pub fn map_column(
        &self,
        column: &Coded,
        on_unmapped: OnUnmapped,
    ) -> Result<HierarchyMapping, HierarchyError> {
        self.map_column_with_markers::<&str>(column, on_unmapped, &[])
    }

    /// Like [`Hierarchy::map_column`], but missing cells take the leaf of the first of `markers` that the hierarchy lists:
    /// a file may place `?` or the empty text explicitly.
    pub fn map_column_with_markers<S: AsRef<str>>(
        &self,
        column: &Coded,
        on_unmapped: OnUnmapped,
        markers: &[S],
    ) -> Result<HierarchyMapping, HierarchyError> {
        let values = &column.dictionary;
        let marked = markers.iter().find_map(|marker| self.leaf(Some(marker.as_ref())));
        let listed: Vec<Option<u32>> = values.iter().map(|value| self.leaf(value)).collect();
        let unlisted = |code: &u32| listed[*code as usize].is_none();
        let unmapped_codes: Vec<u32> = (0..values.len() as u32)
            .filter(|code| Some(*code) != values.missing() && unlisted(code))
            .collect();
        let unmapped = self.count(column, &unmapped_codes);
        if !unmapped_codes.is_empty() && on_unmapped == OnUnmapped::Error {
            return Err(HierarchyError::Unmapped(unmapped));
        }
        let adopted = if on_unmapped == OnUnmapped::Root { unmapped_codes.as_slice() } else { &[] };
        let orphan_missing = values.missing().is_some_and(|code| unlisted(&code)) && marked.is_none();
        let suppressed =
            if on_unmapped == OnUnmapped::Suppress { unmapped_codes.clone() } else { Vec::new() };
        if adopted.is_empty() && !orphan_missing {
            let leaf = |(code, leaf): (usize, &Option<u32>)| {
                let is_missing = values.missing() == Some(code as u32);
                leaf.or_else(|| marked.filter(|_| is_missing)).unwrap_or(HierarchyMapping::UNMAPPED)
            };
            let leaves = listed.iter().enumerate().map(leaf).collect();
            return Ok(HierarchyMapping { hierarchy: self.clone(), leaves, suppressed, unmapped });
        }
        let hierarchy = self.extended(values, adopted, orphan_missing)?;
        let leaf_of = |value: Option<&str>| {
            // Leaves have moved if any were added, so the marker is looked up again.
            let marked = || markers.iter().find_map(|marker| hierarchy.leaf(Some(marker.as_ref())));
            let leaf = hierarchy.leaf(value).or_else(|| value.is_none().then(marked).flatten());
            leaf.unwrap_or(HierarchyMapping::UNMAPPED)
        };
        let leaves: Vec<u32> = values.iter().map(leaf_of).collect();
        Ok(HierarchyMapping { hierarchy, leaves, suppressed, unmapped })
    }

    fn count(&self, column: &Coded, unmapped_codes: &[u32]) -> Unmapped {
        if unmapped_codes.is_empty() {
            return Unmapped::default();
        }
        let histogram = column.histogram();
        let values = || unmapped_codes.iter().filter_map(|&code| column.dictionary.value(code));
        Unmapped {
            values: unmapped_codes.len(),
            rows: unmapped_codes.iter().map(|&code| histogram[code as usize]).sum(),
            near: NearMisses::count(&self.leaves, values()),
        }
    }

    fn extended(
        &self,
        values: &Dictionary,
        adopted: &[u32],
        with_missing: bool,
    ) -> Result<Self, HierarchyError> {
        let mut paths: Vec<Path> = self.paths().collect();
        if self.height() == 0 {
            let root = star_root(self.labels(0).chain(values.iter()));
            paths.iter_mut().for_each(|path| path.push(Some(root.as_str().into())));
        }
        let height = paths[0].len() - 1;
        let root = paths[0][height].clone();
        let mut adopted: Vec<&str> = adopted.iter().filter_map(|&code| values.value(code)).collect();
        natural::sort(&mut adopted);
        let label = root.as_deref().expect("only a hierarchy of one level has no root label");
        let outside = adopted.iter().filter(|value| label_contains(label, value) == Some(false)).count();
        if outside > 0 {
            return Err(HierarchyError::OutsideRoot { values: outside });
        }
        let below_root = |first: Option<&str>, between: &Option<Box<str>>| {
            let mut path: Path = vec![between.clone(); height + 1];
            path[0] = first.map(Box::from);
            path[height].clone_from(&root);
            path
        };
        paths.extend(adopted.iter().map(|value| below_root(Some(value), &root)));
        paths.extend(with_missing.then(|| below_root(None, &None)));
        Self::from_trusted_paths(paths)
    }
}

/// The root label of choice: a star, or as many as it takes to differ from every value.
pub(super) fn star_root<'a>(values: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let only_stars = |value: &&str| !value.is_empty() && value.bytes().all(|byte| byte == b'*');
    let taken: HashSet<usize> = values.into_iter().flatten().filter(only_stars).map(str::len).collect();
    let stars = (1..).find(|stars| !taken.contains(stars)).expect("there are finitely many values");
    "*".repeat(stars)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hierarchy(lines: &[&str]) -> Hierarchy {
        let path = |line: &&str| line.split(';').map(|label| Some(label.into())).collect();
        Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid hierarchy")
    }

    fn column(cells: &[Option<&str>]) -> Coded {
        Coded::from_texts(cells.iter().copied())
    }

    fn path(hierarchy: &Hierarchy, value: Option<&str>) -> Vec<Option<String>> {
        let leaf = hierarchy.leaf(value).expect("a leaf");
        hierarchy.path(leaf).into_iter().map(|label| label.map(String::from)).collect()
    }

    #[test]
    fn every_code_finds_its_leaf() {
        let sex = hierarchy(&["male;*", "female;*"]);
        let mapping = sex
            .map_column(&column(&[Some("female"), Some("male"), Some("female")]), OnUnmapped::Error)
            .unwrap();
        assert_eq!(mapping.leaves, [1, 0]);
        assert_eq!(mapping.hierarchy, sex);
        assert_eq!(mapping.unmapped, Unmapped::default());
    }

    #[test]
    fn uncovered_values_are_counted_with_rows_and_near_misses_but_never_shown() {
        let ages = hierarchy(&["Male;*", "Female;*", "1;*"]);
        let cells = [
            Some("male"),
            Some("male"),
            Some("FEMALE"),
            Some(" Male"),
            Some("01"),
            Some("secret"),
            Some("1"),
        ];
        let error = ages.map_column(&column(&cells), OnUnmapped::Error).unwrap_err();
        assert_eq!(
            error.to_string(),
            "5 values in 6 rows are not in its hierarchy; 2 would match if case were ignored, 1 without spaces at its \
             ends, 1 if numbers were spelled alike; add them, or set on_unmapped = \"suppress\" or \"root\""
        );
    }

    #[test]
    fn one_uncovered_value_is_told_in_the_singular() {
        let error = hierarchy(&["a;*"]).map_column(&column(&[Some("x")]), OnUnmapped::Error).unwrap_err();
        let expected =
            "1 value in 1 row is not in its hierarchy; add it, or set on_unmapped = \"suppress\" or \"root\"";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn suppress_marks_the_codes_and_leaves_the_hierarchy_alone() {
        let ages = hierarchy(&["a;*", "b;*"]);
        let mapping =
            ages.map_column(&column(&[Some("x"), Some("b"), Some("y")]), OnUnmapped::Suppress).unwrap();
        assert_eq!(mapping.leaves, [HierarchyMapping::UNMAPPED, 1, HierarchyMapping::UNMAPPED]);
        assert_eq!(mapping.suppressed, [0, 2]);
        assert_eq!(mapping.hierarchy, ages);
        assert_eq!((mapping.unmapped.values, mapping.unmapped.rows), (2, 2));
    }

    #[test]
    fn root_puts_uncovered_values_below_the_root_in_natural_order() {
        let groups = hierarchy(&["a;g;*", "b;g;*"]);
        let mapping =
            groups.map_column(&column(&[Some("10"), Some("9"), Some("a")]), OnUnmapped::Root).unwrap();
        assert_eq!(
            path(&mapping.hierarchy, Some("10")),
            [Some("10".into()), Some("*".into()), Some("*".into())]
        );
        assert_eq!(mapping.leaves, [3, 2, 0]);
        assert!(mapping.suppressed.is_empty());
    }

    #[test]
    fn a_root_that_says_too_much_takes_nobody_in() {
        let zips = hierarchy(&["94138;9413*;941**", "94141;9414*;941**"]);
        let error = zips.map_column(&column(&[Some("10001"), Some("94199")]), OnUnmapped::Root).unwrap_err();
        assert_eq!(error, HierarchyError::OutsideRoot { values: 1 });
    }

    #[test]
    fn missing_cells_get_a_leaf_that_stays_itself_until_the_root() {
        let groups = hierarchy(&["a;g;*", "b;h;*"]);
        for on_unmapped in [OnUnmapped::Error, OnUnmapped::Suppress, OnUnmapped::Root] {
            let mapping = groups.map_column(&column(&[None, Some("b")]), on_unmapped).unwrap();
            assert_eq!(mapping.leaves, [2, 1]);
            assert_eq!(path(&mapping.hierarchy, None), [None, None, Some("*".into())]);
        }
    }

    #[test]
    fn a_listed_marker_serves_missing_cells() {
        let groups = hierarchy(&["?;unknown;*", "b;h;*"]);
        let column = column(&[None, Some("b"), Some("z")]);
        let mapping = groups.map_column_with_markers(&column, OnUnmapped::Root, &["", "NA", "?"]).unwrap();
        assert_eq!(mapping.leaves, [0, 1, 2]);
        assert_eq!(mapping.hierarchy.leaf(None), None);
    }

    #[test]
    fn a_single_value_gets_a_root_when_another_joins_it() {
        let one = hierarchy(&["*"]);
        let mapping = one.map_column(&column(&[Some("*"), None]), OnUnmapped::Error).unwrap();
        assert_eq!(path(&mapping.hierarchy, Some("*")), [Some("*".into()), Some("**".into())]);
        assert_eq!(mapping.leaves, [0, 1]);
    }
}

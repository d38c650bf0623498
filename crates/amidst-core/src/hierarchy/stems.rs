//! From stretches of values to a tree, without a path for each value.
//!
//! A column of time stamps has millions of values and a thousand days. Values that share all of their labels make a *stem*: one of
//! them stands for all while the tree is checked, and the others are put beside it afterwards.

use super::{Hierarchy, HierarchyError, Path, paths::starts_above};
use crate::Dictionary;

/// Values in order that share every label above them.
pub(super) struct Stem<'v> {
    /// Between leaf and root, the lowest first.
    pub labels: Vec<String>,
    /// At least one.
    pub values: Vec<&'v str>,
}

impl Hierarchy {
    /// For builders whose labels are known to contain their values, which must be distinct. Missing cells stay themselves on as many
    /// levels between leaf and root as are told, if any are missing.
    ///
    /// The answer is that of one path per value.
    pub(super) fn from_stems(
        stems: Vec<Stem<'_>>,
        root: &str,
        missing: Option<usize>,
    ) -> Result<Self, HierarchyError> {
        let firsts = || stems.iter().map(|stem| (stem.values[0], stem));
        let stood_for = Self::from_trusted_paths(paths(firsts(), root, missing));
        // A value that is also a label may stand above itself, and whatever is wrong is told by the line of its value.
        let others = || stems.iter().flat_map(|stem| &stem.values[1..]);
        match stood_for {
            Ok(tree) if !tree.labels_any(others()) => Ok(tree.with_stems(&stems)),
            _ => {
                let all = stems.iter().flat_map(|stem| stem.values.iter().map(move |value| (*value, stem)));
                Self::from_trusted_paths(paths(all, root, missing))
            }
        }
    }

    /// Whether one of some texts is a label above the leaves.
    fn labels_any<'v>(&self, mut texts: impl Iterator<Item = &'v &'v str>) -> bool {
        let labels = self.upper.iter().flat_map(|level| &level.labels);
        let labels: Dictionary = labels.map(|label| label.as_deref()).collect();
        texts.any(|text| labels.code(Some(text)).is_some())
    }

    /// With all values of each stem where its first one stands.
    fn with_stems(self, stems: &[Stem<'_>]) -> Self {
        let Self { leaves: firsts, mut upper, mut parents } = self;
        let mut stem_of: Vec<Option<&Stem<'_>>> = vec![None; firsts.len()];
        for stem in stems {
            let first = firsts.code(Some(stem.values[0])).expect("it stands for its stem");
            stem_of[first as usize] = Some(stem);
        }
        let size = |stem: &Option<&Stem<'_>>| stem.map_or(1, |stem| stem.values.len());
        let mut leaves = Dictionary::with_capacity(stem_of.iter().map(size).sum());
        let mut leaf_parents = Vec::with_capacity(leaves.len());
        for (stem, &parent) in stem_of.iter().zip(parents.first().map_or(&[][..], |it| it)) {
            match stem {
                Some(stem) => stem.values.iter().for_each(|value| _ = leaves.intern(Some(value))),
                None => _ = leaves.intern(None),
            }
            leaf_parents.resize(leaves.len(), parent);
        }
        parents[0] = leaf_parents;
        let mut starts: Vec<u32> = (0..=leaves.len() as u32).collect();
        for (level, parents) in upper.iter_mut().zip(&parents) {
            starts = starts_above(&starts, parents);
            level.starts.clone_from(&starts);
        }
        Self { leaves, upper, parents }
    }
}

/// One path for each value, and that of missing cells.
fn paths<'v>(
    values: impl Iterator<Item = (&'v str, &'v Stem<'v>)>,
    root: &str,
    missing: Option<usize>,
) -> Vec<Path> {
    let path = |(value, stem): (&str, &Stem<'_>)| {
        let labels = stem.labels.iter().map(|label| Some(label.as_str().into()));
        std::iter::once(Some(value.into())).chain(labels).chain([Some(root.into())]).collect()
    };
    let missing = missing.map(|between| {
        let mut path: Path = vec![None; between + 1];
        path.push(Some(root.into()));
        path
    });
    values.map(path).chain(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stems of so many values each, some of which may share labels.
    #[track_caller]
    fn check(stems: &[(&[&'static str], &[&'static str])], missing: bool) {
        let stems = || {
            let stem = |(labels, values): &(&[&'static str], &[&'static str])| Stem {
                labels: labels.iter().map(ToString::to_string).collect(),
                values: values.to_vec(),
            };
            stems.iter().map(stem).collect::<Vec<Stem<'_>>>()
        };
        let missing = missing.then(|| stems()[0].labels.len());
        let listed = stems();
        let all = listed.iter().flat_map(|stem| stem.values.iter().map(move |value| (*value, stem)));
        let expected = Hierarchy::from_trusted_paths(paths(all, "*", missing));
        assert_eq!(Hierarchy::from_stems(stems(), "*", missing), expected);
        if let Ok(expected) = expected {
            let grown = Hierarchy::from_stems(stems(), "*", missing).expect("as expected");
            for leaf in 0..expected.leaves() as u32 {
                assert_eq!(grown.leaf(expected.label(0, leaf)), Some(leaf));
            }
        }
    }

    #[test]
    fn stems_grow_into_the_tree_of_one_path_per_value() {
        for missing in [false, true] {
            check(
                &[(&["x", "m"], &["a", "b", "c"]), (&["y", "m"], &["d"]), (&["z", "n"], &["e", "f"])],
                missing,
            );
            check(&[(&[], &["a", "b"])], missing);
        }
    }

    #[test]
    fn stretches_apart_that_share_labels_stand_together() {
        check(&[(&["x"], &["a", "b"]), (&["y"], &["c"]), (&["x"], &["d", "e"])], true);
        check(&[(&["x", "m"], &["a", "b"]), (&["y", "n"], &["c"]), (&["z", "m"], &["d", "e"])], false);
    }

    #[test]
    fn values_that_are_labels_are_checked_like_any_path() {
        check(&[(&["x"], &["a", "x"]), (&["y"], &["c"])], false);
        check(&[(&["x"], &["a", "y"]), (&["y"], &["b", "x"])], false);
        check(&[(&["x"], &["a", "*"])], false);
    }

    #[test]
    fn what_is_wrong_is_told_by_the_line_of_its_value() {
        check(&[(&["x"], &["a", "b"]), (&["=y"], &["c"])], false);
        check(&[(&["x", "m"], &["a", "b"]), (&["x", "n"], &["c", "d"])], false);
    }
}

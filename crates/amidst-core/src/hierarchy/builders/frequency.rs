//! Rare values joined into one.

use std::{cmp::Reverse, collections::HashSet, fmt};

use super::{
    BuilderInfo, Domain, KeepParams, Recipe, ReleasedLabels, Suppression, array, in_a_row, info, quoted,
    refuse, root_of,
};
use crate::{Hierarchy, HierarchyError, hierarchy::paths::formula_sign};

/// Parameters of [`Frequency`], unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrequencyParams {
    /// What is rare, level by level.
    pub rare: Rare,
    /// The label that takes the rare values in.
    pub other: String,
    /// If the rows in [`Rare::Below`] are shares of a table's rows, those shares in percent. They are what is told then:
    /// the rows would tell how many the table has.
    pub percent: Option<Vec<u64>>,
}

/// Which values are rare; one entry per level, and each must join at least what the one before joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rare {
    /// Those in fewer rows than this, growing from level to level; and if they are together in fewer rows, the next
    /// rarest too, until they are not.
    Below(Vec<u64>),
    /// All but this many of the most frequent, shrinking from level to level.
    AllBut(Vec<usize>),
}

impl FrequencyParams {
    /// Joins what is rare into `other`.
    pub fn new(rare: Rare) -> Self {
        Self { rare, other: "other".into(), percent: None }
    }

    /// Checks them.
    pub fn check(self) -> Result<Frequency, HierarchyError> {
        let (levels, ordered) = match &self.rare {
            Rare::Below(rows) => (rows.len(), rows.is_sorted_by(|a, b| a < b)),
            Rare::AllBut(values) => (values.len(), values.is_sorted_by(|a, b| a > b)),
        };
        if levels == 0 || !ordered {
            let expected =
                "rows that grow, such as [10, 50], or numbers of values that shrink, such as [20, 5]";
            return Err(refuse(format!("frequency needs {expected}")));
        }
        if self.other.is_empty() || formula_sign(&self.other).is_some() {
            return Err(refuse("the label for rare values must not be empty or begin with =, +, - or @"));
        }
        Ok(Frequency(self))
    }
}

/// Frequent values stay themselves, rare ones become `other`; the root is `*`.
///
/// If a frequent value has the label's own name, the label gets a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequency(FrequencyParams);

impl Frequency {
    /// What joins values below a number of rows, and what it takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "frequency",
        takes: "a number of rows, or several for several levels",
        doc: "values in fewer rows joined into one",
        parameters: &[info::OTHER],
    };
    /// What joins all but some values, and what it takes.
    pub const MOST_FREQUENT_INFO: BuilderInfo = BuilderInfo {
        key: "most_frequent",
        takes: "a number of values, or several for several levels",
        doc: "all but the most frequent values joined into one",
        parameters: &[info::OTHER],
    };

    /// Which values are joined.
    pub(super) fn describe(&self) -> String {
        if let Some(percent) = &self.0.percent {
            return format!("values in fewer than {} % of the rows joined", in_a_row(percent));
        }
        match &self.0.rare {
            Rare::Below(rows) => format!("values in fewer than {} rows joined", in_a_row(rows)),
            Rare::AllBut(values) => format!("all but the {} most frequent values joined", in_a_row(values)),
        }
    }

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        // Rarest first; among equals the last in natural order.
        let mut rarest: Vec<usize> = (0..domain.values.len()).collect();
        rarest.sort_by_key(|&at| (domain.rows[at], Reverse(at)));
        let rows: Vec<u64> = rarest.iter().map(|&at| domain.rows[at]).collect();
        let joined: Vec<usize> = match &self.0.rare {
            Rare::Below(limits) => limits.iter().map(|&limit| joined_below(&rows, limit)).collect(),
            Rare::AllBut(kept) => kept.iter().map(|&kept| rows.len().saturating_sub(kept)).collect(),
        };
        let other = self.label(domain, &rarest, &joined);
        let mut labelled: Vec<(&str, Vec<String>)> =
            domain.values.iter().map(|value| (*value, Vec::new())).collect();
        for (rank, &at) in rarest.iter().enumerate() {
            let value = labelled[at].0;
            let label = |&joined: &usize| if rank < joined { other.clone() } else { value.to_string() };
            labelled[at].1.extend(joined.iter().map(label));
        }
        let is_rare = |labels: &[String]| {
            labels.iter().position(|label| *label == other).map_or(0, |at| labels.len() - at)
        };
        labelled.sort_by_key(|(_, labels)| is_rare(labels));
        // Frequent values may hold stars or look like ranges; they stay themselves, which is always true.
        Hierarchy::from_trusted_paths(domain.paths(joined.len(), &domain.root(), labelled))
    }

    /// The label for rare values: on no level the name of a value that is kept.
    fn label(&self, domain: &Domain<'_>, rarest: &[usize], joined: &[usize]) -> String {
        let always_rare = joined.first().copied().unwrap_or(0);
        self.free_label(&rarest[always_rare..].iter().map(|&at| domain.values[at]).collect())
    }

    /// The label for rare values where these are kept.
    fn free_label(&self, kept: &HashSet<&str>) -> String {
        let other = &self.0.other;
        let numbered = (2..).map(|number| format!("{other} ({number})"));
        let free =
            std::iter::once(other.clone()).chain(numbered).find(|label| !kept.contains(label.as_str()));
        free.expect("there are finitely many values")
    }

    /// With the values kept that are shown on a level of the hierarchy at hand; all others are rare from now on.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &ReleasedLabels) -> Recipe {
        if level == 0 || level == hierarchy.height() {
            return Recipe::Suppression(Suppression::pinned(hierarchy));
        }
        let is_kept = |index: &u32| {
            let leaves = hierarchy.leaf_range(level, *index);
            leaves.len() == 1 && hierarchy.label(0, leaves.start) == hierarchy.label(level, *index)
        };
        let label = |index: u32| hierarchy.label(level, index);
        let (kept, joined): (Vec<u32>, Vec<u32>) = (0..hierarchy.width(level) as u32).partition(is_kept);
        let kept: HashSet<&str> = kept.into_iter().filter_map(label).collect();
        let other = joined.into_iter().find_map(label).map(String::from);
        let params = KeepParams {
            other: other.unwrap_or_else(|| self.free_label(&kept)),
            root: Some(root_of(hierarchy)),
            height: hierarchy.height(),
            ..KeepParams::new(shown.labels().filter(is_kept).filter_map(label).map(String::from))
        };
        Recipe::Keep(params.check().expect("kept values differ from one another and from the others' label"))
    }
}

/// How many of the rarest values are joined so that those below the limit are, and all of them reach it.
fn joined_below(rows: &[u64], limit: u64) -> usize {
    let rare = rows.partition_point(|&rows| rows < limit);
    if rare == 0 {
        return 0;
    }
    let mut together: u64 = rows[..rare].iter().sum();
    let further = rows[rare..].iter().take_while(|&&rows| {
        let falls_short = together < limit;
        together += rows;
        falls_short
    });
    rare + further.count()
}

impl fmt::Display for Frequency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.rare {
            Rare::Below(rows) => write!(f, "{{ frequency = {}", array(rows))?,
            Rare::AllBut(values) => write!(f, "{{ most_frequent = {}", array(values))?,
        }
        if self.0.other != "other" {
            write!(f, ", other = {}", quoted(&self.0.other))?;
        }
        f.write_str(" }")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::lines};
    use super::*;
    use crate::Dictionary;

    fn recipe(rare: Rare) -> Recipe {
        Recipe::Frequency(FrequencyParams::new(rare).check().expect("valid parameters"))
    }

    #[track_caller]
    fn check(rare: Rare, values: &[(&str, u64)], expected: &[&str]) {
        let dictionary: Dictionary = values.iter().map(|(value, _)| Some(*value)).collect();
        let histogram: Vec<u64> = values.iter().map(|(_, rows)| *rows).collect();
        assert_eq!(lines(&recipe(rare).build(&dictionary, &histogram).unwrap()), expected);
    }

    #[test]
    fn values_in_few_rows_are_joined() {
        let values = [("c", 3), ("a", 10), ("b", 9), ("d", 8)];
        check(Rare::Below(vec![9]), &values, &["a;a;*", "b;b;*", "c;other;*", "d;other;*"]);
    }

    #[test]
    fn a_joined_group_that_falls_short_takes_in_the_next_rarest() {
        check(Rare::Below(vec![9]), &[("a", 20), ("b", 9), ("c", 3)], &["a;a;*", "b;other;*", "c;other;*"]);
        check(Rare::Below(vec![9]), &[("b", 1), ("c", 3)], &["b;other;*", "c;other;*"]);
    }

    #[test]
    fn levels_join_more_and_more() {
        let values = [("a", 100), ("b", 40), ("c", 6), ("d", 5)];
        let expected = ["a;a;a;*", "b;b;other;*", "c;other;other;*", "d;other;other;*"];
        check(Rare::Below(vec![10, 50]), &values, &expected);
        check(Rare::AllBut(vec![2, 1]), &values, &expected);
    }

    #[test]
    fn ties_keep_the_first_in_natural_order() {
        let expected = ["2;2;*", "10;other;*", "a;other;*"];
        check(Rare::AllBut(vec![1]), &[("a", 1), ("10", 1), ("2", 1)], &expected);
    }

    #[test]
    fn a_frequent_value_named_other_is_not_mistaken_for_the_group() {
        check(Rare::AllBut(vec![1]), &[("other", 9), ("b", 1)], &["other;other;*", "b;other (2);*"]);
        check(
            Rare::AllBut(vec![1]),
            &[("a", 9), ("other", 1), ("b", 1)],
            &["a;a;*", "b;other;*", "other;other;*"],
        );
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        for rare in [Rare::Below(vec![]), Rare::Below(vec![5, 5]), Rare::AllBut(vec![1, 2])] {
            assert!(FrequencyParams::new(rare).check().is_err());
        }
        assert!(
            FrequencyParams { other: "-".into(), ..FrequencyParams::new(Rare::Below(vec![1])) }
                .check()
                .is_err()
        );
    }

    #[test]
    fn it_prints_as_toml() {
        assert_eq!(recipe(Rare::Below(vec![10, 50])).to_string(), "{ frequency = [10, 50] }");
        assert_eq!(recipe(Rare::AllBut(vec![20])).to_string(), "{ most_frequent = [20] }");
    }
}

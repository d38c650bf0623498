//! Whether what a class shows covers the values of its rows: read off the texts, and nothing else.

use std::{
    ops::AddAssign,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use amidst_core::{
    Aborted, Coded, Observer,
    observer::{blocks, watched},
};
use foldhash::fast::FixedState;
use hashbrown::HashSet;
use rayon::prelude::*;

use super::aggregates::Aggregates;
use crate::{
    AuditError, Covering, Path, RecodedContent,
    text::{Missing, Quantity},
};

/// Rows that one task looks at.
const CHUNK: usize = 1 << 14;

/// Pairs of value and label that one task judges: reading a label takes longer than looking a row up.
const PAIRS: usize = 1 << 12;

/// What everything is shown as where there is no hierarchy.
pub(super) const EVERYTHING: &str = "*";

/// What is wrong with the labels of a column.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wrong {
    /// Rows whose label does not cover their value.
    pub cells: u64,
    /// Classes that show something else than the rule gives on their rows.
    pub classes: u64,
}

impl AddAssign for Wrong {
    fn add_assign(&mut self, other: Self) {
        self.cells += other.cells;
        self.classes += other.classes;
    }
}

/// Judges the labels of a column.
pub(crate) fn wrong(
    source: &Coded,
    content: RecodedContent,
    missing: &Missing,
    observer: &dyn Observer,
) -> Result<Wrong, AuditError> {
    let Covering::Aggregate(rule) = content.covering else {
        return Ok(Wrong { cells: uncovered(source, content, missing, observer)?, classes: 0 });
    };
    let is_gone = |class: u32| content.of_class[class as usize] == RecodedContent::SUPPRESSED;
    let class_of_row: Vec<u32> = content
        .classes
        .iter()
        .map(|class| if is_gone(class) { Aggregates::SUPPRESSED } else { class })
        .collect();
    let label = |&label: &u32| match label {
        RecodedContent::SUPPRESSED => None,
        label => content.labels.value(label),
    };
    let labels: Vec<Option<&str>> = content.of_class.iter().map(label).collect();
    let claim = Aggregates { source, class_of_row: &class_of_row, labels: &labels, rule, order: None };
    Ok(Wrong { cells: 0, classes: claim.wrong()? })
}

/// The rows of a source column that are released under a label which does not cover their value. Pairs of value and label are
/// judged once each, however many rows have them.
fn uncovered(
    source: &Coded,
    content: RecodedContent,
    missing: &Missing,
    observer: &dyn Observer,
) -> Result<u64, Aborted> {
    let covers = Covers::new(content.covering);
    let is_wrong = |value: u32, label: u32| {
        label != RecodedContent::SUPPRESSED
            && !covers.covers(missing.label(content.labels.value(label)), source.dictionary.value(value))
    };
    let rows = source.codes.len().min(content.classes.len());
    let pair = |row: usize| (source.codes.at(row), content.of_class[content.classes.at(row) as usize]);
    let pairs: HashSet<(u32, u32), FixedState> = distinct(rows, pair, (source, content), observer)?;
    let pairs: Vec<(u32, u32)> = pairs.into_iter().collect();
    let wrong_among = |pairs: &[(u32, u32)]| {
        observer.go_on()?;
        Ok(pairs.iter().copied().filter(|&(value, label)| is_wrong(value, label)).collect::<Vec<_>>())
    };
    let wrong = pairs.par_chunks(PAIRS).map(wrong_among).collect::<Result<Vec<_>, Aborted>>()?;
    let wrong: HashSet<(u32, u32), FixedState> = wrong.into_iter().flatten().collect();
    Ok(match wrong.is_empty() {
        true => 0,
        false => (0..rows).into_par_iter().filter(|&row| wrong.contains(&pair(row))).count() as u64,
    })
}

/// More pairs than this are not marked one by one.
const MARKED: usize = 1 << 26;

/// The pairs of value and label that occur.
fn distinct(
    rows: usize,
    pair: impl Fn(usize) -> (u32, u32) + Sync,
    (source, content): (&Coded, RecodedContent),
    observer: &dyn Observer,
) -> Result<HashSet<(u32, u32), FixedState>, Aborted> {
    let labels = content.labels.len();
    let all = source.dictionary.len().saturating_mul(labels);
    if all > MARKED {
        let of_chunk = |chunk: usize| {
            observer.go_on()?;
            let rows = chunk * CHUNK..rows.min((chunk + 1) * CHUNK);
            Ok(rows.map(&pair).collect::<HashSet<(u32, u32), FixedState>>())
        };
        return (0..rows.div_ceil(CHUNK)).into_par_iter().map(of_chunk).try_reduce(
            HashSet::default,
            |mut a, b| {
                a.extend(watched(b.into_iter(), observer));
                observer.go_on().map(|()| a)
            },
        );
    }
    let mut marks: Vec<AtomicBool> = Vec::with_capacity(all);
    for block in blocks(all, observer) {
        marks.extend(block?.map(|_| AtomicBool::new(false)));
    }
    (0..rows.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
        observer.go_on()?;
        for row in chunk * CHUNK..rows.min((chunk + 1) * CHUNK) {
            let (value, label) = pair(row);
            if label != RecodedContent::SUPPRESSED {
                let mark = &marks[value as usize * labels + label as usize];
                // Reading is cheaper than writing where it is marked already.
                if !mark.load(Relaxed) {
                    mark.store(true, Relaxed);
                }
            }
        }
        Ok(())
    })?;
    let is_marked = |at: &usize| marks[*at].load(Relaxed);
    let marked = watched(0..all, observer).filter(is_marked);
    let pairs = marked.map(|at| ((at / labels) as u32, (at % labels) as u32)).collect();
    observer.go_on()?;
    Ok(pairs)
}

/// A rule, ready to be asked.
pub(super) enum Covers<'a> {
    /// Each value with each label on its path.
    Paths(HashSet<(Option<&'a str>, &'a str), FixedState>),
    Ranges,
    Sets,
}

impl<'a> Covers<'a> {
    pub fn new(covering: Covering<'a>) -> Self {
        match covering {
            Covering::Ranges => Self::Ranges,
            Covering::Sets => Self::Sets,
            // Judged class by class.
            Covering::Aggregate(_) => Self::Paths(HashSet::default()),
            Covering::Paths(paths) => Self::Paths(paths.iter().flat_map(on_path).collect()),
        }
    }

    /// Whether a label covers a value; a blank covers everything.
    pub fn covers(&self, label: Option<&str>, value: Option<&str>) -> bool {
        let Some(label) = label else { return true };
        if value == Some(label) {
            return true;
        }
        match self {
            Self::Paths(pairs) => pairs.contains(&(value, label)),
            Self::Ranges => label == EVERYTHING || value.is_some_and(|value| lies_in(value, label)),
            Self::Sets => label == EVERYTHING || value.is_some_and(|value| is_named(value, label)),
        }
    }
}

fn on_path(path: &Path) -> impl Iterator<Item = (Option<&str>, &str)> {
    let value = path.first().and_then(|leaf| leaf.as_deref());
    path.iter().filter_map(move |label| Some((value, label.as_deref()?)))
}

/// Whether a number or a date lies in a range such as `[20, 25]` or, where a comma is the decimal mark, `[2,5; 3,5]`.
pub(super) fn lies_in(value: &str, range: &str) -> bool {
    let Some((low, high)) = parts_of_range(range) else { return false };
    let number = |text: &str| Quantity::read(&text.replace(',', "."), false);
    match (number(low), number(value), number(high)) {
        (Some(low), Some(value), Some(high)) => low <= value && value <= high,
        (None, None, None) => {
            let [low, value, high] = [low, value, high].map(moment);
            low <= value && value <= high
        }
        _ => false,
    }
}

/// The ends of a range.
pub(super) fn parts_of_range(range: &str) -> Option<(&str, &str)> {
    let inner = range.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))?;
    inner.split_once("; ").or_else(|| inner.split_once(", "))
}

/// What a set names, between its braces.
pub(super) fn members(set: &str) -> Option<&str> {
    set.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))
}

/// An ISO date or time stamp as text that sorts by time.
fn moment(text: &str) -> String {
    text.trim().trim_end_matches(['Z', 'z']).replace(['T', 't'], " ")
}

/// Whether a set such as `{a, "b, c"}` names a value: between separators, in quotes or not.
fn is_named(value: &str, set: &str) -> bool {
    let Some(inner) = members(set) else { return false };
    let padded = format!(", {inner}, ");
    let quoted = value.replace('"', "\"\"");
    padded.contains(&format!(", {value}, ")) || padded.contains(&format!(", \"{quoted}\", "))
}

#[cfg(test)]
mod tests {
    use amidst_core::Codes;
    use amidst_table::Column;

    use super::*;

    #[test]
    fn ranges_hold_numbers_and_dates_between_their_ends() {
        assert!(lies_in("30", "[30, 40]") && lies_in("40.0", "[30, 40]") && lies_in("2,75", "[2,5; 3,5]"));
        assert!(!lies_in("41", "[30, 40]") && !lies_in("30", "30-40") && !lies_in("x", "[30, 40]"));
        assert!(lies_in("-9007199254740993", "[-9007199254740993, -9007199254740992]"));
        assert!(!lies_in("-9007199254740994", "[-9007199254740993, -9007199254740992]"));
        assert!(lies_in("2020-02-29", "[2020-01-31, 2020-03-01]"));
        assert!(lies_in("2020-02-29T10:00:00", "[2020-02-29 09:59:59, 2020-03-01T00:00:00]"));
        assert!(!lies_in("2020-03-02", "[2020-01-31, 2020-03-01]"));
    }

    #[test]
    fn sets_hold_the_values_they_name() {
        assert!(is_named("a", "{a, b}") && is_named("b", "{a, b}") && is_named("x, y", "{a, x, y}"));
        assert!(!is_named("c", "{a, b}") && !is_named("a", "a, b") && !is_named("b", "{ab, bb}"));
    }

    #[test]
    fn a_label_off_the_path_is_found_row_by_row() {
        let path = |labels: [&str; 2]| labels.map(|label| Some(label.into())).to_vec();
        let paths = [path(["f", "*"]), path(["m", "*"])];
        let column = Column::from_texts("sex", ["f", "m", "m", "f"].map(Some));
        let labels = ["f", "*"].into_iter().map(Some).chain([None]).collect();
        let uncovered = |of_class: &[u32]| {
            let classes = Codes::U8(vec![0, 0, 1, 1]);
            let covering = Covering::Paths(&paths);
            let content = RecodedContent { classes: &classes, of_class, labels: &labels, covering };
            uncovered(column.coded().unwrap(), content, &Missing::new(&[]), &()).unwrap()
        };
        assert_eq!((uncovered(&[1, 1]), uncovered(&[1, 2]), uncovered(&[0, 1])), (0, 0, 1));
        assert_eq!(uncovered(&[0, 0]), 2);
        assert_eq!(uncovered(&[0, RecodedContent::SUPPRESSED]), 1);
    }
}

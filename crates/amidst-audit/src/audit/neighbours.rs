//! Labels of neighbours, `a..d`: each must be the first and the last of the values released under it. A label that is wider
//! names a value of which every row is gone; one that is narrower does not cover its rows. The same is asked of ranges and sets that
//! stand for intervals of a column.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use amidst_core::{Aborted, Coded, Observer, observer::watched};
use hashbrown::HashSet;
use rayon::prelude::*;

use super::{
    covering::{EVERYTHING, lies_in, members, parts_of_range},
    image::labels_by_leaf,
    ledger::Ledger,
    numeral::Numeral,
    source::Expected,
};
use crate::{
    AuditError, Claim, ColumnContent, Covering, NamingValues, NeighboursClaim, Path, RecodedContent, Sorting,
    classes::Field,
};

/// Rows that one task looks at.
const CHUNK: usize = 1 << 14;

/// How many labels are not the ends, or the list, of the values released under them.
pub(crate) fn misnamed(
    claim: &Claim,
    expected: &Expected,
    ledger: &Ledger,
    observer: &dyn Observer,
) -> Result<u64, AuditError> {
    if claim.neighbours.is_empty() {
        return Ok(0);
    }
    let released: Vec<bool> = ledger.classes().map(|class| class.released > 0).collect();
    let fields: Vec<Field> = expected.images.iter().map(|image| image.field()).collect();
    let rows = claim.source.rows();
    let of_chunk = |chunk: usize| {
        observer.go_on()?;
        let rows = chunk * CHUNK..rows.min((chunk + 1) * CHUNK);
        let classes = ledger.locate(&fields, rows.clone());
        let rows = rows.zip(classes).filter(|(_, class)| released[*class as usize]);
        Ok(rows.map(|(row, _)| row as u32).collect())
    };
    let rows = (0..rows.div_ceil(CHUNK)).into_par_iter().map(of_chunk);
    let rows = rows.collect::<Result<Vec<Vec<u32>>, Aborted>>()?.concat();
    claim.neighbours.iter().map(|one| misnamed_in(one, claim, (&rows, observer))).sum()
}

pub(crate) fn misnamed_in(
    one: &NeighboursClaim,
    claim: &Claim,
    released: Watched,
) -> Result<u64, AuditError> {
    let name = &one.column;
    let unfit = || AuditError::Claim(format!("{name:?} is no quasi column that could have neighbours"));
    let promised = claim.columns.iter().find(|column| column.name == *name).ok_or_else(unfit)?;
    let source = claim.source.column(name).and_then(|column| column.coded()).ok_or_else(unfit)?;
    let (labels, paths) = match promised.content {
        ColumnContent::Quasi { paths, level } => (by_level(name, source, (paths, level), released)?, paths),
        ColumnContent::Cells(cells @ RecodedContent { covering: Covering::Paths(paths), .. }) => {
            let shown = by_class(source, cells, released)?;
            match one.named {
                NamingValues::ByShown => (shown, paths),
                NamingValues::ByReleased => (by_path(&shown, source, paths, released)?, paths),
            }
        }
        ColumnContent::Cells(cells @ RecodedContent { covering: Covering::Ranges | Covering::Sets, .. }) => {
            let labels = by_class(source, cells, released)?;
            let names_others = |(label, values): &(&&str, &BTreeSet<&str>)| !names_only(label, values);
            return Ok(labels.iter().filter(names_others).count() as u64);
        }
        _ => return Err(unfit()),
    };
    let is_root =
        |label: &str| paths.iter().any(|path| path.last().and_then(Option::as_deref) == Some(label));
    let is_wrong =
        |(label, values): &(&&str, &BTreeSet<&str>)| !is_root(label) && !is_named(label, values, one.sorting);
    Ok(labels.iter().filter(is_wrong).count() as u64)
}

/// Released rows, and who is asked while they are gone through.
type Watched<'a> = (&'a [u32], &'a dyn Observer);

/// The codes that released rows have, ascending.
fn codes_of(source: &Coded, (released, observer): Watched) -> Result<Vec<u32>, Aborted> {
    let mut occurs = vec![false; source.dictionary.len()];
    watched(released.iter(), observer).for_each(|&row| occurs[source.codes.at(row as usize) as usize] = true);
    observer.go_on()?;
    Ok((0..occurs.len() as u32).filter(|&code| occurs[code as usize]).collect())
}

/// The values that released rows have under each label.
type Values<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

fn by_level<'a>(
    name: &str,
    source: &'a Coded,
    (paths, level): (&'a [Path], u8),
    released: Watched,
) -> Result<Values<'a>, AuditError> {
    let label_of = labels_by_leaf(name, paths, level)?;
    let mut labels = Values::new();
    for value in codes_of(source, released)?.into_iter().filter_map(|code| source.dictionary.value(code)) {
        if let Some(label) = label_of.get(&Some(value)).copied().flatten() {
            labels.entry(label).or_default().insert(value);
        }
    }
    Ok(labels)
}

fn by_class<'a>(
    source: &'a Coded,
    cells: RecodedContent<'a>,
    (released, observer): Watched,
) -> Result<Values<'a>, Aborted> {
    let pair = |&row: &u32| {
        let row = row as usize;
        (source.codes.at(row), cells.of_class[cells.classes.at(row) as usize])
    };
    let pairs: HashSet<(u32, u32)> = watched(released.iter(), observer).map(pair).collect();
    observer.go_on()?;
    let mut labels = Values::new();
    for (value, label) in pairs.into_iter().filter(|(_, label)| *label != RecodedContent::SUPPRESSED) {
        if let (Some(value), Some(label)) = (source.dictionary.value(value), cells.labels.value(label)) {
            labels.entry(label).or_default().insert(value);
        }
    }
    Ok(labels)
}

/// The values of released rows below each label that is shown.
fn by_path<'a>(
    shown: &Values<'a>,
    source: &'a Coded,
    paths: &'a [Path],
    released: Watched,
) -> Result<Values<'a>, Aborted> {
    let values: BTreeSet<&str> =
        codes_of(source, released)?.into_iter().filter_map(|code| source.dictionary.value(code)).collect();
    let mut labels = shown.clone();
    for path in paths {
        let Some(value) = path.first().and_then(Option::as_deref).and_then(|value| values.get(value)) else {
            continue;
        };
        for label in path.iter().flatten() {
            if let Some(below) = labels.get_mut(&**label) {
                below.insert(value);
            }
        }
    }
    Ok(labels)
}

/// Whether a label names the first and the last of some values, or all of them; a number may follow.
fn is_named(label: &str, values: &BTreeSet<&str>, sorting: Sorting) -> bool {
    let mut sorted: Vec<&str> = values.iter().copied().collect();
    sorted.sort_by(|a, b| compare(a, b, sorting));
    let is_name = |label: &str| match sorted.as_slice() {
        [] => true,
        [only] => label == *only,
        [first, .., last] => {
            let ends = format!("{first}..{last}");
            label == ends || label == format!("[{ends}]") || label == format!("{{{}}}", sorted.join(", "))
        }
    };
    is_name(label) || without_number(label).is_some_and(is_name)
}

/// Whether a range ends at some of the values shown as it, or a set names nothing but them. What covers them all is asked elsewhere.
fn names_only(label: &str, values: &BTreeSet<&str>) -> bool {
    let is_value = |end: &str| {
        let only = format!("[{end}; {end}]");
        values.iter().any(|value| *value == end || lies_in(value, &only))
    };
    if label == EVERYTHING || values.contains(label) {
        return true;
    }
    match parts_of_range(label) {
        Some((low, high)) => is_value(low) && is_value(high),
        None => members(label).is_some_and(|inner| {
            // Each with a separator before it, but the first: nothing else has a place between them.
            let own = |value: &&str| value_in_set(value, inner).map(|length| length + 2);
            let lengths: Option<usize> = values.iter().map(own).sum();
            lengths == Some(inner.len() + 2)
        }),
    }
}

/// How long a value is in a set that names it: in quotes or not.
fn value_in_set(value: &str, inner: &str) -> Option<usize> {
    let padded = format!(", {inner}, ");
    let quoted = format!("\"{}\"", value.replace('"', "\"\""));
    let is_there = |text: &str| padded.contains(&format!(", {text}, "));
    [&*quoted, value].into_iter().find(|text| is_there(text)).map(str::len)
}

/// `a..d` of `a..d (2)`.
fn without_number(label: &str) -> Option<&str> {
    let (name, number) = label.strip_suffix(')')?.rsplit_once(" (")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

fn compare(a: &str, b: &str, sorting: Sorting) -> Ordering {
    let natural = || match (number(a), number(b)) {
        (Some(a), Some(b)) => a.compare(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => runs(a).cmp(&runs(b)),
    };
    match sorting {
        Sorting::Lexicographic => a.cmp(b),
        Sorting::Natural => natural().then_with(|| a.cmp(b)),
    }
}

/// A number that is nothing but its digits: longer ones, and those with a comma, are texts.
fn number(text: &str) -> Option<Numeral> {
    let is_plain = !text.contains(',') && text.trim() == text;
    Numeral::read(text).filter(|number| is_plain && number.is_short())
}

/// A text in pieces that compare one after the other: characters, and runs of digits by size.
fn runs(text: &str) -> Vec<(char, usize, &str)> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (piece, after) = rest.split_at(digits.max(first.len_utf8()));
        pieces.push(match digits {
            0 => (first, 0, ""),
            _ => {
                let run = piece.trim_start_matches('0');
                // Beside any other character all digits stand in the same place.
                ('0', run.len(), run)
            }
        });
        rest = after;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sorting: Sorting, values: &[&str], labels: &[&str], others: &[&str]) {
        let values = values.iter().copied().collect();
        labels.iter().for_each(|label| assert!(is_named(label, &values, sorting), "{label}"));
        others.iter().for_each(|label| assert!(!is_named(label, &values, sorting), "{label}"));
    }

    #[test]
    fn a_label_is_the_first_and_the_last_of_its_values_or_all_of_them() {
        let others = ["a..d", "b..e", "b..c", "d..b", "{b, d}", "b", "b..d (x)", ""];
        check(Sorting::Natural, &["d", "b", "c"], &["b..d", "[b..d]", "{b, c, d}", "b..d (2)"], &others);
        check(Sorting::Natural, &["b"], &["b", "b (2)"], &["a..b", "b..b"]);
    }

    #[test]
    fn ranges_and_sets_name_the_values_they_stand_for_and_no_others() {
        let names = |label: &str, values: &[&str]| names_only(label, &values.iter().copied().collect());
        assert!(names("[20, 30]", &["20", "25", "30"]) && names("[2,5; 3]", &["2,5", "3,0"]));
        assert!(!names("[20, 31]", &["20", "25", "30"]) && !names("[19, 30]", &["20", "25", "30"]));
        assert!(names("[2020-01-31, 2020-03-01]", &["2020-01-31", "2020-03-01"]));
        assert!(!names("[2020-01-31, 2020-03-02]", &["2020-01-31", "2020-03-01"]));
        assert!(names("{a, b}", &["a", "b"]) && names("{a, \"b, c\"}", &["a", "b, c"]));
        assert!(!names("{a, b, spy}", &["a", "b"]) && !names("{a, b}", &["a"]) && !names("ab", &["a", "b"]));
        assert!(names("*", &["a", "b"]) && names("a", &["a"]));
    }

    #[test]
    fn the_order_is_the_one_that_is_claimed() {
        check(Sorting::Natural, &["9", "10", "-3"], &["-3..10"], &["-3..9"]);
        check(Sorting::Lexicographic, &["9", "10", "-3"], &["-3..9"], &["-3..10"]);
        check(Sorting::Natural, &["item 10", "item 9", "item 009b"], &["item 9..item 10"], &[]);
        check(Sorting::Natural, &["x", "1.5", "1e3"], &["1.5..x"], &["1e3..x"]);
        check(Sorting::Natural, &["1,5", "2"], &["2..1,5"], &[]);
        check(Sorting::Natural, &["a", "A1", "1a"], &["1a..a"], &[]);
        check(Sorting::Natural, &["10000000000000000000", "9"], &["9..10000000000000000000"], &[]);
    }
}

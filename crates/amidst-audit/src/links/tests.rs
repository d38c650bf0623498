//! Links against matchings tried out one by one.

use amidst_table::{Column, Table};
use proptest::prelude::*;

use super::*;

const KINDS: [Kind; 4] = [Kind::OneK, Kind::KOne, Kind::KK, Kind::GlobalOneK];

/// Two tables of numbers below 4 in two columns; a value and a label of a column fit if `fits` says so.
fn judged(original: &[[u8; 2]], released: &[[u8; 2]], fits: &[[[bool; 4]; 4]; 2]) -> Links {
    let column = |rows: &[[u8; 2]], at: usize| {
        let texts: Vec<String> = rows.iter().map(|row| row[at].to_string()).collect();
        Column::from_texts("", texts.iter().map(|text| Some(text.as_str())))
    };
    let table = |rows: &[[u8; 2]]| Table::new(vec![column(rows, 0), column(rows, 1)]);
    let (original, released) = (table(original), table(released));
    let coded = |table: &'_ Table, at: usize| table.columns()[at].coded().cloned().expect("texts are coded");
    let fits: Vec<Fits> = (0..2)
        .map(|at| {
            let (values, labels) = (coded(&original, at).dictionary, coded(&released, at).dictionary);
            let number =
                |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok()).expect("a number");
            let list = |value: usize| {
                let labels = (0..).zip(labels.iter()).filter(|(_, label)| fits[at][value][number(*label)]);
                labels.map(|(code, _)| code).collect()
            };
            let lists = values.iter().map(|value| list(number(value))).collect();
            Fits { list_of: (0..values.len() as u32).collect(), lists }
        })
        .collect();
    let columns = |table: &Table| [coded(table, 0), coded(table, 1)];
    let (original, released) = (columns(&original), columns(&released));
    Links::new(&original.each_ref()[..], &released.each_ref()[..], &fits).expect("few pairs")
}

/// The same by trying: `None` if no way gives every released row an original.
fn tried(original: &[[u8; 2]], released: &[[u8; 2]], fits: &[[[bool; 4]; 4]; 2]) -> Option<[u64; 4]> {
    let fit = |own: usize, shown: usize| {
        (0..2).all(|at| fits[at][usize::from(original[own][at])][usize::from(released[shown][at])])
    };
    let mut matches = vec![vec![false; released.len()]; original.len()];
    let mut taken = vec![None; released.len()];
    try_all(&fit, original.len(), 0, &mut taken, &mut |taken| {
        taken.iter().enumerate().for_each(|(shown, own): (usize, &Option<usize>)| {
            matches[own.expect("all are given")][shown] = true;
        });
    });
    if !matches.iter().flatten().any(|is_match| *is_match) {
        return None;
    }
    let shown = |own: usize| (0..released.len()).filter(|&shown| fit(own, shown)).count() as u64;
    let owns = |shown: usize| (0..original.len()).filter(|&own| fit(own, shown)).count() as u64;
    let one_k = (0..original.len()).map(shown).filter(|rows| *rows > 0).min()?;
    let k_one = (0..released.len()).map(owns).min()?;
    let matched = matches.iter().map(|row| row.iter().filter(|is_match| **is_match).count() as u64);
    Some([one_k, k_one, one_k.min(k_one), matched.filter(|rows| *rows > 0).min()?])
}

fn try_all(
    fit: &dyn Fn(usize, usize) -> bool,
    originals: usize,
    shown: usize,
    taken: &mut Vec<Option<usize>>,
    found: &mut dyn FnMut(&[Option<usize>]),
) {
    if shown == taken.len() {
        return found(taken);
    }
    for own in 0..originals {
        if fit(own, shown) && !taken[..shown].contains(&Some(own)) {
            taken[shown] = Some(own);
            try_all(fit, originals, shown + 1, taken, found);
        }
    }
}

fn rows(least: usize, most: usize) -> impl Strategy<Value = Vec<[u8; 2]>> {
    prop::collection::vec([0_u8..4, 0..4], least..=most)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn links_are_those_of_all_matchings(
        original in rows(4, 6),
        released in rows(3, 6),
        fits in prop::array::uniform2(prop::array::uniform4(prop::array::uniform4(prop::bool::weighted(0.7)))),
    ) {
        let links = judged(&original, &released, &fits);
        let tried = tried(&original, &released, &fits);
        prop_assert_eq!(links.is_matched(), tried.is_some());
        prop_assert_eq!(KINDS.map(|kind| links.reached(kind)), tried.unwrap_or_default());
    }
}

#[test]
fn a_table_as_it_is_reaches_its_smallest_class() {
    let rows = [[0, 0], [0, 0], [1, 2], [1, 2], [1, 2]];
    let same = std::array::from_fn(|value| std::array::from_fn(|label| value == label));
    let links = judged(&rows, &rows, &[same, same]);
    assert_eq!(KINDS.map(|kind| links.reached(kind)), [2; 4]);
    let links = judged(&rows, &rows[..4], &[same, same]);
    assert_eq!((links.left_out(), links.reached(Kind::OneK), links.reached(Kind::KOne)), (1, 2, 2));
}

#[test]
fn what_cannot_be_matched_reaches_nothing() {
    let same = std::array::from_fn(|value| std::array::from_fn(|label| value == label));
    let links = judged(&[[0, 0], [1, 1]], &[[0, 0], [0, 0]], &[same, same]);
    assert!(!links.is_matched() && KINDS.iter().all(|kind| links.reached(*kind) == 0));
}

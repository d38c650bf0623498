//! Classes against counting by hand and against comparing every pair of rows.

use amidst_table::{Column, Table};
use proptest::prelude::*;

use super::*;

fn classes(columns: &[Vec<Option<&str>>]) -> Classes {
    with_coded(columns, Classes::of)
}

/// Asks something of columns, coded.
fn with_coded<T>(columns: &[Vec<Option<&str>>], ask: impl Fn(usize, &[&Coded]) -> T) -> T {
    let columns = columns.iter().map(|cells| Column::from_texts("c", cells.iter().copied())).collect();
    let table = Table::new(columns);
    let coded: Vec<&Coded> = table.columns().iter().filter_map(Column::coded).collect();
    ask(table.rows(), &coded)
}

/// k and k under wildcards, by comparing all rows with all.
fn by_pairs(columns: &[Vec<Option<&str>>], rows: usize) -> (u64, u64) {
    let least = |alike: &dyn Fn(Option<&str>, Option<&str>) -> bool| {
        let matches =
            |a: usize| (0..rows).filter(|&b| columns.iter().all(|cells| alike(cells[a], cells[b]))).count();
        (0..rows).map(matches).min().unwrap_or(0) as u64
    };
    (least(&|a, b| a == b), least(&|a, b| a == b || a.is_none() || b.is_none()))
}

#[test]
fn small_tables_are_counted_as_by_hand() {
    let zip = vec![Some("1"), Some("1"), Some("2"), Some("2"), Some("2"), Some("3")];
    let sex = vec![Some("f"), Some("f"), Some("f"), Some("m"), Some("m"), Some("m")];
    let found = classes(&[zip, sex]);
    assert_eq!((found.rows, found.classes, found.k, found.k_wildcard, found.uniques), (6, 4, 1, 1, 2));
    assert_eq!(found.sizes, [(1, 2), (2, 2)]);
    assert_eq!(found.below(2), Share { classes: 2, rows: 2 });
    assert_eq!(found.histogram(&[1, 2]), [Share { classes: 2, rows: 2 }, Share { classes: 2, rows: 4 }]);
    assert_eq!(found.histogram(&[2])[0], Share { classes: 2, rows: 2 });
    assert_eq!((found.highest_risk(), found.average_risk()), (1.0, 4.0 / 6.0));
}

#[test]
fn nobody_is_in_an_empty_table() {
    let found = classes(&[vec![], vec![]]);
    assert_eq!((found.rows, found.classes, found.k, found.k_wildcard, found.uniques), (0, 0, 0, 0, 0));
    assert_eq!((found.highest_risk(), found.average_risk()), (0.0, 0.0));
    assert!(found.holds(5));
}

#[test]
fn without_columns_all_rows_are_one_class() {
    let found = Classes::of(7, &[]);
    assert_eq!((found.rows, found.classes, found.k, found.k_wildcard), (7, 1, 7, 7));
}

#[test]
fn k_holds_at_its_boundary() {
    for k in [2_u64, 9, 10, 11, 20, 100] {
        let cells = vec![Some("a"); k as usize];
        let found = classes(&[cells]);
        assert!(found.holds(k - 1) && found.holds(k) && !found.holds(k + 1));
    }
}

#[test]
fn a_missing_cell_is_a_value_or_matches_all() {
    let found = classes(&[vec![Some("a"), Some("a"), None]]);
    assert_eq!((found.k, found.k_wildcard), (1, 3));
    let found = classes(&[vec![Some("a"), Some("b"), None]]);
    assert_eq!((found.k, found.k_wildcard), (1, 2));
}

const WORDS: [Option<&str>; 4] = [None, Some("a"), Some("b"), Some("c")];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_ks_equal_those_of_comparing_every_pair(
        picks in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![0, 1, 1, 1, 2, 2, 3]), 4), 0..60),
        width in 1_usize..=4,
    ) {
        let columns: Vec<Vec<Option<&str>>> =
            (0..width).map(|column| picks.iter().map(|row| WORDS[row[column]]).collect()).collect();
        let found = classes(&columns);
        prop_assert_eq!((found.k, found.k_wildcard), by_pairs(&columns, picks.len()));
        prop_assert_eq!(found.sizes.iter().map(|(size, classes)| size * classes).sum::<u64>(), picks.len() as u64);
    }

    #[test]
    fn subsets_of_columns_are_counted_as_row_by_row(
        picks in prop::collection::vec(prop::collection::vec(0_usize..4, 4), 0..60),
        places in prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4),
        k in 1_u64..9,
    ) {
        let columns: Vec<Vec<Option<&str>>> =
            (0..4).map(|column| picks.iter().map(|row| WORDS[row[column]]).collect()).collect();
        let subsets = with_coded(&columns, |rows, columns| Subsets::of(rows, columns, &()).expect("nobody aborts"));
        let mut sizes = std::collections::BTreeMap::<Vec<Option<&str>>, u64>::new();
        for row in &picks {
            *sizes.entry(places.iter().map(|&at| WORDS[row[at]]).collect()).or_default() += 1;
        }
        let below = |is_meant: &dyn Fn(&[Option<&str>]) -> bool| {
            let rare = sizes.iter().filter(|(cells, rows)| **rows < k && is_meant(cells));
            rare.fold(Share::default(), |share, (_, rows)| Share { classes: share.classes + 1, rows: share.rows + rows })
        };
        let least = sizes.values().copied().min().unwrap_or(0);
        prop_assert_eq!(subsets.below(&places, k), (below(&|_| true), least));
        let complete = below(&|cells| cells.iter().all(Option::is_some));
        prop_assert_eq!(subsets.complete_below(&places, k), complete);
    }

    #[test]
    fn repeating_columns_changes_nothing(
        picks in prop::collection::vec(prop::collection::vec(0_usize..4, 3), 0..40),
    ) {
        let columns: Vec<Vec<Option<&str>>> =
            (0..3).map(|column| picks.iter().map(|row| WORDS[row[column]]).collect()).collect();
        // 90 columns of two bits take two words.
        let repeated: Vec<Vec<Option<&str>>> = (0..90).map(|at| columns[at % 3].clone()).collect();
        prop_assert_eq!(classes(&repeated), classes(&columns));
    }
}

//! k means at least k: classes one below, at, and one above it.

use amidst_testkit::generate::small::Small;

use super::{Wish, class_sizes, numbered, release};

/// One quasi column whose values occur so many times each, below one root.
fn classes_of(sizes: &[usize]) -> Small {
    let value = |at: usize| Some(format!("v{at}"));
    let rows = sizes.iter().enumerate().flat_map(|(at, &size)| vec![vec![value(at)]; size]).collect();
    let path = |at: usize| vec![value(at).map(Into::into), Some("*".into())];
    Small { header: vec!["q".into()], rows, paths: vec![(0..sizes.len()).map(path).collect()] }
}

#[track_caller]
fn check(sizes: &[usize], k: usize, suppression: &'static str, expected: Option<&[usize]>) {
    let small = classes_of(sizes);
    let wish = Wish { k: k as u64, suppression, objective: "loss" };
    let outcome = release(&small, &numbered(small.rows.len()), wish);
    let sizes = outcome.map(|(released, csv)| {
        assert!(released.audit.k >= k as u64);
        class_sizes(&csv)
    });
    assert_eq!(sizes.as_deref(), expected);
}

#[test]
fn a_class_of_k_rows_is_released_and_one_of_fewer_is_not() {
    for k in [2, 9, 10, 11, 20, 100] {
        check(&[k, k + 1], k, "0%", Some(&[k, k + 1]));
        check(&[k - 1, k, k + 1], k, "0%", Some(&[3 * k]));
        check(&[k - 1, 40 * k, 40 * k + 1], k, "5%", Some(&[40 * k, 40 * k + 1]));
    }
}

#[test]
fn a_table_of_k_rows_is_enough_and_one_of_fewer_is_not() {
    for k in [2, 9, 10, 11, 20, 100] {
        check(&[1, k - 1], k, "0%", Some(&[k]));
        check(&[k - 1], k, "0%", None);
        check(&[k - 1], k, "100%", None);
    }
}

#[test]
fn the_limit_on_suppression_is_inclusive_and_rounded_down() {
    check(&[1, 99], 2, "1%", Some(&[99]));
    check(&[1, 98], 2, "1%", Some(&[99]));
    check(&[2, 98], 3, "1.99%", Some(&[100]));
    check(&[2, 98], 3, "2 rows", Some(&[98]));
}

#[test]
fn a_release_holds_at_least_one_class_however_much_may_be_suppressed() {
    // By height alone, suppressing everybody would be the best that can be done.
    let small = classes_of(&[1, 1, 1]);
    let wish = Wish { k: 3, suppression: "100%", objective: "height" };
    let (_, csv) = release(&small, &numbered(3), wish).expect("all rows together are enough");
    assert_eq!(class_sizes(&csv), [3]);
}

//! The slides' tables for cell suppression: worked example 4.4.

use amidst_cells::suppression::Blanks;

use super::case::{Case, Row};

fn stars(rows: &[[u32; 4]]) -> u64 {
    let rows: Vec<Row> = rows.iter().map(|row| row.iter().copied().map(Some).collect()).collect();
    let case = Case::new(rows, 2, Blanks::Value);
    let shown = case.solve();
    assert!(case.is_valid(&shown));
    case.cost(&shown)
}

#[test]
fn cells_alone_need_twelve_stars_not_fourteen() {
    // Race, date of birth, sex, ZIP.
    let rows = [
        [0, 0, 0, 3],
        [0, 1, 0, 2],
        [0, 2, 0, 1],
        [0, 3, 1, 1],
        [0, 4, 1, 1],
        [1, 5, 0, 0],
        [1, 5, 0, 1],
        [2, 5, 0, 1],
        [2, 5, 0, 2],
    ];
    assert_eq!(stars(&rows), 12);
}

#[test]
fn months_and_four_digits_need_eight_stars() {
    // Levels [0, 1, 0, 1]: months of birth, ZIP without its last digit.
    let rows = [
        [0, 0, 0, 1],
        [0, 2, 0, 1],
        [0, 0, 0, 0],
        [0, 1, 1, 0],
        [0, 1, 1, 0],
        [1, 2, 0, 0],
        [1, 2, 0, 0],
        [2, 2, 0, 0],
        [2, 2, 0, 1],
    ];
    assert_eq!(stars(&rows), 8);
}

#[test]
fn a_row_left_over_takes_the_nearest_out_of_a_class_that_has_more_than_it_needs() {
    let rows =
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 0, 2]];
    assert_eq!(stars(&rows), 4);
}

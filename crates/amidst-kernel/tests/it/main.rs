//! Class tables, tuples and assignments against grouping row by row.

mod aux_columns;
mod summaries;
mod support;

use amidst_core::Error;
use amidst_kernel::{Histograms, Kernel, QuasiColumn, SUPPRESSED, Tuples};
use amidst_testkit::generate::SeededRng;

use support::{Rows, columns, draw_levels};

/// Compares everything the kernel says about some nodes with rows grouped one by one.
#[track_caller]
fn check(columns: &[QuasiColumn], nodes: usize, seed: u64) {
    let rows = Rows::new(columns);
    let tuples = Tuples::collapse(columns).unwrap();
    assert_eq!(tuples.rows(), columns[0].codes.len() as u64);
    let bottom = vec![0; columns.len()];
    let mut sizes = tuples.bottom().counts().to_vec();
    sizes.sort_unstable();
    assert_eq!(sizes, rows.sizes(&bottom));
    let mut kernel = Kernel::new(&tuples, 1 << 20);
    let mut draw = SeededRng::new(seed);
    for _ in 0..nodes {
        let levels = draw_levels(&mut draw, columns);
        let table = kernel.table(&levels);
        let mut sizes = table.counts().to_vec();
        sizes.sort_unstable();
        assert_eq!(sizes, rows.sizes(&levels), "{levels:?}");
        check_histograms(&tuples, &rows, &levels, &table);
        check_assignment(columns, &tuples, &rows, &levels, &table);
    }
    aux_columns::check(columns, nodes, seed);
}

fn check_histograms(tuples: &Tuples, rows: &Rows, levels: &[u8], table: &amidst_kernel::ClassTable) {
    let mut histograms = Histograms::default();
    let few = |class: usize| Some(table.counts()[class]).filter(|&rows| rows < 3);
    tuples.histograms(table, |class| few(class).unwrap_or(0), &mut histograms);
    let expected = rows.histograms(levels, |rows| rows < 3);
    for (column, expected) in expected.iter().enumerate() {
        // The kernel leaves out labels that never occur; those that occur come in the order of the hierarchy.
        let mut found = histograms.column(column).to_vec();
        found.retain(|&rows| rows > 0);
        assert_eq!(&found, expected);
    }
}

fn check_assignment(
    columns: &[QuasiColumn],
    tuples: &Tuples,
    rows: &Rows,
    levels: &[u8],
    table: &amidst_kernel::ClassTable,
) {
    let assignment = tuples.assign(columns, table, |class| table.counts()[class] >= 2, &()).unwrap();
    let labels = rows.labels(levels);
    let classes = rows.classes(levels);
    let mut released: Vec<&Vec<u32>> =
        classes.iter().filter(|(_, rows)| **rows >= 2).map(|(labels, _)| labels).collect();
    released.sort_unstable();
    assert_eq!(assignment.classes(), released.len());
    for (row, labels) in labels.iter().enumerate() {
        let expected = released.binary_search(&labels).map_or(SUPPRESSED, |class| class as u32);
        assert_eq!(assignment.class_of_row[row], expected);
    }
    for (class, labels) in released.iter().enumerate() {
        assert_eq!(assignment.rows_of_class[class], classes[*labels]);
        for (column, &label) in labels.iter().enumerate() {
            assert_eq!(assignment.label(class as u32, column), label);
        }
    }
}

#[test]
fn few_columns_of_all_sizes() {
    for seed in 0..60 {
        let mut draw = SeededRng::new(seed);
        let width = draw.between(1, 6) as usize;
        let rows = draw.between(1, 300) as usize;
        check(&columns(seed, rows, &vec![12; width]), 12, seed);
    }
}

#[test]
fn tables_of_many_rows_are_shared_between_threads() {
    for (threads, seed) in [(1, 100), (2, 100), (3, 101)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| check(&columns(seed, 150_000, &[90, 40, 16, 30]), 3, seed));
    }
}

#[test]
fn nearly_unique_rows_are_sorted() {
    check(&columns(102, 80_000, &[30_000, 500, 70_000]), 2, 102);
}

#[test]
fn few_groups_of_wide_keys_are_hashed() {
    let mut wide = columns(103, 70_000, &[2000, 2000, 2000]);
    let first = wide[0].codes.clone();
    wide.iter_mut().for_each(|column| column.codes = first.clone());
    check(&wide, 2, 103);
}

#[test]
fn a_hundred_columns_take_several_words() {
    check(&columns(104, 500, &[10; 100]), 6, 104);
    check(&columns(105, 2000, &[300; 40]), 4, 105);
}

#[test]
fn one_row_and_no_row_are_tables_too() {
    check(&columns(106, 1, &[5, 5]), 4, 106);
    let mut empty = columns(107, 1, &[5, 5]);
    empty.iter_mut().for_each(|column| column.codes = amidst_core::Codes::U8(vec![]));
    check(&empty, 4, 107);
}

#[test]
fn tuples_do_not_depend_on_the_order_of_rows_or_threads() {
    let columns = columns(108, 100_000, &[50, 20, 20]);
    let tuples = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let tuples = pool.install(|| Tuples::collapse(&columns).unwrap());
        tuples.bottom().counts().to_vec()
    };
    assert_eq!(tuples(1), tuples(2));
}

#[track_caller]
fn check_refused(columns: &[QuasiColumn], expected: &str) {
    match Tuples::collapse(columns) {
        Err(error) => assert!(error.to_string().contains(expected), "{error}"),
        Ok(_) => panic!("accepted"),
    }
}

#[test]
fn nonsense_is_refused() {
    let column = || columns(109, 5, &[4]).remove(0);
    check_refused(&[], "quasi = none: at least one quasi column");
    check_refused(&[column().with_weight(-1.0)], "weight = -1: ");
    check_refused(&[column().with_weight(f64::NAN)], "weight = NaN: ");
    let above = column().hierarchy.height() + 1;
    check_refused(&[column().with_levels(0, above)], "min must not be above max");
    check_refused(&[column().with_levels(1, 0)], "levels = 1 to 0: ");
    let mut wrong = column();
    wrong.codes = amidst_core::Codes::U8(vec![200]);
    assert!(matches!(Tuples::collapse(&[wrong]), Err(Error::Internal(_))));
}

#[test]
fn a_small_budget_changes_no_table() {
    let columns = columns(110, 3000, &[40, 20, 20, 6]);
    let tuples = Tuples::collapse(&columns).unwrap();
    let [mut none, mut little, mut much] = [0, 20_000, 1 << 24].map(|bytes| Kernel::new(&tuples, bytes));
    let mut draw = SeededRng::new(1);
    for _ in 0..200 {
        let levels = draw_levels(&mut draw, &columns);
        let sizes = |kernel: &mut Kernel<'_>| {
            let mut sizes = kernel.table(&levels).counts().to_vec();
            sizes.sort_unstable();
            sizes
        };
        let expected = sizes(&mut none);
        assert_eq!((sizes(&mut little), sizes(&mut much)), (expected.clone(), expected));
    }
    assert!(none.rolled_up() == 0 && much.rolled_up() > 100);
}

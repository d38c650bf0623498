//! Changes to a table that must not change the answer, or change it in a known way.

use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use super::{Outcome, Wish, class_sizes, describe, numbered, release};

const CASES: u64 = 88;
/// Every measure that needs no target column.
const OBJECTIVES: &[&str] = amidst_metrics::NAMES.split_last().expect("there are measures").1;
const LIMITS: [&str; 4] = ["0%", "10%", "3 rows", "60%"];

/// Random tables and wishes, the same every time.
fn cases() -> impl Iterator<Item = (Small, Wish)> {
    (0..CASES).map(|seed| {
        let mut draw = SeededRng::new(1_000 + seed);
        let small = Small::draw(Shape { rows: 60, columns: 3, ..Shape::default() }, seed);
        let wish = Wish {
            k: u64::from(draw.between(1, 6)),
            suppression: LIMITS[draw.between(0, 3) as usize],
            objective: OBJECTIVES[seed as usize % OBJECTIVES.len()],
        };
        (small, wish)
    })
}

fn bytes(outcome: &Outcome) -> Option<&str> {
    outcome.as_ref().map(|(_, csv)| csv.as_str())
}

fn levels(outcome: &Outcome) -> Option<Vec<u8>> {
    outcome.as_ref().map(|(released, _)| released.summary.levels.iter().map(|(_, level)| *level).collect())
}

#[test]
fn every_class_has_k_rows_and_no_row_is_lost() {
    let mut found = 0;
    for (small, wish) in cases() {
        let Some((released, csv)) = release(&small, &numbered(small.rows.len()), wish) else { continue };
        let sizes = class_sizes(&csv);
        let rows = released.summary.rows;
        assert!(sizes.iter().all(|&size| size as u64 >= wish.k), "{wish:?}");
        assert_eq!(sizes.iter().sum::<usize>() as u64, rows.out);
        assert_eq!(rows.out + rows.suppressed, small.rows.len() as u64);
        found += 1;
    }
    assert!(found > CASES / 2, "most cases have a solution, {found} had");
}

#[test]
fn the_order_of_rows_leaves_no_trace() {
    for (small, wish) in cases() {
        let notes = numbered(small.rows.len());
        let mut rows: Vec<(Vec<Option<String>>, String)> =
            small.rows.iter().cloned().zip(notes.clone()).collect();
        rows.reverse();
        let (rows, reversed): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let other = Small { rows, ..small.clone() };
        assert_eq!(
            bytes(&release(&small, &notes, wish)),
            bytes(&release(&other, &reversed, wish)),
            "{wish:?}"
        );
    }
}

#[test]
fn the_order_of_columns_changes_neither_score_nor_suppression() {
    for (small, wish) in cases() {
        let mut other = small.clone();
        other.header.reverse();
        other.paths.reverse();
        other.rows.iter_mut().for_each(|row| row.reverse());
        let notes = numbered(small.rows.len());
        let score = |outcome: Outcome| {
            outcome.map(|(released, _)| {
                (format!("{:.9}", released.summary.objective.value), released.summary.height)
            })
        };
        assert_eq!(score(release(&small, &notes, wish)), score(release(&other, &notes, wish)), "{wish:?}");
    }
}

#[test]
fn the_names_of_values_do_not_matter() {
    for (small, wish) in cases() {
        let rename = |text: &str| format!("renamed {text}");
        let mut other = small.clone();
        for row in &mut other.rows {
            row.iter_mut().for_each(|cell| *cell = cell.as_deref().map(rename));
        }
        for path in other.paths.iter_mut().flatten() {
            path.iter_mut().for_each(|label| *label = label.as_deref().map(|label| rename(label).into()));
        }
        let notes = numbered(small.rows.len());
        assert_eq!(
            levels(&release(&small, &notes, wish)),
            levels(&release(&other, &notes, wish)),
            "{wish:?}"
        );
    }
}

#[test]
fn every_row_twice_and_twice_the_k_is_the_same_problem() {
    for (small, wish) in cases().filter(|(_, wish)| wish.suppression.ends_with('%')) {
        // A share rounds down, so twice the rows may allow one row more than twice as many: only exact shares compare.
        if wish.suppression != "0%" && !small.rows.len().is_multiple_of(10) {
            continue;
        }
        let other = Small { rows: [small.rows.clone(), small.rows.clone()].concat(), ..small.clone() };
        let twice = Wish { k: 2 * wish.k, ..wish };
        let one = release(&small, &numbered(small.rows.len()), wish);
        let two = release(&other, &numbered(other.rows.len()), twice);
        if wish.objective != "average-class-size" {
            assert_eq!(levels(&one), levels(&two), "{wish:?}");
        }
    }
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let on = |threads: usize, small: &Small, wish: Wish| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| release(small, &numbered(small.rows.len()), wish).map(|(_, csv)| csv))
    };
    for (small, wish) in cases() {
        assert_eq!(on(1, &small, wish), on(2, &small, wish), "{wish:?}");
    }
}

#[test]
fn a_k_of_one_changes_nothing_but_the_order() {
    for (small, wish) in cases() {
        let wish = Wish { k: 1, suppression: "0%", ..wish };
        let folder = tempfile::TempDir::new().expect("a folder");
        let notes = numbered(small.rows.len());
        describe(&small, &notes, wish, folder.path());
        let source = std::fs::read_to_string(folder.path().join("table.csv")).expect("the table was written");
        let (_, csv) = release(&small, &notes, wish).expect("every table is 1-anonymous");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            lines[1..].sort();
            lines
        };
        assert_eq!(sorted(&csv), sorted(&source));
    }
}

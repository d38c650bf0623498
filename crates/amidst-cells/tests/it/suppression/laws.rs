//! What holds for every answer.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

use amidst_cells::suppression::{Blanks, Goal, Suppression};
use amidst_core::{Combination, Observer, Signal};
use amidst_testkit::generate::SeededRng;

use super::case::{Case, Row};

const WAYS: [(Blanks, Goal); 3] =
    [(Blanks::Value, Goal::Cells), (Blanks::Wildcard, Goal::Cells), (Blanks::Wildcard, Goal::Classes)];

/// 300 rows of five columns.
fn large(seed: u64, blanks: Blanks, goal: Goal) -> Case {
    let mut draw = SeededRng::new(seed);
    Case { goal, ..Case::new(Case::draw(&mut draw, 300, 5, 6), 4, blanks) }
}

#[test]
fn larger_tables_are_valid_too() {
    for (blanks, goal) in WAYS {
        for seed in 0..10 {
            let mut case = large(seed, blanks, goal);
            assert!(case.is_valid(&case.solve()));
            case.strata = Some((0..300).map(|row| row % 3).collect());
            assert!(case.is_valid(&case.solve()));
            let pairs =
                |a: usize| (a + 1..5).map(move |b| Combination { columns: vec![a, b], k: 3 + b as u64 });
            case.combinations = (0..5).flat_map(pairs).collect();
            case.rows.iter_mut().for_each(|row| row[seed as usize % 5] = row[0].filter(|&cell| cell > 0));
            assert!(case.is_valid(&case.solve()));
        }
    }
}

#[test]
fn nothing_is_blanked_where_k_holds() {
    for (blanks, goal) in WAYS {
        let rows: Vec<Row> = (0..30).map(|row| vec![Some(row % 3), Some(row % 5 / 3)]).collect();
        let case = Case { goal, ..Case::new(rows, 4, blanks) };
        assert_eq!(case.solve(), case.rows);
    }
}

#[test]
fn every_blank_is_needed() {
    for seed in 0..10 {
        let mut case = large(100 + seed, Blanks::Wildcard, Goal::Cells);
        if seed % 2 == 1 {
            let one = |columns: &[usize], k| Combination { columns: columns.to_vec(), k };
            case.combinations = vec![one(&[0, 1, 2], 5), one(&[2, 3, 4], 3)];
        }
        let shown = case.solve();
        for row in 0..shown.len() {
            for column in (0..5).filter(|&column| shown[row][column].is_none()) {
                let mut more = shown.clone();
                more[row][column] = case.rows[row][column];
                assert!(!case.is_valid(&more), "seed {seed}, row {row}, column {column}");
            }
        }
    }
}

#[test]
fn company_leaves_fewer_rows_below_k_if_a_blank_is_a_value() {
    let below = |goal: Goal| {
        let case = large(7, Blanks::Wildcard, goal);
        let shown = case.solve();
        let mut rows: HashMap<&Row, u64> = HashMap::new();
        shown.iter().for_each(|row| *rows.entry(row).or_default() += 1);
        rows.values().filter(|&&rows| rows < case.k).sum::<u64>()
    };
    assert!(below(Goal::Classes) * 2 < below(Goal::Cells));
}

#[test]
fn an_important_column_is_blanked_only_if_nothing_else_will_do() {
    assert_eq!(Suppression::costs_by_importance(&[2, 0], 4), [3, 1, 6, 1]);
    for (blanks, goal) in WAYS {
        // The first column alone is met, so that it need never be blanked.
        let mut case = large(11, blanks, goal);
        case.costs = vec![1000, 1, 1, 1, 1];
        let kept = |shown: Vec<Row>| shown.iter().filter(|row| row[0].is_some()).count();
        assert_eq!(kept(case.solve()), 300, "{blanks:?}");
        case.costs = vec![1; 5];
        assert!(kept(case.solve()) < 300);
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    for (blanks, goal) in WAYS {
        let case = large(21, blanks, goal);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| case.solve())
        };
        assert_eq!(with(1), with(2));
    }
}

#[test]
fn many_columns_are_no_trouble() {
    for (blanks, goal) in WAYS {
        let mut draw = SeededRng::new(31);
        let case = Case { goal, ..Case::new(Case::draw(&mut draw, 60, 40, 4), 3, blanks) };
        assert!(case.is_valid(&case.solve()));
    }
}

/// Stops after so many questions.
struct Patience(AtomicU64);

impl Observer for Patience {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

#[test]
fn what_was_stopped_is_valid() {
    for (blanks, goal) in WAYS {
        for patience in 0..12 {
            let case = large(41, blanks, goal);
            let (shown, is_finished) = case.solve_with(&Patience(patience.into()));
            assert!(case.is_valid(&shown), "{blanks:?} {patience}");
            assert!(patience > 0 || !is_finished);
        }
    }
}

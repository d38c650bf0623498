//! The fast way against the slow one, and against what others publish.

use std::collections::{BTreeMap, BTreeSet};

use amidst_table::Table;
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use super::*;

type Row = Vec<u32>;

/// The classes of a combination, each with whose rows are in it, counted one by one.
fn classes(rows: &[Row], people: &[u32], places: &[usize]) -> BTreeMap<Row, BTreeSet<u32>> {
    let mut classes = BTreeMap::<Row, BTreeSet<u32>>::new();
    for (row, &person) in rows.iter().zip(people) {
        classes.entry(places.iter().map(|&at| row[at]).collect()).or_default().insert(person);
    }
    classes
}

fn alone(rows: &[Row], people: &[u32], places: &[usize], row: usize) -> bool {
    let key: Row = places.iter().map(|&at| rows[row][at]).collect();
    classes(rows, people, places)[&key].len() == 1
}

/// All sets of at most `max` columns, as masks.
fn sets(columns: usize, max: usize) -> impl Iterator<Item = Vec<usize>> {
    (1_u32..1 << columns)
        .map(move |mask| (0..columns).filter(|at| mask >> at & 1 == 1).collect::<Vec<_>>())
        .filter(move |set| set.len() <= max)
}

/// Compares everything with a count by hand. `people` is whose each row is; all different where rows are counted.
fn compare(table: &Table, people: &[u32], max: usize) {
    let columns: Vec<_> = table.columns().iter().map(|column| column.coded().unwrap()).collect();
    let rows: Vec<Row> =
        (0..table.rows()).map(|row| columns.iter().map(|column| column.codes.at(row)).collect()).collect();
    let who: Vec<String> = people.iter().map(u32::to_string).collect();
    let who = Table::from_rows(&["who"], &who.iter().map(|who| [who]).collect::<Vec<_>>());
    let items = Items::of(rows.len(), &columns, who.column("who").unwrap().coded(), None, &()).unwrap();
    let found = Combinations::of(&items, max, &()).unwrap();
    let max = max.min(columns.len());
    assert_eq!((found.columns, found.max_size), (columns.len(), max));
    // One row for each item, whose minimal sets are counted.
    let mut seen = BTreeSet::new();
    let by_people = items.people.is_some();
    let distinct: Vec<usize> =
        (0..rows.len()).filter(|&row| !by_people || seen.insert((people[row], rows[row].clone()))).collect();
    let mut expected: Vec<Vec<Vec<usize>>> = vec![Vec::new(); rows.len()];
    for &row in &distinct {
        for set in sets(columns.len(), max).filter(|set| alone(&rows, people, set, row)) {
            let smaller = sets(columns.len(), max).any(|part| {
                part.len() < set.len()
                    && part.iter().all(|at| set.contains(at))
                    && alone(&rows, people, &part, row)
            });
            if !smaller {
                expected[row].push(set);
            }
        }
    }
    assert_eq!(found.all.len(), sets(columns.len(), max).count());
    for one in &found.all {
        let sizes: Vec<u64> =
            classes(&rows, people, &one.columns).values().map(|people| people.len() as u64).collect();
        let tally = ClassCounts {
            classes: sizes.len() as u64,
            total: sizes.iter().sum(),
            k: *sizes.iter().min().unwrap(),
            uniques: sizes.iter().filter(|&&size| size == 1).count() as u64,
            alike: sizes.iter().map(|size| size * (size - 1)).sum(),
        };
        assert_eq!(one.tally, tally, "{:?}", one.columns);
        let minimal = expected.iter().flatten().filter(|set| **set == one.columns).count();
        assert_eq!(one.minimal, minimal as u64, "{:?}", one.columns);
    }
    let by_size =
        |size| expected.iter().filter(|sets| sets.iter().map(Vec::len).min() == Some(size)).count() as u64;
    assert_eq!(found.items_by_size, (1..=max).map(by_size).collect::<Vec<_>>());
    let score = |sets: &Vec<Vec<usize>>| sets.iter().map(|set| found.weight(set.len())).sum::<u64>();
    let mut scores: Vec<u64> = expected.iter().map(score).filter(|&score| score > 0).collect();
    let mut found_scores: Vec<u64> = found.scores.iter().copied().filter(|&score| score > 0).collect();
    scores.sort_unstable();
    found_scores.sort_unstable();
    assert_eq!(found_scores, scores);
    assert_eq!(found.score(), scores.iter().map(|&score| u128::from(score)).sum());
}

#[test]
fn combinations_and_minimal_unique_sets_are_those_counted_by_hand() {
    for seed in 0..120 {
        let shape = Shape { columns: 5, rows: 60, leaves: [3, 8, 40][seed as usize % 3], ..Shape::default() };
        let table = Small::draw(shape, seed).table();
        let rows: Vec<u32> = (0..table.rows() as u32).collect();
        compare(&table, &rows, 1 + seed as usize % 5);
        let mut draw = SeededRng::new(seed);
        let people: Vec<u32> = rows.iter().map(|_| draw.between(0, 1 + table.rows() as u32 / 2)).collect();
        compare(&table, &people, 3);
    }
}

#[test]
fn wide_columns_are_sorted_and_narrow_ones_addressed_alike() {
    let cells: Vec<[String; 3]> = (0..500_u32)
        .map(|row| [row * 7 % 450, row * 13 % 440, row * 3 % 430].map(|value| value.to_string()))
        .collect();
    let table = Table::from_rows(&["a", "b", "c"], &cells);
    compare(&table, &(0..500).collect::<Vec<_>>(), 3);
    compare(&table, &(0..500).map(|row| row % 200).collect::<Vec<_>>(), 3);
}

/// The example in the tests of sdcMicro's suda2: contributions of 50, 37.5 and 37.5 per cent.
#[test]
fn contributions_are_those_of_suda() {
    let table = Table::from_rows(&["a", "b", "c"], &[["2", "0", "0"], ["1", "3", "6"], ["1", "0", "0"]]);
    let columns: Vec<_> = table.columns().iter().map(|column| column.coded().unwrap()).collect();
    let found = Combinations::of(&Items::of(3, &columns, None, None, &()).unwrap(), 3, &()).unwrap();
    let of = |at: usize| -> u128 {
        found.all.iter().filter(|one| one.columns.contains(&at)).map(|one| found.score_of(one)).sum()
    };
    assert_eq!((found.score(), [of(0), of(1), of(2)]), (8, [4, 3, 3]));
    assert_eq!(found.items_by_size, [2, 1, 0]);
}

#[test]
fn too_many_combinations_are_cut_to_a_smaller_size() {
    assert_eq!(affordable(15, 1_000_000, 3), 3);
    assert_eq!(affordable(39, 1_000, 3), 3);
    assert_eq!(affordable(40, 1_000, 3), 2);
    assert_eq!(affordable(20_000, 1_000, 3), 1);
    assert_eq!(affordable(15, 100_000_000, 3), 2);
    assert_eq!(affordable(2, 10, 3), 2);
}

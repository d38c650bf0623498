//! The runs of the papers, step by step.

use amidst_core::{Hierarchy, Levels, hierarchy::Path, lattice::at_or_below};
use amidst_search::{Family, Incognito, Matrix, Samarati, SamaratiMatrix};
use amidst_testkit::oracle::OracleColumn;

use crate::case::Case;

const SEX: [&str; 2] = ["M,not_released", "F,not_released"];
const MARITAL_STATUS: [&str; 4] = [
    "married,been_married,not_released",
    "widow,been_married,not_released",
    "divorced,been_married,not_released",
    "single,never_married,not_released",
];
const RACE: [&str; 3] = ["asian,person", "black,person", "white,person"];
const ZIP: [&str; 4] = ["94138,9413*,941**", "94139,9413*,941**", "94141,9414*,941**", "94142,9414*,941**"];

/// A problem from lines of cells, and for each column the lines of its hierarchy.
fn paper(rows: &[&str], hierarchies: &[&[&str]], k: u64, max_suppressed: u64) -> Case {
    let column = |(at, lines): (usize, &&[&str])| {
        let path = |line: &&str| -> Path { line.split(',').map(|label| Some(label.into())).collect() };
        let hierarchy = Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a tree");
        let leaf = |row: &&str| hierarchy.leaf(row.split(',').nth(at)).expect("cells are leaves");
        let leaves = rows.iter().map(leaf).collect();
        OracleColumn { leaves, weight: 1.0, min: 0, max: hierarchy.height(), hierarchy }
    };
    let columns = hierarchies.iter().enumerate().map(column).collect();
    Case { columns, k, max_suppressed, objective: "height", aggregate: None, combinations: Vec::new() }
}

/// Figure 1 of the chapter: ZIP, marital status and sex of ten people.
fn chapter(k: u64, max_suppressed: u64) -> Case {
    let rows = [
        "22030,married,F",
        "22030,married,F",
        "22030,single,M",
        "22032,single,M",
        "22032,single,M",
        "22032,divorced,F",
        "22045,divorced,M",
        "22047,widow,M",
        "22047,widow,M",
        "22047,single,F",
    ];
    let zip = ["22030,2203*,220**", "22032,2203*,220**", "22045,2204*,220**", "22047,2204*,220**"];
    paper(&rows, &[&zip, &MARITAL_STATUS, &SEX], k, max_suppressed)
}

/// Figure 1 of the article: race, date of birth, sex, ZIP and marital status of eleven people.
fn article(max_suppressed: u64) -> Case {
    let rows = [
        "asian,09/27/64,F,94139,divorced",
        "asian,09/30/64,F,94139,divorced",
        "asian,04/18/64,M,94139,married",
        "asian,04/15/64,M,94139,married",
        "black,03/13/63,M,94138,married",
        "black,03/18/63,M,94138,married",
        "black,09/13/64,F,94141,married",
        "black,09/07/64,F,94141,married",
        "white,05/14/61,M,94138,single",
        "white,05/08/61,M,94138,single",
        "white,09/15/61,F,94142,widow",
    ];
    let birth = |row: &&str| {
        let date = row.split(',').nth(1).expect("a date");
        let (month, year) = (&date[..2], &date[6..]);
        format!("{date},{month}/{year},{year},[60-64],[60-69]")
    };
    let births: Vec<String> = rows.iter().map(birth).collect();
    let births: Vec<&str> = births.iter().map(String::as_str).collect();
    paper(&rows, &[&RACE, &births, &SEX, &ZIP, &MARITAL_STATUS], 2, max_suppressed)
}

#[track_caller]
fn check(case: &Case, heights: &[u32], found: &[u8]) {
    let tuples = case.tuples();
    let trace = Samarati.trace(&case.problem(&tuples), &()).unwrap();
    assert_eq!((trace.heights(), trace.found.as_deref()), (heights.to_vec(), Some(found)));
    let by_matrix = SamaratiMatrix.trace(&case.problem(&tuples), &()).unwrap();
    assert_eq!(by_matrix.found, trace.found);
}

#[test]
fn heights_of_the_article_are_visited_as_its_algorithm_says() {
    let figure_8 = |max_suppressed| {
        let rows = ["asian,94138", "asian,94138", "asian,94142", "asian,94142", "black,94138"];
        let rows = [&rows[..], &["black,94141", "black,94142", "white,94138"]].concat();
        paper(&rows, &[&RACE, &ZIP], 2, max_suppressed)
    };
    check(&figure_8(0), &[1, 2], &[1, 1]);
    check(&figure_8(1), &[1, 0], &[1, 0]);
    check(&figure_8(2), &[1, 0], &[0, 1]);
    check(&figure_8(4), &[1, 0], &[0, 0]);
    check(&article(0), &[5, 8, 7, 6], &[1, 3, 0, 1, 1]);
}

#[test]
fn the_matrix_of_the_article_leaves_three_heights() {
    let case = article(0);
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    let matrix = Matrix::new(&problem).unwrap();
    assert_eq!((matrix.lowest_height(0), matrix.upper()), (Some(6), vec![1, 3, 1, 2, 2]));
    assert_eq!(SamaratiMatrix.trace(&problem, &()).unwrap().heights(), [7, 6]);
}

#[test]
fn example_3_2_passes_over_the_whole_of_height_1() {
    let case = chapter(3, 2);
    check(&case, &[2, 1], &[1, 1, 0]);
    let tuples = case.tuples();
    let trace = Samarati.trace(&case.problem(&tuples), &()).unwrap();
    let seen = trace.visits.iter().map(|visit| (visit.examined, visit.skipped));
    assert_eq!(seen.collect::<Vec<_>>(), [(4, 0), (3, 3)]);
}

#[test]
fn the_chapter_counts_classes_where_it_should_count_tuples() {
    let case = chapter(3, 0);
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    let matrix = Matrix::new(&problem).unwrap();
    let chapter = |node: &[u8]| -> u64 {
        let class = |outlier: usize| -> u64 {
            let met = matrix.counts().iter().enumerate();
            let met = met.filter(|&(tuple, _)| at_or_below(&matrix.vector(outlier, tuple), node));
            met.map(|(_, &rows)| u64::from(rows)).sum()
        };
        (0..matrix.outliers().len()).map(class).filter(|&rows| rows < 3).sum()
    };
    let differing: Vec<(Levels, u64, u64)> = problem
        .lattice()
        .iter()
        .map(|node| (node.clone(), chapter(&node), matrix.suppressed(&node)))
        .filter(|(_, chapter, correct)| chapter != correct)
        .collect();
    assert_eq!(differing, [(vec![2, 0, 1], 8, 6)]);
}

fn family(columns: &[usize], candidates: &[&[u8]], survivors: &[&[u8]]) -> Family {
    let owned = |nodes: &[&[u8]]| nodes.iter().map(|node| node.to_vec()).collect();
    Family { columns: columns.to_vec(), candidates: owned(candidates), survivors: owned(survivors) }
}

#[test]
fn example_3_3_grows_sets_of_columns() {
    let case = chapter(3, 2);
    let tuples = case.tuples();
    let all: [&[u8]; 9] = [
        &[0, 2, 1],
        &[1, 1, 0],
        &[1, 1, 1],
        &[1, 2, 0],
        &[1, 2, 1],
        &[2, 1, 0],
        &[2, 1, 1],
        &[2, 2, 0],
        &[2, 2, 1],
    ];
    let expected = [
        family(&[0], &[&[0], &[1], &[2]], &[&[0], &[1], &[2]]),
        family(&[1], &[&[0], &[1], &[2]], &[&[1], &[2]]),
        family(&[2], &[&[0], &[1]], &[&[0], &[1]]),
        family(
            &[0, 1],
            &[&[0, 1], &[0, 2], &[1, 1], &[1, 2], &[2, 1], &[2, 2]],
            &[&[0, 2], &[1, 1], &[1, 2], &[2, 1], &[2, 2]],
        ),
        family(
            &[0, 2],
            &[&[0, 0], &[0, 1], &[1, 0], &[1, 1], &[2, 0], &[2, 1]],
            &[&[0, 1], &[1, 0], &[1, 1], &[2, 0], &[2, 1]],
        ),
        family(&[1, 2], &[&[1, 0], &[1, 1], &[2, 0], &[2, 1]], &[&[1, 0], &[1, 1], &[2, 0], &[2, 1]]),
        family(&[0, 1, 2], &all, &all),
    ];
    assert_eq!(Incognito.trace(&case.problem(&tuples), &()).unwrap(), expected);
}

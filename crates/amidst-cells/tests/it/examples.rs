//! The slides' running table: the models that recode cells.

use std::sync::Arc;

use amidst_cells::{
    Axis, Conditions, Labels, Objective, Partition, PartitionResult, Points, Problem, Split, recoder,
};
use amidst_core::{Codes, Hierarchy};

use crate::drawn::score;

const ROWS: [[&str; 4]; 9] = [
    ["asian", "64/04/12", "F", "94142"],
    ["asian", "64/09/13", "F", "94141"],
    ["asian", "64/04/15", "F", "94139"],
    ["asian", "63/03/13", "M", "94139"],
    ["asian", "63/03/18", "M", "94139"],
    ["black", "64/09/27", "F", "94138"],
    ["black", "64/09/27", "F", "94139"],
    ["white", "64/09/27", "F", "94139"],
    ["white", "64/09/27", "F", "94141"],
];

/// The slides' classes.
const SLIDES: [&[usize]; 4] = [&[0, 1, 2], &[3, 4], &[5, 6], &[7, 8]];

fn path(column: usize, value: &str) -> Vec<String> {
    let part = |end: usize| value[..end].to_owned();
    match column {
        1 => vec![part(8), part(5), part(2), "[60-64]".into(), "*".into()],
        3 => vec![part(5), format!("{}*", part(4)), format!("{}**", part(3))],
        _ => vec![value.into(), "*".into()],
    }
}

fn values(column: usize) -> Vec<&'static str> {
    let mut values: Vec<&str> = ROWS.iter().map(|row| row[column]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn instance(axes: &[Axis], code: impl Fn(usize, &str) -> u32) -> (Points, Vec<u32>) {
    let column = |column: usize| {
        let codes = ROWS.iter().map(|row| code(column, row[column])).collect();
        let number = axes[column].values();
        (Codes::narrow(codes, number as usize), number)
    };
    Points::collapse(&(0..4).map(column).collect::<Vec<_>>(), &[]).unwrap()
}

fn problem<'a>(axes: &'a [Axis], points: &'a Points, objective: Objective) -> Problem<'a> {
    let (split, labels) = (Split::default(), Labels::default());
    Problem { axes, points, conditions: Conditions::new(2, vec![]), objective, split, labels, seed: 0 }
}

fn local(problem: &Problem<'_>) -> PartitionResult {
    recoder("local").unwrap().solve(problem, &()).unwrap()
}

#[test]
fn twelve_stars_suffice() {
    let texts = |column| values(column).into_iter().map(|value| Some(Box::from(value))).collect();
    let axes: Vec<Axis> = (0..4).map(|column| Axis::blanks("", texts(column))).collect();
    let (points, _) =
        instance(&axes, |column, value| values(column).iter().position(|it| *it == value).unwrap() as u32);
    let problem = problem(&axes, &points, Objective::Gcp);
    let found = local(&problem);
    assert!(found.is_optimal);
    assert_eq!((score(&problem, &found.partition) * 36.0).round(), 12.0);
}

#[test]
fn generalized_cells_lose_no_more_than_on_the_slides() {
    let tree = |column: usize| {
        let paths = values(column)
            .into_iter()
            .map(|value| path(column, value).into_iter().map(|label| Some(Box::from(label))).collect());
        Arc::new(Hierarchy::from_paths_as_given(paths.collect()).unwrap().0)
    };
    let axes: Vec<Axis> = (0..4).map(|column| Axis::labels("", tree(column))).collect();
    let (points, point_of_row) =
        instance(&axes, |column, value| axes[column].hierarchy().unwrap().leaf(Some(value)).unwrap());
    for objective in [Objective::Loss, Objective::Gcp] {
        let problem = problem(&axes, &points, objective);
        let member = |&row: &usize| amidst_cells::Member { point: point_of_row[row], rows: 1 };
        let slides = Partition::new(SLIDES.map(|class| class.iter().map(member).collect()));
        let found = local(&problem);
        assert!(score(&problem, &found.partition) <= score(&problem, &slides) + 1e-9);
    }
}

//! The examples of the papers.

use amidst_cells::{Axis, Mondrian};

use super::{Case, found};

/// A column of words in the order given; they stand at their ranks.
fn words(order: &[&str]) -> Axis {
    let texts = order.iter().map(|word| Some(Box::from(*word))).collect();
    Axis::ranges("words", texts, (0..order.len()).map(|rank| rank as f64).collect())
}

/// A column of numbers.
fn numbers(values: &[u32]) -> (Axis, Vec<u32>) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let texts = sorted.iter().map(|value| Some(value.to_string().into())).collect();
    let axis = Axis::ranges("numbers", texts, sorted.iter().copied().map(f64::from).collect());
    (axis, values.iter().map(|value| sorted.binary_search(value).expect("is one of them") as u32).collect())
}

/// The classes as the papers number rows, from 1.
#[track_caller]
fn check(case: &Case, k: u64, mut expected: Vec<Vec<usize>>) {
    let found = found(Mondrian::Strict, &case.problem(k));
    let mut classes = case.rows_of_classes(&found);
    classes.iter_mut().flatten().for_each(|row| *row += 1);
    classes.sort_unstable();
    expected.sort_unstable();
    assert_eq!(classes, expected);
}

/// Ciriani and others, Figure 17: the text cuts sex first, which is as wide as marital status.
#[test]
fn the_chapters_figure_17() {
    let status = [
        "married", "married", "single", "single", "single", "divorced", "divorced", "widow", "widow",
        "single",
    ];
    let sex = ["F", "F", "M", "M", "M", "F", "M", "M", "M", "F"];
    for order in [["single", "divorced", "widow", "married"], ["married", "widow", "divorced", "single"]] {
        let code = |word: &str| order.iter().position(|one| *one == word).expect("is in the order") as u32;
        let rows = status.iter().zip(sex).map(|(status, sex)| vec![code(status), u32::from(sex == "F")]);
        let case = Case::plain(vec![words(&order), words(&["M", "F"]).with_weight(2.0)], rows.collect());
        check(&case, 2, vec![vec![3, 4, 5], vec![7, 8, 9], vec![1, 2], vec![6, 10]]);
    }
}

/// The slides of FOSAD 2008.
#[test]
fn the_slides_with_marital_status_and_zip() {
    let axes = vec![
        words(&["single", "married", "divorced", "widow"]),
        words(&["94138", "94139", "94141", "94142"]),
    ];
    let rows = [[2, 3], [2, 2], [1, 1], [1, 1], [1, 1], [0, 0], [0, 1], [0, 1], [3, 2]];
    let case = Case::plain(axes, rows.map(Vec::from).to_vec());
    check(&case, 3, vec![vec![1, 2, 9], vec![3, 4, 5], vec![6, 7, 8]]);
}

/// The survey of 2023, Figure 7: the text cuts ZIP first, which is as wide as age.
#[test]
fn the_surveys_figure_7() {
    let (age, ages) = numbers(&[35, 45, 30, 50, 60, 40, 65, 70, 55]);
    let (zip, zips) = numbers(&[98512, 99413, 98578, 99356, 99423, 98545, 99334, 99490, 99301]);
    let rows = zips.into_iter().zip(ages).map(|(zip, age)| vec![zip, age]).collect();
    let case = Case::plain(vec![zip, age], rows);
    check(&case, 2, vec![vec![1, 3, 6], vec![7, 9], vec![2, 4], vec![5, 8]]);
    let found = found(Mondrian::Strict, &case.problem(2));
    let ages: Vec<String> = (0..found.partition.len())
        .map(|class| found.partition.covers(&case.axes, &case.points, class)[1])
        .map(|cover| case.axes[1].label(cover).expect("is a range").into_owned())
        .collect();
    assert_eq!(ages, ["[30, 40]", "[55, 65]", "[45, 50]", "[60, 70]"]);
}

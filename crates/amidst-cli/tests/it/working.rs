//! `amidst solutions` as the papers work tables out: distance vectors, bounds, steps and strategies.

use serde_json::json;

use crate::support::{FIGURE_8_ROLES, Folder, keys};

fn asked(flags: &str) -> String {
    format!("solutions {FIGURE_8_ROLES} {flags}")
}

#[test]
fn the_steps_of_figure_8_are_those_of_the_article() {
    let folder = Folder::with_figure_8();
    let json = folder.succeed(&asked("--trace --path ZIP,Race --json")).json();
    let working = &json["working"];
    assert_eq!(keys(working), ["strategies", "trace", "path"]);
    assert_eq!(working["strategies"], json!(3));
    let heights: Vec<_> = working["trace"]["visits"]
        .as_array()
        .expect("visits")
        .iter()
        .map(|it| it["height"].clone())
        .collect();
    assert_eq!((&working["trace"]["algorithm"], heights), (&json!("samarati"), vec![json!(1), json!(2)]));
    assert_eq!(working["path"]["found"], json!({"Race": 1, "ZIP": 2}));
    assert_eq!(working["path"]["below"], json!([{"Race": 1, "ZIP": 1}]));
    let text = folder.succeed(&asked("--trace --path ZIP,Race"));
    assert!(text.text().contains("Steps of samarati:\n  height 1: no solution;"), "{}", text.text());
    assert!(text.text().ends_with("Locally minimal: [1,2], not minimal: [1,1] below it satisfies too.\n"));
}

#[test]
fn tuples_are_named_by_their_rows() {
    let folder = Folder::with_figure_8();
    let json = folder.succeed(&asked("--matrix --bounds --json")).json();
    let (matrix, bounds) = (&json["working"]["matrix"], &json["working"]["bounds"]);
    assert_eq!(matrix["tuples"], json!([[1, 2], [3, 4], [5], [6], [7], [8]]));
    assert_eq!(matrix["outliers"], json!([[5], [6], [7], [8]]));
    assert_eq!(matrix["vectors"][0], json!([[1, 0], [1, 2], [0, 0], [0, 2], [0, 2], [1, 0]]));
    assert_eq!(keys(bounds), ["lowest_height", "upper", "upper_height", "outliers"]);
    assert_eq!(bounds["outliers"][0], json!({"rows": [5], "nearest": [[0, 2], [1, 0]], "height": 1}));
    let text = folder.succeed(&asked("--matrix --bounds"));
    assert!(text.text().contains("\n  5  [1,0]  [1,2]  [0,0]  [0,2]  [0,2]  [1,0]\n"), "{}", text.text());
    assert!(
        text.text().contains("  row 5: nearest [0,2] [1,0]; meets enough rows 1 step up at the earliest\n")
    );
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let folder = Folder::with_figure_8();
    folder.refuses(
        &asked("--path ZIP,Sex"),
        "path: \"Sex\" is no quasi column of the table; name quasi columns",
    );
    folder.refuses(
        &asked("--trace --algorithm flash"),
        "algorithm = \"flash\": the steps of samarati, samarati-matrix and incognito are told; choose one of them",
    );
    assert_eq!(folder.run(&asked("--matrix --csv")).code, Some(2));
    let table: String = (0..201).map(|row| format!("t{row}\n")).collect();
    let many = Folder::with("towns.csv", format!("town\n{table}"));
    let run = many.run("solutions towns.csv --quasi town -k 2 --matrix");
    assert!(
        run.code == Some(2) && run.stderr.contains("at most 200 rows and 1000 columns are shown"),
        "{}",
        run.stderr
    );
}

//! `--prefer`: which minimal node is released, and what is said about it.

use serde_json::{Value, json};

use crate::support::{FIGURE_8_ROLES, Folder, many_people};

/// Every policy that looks at minimal nodes.
pub const POLICIES: [&str; 22] = [
    "min-height",
    "min-relative-height",
    "max-classes",
    "min-suppression",
    "min-peak",
    "max-peak",
    "min-relative-peak",
    "max-relative-peak",
    "fewest-columns",
    "most-columns",
    "loss",
    "precision",
    "levels",
    "height",
    "discernibility",
    "discernibility*",
    "average-class-size",
    "entropy",
    "normalized-entropy",
    "gcp",
    "kl-divergence",
    "ambiguity",
];

fn nodes(list: &Value) -> Vec<[u64; 2]> {
    let level = |node: &Value, column: &str| node["levels"][column].as_u64().expect("a level");
    list.as_array().expect("nodes").iter().map(|node| [level(node, "Race"), level(node, "ZIP")]).collect()
}

/// Samarati, Example 6.1.
#[track_caller]
fn check(limit: &str, policy: &str, expected: &[[u64; 2]]) {
    let folder = Folder::with_figure_8();
    let json = folder
        .succeed(&format!("solutions {FIGURE_8_ROLES} --suppression {limit} --prefer {policy} --json"))
        .json();
    assert_eq!(nodes(&json["ties"]), expected, "{policy}");
    let released = folder
        .succeed(&format!(
            "anonymize {FIGURE_8_ROLES} --suppression {limit} --prefer {policy} -o release.csv --json"
        ))
        .json();
    assert_eq!(released["levels"], json["preferred"]["levels"]);
    assert_eq!(
        released["prefer"],
        json!({"policy": policy, "ties": expected.len(), "minimal_nodes": json["minimal"].as_array().map(Vec::len)})
    );
}

#[test]
fn the_paper_s_example_prefers_what_the_paper_says() {
    // Shares of eight rows: one row, two rows.
    check("0.125", "min-height", &[[1, 0]]);
    check("0.125", "min-relative-height", &[[1, 0], [0, 2]]);
    check("0.125", "max-classes", &[[1, 0], [0, 2]]);
    check("0.125", "min-suppression", &[[1, 0], [0, 2]]);
    check("0.25", "min-height", &[[0, 1], [1, 0]]);
    check("0.25", "min-relative-height", &[[0, 1]]);
    check("0.25", "max-classes", &[[0, 1]]);
    check("0.25", "min-suppression", &[[1, 0]]);
}

#[test]
fn the_first_column_of_a_priority_is_generalized_least() {
    let folder = Folder::with_figure_8().and(
        "release.toml",
        "[input]\npath = 'figure8.csv'\n[output]\npath = 'release.csv'\n\
         [columns.Race]\nrole = 'quasi'\nhierarchy = { file = 'race.csv' }\n\
         [columns.ZIP]\nrole = 'quasi'\nhierarchy = { file = 'zip.csv' }\n\
         [privacy]\nk = 2\n[solve]\nsuppression = '2 rows'\nprefer = 'priority'\npriority = ['ZIP', 'Race']\n",
    );
    let levels = |args: &str| {
        folder.succeed(&format!("anonymize release.toml --force --json {args}")).json()["levels"].clone()
    };
    assert_eq!(levels(""), json!({"Race": 1, "ZIP": 0}));
    assert_eq!(levels("--priority Race"), json!({"Race": 0, "ZIP": 1}));
    assert_eq!(levels("--prefer max-classes"), json!({"Race": 0, "ZIP": 1}));
}

#[test]
fn what_is_released_is_what_solutions_prefer() {
    let folder = Folder::with("people.csv", many_people(300));
    let asked = "people.csv --quasi zip,age --sensitive ill --other note --not-identifying note -k 3 --suppression 10% --json";
    let best = folder.succeed(&format!("anonymize {asked} -o best.csv")).json();
    assert!(best.get("prefer").is_none());
    for policy in POLICIES {
        let solutions = folder.succeed(&format!("solutions {asked} --prefer {policy}")).json();
        let released =
            folder.succeed(&format!("anonymize {asked} --prefer {policy} -o r.csv --force")).json();
        for key in ["levels", "height", "classes", "loss"] {
            assert_eq!(released[key], solutions["preferred"][key], "{policy}: {key}");
        }
        assert_eq!(released["rows"]["suppressed"], solutions["preferred"]["suppressed"], "{policy}");
        assert_eq!(released["warnings"], solutions["warnings"], "{policy}");
        assert_eq!((&released["algorithm"], &released["outcome"]), (&json!("flash"), &json!("found")));
        // Optimal remains a word about the objective.
        let value = |json: &Value| json["objective"]["value"].as_f64().expect("a number");
        let is_least = value(&released) == value(&best);
        assert_eq!(released["optimal"], json!(is_least), "{policy}");
        let gap = if is_least { 0.0 } else { (value(&released) - value(&best)) / value(&released) };
        assert!((released["gap"].as_f64().expect("a number") - gap).abs() < 1e-12, "{policy}");
    }
}

#[test]
fn a_better_node_that_is_not_minimal_is_told() {
    let folder = Folder::with_figure_8();
    let run = folder.succeed(&format!(
        "anonymize {FIGURE_8_ROLES} --suppression 0.25 --prefer min-suppression -o release.csv"
    ));
    let words = [
        "Warning: the best node under min-suppression is not minimal: Race 1, ZIP 1 suppresses 0 rows and releases 2 \
         classes; only minimal nodes are preferred.\n",
        "Preferred under min-suppression among 2 minimal nodes; 1 is best.\n",
        "loss = 0.500000, of the node that min-suppression prefers; at most 26.1 % less is possible.\n",
    ];
    assert!(words.iter().all(|words| run.text().contains(words)), "{}", run.text());
}

#[test]
fn every_algorithm_that_finds_all_minimal_nodes_may_be_named() {
    let folder = Folder::with_figure_8();
    let asked = format!("solutions {FIGURE_8_ROLES} --suppression 0.25 --json");
    let minimal = |algorithm: &str| folder.succeed(&format!("{asked} {algorithm}")).json()["minimal"].clone();
    let usual = minimal("");
    for algorithm in ["auto", "optimal", "flash", "samarati", "exhaustive"] {
        assert_eq!(minimal(&format!("--algorithm {algorithm}")), usual, "{algorithm}");
    }
}

//! `amidst sweep`: every form it takes, held against single runs.

use serde_json::Value;

use crate::support::{Folder, MANY_ROLES, SECRET, keys, many_people, tells};

fn asked() -> String {
    format!("people.csv {}", MANY_ROLES.trim_end_matches(" -k 2"))
}

fn people() -> Folder {
    Folder::with("people.csv", many_people(120))
}

#[test]
fn every_point_is_what_a_single_run_releases() {
    let folder = people();
    let grid = "--k 2..5 --suppression 0%,10% --algorithm optimal,mondrian";
    let json = folder.succeed(&format!("sweep {} {grid} --json", asked())).json();
    assert_eq!(keys(&json), ["version", "rows", "objective", "complete", "points"]);
    let points = json["points"].as_array().expect("points");
    assert_eq!((points.len(), &json["complete"]), (16, &Value::Bool(true)));
    for point in points {
        let [algorithm, suppression, k] = ["algorithm", "suppression", "k"]
            .map(|key| point[key].as_str().map_or_else(|| point[key].to_string(), str::to_owned));
        let flags = format!("-k {k} --suppression {suppression} --algorithm {algorithm}");
        let released =
            folder.succeed(&format!("anonymize {} {flags} -o one.csv --force --json", asked())).json();
        for key in ["classes", "objective", "loss", "optimal", "gap"] {
            assert_eq!(point["result"][key], released[key], "{flags}: {key}");
        }
        assert_eq!(point["result"]["suppressed"], released["rows"]["suppressed"], "{flags}");
        assert_eq!(point["result"].get("levels"), released.get("levels"), "{flags}");
    }
}

#[test]
fn points_go_to_files_that_show_no_value() {
    let folder = people();
    let flags = "-k 2..9:3 --algorithm optimal,datafly --csv p.csv --svg c.svg --html p.html";
    let run = folder.succeed(&format!("sweep {} {flags}", asked()));
    assert!(run.text().ends_with("Written: p.csv, c.svg, p.html\n"), "{}", run.text());
    assert_eq!(folder.names(), ["c.svg", "p.csv", "p.html", "people.csv"]);
    assert_eq!(folder.text("p.csv").lines().count(), 7);
    for text in [run.text().to_owned(), folder.text("p.csv"), folder.text("c.svg"), folder.text("p.html")] {
        assert!(!tells(&text) && !text.contains(SECRET));
    }
    assert_eq!(folder.run(&format!("sweep {} --csv p.csv", asked())).code, Some(2));
    folder.succeed(&format!("sweep {} --csv p.csv --force", asked()));
}

#[test]
fn a_point_without_a_solution_says_so_and_a_grid_of_them_is_not_met() {
    let folder = people();
    let run = folder.succeed(&format!("sweep {} -k 3,200", asked()));
    assert!(run.text().lines().last().expect("a line").ends_with("infeasible"), "{}", run.text());
    assert_eq!(folder.run(&format!("sweep {} -k 200,300", asked())).code, Some(1));
}

#[test]
fn lists_that_are_none_are_refused() {
    for (flags, message) in [("-k 9..2", "2..100:7"), ("-k 0", "k = 0"), ("--algorithm optimal,no", "no")] {
        let run = people().run(&format!("sweep {} {flags}", asked()));
        assert_eq!(run.code, Some(2), "{flags}");
        assert!(run.stderr.contains(message), "{flags}: {}", run.stderr);
    }
}

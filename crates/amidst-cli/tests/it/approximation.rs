//! Approximation algorithms from the command line: what is proved is told, and what they do not solve is refused.

use serde_json::{Value, json};

use crate::support::{Folder, ROLES};

const BLANKED: &str = "--generalize none --suppress cell -o r.csv --force";

#[test]
fn cost_bound_and_ratio_are_told() {
    let folder = Folder::with_people();
    for (algorithm, ratio) in
        [("forest", 3.0), ("pairs", 2.0), ("park-shim", 2.75), ("meyerson-williams", 11.0)]
    {
        let json = folder
            .succeed(&format!("anonymize people.csv {ROLES} --algorithm {algorithm} {BLANKED} --json"))
            .json();
        assert_eq!((&json["algorithm"], &json["objective"]["name"]), (&json!(algorithm), &json!("levels")));
        assert_eq!(json["objective"]["value"], json["loss"]["levels"]);
        // Ages of four people differ from everybody's, and are all that has to go.
        assert_eq!(
            (&json["objective"]["value"], &json["approximation"]["bound"]),
            (&json!(4.0), &json!(4.0))
        );
        let told = json["approximation"]["ratio"].as_f64().expect("it is proved");
        assert!((told - ratio).abs() < 1e-9, "{algorithm}: {told}");
        assert_eq!((&json["optimal"], &json["gap"]), (&json!(true), &json!(0.0)));
    }
    let json =
        folder.succeed(&format!("anonymize people.csv {ROLES} --algorithm local {BLANKED} --json")).json();
    assert_eq!((&json["approximation"], &json["objective"]["name"]), (&Value::Null, &json!("loss")));
}

#[test]
fn what_is_not_proved_is_not_told() {
    let folder = Folder::with_people();
    let ratio = |more: &str| {
        let run = folder.succeed(&format!("anonymize people.csv {ROLES} {more} -o r.csv --force --json"));
        run.json()["approximation"]["ratio"].clone()
    };
    assert_eq!(ratio("--algorithm forest"), json!(3.0));
    assert_eq!(ratio("--algorithm forest --objective gcp"), json!(3.0));
    assert_eq!(ratio("--algorithm forest --objective loss"), Value::Null);
    assert_eq!(ratio("--algorithm forest --suppression 20%"), json!(3.0));
    assert_eq!(ratio("--algorithm pairs --suppression 20%"), json!(3.0));
    assert_eq!(ratio("--algorithm meyerson-williams --suppression 20%"), Value::Null);
}

#[test]
fn what_they_do_not_solve_is_refused() {
    let folder = Folder::with_people();
    let run =
        |more: &str| format!("anonymize people.csv --quasi zip,age --sensitive ill {more} -o r.csv --force");
    folder.refuses(
        &run("-k 3 --algorithm pairs"),
        "k = 3: pairs solves k = 2 alone; take forest for any other, or local",
    );
    folder.refuses(
        &run("-k 2 --algorithm triples"),
        "k = 2: triples solves k = 3 alone; take forest for any other, or local",
    );
    let said = folder.run(&run("-k 2 --algorithm park-shim"));
    assert!(
        said.code == Some(2) && said.stderr.contains("it needs a hierarchy for each quasi column"),
        "{}",
        said.stderr
    );
    let said = folder.run(&run("-k 2 --algorithm forest --generalize none --suppress cell --wildcard"));
    assert!(said.code == Some(2) && said.stderr.contains("or take local-suppression"), "{}", said.stderr);
    let said = folder.run(&run("-k 2 --algorithm forest --suppress cell"));
    assert!(
        said.code == Some(2) && said.stderr.contains("no column is at a level beside that"),
        "{}",
        said.stderr
    );
}

#[test]
fn hard_tables_are_written_with_what_they_cost() {
    let folder = Folder::new();
    let told = folder.succeed("demo --hard k4 -o hard");
    assert!(
        told.text().contains("edges.csv: 6 rows, 4 columns. With k = 3 18 blanks are the least"),
        "{}",
        told.text()
    );
    assert!(told.text().contains("60 blanks are the least; 54 would be"), "{}", told.text());
    assert!(folder.text("hard/edges-ternary.csv").contains("\n1,2,0,0,1,2,0,0,2,1,0,0\n"));
    let run = "anonymize hard/edges.csv --quasi v1,v2,v3,v4 -k 3 --algorithm local --objective levels \
               --generalize none --suppress cell -o r.csv --json";
    let json = folder.succeed(run).json();
    assert_eq!((&json["objective"]["value"], &json["optimal"]), (&json!(18.0), &json!(true)));
    assert_eq!(folder.run("demo --hard k4 -o hard").code, Some(2), "files are not overwritten");
    assert_eq!(folder.run("demo --hard 1-1 -o other").code, Some(2));
}

#[test]
fn blanking_by_either_name_finds_the_fewest_blanks_of_a_hard_table() {
    let folder = Folder::new();
    folder.succeed("demo --hard bow-tie -o hard");
    let text = folder.text("hard/edges-ternary.csv");
    let columns = text.lines().next().expect("a header");
    for ways in ["--algorithm local-suppression", "--generalize none --suppress cell"] {
        let run =
            format!("anonymize hard/edges-ternary.csv --quasi {columns} -k 3 {ways} -o o.csv --json --force");
        let json = folder.succeed(&run).json();
        let cells = json["cells"].as_object().expect("cells are told");
        let blanks: u64 = cells.values().filter_map(|column| column["suppressed"].as_u64()).sum();
        assert_eq!(blanks, 54, "{ways}");
    }
}

//! `amidst check`: true, false, or could not run.

use serde_json::json;

use crate::support::{Folder, Run, keys, tells};

/// Classes of 2, 1 and 1 over zip and age.
const TABLE: &str = "zip,age,ill\n01234,34,Zyx\n01234,34,flu\n01235,35,Zyx\n01235,36,cough\n";

#[track_caller]
fn check(table: &str, args: &str, code: i32, words: &str) {
    let run = Folder::with("people.csv", table).run(&format!("check people.csv {args}"));
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(code), words, ""));
}

#[test]
fn exit_codes_tell_holds_fails_and_could_not_run() {
    let folder = Folder::with("people.csv", TABLE);
    for (args, code) in [("--quasi zip -k 2", 0), ("--quasi zip,age -k 2", 1), ("--quasi zip,size -k 2", 2)] {
        for form in ["", "--json", "--quiet"] {
            let run = folder.run(&format!("check people.csv {args} {form}"));
            assert_eq!(run.code, Some(code), "{args} {form}");
            assert!(!tells(run.text()) && !tells(&run.stderr));
        }
    }
}

#[test]
fn it_says_in_words_what_was_found() {
    check(
        TABLE,
        "--quasi zip -k 2",
        0,
        "2-anonymity over zip holds: the smallest class has 2 rows (2 ≥ 2).\n\
         4 rows, 2 classes; k = 2 if a missing cell is a value of its own, 2 if it matches everything.\n",
    );
    check(
        TABLE,
        "--quasi zip,age -k 3",
        1,
        "3-anonymity over zip, age fails: the smallest class has 1 row (1 < 3).\n\
         4 of 4 rows, in 3 of 3 classes, stand amidst fewer than 2 others; 2 are alone.\n\
         4 rows, 3 classes; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n",
    );
}

#[test]
fn the_json_has_the_keys_of_the_interface() {
    let folder = Folder::with("people.csv", TABLE);
    let json = folder.run("check people.csv --quasi zip,age -k 2 --json").json();
    assert_eq!(keys(&json), ["holds", "rows", "classes", "k", "k_wildcard", "uniques", "models"]);
    assert_eq!(
        json,
        json!({
            "holds": false, "rows": 4, "classes": 3, "k": 1, "k_wildcard": 1, "uniques": 2,
            "models": [{
                "model": "k-anonymity", "column": null, "asked": 2, "reached": 1, "holds": false,
                "failing_classes": 2, "failing_rows": 2,
            }],
        })
    );
}

#[test]
fn a_missing_cell_is_a_value_or_matches_everything() {
    let folder = Folder::with("people.csv", "a,b\nx,1\n,1\nx,\ny,1\n");
    let strict = folder.run("check people.csv --quasi a,b -k 2 --json");
    assert_eq!(
        (strict.code, &strict.json()["k"], &strict.json()["k_wildcard"]),
        (Some(1), &json!(1), &json!(2))
    );
    let lenient = folder.run("check people.csv --quasi a,b -k 2 --wildcard --json");
    assert_eq!((lenient.code, &lenient.json()["holds"]), (Some(0), &json!(true)));
    let model = &lenient.json()["models"][0];
    assert_eq!(
        (&model["reached"], &model["failing_classes"], &model["failing_rows"]),
        (&json!(2), &json!(0), &json!(0))
    );
    let failing = folder.run("check people.csv --quasi a,b -k 3 --wildcard --json");
    assert_eq!((failing.code, &failing.json()["models"][0]["failing_rows"]), (Some(1), &json!(null)));
}

#[test]
fn markers_say_what_is_missing() {
    let folder = Folder::with("people.csv", "a\nNA\n?\nNA\n?\n");
    assert_eq!(folder.run("check people.csv --quasi a -k 4").code, Some(1));
    assert_eq!(folder.run("check people.csv --quasi a -k 4 --missing NA,?").code, Some(0));
}

#[test]
fn standard_input_is_a_table_too() {
    let folder = Folder::new();
    let check =
        |k| Run::of(folder.command().args(["check", "-", "--quasi", "zip", "-k", k]).write_stdin(TABLE)).code;
    assert_eq!((check("2"), check("3")), (Some(0), Some(1)));
}

#[test]
fn every_format_is_checked_alike() {
    let folder = Folder::with("people.csv", TABLE);
    for name in ["t.parquet", "t.jsonl", "t.arrow", "t.csv.gz", "t.tsv.zst"] {
        folder.succeed(&format!("anonymize people.csv --quasi zip,age --other ill -k 1 -o {name}"));
        let json = folder.run(&format!("check {name} --quasi zip,age -k 2 --json")).json();
        assert_eq!(
            (&json["rows"], &json["classes"], &json["uniques"]),
            (&json!(4), &json!(3), &json!(2)),
            "{name}"
        );
    }
}

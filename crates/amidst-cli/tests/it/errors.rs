//! Errors for programs: with `--json` an object on standard output, the same words on standard error, the same exit code.

use crate::support::{Folder, SPEC};

/// Arguments that a program cannot run with, what kind of error that is, and where.
#[track_caller]
fn check(folder: &Folder, args: &str, kind: &str, code: &str, place: serde_json::Value) {
    let (with, without) = (folder.run(&format!("{args} --json")), folder.run(args));
    assert_eq!((with.code, without.code), (Some(2), Some(2)), "{}", with.stderr);
    let json = with.json();
    assert_eq!((&json["version"], &json["outcome"]), (&1.into(), &"error".into()));
    let error = &json["error"];
    assert_eq!((&error["kind"], &error["code"]), (&kind.into(), &code.into()), "{json}");
    assert_eq!(error["where"], place, "{json}");
    let message = error["message"].as_str().expect("words");
    assert_eq!(with.stderr, format!("amidst: {message}\n"));
    assert_eq!((without.stderr.as_str(), without.text()), (with.stderr.as_str(), ""));
}

#[test]
fn every_command_with_json_tells_its_errors_in_json() {
    let folder = Folder::with_people();
    let nothing = serde_json::json!({ "file": "no.csv" });
    for args in [
        "anonymize no.csv --quasi zip -k 2",
        "check no.csv --quasi zip -k 2",
        "risk no.csv --quasi zip",
        "attack no.csv --quasi zip",
        "compare no.csv people.csv",
        "explain no.csv --quasi zip -k 2",
        "solutions no.csv --quasi zip -k 2",
    ] {
        check(&folder, args, "environment", "file-not-found", nothing.clone());
    }
    let plan = serde_json::json!({ "file": "no.json" });
    check(&folder, "apply no.json people.csv -o r.csv", "environment", "file-not-found", plan);
}

#[test]
fn kinds_codes_and_places() {
    let folder = Folder::with_people()
        .and("bad.toml", format!("{SPEC}[privacy]\nk = 2\nrepondent = 'zip'\n"))
        .and("ragged.csv", "zip,age\n1,2\n3\n");
    let json = |text: &str| serde_json::from_str(text).expect("JSON");
    check(&folder, "anonymize bad.toml", "spec", "bad-spec", json(r#"{"file": "bad.toml", "line": 13}"#));
    check(
        &folder,
        "check people.csv --quasi size -k 2",
        "spec",
        "unknown-column",
        json(r#"{"column": "size"}"#),
    );
    check(
        &folder,
        "anonymize people.csv --quasi zip,age --sensitive ill -k 2 --algorithm magic -o r.csv",
        "spec",
        "bad-parameter",
        json(r#"{"key": "algorithm"}"#),
    );
    check(
        &folder,
        "check ragged.csv --quasi zip -k 2",
        "data",
        "ragged-row",
        json(r#"{"file": "ragged.csv", "line": 3}"#),
    );
    check(
        &folder,
        "anonymize people.csv --quasi zip -k 2 -o r.csv",
        "spec",
        "unclassified-columns",
        json("{}"),
    );
    check(&folder, "check people.csv --quasi zip -k two", "spec", "bad-flag", json("{}"));
}

#[test]
fn a_command_line_that_is_not_understood_is_json_too() {
    let folder = Folder::with_people();
    let run = folder.run("check people.csv --quasi zip --moon 3 --json");
    assert_eq!(run.code, Some(2));
    let error = &run.json()["error"];
    assert_eq!((&error["kind"], &error["code"]), (&"spec".into(), &"usage".into()));
    assert!(error["message"].as_str().is_some_and(|words| words.contains("--moon")), "{error}");
    assert!(run.stderr.contains("--moon"));
    let help = folder.run("check --help --json");
    assert_eq!(help.code, Some(0));
    assert!(help.text().starts_with("Whether a table"), "help is no error");
}

/// The code of each error that a command prints, and where it is; the words on standard error are the same, line by line.
#[track_caller]
fn all(folder: &Folder, args: &str) -> Vec<(String, serde_json::Value)> {
    let run = folder.run(&format!("{args} --json"));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let json = run.json();
    let errors = json["errors"].as_array().expect("a list");
    assert_eq!(json["error"], errors[0], "the first is the error");
    let lines: String = errors
        .iter()
        .map(|error| format!("amidst: {}\n", error["message"].as_str().expect("words")))
        .collect();
    assert_eq!(run.stderr, lines);
    errors
        .iter()
        .map(|error| (error["code"].as_str().expect("a word").to_owned(), error["where"].clone()))
        .collect()
}

#[test]
fn faults_of_a_spec_are_told_all_at_once() {
    let spec = "[input]\npath = 'people.csv'\n[columns.zip]\nrole = 'quasy'\n[columns.age]\nrole = 'quasi'\nlvels = 1\n\
                [columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 0\n[solve]\nsuppression = '5'\nalgorithm = 'moon'\n";
    let folder = Folder::with_people().and("bad.toml", spec);
    let line = |line: u64| ("bad-spec".to_owned(), serde_json::json!({ "file": "bad.toml", "line": line }));
    let key = |key: &str| ("bad-parameter".to_owned(), serde_json::json!({ "key": key }));
    assert_eq!(all(&folder, "anonymize bad.toml"), [line(4), line(7), line(13), key("k"), key("algorithm")]);
}

#[test]
fn faults_of_settings_and_of_columns_are_told_together() {
    let folder = Folder::with_people();
    let found = all(
        &folder,
        "anonymize people.csv --quasi zip,shoe -k 2 --algorithm magic --objective moon --prefer sea -o r.csv",
    );
    let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
    let settings = ["bad-parameter", "bad-parameter", "bad-parameter"];
    assert_eq!(codes, [&settings[..], &["unknown-column", "unclassified-columns"]].concat());
    assert!(found.iter().any(|(_, place)| place["column"] == "shoe"), "{found:?}");
}

#[test]
fn why_a_target_is_out_of_reach_is_a_code() {
    let folder = Folder::with_people();
    let run = folder.run("anonymize people.csv --quasi zip,age --sensitive ill -k 1000 -o r.csv --json");
    assert_eq!((run.code, &run.json()["reason"]["code"]), (Some(1), &"too-few-rows".into()));
}

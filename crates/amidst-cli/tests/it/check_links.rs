//! `amidst check --original`: a release beside the table it was made from.

use serde_json::json;

use crate::support::{Folder, tells};

const PEOPLE: &str = "race,zip\nWhite,94138\nBlack,94139\nZyx,94141\nZyx,94141\nZyx,94142\n";
const RACE: &str = "White;Person\nBlack;Person\nZyx;Person\n";

/// The original, its hierarchy, and a release.
fn folder(release: &str) -> Folder {
    let folder = Folder::with("people.csv", PEOPLE).and("race.csv", RACE);
    folder.and("release.csv", format!("race,zip\n{release}"))
}

const GOOD: &str = "Person,9413*\nPerson,9413*\nZyx,94141\nZyx,9414*\nZyx,9414*\n";
const ASKED: &str = "check release.csv --original people.csv --quasi race,zip --hierarchy race=race.csv";

#[test]
fn rows_need_not_be_equal() {
    let folder = folder(GOOD);
    for (kind, reached) in [("one-k", 2), ("k-one", 2), ("k-k", 2), ("global-one-k", 2)] {
        for (k, code) in [(2, 0), (3, 1)] {
            let run = folder.run(&format!("{ASKED} -k {k} --require {kind}-anonymity --json"));
            assert_eq!(run.code, Some(code), "{kind}, k = {k}: {}", run.stderr);
            let json = run.json();
            assert_eq!(
                json["models"],
                json!([{
                    "model": format!("{kind}-anonymity"), "column": null, "asked": k, "reached": reached,
                    "holds": code == 0, "failing_classes": null, "failing_rows": null,
                }])
            );
            assert_eq!(json["links"], json!({"matched": true, "left_out": 0}));
        }
    }
}

#[test]
fn a_k_of_its_own_leaves_that_of_classes_alone() {
    let run = folder(GOOD)
        .run_with(&ASKED.split(' ').chain(["-k", "2", "--require", "k-k-anonymity k=2"]).collect::<Vec<_>>());
    assert_eq!(run.code, Some(1));
    assert!(
        run.text().contains("2-anonymity over race, zip fails") && run.text().contains("k-k-anonymity holds")
    );
}

#[test]
fn rows_that_were_left_out_are_told() {
    let run = folder("Person,9413*\nPerson,9413*\n").run(&format!("{ASKED} -k 2 --require k-k-anonymity"));
    assert_eq!(
        (run.code, run.text()),
        (
            Some(0),
            "k-k-anonymity holds: 2 reached, 2 asked.\n3 rows of the original are left out of the release.\n\
             2 rows, 1 class; k = 2 if a missing cell is a value of its own, 2 if it matches everything.\n"
        )
    );
}

#[test]
fn a_release_of_something_else_reaches_nothing() {
    let folder = folder("Person,9413*\nPerson,9413*\nPerson,9413*\nZyx,9414*\nZyx,9414*\n");
    let run = folder.run(&format!("{ASKED} -k 2 --require k-k-anonymity"));
    assert_eq!(run.code, Some(1));
    assert!(run.text().starts_with(
        "k-k-anonymity fails: 0 reached, 2 asked.\nThe release does not follow from the original"
    ));
    // A blank cell stands for a missing value, or for anything.
    let folder = self::folder("Person,9413*\nPerson,9413*\nZyx,\nZyx,9414*\nZyx,9414*\n");
    assert_eq!(folder.run(&format!("{ASKED} -k 2 --require k-k-anonymity -q")).code, Some(1));
    assert_eq!(folder.run(&format!("{ASKED} -k 2 --require k-k-anonymity -q --wildcard")).code, Some(0));
}

#[test]
fn refusals_say_what_to_add() {
    let folder = folder(GOOD);
    for (args, words) in [
        (
            "check release.csv --quasi race,zip -k 2 --require k-k-anonymity",
            "model = \"k-k-anonymity\": it compares a release with the table it was made from; add --original TABLE, which \
             has the same quasi columns",
        ),
        (
            "check release.csv --original people.csv --quasi race,zip -k 2",
            "an original is given, but nothing that is asked looks at it; add --require k-k-anonymity, or take it away",
        ),
        (
            "check release.csv --original people.csv --quasi race,zip --require k-k-anonymity",
            "model = \"k-k-anonymity\": it lacks its k; add k = 5",
        ),
        (
            "check release.csv --original race.csv --quasi race,zip -k 2 --require k-k-anonymity",
            "race.csv: there is no column",
        ),
    ] {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args}");
        assert!(run.stderr.contains(words), "{args}: {}", run.stderr);
        assert!(!tells(&run.stderr));
    }
    // Words that only a hierarchy explains.
    let run = self::folder("Person,9413*\n")
        .run("check release.csv --original people.csv --quasi race,zip -k 2 --require k-k-anonymity");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains(
        "column \"race\": 1 of its 1 labels cannot be compared with the values of the original; add --hierarchy race=FILE"
    ));
}

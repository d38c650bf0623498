//! Folders and patterns of files as one table.

use std::fs;

use crate::support::{Folder, many_people, rows};

/// [`many_people`] in files by the last digit of their age, which only the folders tell; and as one file.
fn lake() -> Folder {
    let table = many_people(1_200);
    let folder = Folder::new();
    let mut whole = "zip,age,ill,note,digit\n".to_owned();
    for digit in 0..10 {
        let own: Vec<&str> =
            rows(&table).into_iter().filter(|row| row[..8].ends_with(char::from(b'0' + digit))).collect();
        fs::create_dir_all(folder.path(&format!("lake/digit={digit}"))).expect("folders");
        let text = format!("zip,age,ill,note\n{}\n", own.join("\n"));
        fs::write(folder.path(&format!("lake/digit={digit}/people.csv")), text).expect("a file");
        whole.extend(own.iter().map(|row| format!("{row},{digit}\n")));
    }
    folder.and("people.csv", whole)
}

const ROLES: &str =
    "--quasi zip,age,digit --sensitive ill --other note --not-identifying note -k 2 --suppression 5%";

#[test]
fn a_lake_is_released_as_its_rows_in_one_file() {
    let folder = lake();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o one.csv --quiet"));
    for (at, source) in ["lake", "lake/", "lake/*/people.csv", "lake/**/*.csv"].iter().enumerate() {
        folder.succeed(&format!("anonymize {source} {ROLES} -o {at}.csv --certificate {at}.json --quiet"));
        assert!(folder.text(&format!("{at}.csv")) == folder.text("one.csv"), "{source}");
        folder.succeed(&format!("verify {at}.json {at}.csv"));
    }
    let checked = |source: &str| folder.run(&format!("check {source} --quasi zip,digit -k 2 --json")).json();
    assert_eq!(checked("lake")["k"], checked("people.csv")["k"]);
}

#[test]
fn formats_and_folders_stay_what_they_are_in_typed_files() {
    let folder = lake();
    let all =
        "--quasi zip,age --sensitive ill --other note --not-identifying note -k 1 --order input --quiet";
    fs::create_dir_all(folder.path("typed/digit=4")).expect("folders");
    fs::create_dir_all(folder.path("typed/digit=7")).expect("folders");
    for digit in [4, 7] {
        folder.succeed(&format!(
            "anonymize lake/digit={digit}/people.csv {all} -o typed/digit={digit}/part.parquet"
        ));
    }
    folder.succeed(&format!("anonymize typed {ROLES} -o typed.csv --quiet"));
    folder.succeed(&format!("anonymize lake/digit=[47]/people.csv {ROLES} -o text.csv --quiet"));
    assert!(folder.text("typed.csv") == folder.text("text.csv"));
    assert!(rows(&folder.text("typed.csv")).len() > 100);
}

#[test]
fn what_is_written_does_not_become_part_of_what_is_read() {
    let folder = lake();
    folder.refuses(
        &format!("anonymize lake {ROLES} -o lake/release.csv"),
        "lake/release.csv: the files of this folder are read as one table, of which it would become a part; choose another folder",
    );
    folder.refuses(
        &format!("anonymize lake {ROLES}"),
        "the table is several files, beside none of which its release could stand: give a path with -o",
    );
}

#[test]
fn a_file_that_differs_is_named_with_its_column() {
    let folder = lake();
    fs::write(folder.path("lake/digit=5/people.csv"), "zip,age,note\n1,2,x\n").expect("a file");
    folder.refuses(
        &format!("anonymize lake {ROLES} -o release.csv"),
        "lake/digit=5/people.csv: column \"ill\" is not there, unlike in lake/digit=0/people.csv; all files of a lake must have the \
         same columns and types",
    );
}

#[test]
fn counts_of_a_lake_are_the_same_when_its_files_are_read_in_turn() {
    let folder = lake();
    let collapse = |source: &str, output: &str, limit: &str| {
        folder.succeed(&format!("collapse {source} {ROLES} -o {output} {limit} --json")).json()
    };
    let whole = collapse("lake", "whole.amidst", "");
    let parts = collapse("lake", "parts.amidst", "--memory-limit 2G");
    assert_eq!((&whole["parts"], &parts["parts"]), (&1.into(), &10.into()));
    assert!(folder.bytes("whole.amidst") == folder.bytes("parts.amidst"));
    assert_eq!(whole["rows"], 1_200);
    let told = folder.succeed(&format!("collapse lake {ROLES} -o a.amidst --memory-limit 2G"));
    assert!(told.text().contains(", read in 10 parts."), "{}", told.text());
}

//! `amidst attack`: what is said, what is never said, and how it ends.

use serde_json::json;

use crate::support::{Folder, keys, tells};

/// Three classes; one has one illness only.
const RELEASE: &str = "zip,born,ill\n\
    941**,1961,Zyx-flu\n941**,1961,Zyx-flu\n\
    941**,1964,Zyx-flu\n941**,1964,cold\n\
    942**,1964,cold\n942**,1964,cough\n942**,1964,asthma\n";

/// Ann is found, Bea is narrowed, Cyd is not there.
const REGISTER: &str =
    "Name,Postcode,Birth\nAnn Zyx,94138,15.9.1961\nBea Zyx,94138,13.9.1964\nCyd Zyx,10001,1.1.1990\n";

const LINKED: &str =
    "attack release.csv --with register.csv --on zip=Postcode,born=Birth --sensitive ill -k 3";

fn folder() -> Folder {
    Folder::with("release.csv", RELEASE).and("register.csv", REGISTER)
}

const LINKING: &str = "\
LINKING with 3 persons on zip = Postcode, born = Birth: 1 person is found.
  in exactly one row                0
  in fewer than 3 rows              2
  in no row                         1
  ill is certain                    1
  found by guessing, in the mean  1.0
  rows that fit one person          4
  rows that fit nobody              3
Persons by the number of rows they may be in:
  2  2
";

const CLASSES: &str = "
CLASSES. 7 rows in 3 classes.
ill
  homogeneity  one value, so certain, in 1 class, 2 rows
  background   certain once one value is ruled out in 1 class, 2 rows; two in 1 class, 3 rows
  skewness     up to 2.3 times likelier in a class than overall (+0.57); 4 rows by more than 2
  similarity   not looked at: nothing says what is alike; pass --hierarchy ill=FILE
";

const END: &str = "\nThese attacks were tried and no others: no finding is not safety.\n";

#[test]
fn it_says_in_words_what_was_found_and_nothing_of_the_cells() {
    let run = folder().succeed(LINKED);
    assert_eq!(run.text(), format!("{LINKING}{CLASSES}{END}"));
    assert!(!tells(run.text()));
}

#[test]
fn people_are_named_only_to_whoever_asks() {
    let run = folder().succeed(&format!("{LINKED} --names Name --reveal"));
    let who = "\nWHO IS FOUND. Do not pass this on.\n  Ann Zyx: one of 2 rows; ill = Zyx-flu\n";
    assert_eq!(run.text(), format!("{LINKING}{who}{CLASSES}{END}"));
    let json = folder().succeed(&format!("{LINKED} --names Name --reveal --json")).json();
    let ann = json!({ "names": { "Name": "Ann Zyx" }, "matches": 2, "values": { "ill": "Zyx-flu" } });
    assert_eq!(json["revealed"], json!([ann]));
}

#[test]
fn the_json_has_the_keys_of_the_page_and_no_cell() {
    let run = folder().succeed(&format!("{LINKED} --json"));
    let json = run.json();
    assert!(!tells(run.text()));
    assert_eq!(keys(&json), ["version", "rows", "classes", "found", "linking", "disclosure", "notes"]);
    assert_eq!(
        keys(&json["linking"]),
        [
            "columns",
            "persons",
            "unique",
            "narrowed",
            "k",
            "none",
            "cannot_compare",
            "found",
            "certain",
            "matches",
            "expected",
            "rows_of_one",
            "rows_of_none"
        ]
    );
    assert_eq!(
        json["linking"]["columns"],
        json!([
            { "release": "zip", "register": "Postcode", "via": "labels", "cannot_compare": 0 },
            { "release": "born", "register": "Birth", "via": "dates", "cannot_compare": 0 },
        ])
    );
    assert_eq!(
        json["disclosure"],
        json!([{
            "column": "ill",
            "homogeneity": { "classes": 1, "rows": 2 },
            "background": [{ "values": 1, "classes": 1, "rows": 2 }, { "values": 2, "classes": 1, "rows": 3 }],
            "skewness": {
                "largest_gain": 7.0 / 3.0,
                "largest_difference": 1.0 - 3.0 / 7.0,
                "above": [
                    { "factor": 2, "rows": 4 }, { "factor": 5, "rows": 0 }, { "factor": 10, "rows": 0 },
                ],
            },
            "similarity": null,
        }])
    );
}

#[test]
fn outside_small_counts_are_not_told() {
    let run = folder().succeed(&format!("{LINKED} --external=2"));
    let lines: Vec<&str> = run.text().lines().take(5).collect();
    assert_eq!(
        lines,
        [
            "LINKING with 2 persons on zip = Postcode, born = Birth: <2 persons are found.",
            "  in exactly one row               0",
            "  in fewer than 3 rows             2",
            "  in no row                       <2",
            "  ill is certain                  <2",
        ]
    );
    let json = folder().succeed(&format!("{LINKED} --external --json")).json();
    assert_eq!((&json["rows"], &json["linking"]["expected"]), (&json!("<11"), &json!("<11")));
    let skewness = &json["disclosure"][0]["skewness"];
    assert_eq!((&skewness["largest_gain"], &skewness["largest_difference"]), (&json!(null), &json!(null)));
    let text = folder().succeed(&format!("{LINKED} --external"));
    assert!(
        text.text().contains("  skewness     likelier in a class than overall: <11 rows by more than 2\n"),
        "{}",
        text.text()
    );
}

#[test]
fn words_that_occur_nowhere_are_noted() {
    let folder = Folder::with("release.csv", "sex,ill\nfemale,a\nmale,b\n")
        .and("voters.csv", "Gender\nF\nM\n")
        .and("sex.csv", "woman,*\nfemale,*\nmale,*\n");
    let asked = "attack release.csv --with voters.csv --quasi sex --on sex=Gender -k 2 --json";
    let notes = |args: &str| folder.succeed(&format!("{asked} {args}")).json()["notes"].clone();
    assert_eq!(notes("--same sex:f=Female --same sex:M=male"), json!([]));
    assert_eq!(
        notes("--same sex:F=femal --same sex:X=male --same ill:F=a"),
        json!([
            "the words sex:F=femal: \"femal\" does not occur in column \"sex\" of the release; check its spelling",
            "the words sex:X=male: \"X\" does not occur in column \"sex\" of the register; check its spelling",
            "the words ill:F=a are not used: column \"ill\" is not linked",
        ])
    );
    // What labels are made of need not occur itself.
    assert_eq!(notes("--same sex:F=woman --hierarchy sex=sex.csv"), json!([]));
}

#[test]
fn the_exit_code_tells_whether_more_are_found_than_allowed() {
    let folder = folder();
    for (args, code) in [("--max-found 1", 0), ("--max-found 0", 1), ("", 0)] {
        assert_eq!(folder.run(&format!("{LINKED} {args}")).code, Some(code), "{args}");
    }
    // Without a register the rows count whose value is certain.
    for (most, code) in [(2, 0), (1, 1)] {
        let run =
            folder.run(&format!("attack release.csv --quasi zip,born --sensitive ill --max-found {most}"));
        assert_eq!(run.code, Some(code));
    }
}

#[test]
fn what_labels_mean_is_asked_for_if_it_is_not_known() {
    let folder = Folder::with("release.csv", "status\nbeen\nbeen\nnever\n")
        .and("register.csv", "status\ndivorced\n")
        .and("status.csv", "divorced;been;*\nwidow;been;*\nsingle;never;*\n");
    let asked = "1 person could not be compared with some rows, which were left to them. What labels of status mean is not \
                 known: pass a --hierarchy, or the --plan of the release.\n";
    let run = folder.succeed("attack release.csv --with register.csv --quasi status");
    assert!(run.text().contains("\n  3-4  1\n") && run.text().contains(asked), "{}", run.text());
    let run = folder
        .succeed("attack release.csv --with register.csv --quasi status --hierarchy status=status.csv -k 2");
    assert_eq!(
        run.text().split("CLASSES").nth(1),
        Some(
            ". 3 rows in 2 classes.\nNo column is sensitive, so nothing more is said; pass --sensitive.\n\n\
             MINIMALITY. If the levels are minimal for k = 2, then with any one column one level lower at least 1 row would \
             have been in classes of fewer than 2.\n  \
             status  level 1: 1 class can have split so; 1 certainly did, with at least 1 row\n\n\
             DOWNCODING. By the listed hierarchies alone 1 of 3 generalized cells is certain one level lower, 1 down to the \
             value; 1 row has one.\n\n\
             These attacks were tried and no others: no finding is not safety.\n"
        )
    );
}

#[test]
fn what_cannot_be_done_is_refused_with_what_to_do() {
    let folder = folder().and("empty.csv", "zip,born\n");
    folder.refuses(
        "attack release.csv",
        "no column is quasi; name those an outsider could know, in the spec or with --quasi",
    );
    folder.refuses(
        "attack release.csv --with register.csv --quasi zip,born",
        "the register has no column of the name of a quasi column; say which belong together with --on zip=COLUMN; it has \
         \"Name\", \"Postcode\", \"Birth\"",
    );
    folder.refuses(
        "attack release.csv --with register.csv --on zip=Zip",
        "register.csv: there is no column \"Zip\"; the table has \"Name\", \"Postcode\", \"Birth\"",
    );
    folder.refuses(
        "attack release.csv --quasi zip,size",
        "release.csv: there is no column \"size\"; the table has \"zip\", \"born\", \"ill\"",
    );
    folder.refuses(
        "attack release.csv --quasi zip,ill --sensitive ill",
        "column \"ill\" has two roles, quasi and sensitive; keep one",
    );
    folder.refuses(
        "attack release.csv --quasi zip --with empty.csv",
        "empty.csv: there is a header but no row; nothing can be attacked",
    );
    folder.refuses(
        "attack release.csv --with register.csv --on zip=Postcode --same zip:Zyx",
        "--same: write COLUMN:REGISTER=RELEASE, such as Sex:F=female",
    );
    folder.refuses("attack release.csv --quasi zip --hierarchy zip", "--hierarchy zip: write COLUMN=FILE");
    folder.refuses("attack release.csv --quasi zip --close 2", "--close 2: write a share such as 20% or 0.2");
    folder.refuses(
        "attack release.csv --quasi zip --external=1",
        "--external=1: write the least count that may be told, 2 or more, such as --external=11",
    );
    folder.refuses(
        "attack - --quasi zip --with -",
        "only one table can come from standard input; give the others a path",
    );
}

#[test]
fn names_are_not_read_unless_they_are_to_be_revealed_and_never_go_outside() {
    for args in ["--names Name", "--reveal", "--names Name --reveal --external"] {
        assert_eq!(folder().run(&format!("{LINKED} {args}")).code, Some(2), "{args}");
    }
}

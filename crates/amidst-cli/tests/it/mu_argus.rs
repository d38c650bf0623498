//! `check --mu-argus`: what it would say, what it misses, and that it never decides.

use serde_json::json;

use crate::support::Folder;

/// The release of Samarati (2001), Figure 12.
const FIGURE: &str = "Race,DOB,Sex,ZIP\nblack,1965,male,94141\nblack,1965,male,94141\nblack,1965,female,94138\n\
    black,1965,female,94138\nblack,1964,female,94138\nblack,1964,female,94138\nwhite,1964,male,94138\n,,female,94139\n\
    white,1964,male,94139\nwhite,1964,male,94139\nwhite,1967,male,94138\nwhite,1967,male,94138\n";

#[test]
fn it_passes_what_is_not_anonymous_and_the_check_fails_nevertheless() {
    let folder = Folder::with("people.csv", FIGURE);
    let run = folder
        .run("check --mu-argus=Race=most,DOB=3,Sex=3,ZIP=3 people.csv --quasi Race,DOB,Sex,ZIP -k 2 --json");
    let counted = |columns: &[&str], rare: u64| json!({"columns": columns, "rare": rare, "rows": rare});
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.json()["mu_argus"],
        json!({
            "tested": [counted(&["Race", "DOB"], 0), counted(&["Race", "Sex"], 0), counted(&["Race", "ZIP"], 0)],
            "passes": true,
            "missed": [
                counted(&["Sex", "ZIP"], 1),
                counted(&["Race", "DOB", "ZIP"], 1),
                counted(&["DOB", "Sex", "ZIP"], 1),
                counted(&["Race", "DOB", "Sex", "ZIP"], 1),
            ],
            "k": 1,
        })
    );
    assert_eq!(run.json()["models"][0]["failing_rows"], 2);
}

#[test]
fn it_says_in_words_what_it_tests_and_what_it_misses() {
    let folder = Folder::with("people.csv", FIGURE);
    let run =
        folder.run("check people.csv --quasi Race,DOB,Sex,ZIP -k 2 --mu-argus=Race=1,DOB=3,Sex=3,ZIP=3");
    assert_eq!(
        run.text(),
        "2-anonymity over Race, DOB, Sex, ZIP fails: the smallest class has 1 row (1 < 2).\n\
         2 of 12 rows, in 2 of 7 classes, stand amidst nobody else; 2 are alone.\n\
         12 rows, 7 classes; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n\n\
         mu-argus tests 3 combinations of two or three columns, one from each of as many identification levels, and \
         would call this table safe at k = 2:\n  \
         Race + DOB: no values in fewer than 2 rows\n  \
         Race + Sex: no values in fewer than 2 rows\n  \
         Race + ZIP: no values in fewer than 2 rows\n\
         It misses, because it tests no more than three columns, one from each level:\n  \
         Sex + ZIP: 1 combination of values in fewer than 2 rows, 1 row\n  \
         Race + DOB + ZIP: 1 combination of values in fewer than 2 rows, 1 row\n  \
         DOB + Sex + ZIP: 1 combination of values in fewer than 2 rows, 1 row\n  \
         Race + DOB + Sex + ZIP: 1 combination of values in fewer than 2 rows, 1 row\n\
         It is a diagnostic, no guarantee: over all quasi columns k = 1. What was asked fails, and that decides.\n"
    );
    for cell in ["black", "white", "female", "1964", "94139"] {
        assert!(!run.text().contains(cell), "{cell}");
    }
}

#[test]
fn without_levels_it_takes_no_argument_and_leaves_the_table_alone() {
    let folder = Folder::with("people.csv", FIGURE);
    let json = folder.run("check --quasi Race,DOB,Sex,ZIP -k 2 --json --mu-argus people.csv").json();
    assert_eq!(json["mu_argus"]["tested"].as_array().expect("a list").len(), 6 + 4);
    assert_eq!((&json["mu_argus"]["passes"], &json["mu_argus"]["k"]), (&json!(false), &json!(1)));
    let json = folder.run("check people.csv --quasi Race,DOB,Sex,ZIP -k 2 --json").json();
    assert!(json.get("mu_argus").is_none());
}

#[test]
fn what_was_asked_decides_whatever_it_says() {
    // Two columns that are safe together, and a third that would not be.
    let folder = Folder::with("people.csv", "a,b,c\nx,1,p\nx,1,q\ny,2,p\ny,2,q\n");
    let run = folder.run("check people.csv --quasi a,b,c -k 2 --combinations a+b,c --mu-argus");
    assert_eq!(run.code, Some(0));
    assert!(
        run.text().contains("would call this table unsafe at k = 2")
            && run.text().contains("It misses nothing here.")
    );
    assert!(run.text().ends_with("over all quasi columns k = 1. What was asked holds, and that decides.\n"));
    let run =
        Folder::with("people.csv", "a,b\nx,1\nx,1\n,2\n").run("check people.csv --quasi a,b -k 2 --mu-argus");
    assert_eq!(run.code, Some(1));
    assert!(
        run.text()
            .contains("It misses rows with missing cells, because it lets such a cell stand for anything.")
    );
}

#[test]
fn levels_that_make_no_sense_are_refused() {
    let folder = Folder::with("people.csv", FIGURE);
    let check = |levels: &str, message: &str| {
        folder.refuses(&format!("check people.csv --quasi Race,Sex -k 2 --mu-argus={levels}"), message);
    };
    check(
        "Race=5,Sex=1",
        "mu-argus: \"5\" is no identification level; write 1 or most, 2 or more, 3 or identifying, 0 or not",
    );
    check(
        "Race=3",
        "mu-argus: column \"Sex\" has no identification level; add Sex=0 if it is not identifying, or 1 to 3",
    );
    check("Race=3,Sex=1,ZIP=1", "mu-argus: column \"ZIP\" has an identification level but is not quasi");
}

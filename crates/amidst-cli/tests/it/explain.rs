//! `amidst explain`: what it says, when it fails, and what it tells only if asked.

use serde_json::{Value, json};

use crate::support::{Folder, PEOPLE, ROLES, Run, SECRET, keys, many_people, tells};

#[test]
fn the_json_has_its_keys_whether_something_can_be_released_or_not() {
    let folder = Folder::with_people();
    let found = folder.succeed(&format!("explain people.csv {ROLES} --json")).json();
    let expected = "version outcome algorithm asked message result stands_out holds_back one_level_more more_suppression \
                    dropped not_searched nearest warnings";
    assert_eq!(keys(&found), expected.split(' ').collect::<Vec<_>>());
    let expected = "levels height rows classes privacy objective optimal gap minimal lowerable";
    assert_eq!(keys(&found["result"]), expected.split(' ').collect::<Vec<_>>());
    assert_eq!(keys(&found["holds_back"][0]), ["column", "level", "height", "hides", "finer", "values"]);
    let expected = "of level occurring count rows outliers share_of_rows share_of_outliers";
    assert_eq!(keys(&found["holds_back"][0]["values"]), expected.split(' ').collect::<Vec<_>>());
    assert_eq!(
        keys(&found["one_level_more"][0]),
        ["column", "level", "suppressed", "satisfies", "classes", "objective"]
    );
    assert_eq!(keys(&found["more_suppression"]), ["limit", "best"]);
    assert_eq!(keys(&found["dropped"][0]), ["column", "now", "best"]);
    let expected = ["levels", "suppressed", "classes", "objective", "optimal", "gap"];
    assert_eq!(keys(&found["dropped"][0]["best"]), expected);

    let run = folder.run("explain people.csv --quasi zip,age --sensitive ill -k 7 --json");
    let missed = run.json();
    assert_eq!((run.code, run.stderr.as_str(), &missed["result"]), (Some(1), "", &Value::Null));
    assert_eq!(keys(&missed), keys(&found));
    assert_eq!(keys(&missed["nearest"]), ["k", "suppressed", "columns", "all_widened"]);
    assert_eq!((&missed["outcome"], &missed["nearest"]["k"]), (&json!("infeasible"), &json!(6)));
}

#[test]
fn it_explains_in_words() {
    let folder = Folder::with_people();
    let run = folder.succeed(&format!("explain people.csv {ROLES}"));
    let expected = "\
6 of 6 rows would be released in 3 classes, 0 suppressed (0 %) of at most 0.
Levels: zip 0 of 1, age 2 of 3.
";
    assert!(run.text().starts_with(expected), "{}", run.text());
    for part in [
        "Asked k = 2, reached k = 2. loss = 0.",
        "The node is k-minimal: no column can be one level lower without suppressing too many rows.\n",
        "\nWHAT HOLDS K BACK. As the table is, 4 of 6 rows stand out: fewer than 2 rows share their values.\n",
        "\nSome values hold more than their share of the rows that stand out in the table as it is:\n",
        "\nONE LEVEL MORE of a column, all others as they are, would come to\n",
        "\n1 % MORE SUPPRESSION (at most 1 row): the node stays the same; 0 suppressed, 3 classes, loss = 0.",
        "\nWITHOUT A COLUMN (role identifier) the others could be finer.",
    ] {
        assert!(run.text().contains(part), "{part}\n{}", run.text());
    }
    assert_eq!(folder.names(), ["people.csv"], "it writes nothing");
    let run = folder.succeed("explain people.csv --quasi zip --sensitive age,ill -k 2");
    assert!(run.text().contains("\nNOTHING HOLDS K BACK."), "{}", run.text());
}

#[test]
fn the_node_explained_is_the_one_released() {
    let folder = Folder::with("people.csv", many_people(400));
    let flags = "--quasi zip,age --sensitive ill --other note --not-identifying note -k 4 --suppression 10%";
    for algorithm in ["optimal", "exhaustive", "samarati", "flash"] {
        let said =
            folder.succeed(&format!("explain people.csv {flags} --algorithm {algorithm} --json")).json();
        let done = folder
            .succeed(&format!("anonymize people.csv {flags} --algorithm {algorithm} -o r.csv --json --force"))
            .json();
        for key in ["levels", "height", "rows", "classes", "privacy", "objective", "optimal", "gap"] {
            assert_eq!(said["result"][key], done[key], "{algorithm}: {key}");
        }
    }
}

/// Every cell of this table tells.
fn telltale() -> Folder {
    let mut table = String::from("code,town,ill\n");
    for row in 0..60 {
        table += &format!("Zyxc{:03},Zyxt{},{SECRET}\n", row % 23, row * row % 7);
    }
    Folder::with("people.csv", table)
}

#[test]
fn values_are_told_only_if_asked_for() {
    let folder = telltale();
    for target in ["-k 3", "-k 3 --suppression 20%", "-k 70", "-k 4 --objective discernibility"] {
        let args = format!("explain people.csv --quasi code,town --sensitive ill {target}");
        for json in ["", "--json"] {
            let hidden = folder.run(&format!("{args} {json}"));
            let shown = folder.run(&format!("{args} {json} --reveal"));
            assert_eq!(hidden.code, shown.code);
            assert!(hidden.code != Some(2) && !tells(hidden.text()), "{}", hidden.text());
            assert_eq!((hidden.stderr.as_str(), shown.stderr.as_str()), ("", ""));
            assert!(target == "-k 70" || tells(shown.text()), "{}", shown.text());
            assert!(!shown.text().contains(SECRET), "only quasi values");
        }
    }
}

#[test]
fn out_of_reach_it_says_what_can_be_had_and_ends_with_1() {
    let spec = "input.path = 'people.csv'\nprivacy.k = 4\ncolumns.ill.role = 'sensitive'\ncolumns.age.role = 'quasi'\n\
                [columns.zip]\nrole = 'quasi'\nlevels = { max = 0 }\n";
    let folder = Folder::with_people().and("release.toml", spec);
    let run = folder.run("explain release.toml");
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let expected = "\
k = 4 is out of reach: even the most general solution would suppress 6 of 6 rows, and 0 are allowed; within that, the \
largest k is 2. Ask for a smaller k, raise suppression, or widen the levels a column may use.

WHAT CAN BE HAD INSTEAD
  k = 2 within the same limit, and no larger k: -k 2
  k = 4 if one of these may go up to its highest level (levels.max): zip 1
  k = 4 if one of these is dropped (role identifier): zip

WHAT HOLDS K BACK. As the table is, 6 of 6 rows stand out: fewer than 4 rows share their values.
";
    assert!(run.text().starts_with(expected), "{}", run.text());
    assert_eq!(folder.run("explain release.toml -k 2").code, Some(0));
    assert_eq!(folder.run("explain release.toml -k 3").code, Some(1));
}

#[test]
fn rows_without_a_place_are_counted_even_if_there_are_no_others() {
    let folder = Folder::with_people().and("zip.csv", "99999;*\n");
    let spec = "input.path = 'people.csv'\nprivacy.k = 2\ncolumns.ill.role = 'sensitive'\ncolumns.age.role = 'quasi'\n\
                solve.suppression = '50%'\n[columns.zip]\nrole = 'quasi'\nhierarchy = { file = 'zip.csv' }\n\
                on_unmapped = 'suppress'\n";
    let folder = folder.and("release.toml", spec);
    let run = folder.run("explain release.toml --json");
    let json = run.json();
    assert_eq!((run.code, json["stands_out"]["unplaced"].as_u64()), (Some(1), Some(6)));
    assert_eq!((&json["nearest"]["k"], &json["nearest"]["suppressed"]), (&Value::Null, &Value::Null));
    let columns = &json["nearest"]["columns"];
    assert_eq!((&columns[0]["column"], &columns[0]["dropped"]["reaches"]), (&json!("zip"), &json!(true)));
    assert_eq!((&columns[1]["column"], &columns[1]["dropped"]["reaches"]), (&json!("age"), &json!(false)));
    assert_eq!(folder.run("explain release.toml").code, Some(1));
    assert_eq!(folder.run("anonymize release.toml -o r.csv").code, Some(1));
}

#[test]
fn a_table_on_standard_input_is_explained() {
    let folder = Folder::with_people();
    let args = format!("explain - {ROLES}");
    let run = Run::of(folder.command().args(args.split_whitespace()).write_stdin(PEOPLE));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.text(), folder.succeed(&format!("explain people.csv {ROLES}")).text());
}

#[test]
fn what_cannot_run_is_refused_as_anonymize_refuses_it() {
    let folder = Folder::with_people();
    folder.refuses(
        "explain people.csv --quasi zip -k 2",
        "columns without a role: \"age\", \"ill\"; say of each whether it is an identifier, quasi, sensitive or other, in \
         the spec or with --identifier, --quasi, --sensitive, --other",
    );
    for flags in [
        "--quasi zip,age --sensitive ill",
        "--quasi zip,age --sensitive ill -k 0",
        "--quasi zip,age --sensitive ill -k 2 --suppression 5",
        "--quasi zip,age --sensitive ill -k 2 --algorithm best",
        "--quasi zip,age --sensitive ill -k 2 --objective fun",
        "--quasi zip,age --sensitive ill -k 2 --memory-limit much",
        "--quasi zip,nobody --sensitive ill,age -k 2",
        "--sensitive zip,age,ill -k 2",
    ] {
        let run = folder.run(&format!("anonymize people.csv {flags} -o r.csv"));
        assert_eq!(run.code, Some(2), "{flags}");
        folder.ends(&format!("explain people.csv {flags}").split(' ').collect::<Vec<_>>(), 2, &run.stderr);
    }
    let run = folder.run("anonymize nowhere.toml");
    folder.ends(&["explain", "nowhere.toml"], 2, &run.stderr);
}

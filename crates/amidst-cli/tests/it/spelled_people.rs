//! Who is counted as one person: spellings of one name are one, and what means that nobody is known is nobody, in every
//! command.

use serde_json::json;

use crate::support::{Folder, Run};

/// Three rows of one person in one class, three people in the other.
fn folder(spellings: [&str; 3]) -> Folder {
    let one: String = spellings.iter().zip(["flu", "cold", "hiv"]).map(row(1)).collect();
    let several: String = ["p2", "p3", "p4"].iter().zip(["flu", "cold", "hiv"]).map(row(2)).collect();
    Folder::with("t.csv", format!("pid,q,ill\n{one}{several}"))
}

fn row<'a>(zip: u32) -> impl Fn((&&'a str, &'a str)) -> String {
    move |(who, ill)| format!("{who},{zip},{ill}\n")
}

const FLAGS: &str = "--identifier pid --quasi q --sensitive ill --respondent pid --force -o r.csv --json";

#[track_caller]
fn check(spellings: [&str; 3]) {
    let folder = folder(spellings);
    let judged = folder.run("check t.csv --quasi q -k 3 --respondent pid --json");
    assert_eq!((judged.code, &judged.json()["k"]), (Some(1), &json!(1)), "{spellings:?}");
    assert_eq!(judged.json()["people"]["people"], json!(4));
    let risk = folder.succeed("risk t.csv --quasi q --respondent pid --json").json();
    assert_eq!(json!([risk["k"], risk["total"], risk["uniques"]["sample"]["rows"]]), json!([1, 4, 1]));
    let released = folder.succeed(&format!("anonymize t.csv {FLAGS} -k 3 --suppression 50%")).json();
    assert_eq!(released["privacy"][0]["reached"], json!(3), "{spellings:?}: {released}");
    assert_eq!((&released["rows"]["people_in"], &released["rows"]["people_out"]), (&json!(4), &json!(3)));
    for told in [judged.json(), risk, released] {
        let warnings = told["warnings"].to_string();
        let expected = "has 3 spellings of 1 value (case, spaces, accents, or ways to write a number or a day); each counts as \
                        one person";
        assert!(warnings.contains(expected), "{spellings:?}: {warnings}");
    }
}

/// Runs the program with one requirement more.
fn require(folder: &Folder, args: &str, requirement: &str) -> Run {
    let args: Vec<&str> = args.split_whitespace().chain(["--require", requirement]).collect();
    folder.run_with(&args)
}

/// Expects exit code 2 and a message that says this.
#[track_caller]
fn refuses(folder: &Folder, args: &str, said: &str) {
    let run = folder.run(args);
    assert_eq!(run.code, Some(2), "{args}");
    assert!(run.stderr.contains(said), "{args}: {}", run.stderr);
}

#[test]
fn spellings_of_a_name_are_one_person_in_every_command() {
    check(["p1", "P1", " p1 "]);
    check(["1", "1.0", "01"]);
    check(["Jos\u{e9}", "Jose\u{301}", "JOS\u{c9}"]);
}

#[test]
fn profiles_take_the_rows_of_all_spellings_together() {
    // By spelling everybody has one row in each class; by people one has both and three have one.
    let folder = Folder::with("t.csv", "pid,q,ill\na,1,x\nA,2,y\nb,1,x\nc,1,y\nd,2,x\ne,2,y\n");
    let judged = folder.run("check t.csv --quasi q -k 2 --respondent pid --semantics profile --json");
    assert_eq!((judged.code, &judged.json()["people"]["profile_k"]), (Some(1), &json!(1)));
    let flags = format!("{FLAGS} -k 2 --suppression 50% --semantics profile");
    let released = folder.succeed(&format!("anonymize t.csv {flags}")).json();
    assert_eq!(released["profile"]["k"], json!(2), "{released}");
    assert_eq!(released["rows"]["out"], json!(4));
}

#[test]
fn k_of_a_column_counts_names_and_not_spellings() {
    let folder = Folder::with("t.csv", "pid,q,ill\np1,1,flu\nP1,1,cold\n,1,hiv\n");
    let asked = "k-anonymity column=pid k=2";
    let run = require(&folder, "check t.csv --quasi q --json", asked);
    assert_eq!((run.code, &run.json()["models"][0]["reached"]), (Some(1), &json!(1)));
    let flags = "--identifier pid --quasi q --sensitive ill -k 1 -o r.csv";
    assert_eq!(require(&folder, &format!("anonymize t.csv {flags}"), asked).code, Some(1));
}

#[test]
fn an_identifier_that_repeats_in_other_spellings_is_noticed() {
    let folder = Folder::with("t.csv", "pid,q,ill\np1,1,flu\nP1,1,cold\np2,1,hiv\n");
    let run =
        folder.succeed("anonymize t.csv --identifier pid --quasi q --sensitive ill -k 2 -o r.csv --json");
    assert_eq!(run.json()["repeated"], json!({"column": "pid", "distinct": 2, "rows": 3}));
}

#[test]
fn what_means_that_nobody_is_known_is_nobody_in_every_command() {
    for (code, others) in [
        ("NA", ["a", "b", "c"]),
        ("n/a", ["a", "b", "c"]),
        ("unknown", ["1", "2", "3"]),
        ("k.A.", ["1", "2", "3"]),
        ("-9", ["1", "2", "3"]),
        ("999", ["1", "2", "3"]),
    ] {
        let rows: String = others.iter().chain(&[code; 2]).map(|who| format!("{who},1,x\n")).collect();
        let folder = Folder::with("t.csv", format!("pid,q,ill\n{rows}"));
        let anonymize = format!("anonymize t.csv {FLAGS} -k 3");
        for command in
            ["check t.csv --quasi q -k 3 --respondent pid", "risk t.csv --quasi q --respondent pid"]
        {
            refuses(
                &folder,
                command,
                "in 2 of 5 rows, which names nobody, and a row without a respondent is nobody's",
            );
            assert_eq!(
                folder.succeed(&format!("{command} --missing-respondent suppress --json")).json()["k"],
                json!(3),
                "{code}"
            );
        }
        assert_eq!(folder.run(&anonymize).code, Some(2), "{code}");
        let released = format!("{anonymize} --missing-respondent suppress --suppression 50%");
        assert_eq!(folder.succeed(&released).json()["rows"]["people_out"], json!(3), "{code}");
        // Somebody may be called so.
        let declared = folder.succeed(&format!("{anonymize} --missing-respondent declared")).json();
        assert_eq!(declared["rows"]["people_out"], json!(4), "{code}");
        assert!(declared["warnings"].to_string().contains("mostly that means that nothing is known"));
    }
}

#[test]
fn a_table_of_nobody_says_so() {
    for rows in [",1,x\n,1,y\n", "NA,1,x\nNA,1,y\n"] {
        let folder = Folder::with("t.csv", format!("pid,q,ill\n{rows}"));
        for command in [
            "check t.csv --quasi q -k 2 --respondent pid --missing-respondent suppress",
            "risk t.csv --quasi q --respondent pid --missing-respondent suppress",
            "anonymize t.csv --identifier pid --quasi q --sensitive ill -k 2 -o r.csv --respondent pid --missing-respondent suppress",
        ] {
            refuses(&folder, command, "in 2 of 2 rows");
            refuses(&folder, command, "nobody is left whose rows could be judged");
        }
    }
}

#[test]
fn households_are_one_however_they_are_spelled_and_never_a_code_for_missing() {
    let folder = Folder::with("t.csv", "hid,q,ill\n1,1,a\n01,1,b\n1.0,1,c\n2,1,a\n02,1,b\n2.0,1,c\n");
    let judged = folder.run("check t.csv --quasi q -k 2 --household hid --json").json();
    assert_eq!(judged["households"], json!({"column": "hid", "households": 2, "k": 2}));
    let risk = folder.succeed("risk t.csv --quasi q --household hid --json").json();
    assert_eq!(risk["households"]["households"], json!(2));
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.hid]\nrole = 'identifier'\n[columns.q]\nrole = \
                'quasi'\n[columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 2\nhousehold = 'hid'\n";
    let released = folder.and("s.toml", spec).succeed("anonymize s.toml --json").json();
    assert_eq!((&released["households"]["households"], &released["households"]["k"]), (&json!(2), &json!(2)));
    let codes = Folder::with("t.csv", "hid,q,ill\na,1,a\nNA,1,b\n").and("s.toml", spec);
    for command in [
        "check t.csv --quasi q -k 2 --household hid",
        "risk t.csv --quasi q --household hid",
        "anonymize s.toml",
    ] {
        refuses(
            &codes,
            command,
            "column \"hid\" says \"NA\" in 1 of 2 rows, which names nobody; every row must say which household",
        );
    }
}

#[test]
fn a_pseudonym_of_each_spelling_is_no_pseudonym_of_the_person() {
    check_pseudonym("a,1,x\na,1,y\nA,1,x\nb,1,y\nb,1,x\nb,1,y\n", "profile");
    // Although no pseudonym is there twice, there are three of two people.
    for semantics in ["distinct", "profile"] {
        check_pseudonym("p1,1,x\nP1,1,y\np2,1,x\n", semantics);
    }
}

/// Whoever is spelled in several ways under a kept pseudonym is refused.
fn check_pseudonym(rows: &str, semantics: &str) {
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.pid]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { \
                file = 'key' }\n[columns.q]\nrole = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 2\nrespondent = { \
                column = 'pid', semantics = 'profile' }\n";
    let spec = spec.replace("profile", semantics);
    let folder = Folder::with("t.csv", format!("pid,q,ill\n{rows}")).and("s.toml", spec);
    let folder = folder.and("key", "0b9c1f7e5a3d2486b1c0e9f8d7a65432");
    refuses(&folder, "anonymize s.toml", "some people are spelled in several ways");
}

#[test]
fn weights_are_read_with_the_decimal_mark_of_the_file() {
    let of = |table: &str, k: &str| {
        let folder = Folder::with("t.csv", table);
        let k_map = format!("k-map k={k}");
        let judged = require(&folder, "check t.csv --quasi q --population-count w --json", &k_map);
        let judged = judged.json()["models"][0]["reached"].clone();
        let risk = folder.succeed("risk t.csv --quasi q --population-count w --json").json();
        let flags = "--quasi q --sensitive s --other w -k 1 --force -o r.csv --json --population-count w";
        let released = require(&folder, &format!("anonymize t.csv {flags}"), &k_map).json();
        assert_eq!(released["privacy"][1]["reached"], judged);
        let highest = risk["attackers"]["journalist"]["highest"].as_f64().expect("a chance");
        assert!((1.0 / highest - judged.as_f64().expect("a number")).abs() < 1e-6, "{highest} {judged}");
        judged
    };
    // A comma sets decimals apart here, and a point thousands.
    assert_eq!(of("w;q;s\n1.234,5;1;a\n1.234,5;1;b\n999,0;2;a\n1,5;2;b\n", "1000"), json!(1000.5));
    // Here it is the other way round.
    assert_eq!(of("w;q;s\n1,234.5;1;a\n1,234.5;1;b\n999.0;2;a\n1.5;2;b\n", "1000"), json!(1000.5));
    assert_eq!(of("w;q;s\n2,5;1;a\n2,5;1;b\n", "5"), json!(5));
}

#[test]
fn a_release_without_its_respondents_cannot_be_judged_by_people() {
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.pid]\nrole = 'identifier'\n[columns.q]\nrole = \
                'quasi'\n[columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 2\nrespondent = { column = 'pid', missing = \
                'suppress' }\n[solve]\nsuppression = '50%'\n";
    let folder = Folder::with("t.csv", "pid,q,ill\na,1,x\nb,1,y\n,1,x\n").and("s.toml", spec);
    folder.succeed("anonymize s.toml");
    let message = "the table has no column \"pid\": k and risk of people cannot be judged from this file";
    for command in ["check r.csv --spec s.toml", "risk r.csv --spec s.toml"] {
        refuses(&folder, command, message);
        let rows = folder.succeed(&format!("{command} --rows --json")).json();
        assert_eq!((&rows["counted"], &rows["k"]), (&json!("rows"), &json!(2)));
    }
    // What the spec says of rows without a respondent holds for every command.
    let risk = folder.succeed("risk --spec s.toml --json").json();
    assert_eq!((&risk["k"], &risk["people"]["nobody"]), (&json!(2), &json!(1)));
}

#[test]
fn records_keep_their_places_where_rows_of_nobody_are_left_out() {
    let folder = Folder::with("t.csv", "pid,q\na,1\n,1\nb,2\n");
    folder.succeed("risk t.csv --quasi q --respondent pid --missing-respondent suppress --records r.csv");
    assert_eq!(folder.text("r.csv"), "audience,row,class_size,risk\ninternal,1,1,1.0\ninternal,3,1,1.0\n");
}

#[test]
fn where_people_are_counted_the_words_speak_of_people() {
    let folder = Folder::with("t.csv", "pid,q,ill\na,1,x\na,1,x\nb,1,x\nc,2,x\nd,2,y\n");
    let text = folder.run("check t.csv --quasi q --sensitive ill -k 2 --respondent pid");
    assert!(text.text().contains("in 1 class with 2 people there is no second value"), "{}", text.text());
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.pid]\nrole = 'identifier'\n[columns.q]\nrole = \
                'quasi'\n[columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 3\nrespondent = 'pid'\n";
    let folder = folder.and("s.toml", spec);
    let text = folder.succeed("explain s.toml");
    assert!(text.text().contains("fewer than 3 people share their values"), "{}", text.text());
    assert!(text.text().contains("Asked k = 3 people, reached k = 4 people"), "{}", text.text());
}

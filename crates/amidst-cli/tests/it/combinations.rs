//! `--combinations`: k of some columns together, and what is never claimed for it.

use serde_json::json;

use crate::support::{Folder, SECRET, keys, tells};

/// Two of six rows are alone on zip and age, but no zip and no age is rare; one sex is.
fn people() -> Folder {
    let table = format!(
        "zip,age,sex,ill\n01234,34,f,{SECRET}\n01234,34,f,flu\n01235,34,f,cold\n01235,71,f,cough\n01299,71,f,flu\n\
         01299,71,m,cold\n"
    );
    Folder::with("people.csv", table)
}

const ROLES: &str = "--quasi zip,age,sex --sensitive ill -k 2 --suppression 20%";

#[test]
fn rows_alone_on_all_columns_are_released_if_no_combination_is_rare() {
    let folder = people();
    let run = folder.succeed(&format!(
        "anonymize people.csv {ROLES} --combinations zip,age+sex -o release.csv --json --certificate c.json --plan p.json \
         --report r.html"
    ));
    let json = run.json();
    assert_eq!(json["rows"], json!({"in": 6, "out": 6, "suppressed": 0}));
    let columns = |columns: &[&str], reached: u64| json!({"columns": columns, "asked": 2, "reached": reached, "holds": true});
    let privacy = &json["privacy"][0];
    assert_eq!(keys(privacy), ["model", "asked", "reached", "holds", "k_all", "combinations"]);
    assert_eq!(privacy["combinations"], json!([columns(&["zip"], 2), columns(&["age", "sex"], 3)]));
    let claim = "every combination of values in zip or in age + sex appears in at least 2 rows";
    let caveat = "all quasi columns together may single people out: over all of them k = 1";
    assert_eq!(privacy["k_all"], 1);
    assert_eq!(
        json["warnings"],
        json!([
            format!("k is asked of combinations only, which is weaker; {caveat}"),
            "column \"ill\": some class has a single value, so whoever finds a person's class knows it (l = 1); ask for l = 2 or more"
        ])
    );
    let certificate = folder.json("c.json");
    let words = certificate["claim"].as_str().expect("words");
    assert!(words.starts_with(&format!("{claim}; {caveat}, ")), "{words}");
    assert_eq!(certificate["reached"]["k"], 1);
    let report = folder.text("r.html");
    assert!(report.contains(claim) && report.contains(caveat), "{report}");
    assert!(report.contains("This is not k-anonymity over zip, age, sex"), "{report}");
    let plan = folder.json("p.json");
    assert_eq!(plan["privacy"], json!([{"model": "k-anonymity", "k": 2}]));
    assert_eq!(plan["combinations"], json!([["zip"], ["age", "sex"]]));
    for told in [run.text(), &report, &certificate.to_string()] {
        assert!(!tells(told), "{told}");
    }
    folder.succeed("check release.csv --quasi zip,age,sex -k 2 --combinations zip,age+sex");
    assert_eq!(folder.run("check release.csv --quasi zip,age,sex -k 2").code, Some(1));
}

#[test]
fn a_plan_keeps_asking_it_of_the_next_batch_and_of_the_union() {
    // Fewer rows than the combinations need, and an earlier release with a rare one.
    let folder = people()
        .and("few.csv", "zip,age,sex,ill\n01234,34,f,flu\n01235,34,f,flu\n")
        .and("rare.csv", "zip,age,sex,ill\n99999,34,f,flu\n");
    let ask = format!("{ROLES} --combinations zip,age+sex");
    folder.succeed(&format!("anonymize people.csv {ask} -o release.csv --plan p.json"));
    let json = folder.succeed("apply p.json people.csv -o again.csv --with release.csv --json").json();
    assert_eq!(folder.text("again.csv"), folder.text("release.csv"));
    assert_eq!((&json["privacy"][0]["k_all"], &json["union"]["k_combinations"]), (&json!(1), &json!(4)));
    assert_eq!(json["union"]["holds"], true);
    assert_eq!(folder.run("apply p.json few.csv -o few-release.csv").code, Some(1));
    let run = folder.run("apply p.json people.csv -o third.csv --with rare.csv --json");
    assert_eq!((run.code, &run.json()["union"]["holds"]), (Some(1), &json!(false)));
    assert!(!folder.path("third.csv").exists());
}

#[test]
fn explain_tells_what_each_combination_reaches() {
    let folder = people();
    let run = folder.succeed(&format!("explain people.csv {ROLES} --combinations zip,age+sex --json"));
    let json = run.json();
    let released = folder
        .succeed(&format!("anonymize people.csv {ROLES} --combinations zip,age+sex -o release.csv --json"))
        .json();
    assert_eq!(json["result"]["privacy"], released["privacy"]);
    assert_eq!((&json["result"]["levels"], &json["asked"]["combinations"]), (&released["levels"], &json!(2)));
}

#[test]
fn words_never_claim_k_over_all_columns() {
    let folder = people();
    let run = folder.succeed(&format!("anonymize people.csv {ROLES} --combinations 1 -o release.csv"));
    let text = run.text();
    assert!(
        text.contains(
            "Warning: k is asked of combinations only, which is weaker; all quasi columns together may single"
        ),
        "{text}"
    );
    assert!(
        text.contains("Every combination of values in any one of age, sex, zip appears in at least 2 rows"),
        "{text}"
    );
    assert!(!text.contains("reached k"), "{text}");
}

#[test]
fn the_spec_says_it_too_and_a_certificate_repeats_it() {
    let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\noutput.certificate = 'c.json'\n\
                solve.suppression = '20%'\ncolumns.ill.role = 'sensitive'\n\
                columns.zip.role = 'quasi'\ncolumns.age.role = 'quasi'\ncolumns.sex.role = 'quasi'\n";
    for privacy in
        ["combinations = { max_size = 2, k = [2, 2] }", "k = 2\ncombinations = [['zip', 'sex'], ['age']]"]
    {
        let folder = people().and("release.toml", format!("{spec}[privacy]\n{privacy}\n"));
        folder.succeed("anonymize release.toml");
        let (certificate, release) = (folder.json("c.json"), folder.text("release.csv"));
        let folder = folder.and("again.toml", certificate["spec"].as_str().expect("TOML"));
        folder.succeed("anonymize again.toml --force");
        assert_eq!((folder.json("c.json"), folder.text("release.csv")), (certificate, release));
    }
}

#[test]
fn what_is_out_of_reach_says_what_is_not() {
    people().falls_short(
        "anonymize people.csv --quasi zip,age,sex --sensitive ill -k 7 --combinations zip+age,sex -o release.csv",
        "k = 7 in every combination is out of reach: only 6 rows could be released, so that k is 6 at most; ask for a smaller k, or take a larger \
         table",
    );
    let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\ncolumns.ill.role = 'sensitive'\n\
                columns.zip.role = 'quasi'\ncolumns.age.role = 'quasi'\ncolumns.sex = { role = 'quasi', levels = { max = 0 } }\n\
                [privacy]\n";
    people().and("release.toml", format!("{spec}k = 3\ncombinations = {{ max_size = 1 }}\n")).falls_short(
        "anonymize release.toml",
        "k = 3 in every combination is out of reach: even the most general solution would suppress 1 of 6 rows, and 0 are \
         allowed; within that, the largest k is 1. Ask for a smaller k, raise suppression, or widen the levels a column \
         may use",
    );
    people().and("release.toml", format!("{spec}combinations = {{ max_size = 2, k = [3, 2] }}\n")).falls_short(
        "anonymize release.toml",
        "k = 3 in every combination is out of reach: even the most general solution would suppress 1 of 6 rows, and 0 are \
         allowed; within that, the largest k is 1, or what a combination asks for if that is less. Ask for a smaller k, \
         raise suppression, or widen the levels a column may use",
    );
}

#[test]
fn a_check_tells_of_each_combination() {
    let folder = people();
    let run = folder.run("check people.csv --quasi zip,age,sex -k 2 --combinations zip+age,sex --json");
    let model = |columns: &[&str], failing: u64| {
        json!({
            "model": "k-anonymity", "column": null, "columns": columns, "asked": 2, "reached": 1, "holds": false,
            "failing_classes": failing, "failing_rows": failing,
        })
    };
    let json = run.json();
    assert_eq!((run.code, &json["holds"], &json["k"]), (Some(1), &json!(false), &json!(1)));
    assert_eq!(json["models"], json!([model(&["zip", "age"], 2), model(&["sex"], 1)]));
    let run = folder.run("check people.csv --quasi zip,age,sex -k 2 --combinations 1");
    assert_eq!(
        (run.code, run.text()),
        (
            Some(1),
            "2-anonymity fails in 1 of 3 combinations of columns: the rarest values are in 1 row (1 < 2).\n  \
             sex: 1 combination of values in fewer than 2 rows, 1 row\n\
             This is weaker than k over all quasi columns: zip, age, sex together may single people out, k = 1.\n\
             6 rows, 5 classes; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n"
        )
    );
    let run = folder.run("check people.csv --quasi zip,age -k 2 --combinations 1");
    assert_eq!(
        (run.code, run.text()),
        (
            Some(0),
            "2-anonymity holds in 2 of 2 combinations of columns: the rarest values are in 2 rows (2 ≥ 2).\n\
             This is weaker than k over all quasi columns: zip, age together may single people out, k = 1.\n\
             6 rows, 4 classes; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n"
        )
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let check = |combinations: &str, message: &str| {
        let folder = people();
        let asks = [
            "check people.csv --quasi zip,age,sex -k 2",
            &format!("anonymize people.csv {ROLES} -o release.csv"),
        ];
        for ask in asks {
            folder.refuses(&format!("{ask} --combinations {combinations}"), message);
        }
    };
    let quasi = |names: &str| {
        format!(
            "combinations: no combination has {names}, so it would be released as it is; add it \
                                       to one, or do not call it quasi"
        )
    };
    check("zip+age", &quasi("\"sex\""));
    check("0", "combinations: max_size = 0: a combination has at least 1 column; ask for 2 or more");
    check("4", "combinations: max_size = 4, but the quasi columns are 3; ask for at most 3");
    check("zip+age+zip,sex", "combinations: one of them names column \"zip\" twice; name it once");
    check(
        "zip+age,,sex",
        "combinations = \"zip+age,,sex\": write columns joined by +, such as age+region,sex+job, or the most columns of a \
         combination, such as 3",
    );
    let folder = people();
    folder.refuses(
        &format!("anonymize people.csv {ROLES} -o release.csv --combinations zip+ill,age+sex"),
        "combinations: column \"ill\" is not quasi; quasi columns are \"age\", \"sex\", \"zip\"",
    );
    folder.refuses(
        "check people.csv --quasi zip,age -k 2 --wildcard --combinations 1",
        "combinations are judged with missing cells as values of their own; take combinations away, or let missing cells \
         be values of their own",
    );
}

#[test]
fn specs_that_cannot_be_asked_are_refused() {
    let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\ncolumns.ill.role = 'sensitive'\n\
                columns.zip.role = 'quasi'\ncolumns.age.role = 'quasi'\ncolumns.sex.role = 'quasi'\n[privacy]\n";
    let check = |privacy: &str, message: &str| {
        people().and("release.toml", format!("{spec}{privacy}\n")).refuses("anonymize release.toml", message);
    };
    let none = "combinations: one of them has no column, or there is none; name the columns of each, or take combinations \
                away to ask k of all quasi columns together";
    check("k = 2\ncombinations = []", none);
    check("k = 2\ncombinations = [['zip', 'age', 'sex'], []]", none);
    check(
        "combinations = { max_size = 3, k = [3, 2] }",
        "combinations: k has 2 numbers for max_size = 3; give one for each size from 1 on",
    );
    check(
        "combinations = { max_size = 2, k = [3, 0] }",
        "k = 0: a combination of values has at least 1 row; ask for 2 or more",
    );
    let no_k = "no privacy is asked for; set k in [privacy] of the spec, or pass -k 5";
    check("combinations = { max_size = 2 }", no_k);
    check("combinations = [['zip', 'age', 'sex']]", no_k);
    check(
        "k = 2\nmissing = 'wildcard'\ncombinations = { max_size = 2 }",
        "combinations are judged with missing cells as values of their own; take combinations away, or let missing cells \
         be values of their own",
    );
    for form in ["3", "{ size = 2 }", "['zip']", "{ max_size = 2, least = 3 }"] {
        check(
            &format!("k = 2\ncombinations = {form}"),
            "release.toml: the spec cannot be read: line 9: write lists of columns, such as [[\"age\", \"region\"]], { \
             max_size = 3 }, or { max_size = 2, k = [10, 5] }",
        );
    }
}

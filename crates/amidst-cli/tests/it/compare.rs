//! `amidst compare`: what was lost, in words, as JSON and on a page.

use serde_json::{Value, json};

use crate::support::{Folder, SECRET, keys, tells};

const EIGHT: &str = "zip,sex,ill\n\
    94138,F,Zyx-Secret-Value\n94138,F,flu\n94139,F,flu\n94139,M,cold\n94141,M,flu\n94141,M,cold\n94142,M,flu\n94142,F,cold\n";
const SIX: &str = "zip,sex,ill\n9413*,F,Zyx-Secret-Value\n9413*,F,flu\n9413*,F,flu\n9414*,M,flu\n9414*,M,cold\n9414*,M,flu\n";
const ZIP: &str = "94138;9413*;*\n94139;9413*;*\n94141;9414*;*\n94142;9414*;*\n";

fn folder() -> Folder {
    Folder::with("eight.csv", EIGHT).and("six.csv", SIX).and("zip.csv", ZIP)
}

/// Every number in a JSON value, with the keys that lead to it.
fn numbers(value: &Value, path: &str, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => found.push((path.to_owned(), number.as_f64().expect("a number"))),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, path, found)),
        Value::Object(entries) => {
            entries.iter().for_each(|(key, item)| numbers(item, &format!("{path}.{key}"), found));
        }
        _ => {}
    }
}

#[test]
fn it_says_in_words_what_was_lost() {
    let run =
        folder().succeed("compare eight.csv six.csv --quasi zip,sex --hierarchy zip=zip.csv --queries 100");
    assert_eq!(
        run.text(),
        "6 of 8 rows are left (75 %), and the 2 quasi columns lost 43.8 % of their precision (GCP); a random count is off \
         by 25 % in the median.\n\
         \n\
         \x20 column  role   became       changed  values          bits  as is  same labels  rebuilt    NCP\n\
         \x20 zip     quasi  generalized    100 %  4 to 2  2.00 to 1.00  1.000        0.000    0.000  0.625\n\
         \x20 sex     quasi  unchanged        0 %       2          1.00  0.000                 0.000  0.250\n\
         \x20 ill            unchanged        0 %       3  1.41 to 1.25  0.208                 0.208  0.250\n\
         \x20 Distances are total variation: cells as they stand; the original with the release's labels; labels spread\n\
         \x20 evenly over the values they stand for. NCP: 0 a single value, 1 any value; suppressed rows count as 1.\n\
         \n\
         Classes over zip, sex: 6 to 2, of 1.3 to 3.0 rows on average; discernibility 12 to 34.\n\
         Samarati's accuracy: needs a hierarchy of every quasi column (--spec, --plan or --hierarchy); completeness: 75 %.\n\
         Dependence of 3 pairs of columns changed by 0.237 on average; most: zip and sex 0.289 to 1.000 (Cramér's V).\n\
         100 random counting queries (seed 1): off by 25 % in the median, 37.3 % on average, 100 % at the 90th percentile; \
         counts below 1 % of the rows weigh as 1 %.\n"
    );
}

#[test]
fn a_table_and_itself_differ_in_nothing() {
    let run = folder().succeed("compare eight.csv eight.csv");
    assert!(
        run.text().starts_with("Nothing was lost: all 8 rows and every cell are as they were.\n"),
        "{}",
        run.text()
    );
}

#[test]
fn the_json_has_the_keys_of_the_page() {
    let json = folder().succeed("compare eight.csv six.csv --quasi zip,sex --json").json();
    assert_eq!(
        keys(&json),
        [
            "version",
            "threshold",
            "rows",
            "quasi",
            "columns",
            "gcp",
            "classes",
            "accuracy",
            "completeness",
            "correlation",
            "queries",
            "warnings"
        ]
    );
    assert_eq!(
        keys(&json["columns"][0]),
        [
            "name", "role", "became", "changed", "missing", "values", "entropy", "distance", "numbers",
            "ncp", "level", "height", "unread"
        ]
    );
    assert_eq!(json["rows"], json!({ "original": 8, "release": 6, "suppressed": 2 }));
    assert_eq!(
        json["columns"][0]["distance"]["rebuilt"],
        json!({ "total_variation": 0.0, "hellinger": 0.0, "wasserstein": null })
    );
}

#[test]
fn queries_depend_on_the_seed_alone() {
    let folder = folder();
    let json = |args: &str| folder.succeed(&format!("compare eight.csv six.csv --json {args}")).json();
    assert_eq!(json("--seed 3"), json("--seed 3 --threads 1"));
    assert_ne!(json("--seed 3")["queries"]["mean"], json("--seed 4")["queries"]["mean"]);
    assert_eq!(json("--queries 0")["queries"], Value::Null);
}

#[test]
fn a_spec_and_a_plan_tell_roles_hierarchies_and_levels() {
    let folder = Folder::with("eight.csv", EIGHT).and("zip.csv", ZIP).and(
        "release.toml",
        "[input]\npath = 'eight.csv'\n[output]\npath = 'out.csv'\nplan = 'plan.json'\n[privacy]\nk = 2\n[solve]\n\
         suppression = '25%'\n[columns.zip]\nrole = 'quasi'\nhierarchy = { file = 'zip.csv' }\n[columns.sex]\n\
         role = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n",
    );
    folder.succeed("anonymize release.toml");
    let json = |args: &str| folder.succeed(&format!("compare eight.csv out.csv --json {args}")).json();
    let by_spec = json("--spec release.toml");
    assert_eq!(by_spec, json("--plan plan.json"));
    assert_eq!(by_spec["accuracy"], json!(1.0 - 1.0 / 3.0));
    assert_eq!(
        (&by_spec["columns"][2]["role"], &by_spec["columns"][0]["level"]),
        (&json!("sensitive"), &json!(1.0))
    );
}

#[test]
fn no_value_is_told_anywhere() {
    let folder = Folder::with("a.csv", format!("x,age\n{SECRET},4711\n{SECRET},4711\nZyx-b,4711\n"))
        .and("b.csv", "x,age\nZyx-any,4710-4719\nZyx-any,4710-4719\nZyx-b,4711\n");
    for args in ["", "--json", "--external", "--external --json"] {
        let run =
            folder.succeed(&format!("compare a.csv b.csv --quasi x,age --html page.html --force {args}"));
        let page = folder.text("page.html");
        for text in [run.text(), &page] {
            assert!(!tells(text) && !text.contains("471"), "{text}");
        }
        assert!(!page.contains("<script") && !page.contains("http"));
    }
}

#[test]
fn outsiders_learn_no_small_count() {
    let mut original = String::from("id,zip,sex\n");
    let mut release = String::from("zip,sex\n");
    for row in 0..100 {
        let (zip, sex) = (94100 + row % 7, ["F", "M"][row % 2]);
        original += &format!("{row},{zip},{sex}\n");
        if row != 50 {
            release += &format!("941**,{sex}\n");
        }
    }
    let folder = Folder::with("a.csv", original).and("b.csv", release);
    let json = folder.succeed("compare a.csv b.csv --quasi zip,sex --external --json").json();
    assert_eq!(json["threshold"], json!(11));
    assert_eq!(json["rows"], json!({ "original": 99, "release": 99, "suppressed": "<11" }));
    assert_eq!(json["classes"]["count"], json!({ "before": 11, "after": "<11" }));
    assert_eq!(json["classes"]["discernibility"], json!({ "before": null, "after": null }));
    let mut found = Vec::new();
    numbers(&json, "", &mut found);
    for (path, number) in found {
        let is_count = [".rows", ".values", ".count"].iter().any(|key| path.contains(key));
        assert!(!is_count || number % 11.0 == 0.0, "{path} tells {number}");
        // A measure moves in steps of 11 rows in 100.
        let is_measure = [".ncp", ".gcp", ".total_variation"].iter().any(|key| path.ends_with(key));
        assert!(!is_measure || number == 0.0 || number >= 0.11, "{path} tells {number}");
    }
    for column in json["columns"].as_array().expect("columns") {
        assert_eq!(column["numbers"], json!(null), "{column}");
        assert!(
            column["distance"].is_null() || column["distance"]["rebuilt"]["hellinger"].is_null(),
            "{column}"
        );
    }
    assert_eq!(json["correlation"], json!(null));
    let run = folder.succeed("compare a.csv b.csv --quasi zip,sex --external=20 --html page.html");
    assert!(!run.text().contains("Dependence"), "{}", run.text());
    assert!(run.text().starts_with("80 of 100 rows are left (80 %)"), "{}", run.text());
    let page = folder.text("page.html");
    assert!(page.contains("<td>Rows suppressed</td><td class=\"n\">&lt;20</td>"), "{page}");
    assert!(page.contains("<td>Rows of the release</td><td class=\"n\">80</td>"), "{page}");
    assert!(!page.contains("Hellinger") && !page.contains("Dependence"), "{page}");
}

#[test]
fn unread_labels_are_named_by_their_column() {
    let folder =
        Folder::with("a.csv", "land\nFrance\nSpain\nChina\n").and("b.csv", "land\nEurope\nEurope\nAsia\n");
    let json = folder.succeed("compare a.csv b.csv --json").json();
    assert_eq!(
        json["warnings"],
        json!([
            "column \"land\": 100 % of its cells hold labels that say nothing about the values below them, and count as \
             if they could be any; give its hierarchy"
        ])
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = folder().and("other.csv", "height,weight\n170,60\n").and("none.csv", "zip,sex,ill\n");
    folder.refuses(
        "compare eight.csv other.csv",
        "eight.csv and other.csv have no column in common; columns are matched by name: \"zip\", \"sex\", \"ill\" and \
         \"height\", \"weight\"",
    );
    folder.refuses(
        "compare eight.csv six.csv --quasi size",
        "there is no column \"size\"; the table has \"zip\", \"sex\", \"ill\"",
    );
    folder.refuses(
        "compare eight.csv none.csv",
        "none.csv: there is a header but no row; nothing can be compared",
    );
    folder.refuses("compare - -", "only one of the two tables can come from standard input; name the other");
    folder.refuses(
        "compare eight.csv six.csv --external=1",
        "--external=1: write the least count that may be told, 2 or more, such as --external=11",
    );
    folder.refuses("compare eight.csv six.csv --hierarchy zip", "--hierarchy zip: write COLUMN=FILE");
    folder.refuses(
        "compare eight.csv six.csv --html zip.csv",
        "zip.csv exists; pass --force to overwrite it, or choose another path",
    );
    folder.refuses(
        "compare eight.csv six.csv --html six.csv --force",
        "the output six.csv is an input; choose another path",
    );
}

#[test]
fn outside_a_measure_of_which_steps_leave_nothing_is_not_told() {
    let rows = |last: &str| "a,f\n".repeat(50) + &"b,m\n".repeat(49) + last;
    let folder = Folder::with("a.csv", format!("zip,sex\n{}", rows("b,m\n")))
        .and("b.csv", format!("zip,sex\n{}", rows("*,m\n")));
    let json = folder.succeed("compare a.csv b.csv --quasi zip --external --json").json();
    let zip = &json["columns"][0];
    assert_eq!([&json["gcp"], &zip["ncp"], &zip["distance"]["as_is"]["total_variation"]], [&json!(null); 3]);
    assert_eq!(json["columns"][1]["ncp"], json!(0.0), "what is 0 is told");
    let run = folder.succeed("compare a.csv b.csv --quasi zip --external --html page.html");
    assert!(
        run.text().contains("what the quasi columns lost of their precision is too little to be told"),
        "{}",
        run.text()
    );
    assert!(folder.text("page.html").contains("not told"));
}

#[test]
fn groups_named_after_released_values_are_understood() {
    let folder = Folder::with("a.csv", "town\na\nb\nc\nd\ne\nf\n").and("b.csv", "town\nb..c\nb..c\ne\n").and(
        "spec.toml",
        "input.path = 'a.csv'\nprivacy.k = 1\n[columns.town]\nrole = 'quasi'\nhierarchy = { order = 'natural', fanout = 3 }\n",
    );
    let json = folder.succeed("compare a.csv b.csv --spec spec.toml --json").json();
    let town = &json["columns"][0];
    assert_eq!((&town["unread"], &town["level"]), (&json!(0.0), &json!(1.0)), "{town}");
}

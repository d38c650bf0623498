//! What `anonymize` writes for readers outside: no small count, no value.

use serde_json::{Value, json};

use crate::support::{Folder, Run, keys, tells};

/// Numbers that are no counts of rows, classes or people: what was asked, levels, settings, the search, the clock.
const NO_COUNTS: [&str; 17] = [
    ".loss.gcp",
    ".loss.normalized-entropy",
    ".version",
    ".reporting_threshold",
    ".asked",
    ".reached",
    ".levels.",
    ".height",
    ".loss.height",
    ".search.",
    ".seconds.",
    ".gap",
    ".loss.loss",
    ".loss.precision",
    ".loss.suppression",
    ".objective.value",
    ".average",
];

/// 5 zips with 20, 9, 5, 3 and 2 people; the last are suppressed at k = 3.
fn people() -> String {
    let mut csv = String::from("zip,sex,ill\n");
    for (zip, rows) in [("Zyx-1", 20), ("Zyx-2", 9), ("Zyx-3", 5), ("Zyx-4", 3), ("Zyx-5", 2)] {
        (0..rows).for_each(|row| csv += &format!("{zip},f,Zyx-{}\n", row % 2));
    }
    csv
}

const ROLES: &str = "people.csv --quasi zip,sex --sensitive ill -k 3 --suppression 10%";

fn release(args: &str) -> (Folder, Run) {
    let folder = Folder::with("people.csv", people());
    let run = folder.succeed(&format!(
        "anonymize {ROLES} -o release.csv --report report.html --certificate certificate.json --json {args}"
    ));
    (folder, run)
}

/// Every number with the keys that lead to it.
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

#[track_caller]
fn check_counts(value: &Value, least: f64) {
    let mut found = Vec::new();
    numbers(value, "", &mut found);
    for (path, number) in found {
        let is_count = !NO_COUNTS.iter().any(|key| path.contains(key));
        assert!(!is_count || number % least == 0.0, "{path} tells {number}");
    }
}

#[test]
fn outsiders_learn_no_small_count_and_no_value() {
    let (folder, run) = release("--external");
    let (summary, certificate) = (run.json(), folder.json("certificate.json"));
    assert_eq!(summary["rows"], json!({ "in": 33, "out": 33, "suppressed": "<11" }));
    assert_eq!((&summary["classes"], &summary["reporting_threshold"]), (&json!("<11"), &json!(11)));
    assert_eq!(
        summary["privacy"],
        json!([{ "model": "k-anonymity", "asked": 3, "reached": 3, "holds": true }])
    );
    assert_eq!(summary["loss"]["suppression"], json!("<0.3333333333333333"));
    assert_eq!(
        (&summary["risk"]["before"]["highest"], &summary["risk"]["after"]["highest"]),
        (&json!(">0.0909"), &json!("<=0.3334"))
    );
    assert_eq!(keys(&summary["loss"]), ["height", "normalized-entropy", "suppression"]);
    for value in [&summary, &certificate] {
        check_counts(value, 11.0);
        assert!(!tells(&value.to_string()), "{value}");
    }
    assert_eq!(certificate["output"]["rows"], json!(33));
    assert_eq!(certificate["spec"], Value::Null);
    let page = folder.text("report.html");
    assert!(!tells(&page) && page.contains("counts below 11 are not told"));
    for told in [
        "33 of 33 rows are released, in fewer than 11 classes:",
        "Left out (suppressed): fewer than 11 rows (less than 33.3 %).",
        "<td>Prosecutor, worst case</td><td class=\"n\">above 9.1 %</td><td class=\"n\">at most 33.3 %</td>",
        "appears in at least 3 rows (asked: 3;",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    // 39 rows, 37 of them released, as words of their own.
    let text =
        page.replace(['<', '>', '(', ')', ',', ';'], " ") + &summary.to_string() + &certificate.to_string();
    assert!(text.split_whitespace().all(|word| word != "39" && word != "37"));
}

#[test]
fn the_terminal_tells_outsiders_no_more_than_the_papers() {
    let folder = Folder::with("people.csv", people());
    let release = format!("anonymize {ROLES} -o release.csv --force");
    assert!(folder.succeed(&release).text().contains("37 of 39 rows released in 4 classes, 2 suppressed"));
    let run = folder.succeed(&format!("{release} --external --plan p.json"));
    let text = run.text();
    for told in [
        "\n33 rows read, 33 released in fewer than 11 classes, fewer than 11 suppressed (less than 33.3 %).\n",
        "\nK-anonymity with k = 3 or more over the quasi columns, verified on the bytes written. Highest risk of being \
         singled out by the quasi columns: above 9.1 % before, at most 33.3 % after.\n",
        "\nWritten: release.csv, p.json\n",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!tells(text), "{text}");
    let words = text.replace(['(', ')', ',', ';', ':'], " ");
    assert!(words.split_whitespace().all(|word| word != "39" && word != "37"), "{text}");
    let run = folder.run(&release.replace("-k 3", "-k 50").replace("--force", "--force --external"));
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (
            Some(1),
            "amidst: what is asked is out of reach of 33 rows; ask for less or allow more suppression. How much is missing is \
             not told to readers outside: run without --external to see it\n"
        )
    );
}

#[test]
fn whoever_releases_to_outsiders_is_warned_without_counts() {
    let visits: String = (0..60).map(|row| format!("P{},8001,Zyx-{}\n", row % 25, row / 60)).collect();
    let folder = Folder::with("visits.csv", format!("patient_id,zip,ill\n{visits}"));
    let release =
        "anonymize visits.csv --identifier patient_id --quasi zip --sensitive ill -k 3 -o r.csv --external";
    let text = folder.succeed(release).text().to_owned();
    for told in [
        "Warning: \"patient_id\" repeats: where people have several rows, k counts rows",
        "Warning: there are warnings that tell of the data; run without --external to read them.\n",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("25") && !text.contains("l = 1") && !tells(&text), "{text}");
}

#[test]
fn what_was_asked_is_told_where_rounding_down_would_say_less() {
    let folder = Folder::with("people.csv", people());
    let run = folder.succeed(
        "anonymize people.csv --quasi zip,sex --sensitive ill -k 3 --external=2 -o release.csv --json --suppression 10%",
    );
    // The smallest released class has 3 rows: 2 would be told, 3 was asked.
    assert_eq!(run.json()["privacy"][0]["reached"], json!(3));
    assert_eq!(run.json()["rows"], json!({ "in": 38, "out": 36, "suppressed": 2 }));
    check_counts(&run.json(), 2.0);
}

#[test]
fn the_spec_says_the_same_as_the_flag() {
    let spec = |output: &str| {
        format!(
            "[input]\npath = 'people.csv'\n[output]\npath = 'by_spec.csv'\ncertificate = 'by_spec.json'\n{output}\
             [privacy]\nk = 3\n[solve]\nsuppression = '10%'\n[columns.zip]\nrole = 'quasi'\n[columns.sex]\n\
             role = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n"
        )
    };
    let (folder, _) = release("--external=5");
    let folder = folder
        .and("release.toml", spec("audience = 'external'\nreporting_threshold = 5\n"))
        .and("wrong.toml", spec("reporting_threshold = 5\n"))
        .and("small.toml", spec("audience = 'external'\nreporting_threshold = 1\n"));
    folder.succeed("anonymize release.toml");
    let certificate = |name: &str| {
        let mut certificate = folder.json(name);
        // Each run has a key of its own.
        certificate["spec_hmac_sha256"] = Value::Null;
        certificate["input"]["hmac_sha256"] = Value::Null;
        // One has a report, the other none.
        certificate["papers"] = Value::Null;
        certificate
    };
    assert_eq!(certificate("by_spec.json"), certificate("certificate.json"));
    folder.refuses(
        "anonymize wrong.toml --force",
        "reporting_threshold = 5 is for readers outside; write audience = \"external\" beside it",
    );
    folder.refuses(
        "anonymize small.toml --force",
        "reporting_threshold = 1: it is the least count that may be told; write 2 or more",
    );
    folder.refuses(
        &format!("anonymize {ROLES} -o other.csv --external=none"),
        "--external=none: write the least count that may be told, 2 or more, such as --external=11",
    );
}

#[test]
fn combinations_and_plans_are_told_outside_too() {
    let folder = Folder::with("people.csv", people());
    let run = folder.succeed(&format!(
        "anonymize {ROLES} --combinations zip,sex -o release.csv --plan plan.json --report report.html --external --json"
    ));
    let k = &run.json()["privacy"][0];
    assert_eq!((&k["k_all"], &k["combinations"][0]["reached"]), (&json!("<11"), &json!(3)));
    assert!(folder.text("report.html").contains("over all of them k is below 11"));
    let applied =
        folder.succeed("apply plan.json people.csv -o next.csv --with release.csv --external --json").json();
    check_counts(&applied["union"]["rows"], 11.0);
    assert_eq!(applied["union"], json!({ "releases": 1, "rows": 66, "classes": "<11", "holds": true }));
}

#[test]
fn an_answer_that_nothing_was_released_tells_only_what_was_asked() {
    let folder = Folder::with("people.csv", people());
    let run = folder
        .run("anonymize people.csv --quasi zip,sex --sensitive ill -k 50 -o release.csv --external --json");
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.json(),
        json!({ "version": 1, "audience": "external", "outcome": "infeasible", "rows": 33, "asked": 50 })
    );
}

#[test]
fn a_mean_of_which_steps_leave_nothing_is_not_told() {
    let folder = Folder::with("t.csv", "job,ill\na,y\nb,y\nc,z\nd,z\n");
    let run = folder.succeed(
        "anonymize t.csv --quasi job --sensitive ill -k 2 -o r.csv --external --report r.html --json",
    );
    assert_eq!(run.json()["risk"]["after"]["average"], Value::Null);
    assert!(
        folder.text("r.html").contains("not told</td><td>The same, over all rows"),
        "{}",
        folder.text("r.html")
    );
}

#[test]
fn how_rare_values_were_joined_does_not_tell_the_rows() {
    let mut csv = String::from("job,ill\n");
    let jobs = [
        ("clerk", 200),
        ("nurse", 150),
        ("cook", 40),
        ("smith", 20),
        ("miller", 4),
        ("pilot", 3),
        ("abbot", 2),
    ];
    for (job, rows) in jobs {
        (0..rows).for_each(|row| csv += &format!("{job},ill {}\n", row % 2));
    }
    let folder = Folder::with("t.csv", csv);
    for outside in ["--external", ""] {
        folder.succeed(&format!(
            "anonymize t.csv --quasi job --sensitive ill -k 5 -o r.csv --certificate c.json --report r.html --force {outside}"
        ));
        for paper in ["c.json", "r.html"] {
            let paper = folder.text(paper);
            assert!(paper.contains("values in fewer than 1, 5, 20 % of the rows joined"), "{paper}");
            assert!(!paper.contains("fewer than 5, 21, 84 rows"), "{paper}");
        }
    }
}

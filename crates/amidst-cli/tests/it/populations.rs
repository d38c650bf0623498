//! `check` of models that look at a population: a table of it, known counts, survey weights.

use serde_json::json;

use crate::{check::WARDS, support::Folder};

#[test]
fn a_population_that_nothing_looks_at_is_refused() {
    let folder = Folder::with("people.csv", "zip,ill\n1,a\n1,b\n");
    for command in [
        "check people.csv -k 2",
        "check people.csv --sensitive ill --l 2",
        "anonymize people.csv -k 2 -o o.csv",
    ] {
        let run = folder.run(&format!("{command} --quasi zip --population nonexist.csv"));
        assert_eq!(run.code, Some(2), "{command}: {}", run.text());
        assert!(run.stderr.contains("looks at it; add --require \"k-map k=5\""), "{command}: {}", run.stderr);
        assert!(!folder.path("o.csv").exists());
    }
}

#[test]
fn populations_are_tables_or_weights() {
    let people =
        "sex,zip\n".to_owned() + &"f,1\n".repeat(5) + &"m,1\n".repeat(6) + &"f,2\nm,2\n".repeat(9) + "x,9\n";
    let folder = Folder::with("people.csv", WARDS).and("all.csv", people);
    let args = ["check", "people.csv", "--quasi", "zip,sex", "--json", "--population", "all.csv"];
    let run = folder
        .run_with(&[&args[..], &["--require", "k-map k=6", "--require", "delta-presence max=0.5"]].concat());
    let models = &run.json()["models"];
    assert_eq!((&models[0]["reached"], &models[0]["failing_rows"]), (&json!(5), &json!(3)));
    assert_eq!((&models[1]["reached"], &models[1]["failing_rows"]), (&json!(0.6), &json!(3)));
    let lacking = folder.and("some.csv", "zip\n1\n");
    let run = lacking.run_with(&[
        "check",
        "people.csv",
        "--quasi",
        "zip,sex",
        "--require",
        "k-map k=2 population=some.csv",
    ]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(2), "amidst: some.csv: there is no column \"sex\"; the table has \"zip\"\n")
    );
}

#[test]
fn weights_that_are_none_are_refused_whatever_is_asked() {
    let folder =
        Folder::with("bad.csv", "zip,w\n1,-3\n1,2\n1,many\n1,0\n").and("good.csv", "zip,w\n1,3\n1,2\n");
    for flag in ["--weight", "--population-count"] {
        let run = folder.run(&format!("check bad.csv --quasi zip -k 2 {flag} w"));
        let message = "column \"w\": 3 of its cells hold no number above 0; every row stands for somebody";
        assert_eq!((run.code, run.stderr), (Some(2), format!("amidst: {message}\n")));
        folder.succeed(&format!("check good.csv --quasi zip -k 2 {flag} w"));
    }
}

#[test]
fn k_map_by_weights_does_not_hold_where_risk_finds_everybody() {
    let rows: String = (0..300).map(|row| format!("{row},1000\n")).collect();
    let folder = Folder::with("uniq.csv", format!("age,w\n{rows}"));
    let flags = "uniq.csv --quasi age --weight w --json";
    let risk = folder.succeed(&format!("risk {flags}")).json();
    assert!(risk["attackers"]["journalist"]["highest"].as_f64().unwrap() > 0.99);
    // Each class alone would have 11 people but for a chance of 0.01.
    let require = ["--require", "k-map k=5"];
    let run = folder.run_with(&[&["check"], &flags.split(' ').collect::<Vec<_>>()[..], &require].concat());
    let model = run.json()["models"][0].clone();
    assert_eq!((run.code, &model["holds"], &model["reached"]), (Some(1), &json!(false), &json!(1)));
    assert_eq!((&model["failing_rows"], &model["failing_classes"]), (&json!(300), &json!(300)));
}

#[test]
fn survey_weights_only_estimate_k_map() {
    let rows: String = (0..40).map(|row| format!("{row},10\n")).collect();
    let folder = Folder::with("uniq.csv", format!("age,w\n{rows}"));
    let args = ["check", "uniq.csv", "--quasi", "age", "--weight", "w", "--require"];
    // One row of weight 10: fewer than 5 people with a chance of 1 - 0.9^4 = 0.3439.
    let run = folder.run_with(&[&args[..], &["k-map k=5", "--json"]].concat());
    let model = run.json()["models"][0].clone();
    assert_eq!((run.code, &model["holds"], &model["estimated"]), (Some(1), &json!(false), &json!(true)));
    assert_eq!(
        (&model["asked"], &model["reached"], &model["significance"]),
        (&json!(5), &json!(1), &json!(0.01))
    );
    assert_eq!((&model["failing_rows"], &model["failing_classes"]), (&json!(40), &json!(40)));
    // Of the class alone 0.35 would do; but where all rows are alone, so is the population.
    let run = folder.run_with(&[&args[..], &["k-map k=5 significance=0.35"]].concat());
    let failing =
        "k-map is estimated to fail at a significance of 0.35: 1 reached, 5 asked; 40 of 40 rows, in 40";
    assert!(run.code == Some(1) && run.text().starts_with(failing), "{}", run.text());
    let three = Folder::with("uniq.csv", format!("age,w\n{}", rows.repeat(3)));
    let run = three.run_with(&[&args[..], &["k-map k=5 significance=0.05"]].concat());
    let holding = "k-map is estimated to hold at a significance of 0.05: 9 reached, 5 asked.\n";
    assert!(run.code == Some(0) && run.text().starts_with(holding), "{}", run.text());
    assert!(!run.text().contains("k-map holds"));
    let known = ["check", "uniq.csv", "--quasi", "age", "--population-count", "w", "--require", "k-map k=5"];
    assert!(folder.run_with(&known).text().starts_with("k-map holds: 10 reached, 5 asked.\n"));
    for (further, message) in [
        (
            &["delta-presence max=0.5"][..],
            "model = \"delta-presence\": it compares counts, and survey weights are estimates; give it a table of the \
             population, or known counts of people as population_count",
        ),
        (
            &["k-map k=5 significance=0.6"],
            "significance = 0.6: the chance of an error, above 0 and at most 0.5, such as 0.05",
        ),
    ] {
        let run = folder.run_with(&[&args[..], further].concat());
        assert_eq!((run.code, run.stderr), (Some(2), format!("amidst: {message}\n")));
    }
    let both = [&args[..], &["k-map k=5", "--population-count", "w"]].concat();
    assert_eq!(folder.run_with(&both).code, Some(2));
    let some = Folder::with("uniq.csv", "age,w\n1,10\n2,0\n3,\n");
    let run = some.run_with(&[&args[..], &["k-map k=5"]].concat());
    assert_eq!(
        run.stderr,
        "amidst: column \"w\": 2 of its cells hold no number above 0; every row stands for somebody\n"
    );
}

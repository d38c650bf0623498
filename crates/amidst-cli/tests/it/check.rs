//! `amidst check`: true, false, or could not run.

use serde_json::json;

use crate::support::{Folder, Run, keys, tells};

/// Classes of 2, 1 and 1 over zip and age.
const TABLE: &str = "zip,age,ill\n01234,34,Zyx\n01234,34,flu\n01235,35,Zyx\n01235,36,cough\n";

#[track_caller]
fn check(table: &str, args: &str, code: i32, words: &str) {
    let run = Folder::with("people.csv", table).run(&format!("check people.csv {args}"));
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(code), words, ""));
}

#[test]
fn exit_codes_tell_holds_fails_and_could_not_run() {
    let folder = Folder::with("people.csv", TABLE);
    for (args, code) in [("--quasi zip -k 2", 0), ("--quasi zip,age -k 2", 1), ("--quasi zip,size -k 2", 2)] {
        for form in ["", "--json", "--quiet"] {
            let run = folder.run(&format!("check people.csv {args} {form}"));
            assert_eq!(run.code, Some(code), "{args} {form}");
            assert!(!tells(run.text()) && !tells(&run.stderr));
        }
    }
}

#[test]
fn it_says_in_words_what_was_found() {
    check(
        TABLE,
        "--quasi zip -k 2",
        0,
        "2-anonymity over zip holds: the smallest class has 2 rows (2 ≥ 2).\n\
         4 rows, 2 classes; k = 2 if a missing cell is a value of its own, 2 if it matches everything.\n",
    );
    check(
        TABLE,
        "--quasi zip,age -k 3",
        1,
        "3-anonymity over zip, age fails: the smallest class has 1 row (1 < 3).\n\
         4 of 4 rows, in 3 of 3 classes, stand amidst fewer than 2 others; 2 are alone.\n\
         4 rows, 3 classes; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n",
    );
}

#[test]
fn the_json_has_the_keys_of_the_interface() {
    let folder = Folder::with("people.csv", TABLE);
    let json = folder.run("check people.csv --quasi zip,age -k 2 --json").json();
    assert_eq!(
        keys(&json),
        ["version", "holds", "counted", "rows", "classes", "k", "k_wildcard", "uniques", "models"]
    );
    assert_eq!(
        json,
        json!({
            "version": 1, "holds": false, "counted": "rows", "rows": 4, "classes": 3, "k": 1, "k_wildcard": 1, "uniques": 2,
            "models": [{
                "model": "k-anonymity", "column": null, "asked": 2, "reached": 1, "holds": false,
                "failing_classes": 2, "failing_rows": 2,
            }],
        })
    );
}

#[test]
fn a_missing_cell_is_a_value_or_matches_everything() {
    let folder = Folder::with("people.csv", "a,b\nx,1\n,1\nx,\ny,1\n");
    let strict = folder.run("check people.csv --quasi a,b -k 2 --json");
    assert_eq!(
        (strict.code, &strict.json()["k"], &strict.json()["k_wildcard"]),
        (Some(1), &json!(1), &json!(2))
    );
    let lenient = folder.run("check people.csv --quasi a,b -k 2 --wildcard --json");
    assert_eq!((lenient.code, &lenient.json()["holds"]), (Some(0), &json!(true)));
    let model = &lenient.json()["models"][0];
    assert_eq!(
        (&model["reached"], &model["failing_classes"], &model["failing_rows"]),
        (&json!(2), &json!(0), &json!(0))
    );
    let failing = folder.run("check people.csv --quasi a,b -k 3 --wildcard --json");
    assert_eq!((failing.code, &failing.json()["models"][0]["failing_rows"]), (Some(1), &json!(null)));
}

#[test]
fn markers_say_what_is_missing() {
    let folder = Folder::with("people.csv", "a\nNA\n?\nNA\n?\n");
    assert_eq!(folder.run("check people.csv --quasi a -k 4").code, Some(1));
    assert_eq!(folder.run("check people.csv --quasi a -k 4 --missing NA,?").code, Some(0));
}

#[test]
fn standard_input_is_a_table_too() {
    let folder = Folder::new();
    let check =
        |k| Run::of(folder.command().args(["check", "-", "--quasi", "zip", "-k", k]).write_stdin(TABLE)).code;
    assert_eq!((check("2"), check("3")), (Some(0), Some(1)));
}

#[test]
fn every_format_is_checked_alike() {
    let folder = Folder::with("people.csv", TABLE);
    for name in ["t.parquet", "t.jsonl", "t.arrow", "t.csv.gz", "t.tsv.zst"] {
        folder.succeed(&format!("anonymize people.csv --quasi zip,age --other ill -k 1 -o {name}"));
        let json = folder.run(&format!("check {name} --quasi zip,age -k 2 --json")).json();
        assert_eq!(
            (&json["rows"], &json["classes"], &json["uniques"]),
            (&json!(4), &json!(3), &json!(2)),
            "{name}"
        );
    }
}

/// Four classes of three: one with flu alone, the others mixed.
pub const WARDS: &str = "zip,sex,ill,cost,id\n\
    1,f,flu,10,a\n1,f,flu,20,b\n1,f,flu,30,b\n\
    1,m,flu,10,c\n1,m,cold,20,d\n1,m,Zyx,40,e\n\
    2,f,cold,10,f\n2,f,cold,20,g\n2,f,flu,90,h\n\
    2,m,Zyx,30,i\n2,m,flu,20,j\n2,m,cold,10,k\n";

const QUASI: [&str; 5] = ["check", "people.csv", "--quasi", "zip,sex", "--json"];

/// The models of an answer: id, column, asked, reached, holds, failing rows.
#[track_caller]
fn models(args: &[&str]) -> Vec<serde_json::Value> {
    let folder = Folder::with("people.csv", WARDS);
    let folder = folder.and("ill.csv", "flu;lung;*\ncold;lung;*\nZyx;other;*\n");
    let run = folder.run_with(&[&QUASI[..], args].concat());
    assert_eq!(run.stderr, "");
    // Numbers to four digits, whole ones as they are.
    let rounded = |value: &serde_json::Value| match value.as_f64().filter(|_| value.is_f64()) {
        Some(number) => json!((number * 1e4).round() / 1e4),
        None => value.clone(),
    };
    let told = |model: &serde_json::Value| {
        let keys = ["model", "column", "asked", "reached", "holds", "failing_rows"];
        json!(keys.map(|key| rounded(&model[key])))
    };
    run.json()["models"].as_array().expect("a list").iter().map(told).collect()
}

#[test]
fn every_model_is_checked() {
    for (require, expected) in [
        ("k-anonymity k=3", json!(["k-anonymity", null, 3, 3, true, 0])),
        ("k-anonymity k=3 column=id", json!(["k-anonymity", "id", 3, 2, false, 3])),
        ("personal-k column=cost", json!(["personal-k", "cost", 1, 0.0333, false, 12])),
        ("k-per-stratum column=ill k=1", json!(["k-per-stratum", "ill", 1, 1, true, 0])),
        ("k-map k=40", json!(["k-map", null, 40, 60, true, 0])),
        ("k-map k=100 fraction=0.01 significance=0.05", json!(["k-map", null, 4, 3, false, 12])),
        ("p-sensitive column=ill p=2 k=3", json!(["p-sensitive", "ill", 2, 1, false, 3])),
        ("distinct-l-diversity l=2", json!(["distinct-l-diversity", "ill", 2, 1, false, 3])),
        ("entropy-l-diversity l=3", json!(["entropy-l-diversity", "ill", 3, 1, false, 6])),
        ("recursive-l-diversity c=2 l=1", json!(["recursive-l-diversity", "ill", 2, 1, true, 0])),
        ("alpha-k alpha=0.5 values=cold", json!(["alpha-k", "ill", 0.5, 0.6667, false, 3])),
        ("t-closeness t=0.5", json!(["t-closeness", "ill", 0.5, 0.5, true, 0])),
        (
            "t-closeness-ordered t=0.3 column=cost",
            json!(["t-closeness-ordered", "cost", 0.3, 0.1042, true, 0]),
        ),
        (
            "t-closeness-ordered t=0.3 column=cost order=gaps",
            json!(["t-closeness-ordered", "cost", 0.3, 0.1771, true, 0]),
        ),
        ("t-closeness-hierarchical t=0.3", json!(["t-closeness-hierarchical", "ill", 0.3, 0.3333, false, 3])),
        ("delta-disclosure delta=1", json!(["delta-disclosure", "ill", 1, null, false, 12])),
        ("delta-disclosure delta=1 absent=skip", json!(["delta-disclosure", "ill", 1, 1, false, 12])),
        ("delta-disclosure delta=1.1 absent=skip", json!(["delta-disclosure", "ill", 1.1, 1, true, 0])),
        ("beta-likeness beta=1", json!(["beta-likeness", "ill", 1, 1, true, 0])),
        ("enhanced-beta-likeness beta=1", json!(["enhanced-beta-likeness", "ill", 1, null, false, 3])),
        ("delta-presence max=0.05", json!(["delta-presence", null, 0.05, 0.05, true, 0])),
        ("highest-risk risk=0.3", json!(["highest-risk", null, 0.3, 0.3333, false, 12])),
        ("average-risk risk=0.3", json!(["average-risk", null, 0.3, 0.3333, false, null])),
        ("records-at-risk risk=0.3 share=0.1", json!(["records-at-risk", null, 0.1, 1, false, 12])),
        ("sample-uniqueness share=0", json!(["sample-uniqueness", null, 0, 0, true, 0])),
        (
            "population-uniqueness share=0.1 fraction=0.1",
            json!(["population-uniqueness", null, 0.1, 0, true, 0]),
        ),
    ] {
        let found = models(&[
            "--sensitive",
            "ill",
            "--population-count",
            "cost",
            "--hierarchy",
            "ill=ill.csv",
            "--require",
            require,
        ]);
        assert_eq!(found, [expected], "{require}");
    }
}

#[test]
fn short_flags_ask_of_every_sensitive_column() {
    let found = models(&["-k", "3", "--sensitive", "ill,cost", "--l", "2", "--t", "0.5"]);
    assert_eq!(
        found,
        [
            json!(["k-anonymity", null, 3, 3, true, 0]),
            json!(["distinct-l-diversity", "ill", 2, 1, false, 3]),
            json!(["distinct-l-diversity", "cost", 2, 3, true, 0]),
            json!(["t-closeness", "ill", 0.5, 0.5, true, 0]),
            json!(["t-closeness", "cost", 0.5, 0.25, true, 0]),
        ]
    );
    // The two rows of b are one person.
    assert_eq!(models(&["-k", "3", "--respondent", "id"]), [json!(["k-anonymity", "id", 3, 2, false, 3])]);
    // Within one cost there is one disease.
    let joint = models(&["--sensitive", "ill,cost", "--l", "2", "--joint"]);
    assert_eq!(joint[0], json!(["distinct-l-diversity", "ill", 2, 1, false, 12]));
}

#[test]
fn sensitive_columns_are_told_asked_or_not() {
    check(
        WARDS,
        "--quasi zip,sex -k 3 --sensitive ill,cost",
        0,
        "3-anonymity over zip, sex holds: the smallest class has 3 rows (3 ≥ 3).\n\
         12 rows, 4 classes; k = 3 if a missing cell is a value of its own, 3 if it matches everything.\n\
         \n\
         Sensitive columns, in their worst class:\n  \
         column  l     t  t by rank\n  \
         ill     1   0.5          -\n  \
         cost    3  0.25     0.1042\n\
         ill: l = 1: in 1 class with 3 rows there is no second value, so whoever finds a person there knows it.\n",
    );
    check(
        WARDS,
        "--quasi zip,sex --sensitive ill --all",
        0,
        "Nothing is asked, so nothing can fail.\n\
         12 rows, 4 classes; k = 3 if a missing cell is a value of its own, 3 if it matches everything.\n\
         \n\
         Sensitive columns, in their worst class:\n  \
         column  l  entropy l  recursive c  alpha    t  t by rank  beta  enhanced beta  delta\n  \
         ill     1          1            1      1  0.5          -     1              ∞      ∞\n\
         ill: l = 1: in 1 class with 3 rows there is no second value, so whoever finds a person there knows it.\n",
    );
    check(
        WARDS,
        "--quasi zip,sex --sensitive ill --l 2 --t 0.5",
        1,
        "distinct-l-diversity of ill fails: 1 reached, 2 asked; 3 of 12 rows, in 1 of 4 classes, fall short.\n\
         t-closeness of ill holds: 0.5 reached, 0.5 asked.\n\
         12 rows, 4 classes; k = 3 if a missing cell is a value of its own, 3 if it matches everything.\n\
         \n\
         Sensitive columns, in their worst class:\n  \
         column  l    t\n  \
         ill     1  0.5\n\
         ill: l = 1: in 1 class with 3 rows there is no second value, so whoever finds a person there knows it.\n",
    );
    let folder = Folder::with("people.csv", WARDS);
    let json = folder.run("check people.csv --quasi zip,sex -k 3 --sensitive cost --json").json();
    let told = &json["sensitive"][0];
    assert_eq!(
        keys(told),
        "column,l,entropy_l,recursive_c,alpha,t,t_ordered,beta,enhanced_beta,delta,delta_skip_absent,single_classes,single_rows"
            .split(',')
            .collect::<Vec<_>>()
    );
    assert_eq!((&told["l"], &told["t"]), (&json!(3), &json!(0.25)));
}

#[test]
fn missing_values_count_or_do_not() {
    let table = "zip,ill\n1,flu\n1,\n2,flu\n2,cold\n3,\n3,\n";
    let folder = Folder::with("people.csv", table);
    let l = |flags: &str| {
        let args = format!("check people.csv --quasi zip --sensitive ill --l 2 --json {flags}");
        let model = folder.run(&args).json()["models"][0].clone();
        (model["reached"].clone(), model["failing_rows"].clone())
    };
    // A missing value is no diagnosis, however quasi cells are read.
    assert_eq!(l(""), (json!(0), json!(4)));
    assert_eq!(l("--wildcard"), (json!(0), json!(4)));
    assert_eq!(l("--count-missing"), (json!(1), json!(2)));
}

#[test]
fn households_are_counted_and_their_size_is_known() {
    // By zip alone every row has five others; by zip and size, two households of two share what one of one does not.
    let folder = Folder::with("people.csv", "hid,zip\na,1\na,1\nb,1\nb,1\nc,1\n");
    let run = folder.run("check people.csv --quasi zip -k 2 --household hid --json");
    let json = run.json();
    assert_eq!((run.code, &json["k"], &json["classes"]), (Some(1), &json!(1), &json!(2)));
    assert_eq!(json["households"], json!({"column": "hid", "households": 3, "k": 1}));
    let model = &json["models"][0];
    assert_eq!(
        (&model["model"], &model["column"], &model["reached"]),
        (&json!("k-anonymity"), &json!("hid"), &json!(1))
    );
    let pairs = Folder::with("people.csv", "hid,zip\na,1\na,1\nb,1\nb,1\n");
    let run = pairs.run("check people.csv --quasi zip -k 2 --household hid");
    assert_eq!(run.code, Some(0));
    assert!(
        run.text().contains(
            "2 households; at least 2 in every class, the size of the household being a quasi column.\n"
        ),
        "{}",
        run.text()
    );
    // Four rows of two households are two households, not four.
    assert_eq!(pairs.run("check people.csv --quasi zip -k 3 --household hid").code, Some(1));
    let missing = Folder::with("people.csv", "hid,zip\na,1\n,1\n");
    assert_eq!(
        missing.run("check people.csv --quasi zip -k 2 --household hid").stderr,
        "amidst: column \"hid\" is missing in 1 of 2 rows; every row must say which household it belongs to\n"
    );
}

#[test]
fn outside_no_small_count_is_told() {
    let folder = Folder::with("people.csv", WARDS);
    let run = folder.run("check people.csv --quasi zip,sex -k 5 --sensitive ill --l 2 --external --json");
    let json = run.json();
    assert_eq!(
        (run.code, &json["rows"], &json["classes"], &json["k"]),
        (Some(1), &json!(11), &json!("<11"), &json!("<11"))
    );
    assert_eq!(json["models"][0]["reached"], json!("<11"));
    assert_eq!(json["models"][1]["failing_rows"], json!("<11"));
    assert_eq!((&json["models"][1]["reached"], json.get("sensitive")), (&json!(null), None));
    let text = folder.run("check people.csv --quasi zip,sex -k 5 --external=5");
    assert_eq!(
        text.text(),
        "5-anonymity over zip, sex fails.\n\
         10 of 10 rows, in fewer than 5 of fewer than 5 classes, stand amidst fewer than 4 others; 0 are alone.\n\
         10 rows, fewer than 5 classes; k = <5 if a missing cell is a value of its own, <5 if it matches everything.\n"
    );
}

#[test]
fn outside_no_model_tells_how_rare_a_value_is() {
    // 3 of 110 rows have the flu, 3 of 7 a class, and 3 ask for 7 rows.
    let mut table = String::from("zip,ill,own\n");
    (0..110).for_each(|row| {
        let (ill, own) = if row < 3 { ("flu", 7) } else { ("none", 1) };
        table += &format!("{},{ill},{own}\n", if row < 3 { 1 } else { 2 });
    });
    let folder = Folder::with("people.csv", table);
    let asked = [
        "beta-likeness beta=1 column=ill",
        "records-at-risk risk=0.2 share=0.5",
        "personal-k column=own",
        "t-closeness t=0.2 column=ill",
        "distinct-l-diversity l=2 column=ill",
        "highest-risk risk=0.01",
        "alpha-k alpha=0.5 k=2 values=flu column=ill",
        "sample-uniqueness share=0.1",
        "average-risk risk=0.5",
    ];
    let mut args = vec!["check", "people.csv", "--quasi", "zip", "--sensitive", "ill", "-k", "2"];
    asked.iter().for_each(|one| args.extend(["--require", one]));
    let inside = folder.run_with(&[&args[..], &["--json"]].concat()).json();
    assert!(inside["models"].as_array().unwrap().iter().all(|model| !model["reached"].is_null()), "{inside}");
    let run = folder.run_with(&[&args[..], &["--json", "--external"]].concat());
    let json = run.json();
    let models = json["models"].as_array().expect("models");
    assert_eq!((models.len(), &models[0]["reached"]), (1 + asked.len(), &json!("<11")));
    for model in &models[1..] {
        assert_eq!(model["reached"], json!(null), "{model}");
        assert!(model["holds"].is_boolean() && model["asked"].is_number(), "{model}");
    }
    assert_eq!(json.get("sensitive"), None);
    let text = folder.run_with(&[&args[..], &["--external"]].concat());
    assert!(
        text.text().contains("t-closeness of ill fails: what is reached is not told outside, 0.2 asked"),
        "{}",
        text.text()
    );
    assert!(text.text().ends_with("What sensitive columns reach is not told outside.\n"), "{}", text.text());
}

#[test]
fn values_that_do_not_occur_are_refused() {
    let folder = Folder::with("people.csv", "zip,ill\n1,Zyx\n1,none\n");
    let run = folder.run_with(&[
        "check",
        "people.csv",
        "--quasi",
        "zip",
        "--require",
        "alpha-k alpha=0.1 k=1 values=Zyy column=ill",
    ]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (
            Some(2),
            "amidst: column = \"ill\" (alpha-k): a value that is named does not occur in the column; check its spelling\n"
        )
    );
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let folder = Folder::with("people.csv", WARDS);
    for (args, words) in [
        (
            &[][..],
            "nothing is asked; pass -k 5, --l 2, --t 0.2 or --require, or --all to see what the table has",
        ),
        (
            &["--l", "2"],
            "model = \"distinct-l-diversity\": it looks at a sensitive column, and there is none; name one with --sensitive, or add column=disease",
        ),
        (
            &["--sensitive", "zip", "-k", "2"],
            "column \"zip\" is quasi, so every class shows one value of it; name another, or do not call it quasi",
        ),
        (
            &["--require", "t-closeness-ordered t=0.2 order=gaps column=ill"],
            "t-closeness-ordered of column \"ill\": 3 of its values are neither numbers nor days; use the distance by rank",
        ),
        (
            &["--require", "t-closeness-hierarchical t=0.2 column=ill"],
            "t-closeness-hierarchical of column \"ill\": the distance by hierarchy needs a hierarchy of the column",
        ),
        (
            &["--require", "k-map k=2"],
            "model = \"k-map\": it looks at the population; add --population people.csv with the same quasi columns, --population-count with a column that says how many people each row stands for, or for an estimate of k-map --weight with a column of survey weights, or fraction=0.01",
        ),
        (
            &["--require", "k-map k=2", "--weight", "ill"],
            "column \"ill\": 12 of its cells hold no number above 0; every row stands for somebody",
        ),
        (
            &["--require", "personal-k column=ill"],
            "personal-k of column \"ill\": 3 of its values are not whole numbers",
        ),
        (&["--require", "t-closeness t=2 column=ill"], "t = 2: a distance from 0 to 1, such as 0.2"),
        (
            &["--require", "entropy-l-diversity l=1e400 column=ill"],
            "l = inf: a number of at least 1, as of equally frequent values; 2 is the least that hides one",
        ),
        (
            &["--require", "beta-likeness beta=nan column=ill"],
            "beta = NaN: a number of at least 0; 1 lets shares double",
        ),
        (
            &["--require", "k-map k=2 fraction=0.1 significance=1"],
            "significance = 1: the chance of an error, above 0 and below 1, such as 0.05",
        ),
        (
            &["--respondent", "id", "--semantics", "profile", "--sensitive", "ill", "--l", "2"],
            "by profiles k is judged, but k is not asked; pass -k 5",
        ),
        (
            &["-k", "2", "--external=1"],
            "--external=1: write the least count that may be told, 2 or more, such as --external=11",
        ),
        (&["-k", "2", "--hierarchy", "ill"], "--hierarchy ill: write COLUMN=FILE"),
    ] {
        let run = folder.run_with(&[&["check", "people.csv", "--quasi", "zip,sex"][..], args].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), &*format!("amidst: {words}\n")), "{args:?}");
    }
}

/// A joined column singles a row out whose value is missing: that part has no known value, and fails as a class would.
#[test]
fn joint_columns_and_wildcards_have_one_answer_in_check_and_anonymize() {
    let joint = ["--joint", "--wildcard", "--require", "distinct-l-diversity column=a l=2"];
    let roles = ["--quasi", "zip", "-k", "2", "--sensitive", "a,b"];
    for (table, code, l) in [
        ("zip,a,b\n9,flu,x\n9,cold,x\n9,,y\n", 1, 0),
        ("zip,a,b\n9,flu,x\n9,cold,x\n8,,y\n8,,y\n", 1, 0),
        ("zip,a,b\n9,flu,x\n9,cold,x\n9,,x\n8,flu,y\n8,cold,y\n", 0, 2),
    ] {
        let folder = Folder::with("people.csv", table);
        let run = folder.run_with(&[&["check", "people.csv", "--json"][..], &roles, &joint].concat());
        assert_eq!((run.code, &run.json()["models"][1]["reached"]), (Some(code), &json!(l)), "{table}");
        let told =
            folder.run_with(&[&["check", "people.csv", "--all", "--json"][..], &roles, &joint[..2]].concat());
        assert_eq!(told.json()["sensitive"][0]["l"], json!(l), "{table}");
        let run = folder
            .run_with(&[&["anonymize", "people.csv", "-o", "o.csv", "--quiet"][..], &roles, &joint].concat());
        assert_eq!(
            (run.code, run.stderr.contains("internal")),
            (Some(code), false),
            "{table}: {}",
            run.stderr
        );
    }
}

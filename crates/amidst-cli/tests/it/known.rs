//! What a spec says, used by other commands than `anonymize`, and what is told when the target is out of reach.

use crate::support::{Folder, SPEC, tells};

#[test]
fn check_and_risk_take_a_spec() {
    let spec = format!("{SPEC}[privacy]\nk = 2\nl = 2\n");
    let folder = Folder::with_people().and("release.toml", spec);
    let json = folder.run("check --spec release.toml --json").json();
    assert_eq!(json["holds"], false, "the table as it stands: {json}");
    let models: Vec<&str> =
        json["models"].as_array().expect("a list").iter().filter_map(|it| it["model"].as_str()).collect();
    assert_eq!(models, ["k-anonymity", "distinct-l-diversity"]);
    folder.succeed("anonymize release.toml");
    let json = folder.succeed("check release.csv --spec release.toml --json").json();
    assert_eq!((&json["holds"], &json["models"][0]["asked"]), (&true.into(), &2.into()), "{json}");
    let json = folder.run("check release.csv --spec release.toml -k 5 --l 3 --json").json();
    assert_eq!((&json["models"][0]["asked"], json["models"].as_array().map(Vec::len)), (&5.into(), Some(2)));
    assert_eq!(json["models"][1]["asked"], 3);
    let risk = folder.succeed("risk --spec release.toml --json").json();
    assert_eq!(risk["quasi"], serde_json::json!(["age", "zip"]), "{risk}");
    assert_eq!(risk["limit"]["cell_size"], 2, "{risk}");
    let risk = folder.succeed("risk release.csv --spec release.toml --quasi zip --json").json();
    assert_eq!(risk["quasi"], serde_json::json!(["zip"]));
}

#[test]
fn what_blocks_is_named_with_the_nearest_that_can_be_met() {
    let table = "zip,ill\n1,a\n1,b\n1,a\n2,a\n2,b\n2,b\n";
    for algorithm in ["auto", "local"] {
        let folder = Folder::with("t.csv", table);
        let flags =
            format!("anonymize t.csv --quasi zip --sensitive ill -k 3 --algorithm {algorithm} -o r.csv");
        let run = folder.run(&format!("{flags} --l 3"));
        assert_eq!(run.code, Some(1));
        let words = "What blocks is distinct-l-diversity (l = 3) of \"ill\": the largest l that can be met beside all else is \
                     2. k = 3 alone can be met";
        assert!(run.stderr.contains(words), "{}", run.stderr);
        let nearest = &folder.run(&format!("{flags} --l 3 --json")).json()["nearest"];
        assert_eq!(nearest["k_alone"], true);
        assert_eq!(
            nearest["blocks"],
            serde_json::json!([
                {"model": "distinct-l-diversity", "column": "ill", "parameter": "l", "asked": 3, "nearest": 2}
            ])
        );
        folder.succeed(&format!("{flags} --l 2"));
    }
}

#[test]
fn a_k_that_blocks_is_named_too() {
    let spec = "input.path = 't.csv'\noutput.path = 'r.csv'\nprivacy.k = 4\ncolumns.ill.role = 'sensitive'\n\
                [columns.zip]\nrole = 'quasi'\nlevels = { max = 0 }\n";
    let folder = Folder::with("t.csv", "zip,ill\n1,a\n1,b\n1,a\n2,a\n2,b\n2,b\n").and("release.toml", spec);
    let json = folder.run("anonymize release.toml --json").json();
    assert_eq!(
        json["nearest"]["blocks"],
        serde_json::json!([{"model": "k-anonymity", "parameter": "k", "asked": 4, "nearest": 3}])
    );
    let run = folder.run("anonymize release.toml --l 2");
    assert!(
        run.stderr.contains("What blocks is k = 4: the largest k that can be met beside all else is 3"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_schema_has_every_word_of_a_key() {
    let schema = Folder::new().succeed("schema").json();
    let has = |table: &str, key: &str, word: &str| {
        let property = &schema["$defs"][table]["properties"][key];
        let words = property["enum"].as_array().unwrap_or_else(|| panic!("{table}.{key}: {property}"));
        assert!(words.iter().any(|known| known == word), "{table}.{key}: {property}");
        assert!(property["description"].is_string(), "{table}.{key}");
    };
    has("Solve", "algorithm", "mondrian");
    has("Solve", "algorithm", "anatomy");
    has("Solve", "objective", "discernibility*");
    has("Solve", "prefer", "min-height");
    has("Solve", "aggregate", "geometric-mean");
    has("Requirement", "model", "t-closeness");
    has("Input", "format", "tsv");
    has("Input", "encoding", "latin-1");
    has("Input", "compression", "zstd");
    has("Output", "format", "parquet");
    assert_eq!(
        schema["$defs"]["Role"]["enum"],
        serde_json::json!(["identifier", "quasi", "sensitive", "other"])
    );
    let required = schema["$defs"]["Solve"].get("required");
    assert!(required.is_none(), "nothing to solve must be said: {required:?}");
}

#[test]
fn a_flag_says_that_the_first_line_is_a_header() {
    let folder = Folder::with("t.csv", "yes,no,city\nyes,no,a\nno,no,b\n");
    assert!(folder.run("check t.csv --quasi city -k 1").stderr.contains("--header or header = true"));
    assert_eq!(folder.succeed("check t.csv --header --quasi city -k 1 --json").json()["rows"], 2);
    folder.succeed("init t.csv --header");
    assert!(folder.text("release.toml").contains("header = true\n"));
    assert_eq!(folder.run("check t.csv --header --no-header --quasi city -k 1").code, Some(2));
}

#[test]
fn where_a_field_goes_wrong_no_cell_is_told_as_a_name() {
    for wrong in ["x,\"a\"b,c", "x,a\0b,c"] {
        let folder = Folder::with("t.csv", format!("Zyx,Berlin,HIV\nu,v,w\n{wrong}\n"));
        for header in ["", "--header", "--no-header"] {
            let run = folder.run(&format!("init t.csv {header}"));
            assert_eq!(run.code, Some(2));
            assert!(!tells(&run.stderr) && !run.stderr.contains("Berlin"), "{}", run.stderr);
            assert_eq!(run.stderr.contains("line 3, column 2"), !header.is_empty(), "{}", run.stderr);
        }
    }
}

#[test]
fn init_and_hierarchy_answer_programs_without_a_cell() {
    let rows: String = (0..40).map(|row| format!("{},Zyx{},flu\n", 8000 + row % 4, row % 7)).collect();
    let folder = Folder::with("t.csv", format!("zip,town,ill\n{rows}"));
    let run = folder.succeed("init t.csv --json");
    let json = run.json();
    assert_eq!(
        (&json["version"], &json["rows"], &json["output"]["path"]),
        (&1.into(), &40.into(), &"release.toml".into())
    );
    assert_eq!((&json["columns"][0]["name"], &json["columns"][0]["role"]), (&"zip".into(), &"quasi".into()));
    assert!(!tells(run.text()) && folder.text("release.toml").contains("[columns.zip]"));
    let run = folder.succeed("hierarchy build t.csv --column zip -o zip.csv --json");
    assert_eq!((&run.json()["values"], &run.json()["output"]["path"]), (&4.into(), &"zip.csv".into()));
    let built = folder.succeed("hierarchy build t.csv --column town --json");
    assert!(built.json()["recipe"].is_string() && !tells(built.text()));
    let checked = folder.succeed("hierarchy check zip.csv --table t.csv --column zip --json").json();
    assert_eq!((&checked["holds"], &checked["covers"]), (&true.into(), &"zip".into()));
    assert_eq!(folder.succeed("hierarchy show zip.csv --json").json()["labels"][0], 4);
    assert_eq!(folder.run("init nowhere.csv --json").json()["outcome"], "error");
}

#[test]
fn a_first_line_of_cells_is_never_told_as_names() {
    let folder =
        Folder::with("t.csv", "Zyx,34,flu\nBob,35,flu\nZyx,36,cold\n").and("twice.csv", "Zyx,Zyx\na,b\n");
    for args in [
        "check t.csv --quasi age -k 2",
        "anonymize t.csv --quasi age -k 2 -o r.csv",
        "init t.csv",
        "check twice.csv --quasi a -k 2",
    ] {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args}: {}", run.stderr);
        assert!(
            !tells(&run.stderr) && !run.stderr.contains("flu") && run.stderr.contains("--no-header"),
            "{}",
            run.stderr
        );
    }
    let run = folder.succeed("check t.csv --no-header --quasi column_1 -k 1 --json");
    assert_eq!(run.json()["rows"], 3);
    folder.succeed("init t.csv --no-header");
    let spec = folder.text("release.toml");
    assert!(spec.contains("header = false\n") && spec.contains("[columns.column_3]"), "{spec}");
    let roles = "--identifier column_1 --quasi column_2 --sensitive column_3";
    folder.succeed(&format!("anonymize t.csv --no-header {roles} -k 3 -o r.csv"));
    assert!(folder.text("r.csv").starts_with("column_2,column_3\n"));
}

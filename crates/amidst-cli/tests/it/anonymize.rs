//! `amidst anonymize`: what it says, what it writes, and what neither ever tells.

use serde_json::json;

use crate::support::{Folder, PEOPLE, ROLES, Run, SECRET, SPEC, keys, rows, tells};

#[test]
fn the_json_has_the_keys_of_the_interface() {
    let folder = Folder::with_people();
    let json = folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --json")).json();
    let expected = "version outcome algorithm optimal gap levels height counted rows classes privacy sensitive objective loss column_loss \
                    risk search warnings seconds output alternative";
    assert_eq!(keys(&json), expected.split(' ').collect::<Vec<_>>());
    let expected = "loss precision levels height discernibility discernibility* average-class-size entropy normalized-entropy gcp \
         kl-divergence ambiguity suppression";
    assert_eq!(keys(&json["loss"]), expected.split(' ').collect::<Vec<_>>());
    // What is shown as it was lost nothing.
    assert_eq!((keys(&json["column_loss"]), &json["column_loss"]["zip"]), (vec!["zip", "age"], &json!(0.0)));
    assert_eq!(keys(&json["seconds"]), ["read", "search", "write", "verify", "total"]);
    assert_eq!(keys(&json["search"]), ["lattice", "judged"]);
    assert_eq!((&json["version"], &json["outcome"]), (&json!(1), &json!("found")));
    assert_eq!(
        (&json["algorithm"], &json["optimal"], &json["gap"]),
        (&json!("optimal"), &json!(true), &json!(0.0))
    );
    assert_eq!(json["levels"], json!({"zip": 0, "age": 2}));
    assert_eq!((&json["height"], &json["classes"]), (&json!(2), &json!(3)));
    assert_eq!(json["rows"], json!({"in": 6, "out": 6, "suppressed": 0}));
    assert_eq!(json["privacy"], json!([{"model": "k-anonymity", "asked": 2, "reached": 2, "holds": true}]));
    assert_eq!(json["objective"], json!({"name": "loss", "value": json["loss"]["loss"]}));
    assert_eq!(json["risk"]["after"], json!({"highest": 0.5, "average": 0.5}));
    assert_eq!(json["risk"]["before"]["highest"], json!(1.0));
    assert_eq!(
        (keys(&json["output"]), &json["output"]["path"]),
        (vec!["path", "sha256"], &json!("release.csv"))
    );
}

#[test]
fn what_cells_would_lose_is_told_if_it_is_less_and_is_what_they_lose() {
    let folder = Folder::with_people();
    let asked = format!("anonymize people.csv {ROLES} --certificate c.json --report r.html --force");
    let told = folder.succeed(&format!("{asked} -o whole.csv --json")).json();
    let alternative = &told["alternative"];
    assert_eq!(keys(alternative), ["algorithm", "loss"]);
    assert!(alternative["loss"].as_f64() < told["loss"]["loss"].as_f64());
    assert!(!folder.text("c.json").contains("mondrian") && !folder.text("r.html").contains("mondrian"));
    let text = folder.succeed(&format!("{asked} -o whole.csv")).text().to_owned();
    assert!(text.contains("--algorithm mondrian"), "{text}");
    let cells = folder.succeed(&format!("{asked} -o cells.csv --algorithm mondrian --json")).json();
    assert_eq!(cells["loss"]["loss"], alternative["loss"]);
    assert!(cells.get("alternative").is_none());
    let outside = folder.succeed(&format!("{asked} -o out.csv --json --external=2")).json();
    assert!(outside.get("alternative").is_none());
    // Another objective is not compared.
    let other = folder.succeed(&format!("{asked} -o whole.csv --json --objective discernibility")).json();
    assert!(other.get("alternative").is_none());
}

#[test]
fn cells_keep_to_no_levels_which_is_told_and_nothing_is_where_a_lowest_one_hides_something() {
    let folder = Folder::with_people();
    let write = |levels: &str| {
        let spec = format!(
            "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 2\n\
             [columns.zip]\nrole = 'quasi'\nlevels = {{ {levels} }}\n\
             [columns.age]\nrole = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n"
        );
        std::fs::write(folder.path("bounded.toml"), spec).expect("a writable folder");
    };
    write("max = 1");
    let asked = "anonymize bounded.toml --force";
    let told = folder.succeed(&format!("{asked} --json")).json();
    assert_eq!(told["alternative"]["without_levels"], json!(["zip"]));
    assert!(told["alternative"]["loss"].as_f64() < told["loss"]["loss"].as_f64());
    assert!(folder.succeed(asked).text().contains("take those of zip out of the spec"));
    write("min = 1");
    assert!(folder.succeed(&format!("{asked} --json")).json().get("alternative").is_none());
}

#[test]
fn the_json_of_a_target_out_of_reach_says_what_can_be_reached() {
    let folder = Folder::with_people();
    let run = folder.run("anonymize people.csv --quasi zip,age --sensitive ill -k 7 -o release.csv --json");
    let json = run.json();
    assert_eq!((run.code, folder.names()), (Some(1), vec!["people.csv".to_owned()]));
    assert_eq!(
        (&json["outcome"], &json["asked"], &json["best_k"]),
        (&json!("infeasible"), &json!(7), &json!(6))
    );
    assert_eq!(run.stderr, format!("amidst: {}\n", json["message"].as_str().expect("words")));
}

#[test]
fn the_release_has_every_class_at_least_k_times_and_no_identifier() {
    let table = PEOPLE.replace("zip,", "name,zip,").replace("\n0", "\nAnna,0");
    let folder = Folder::with("people.csv", table);
    folder.succeed(&format!("anonymize people.csv --identifier name {ROLES} -o release.csv"));
    assert_eq!(
        folder.text("release.csv"),
        format!(
            "zip,age,ill\n01234,30-39,{SECRET}\n01234,30-39,flu\n01235,30-39,cold\n01235,30-39,cough\n01299,70-79,cold\n\
             01299,70-79,flu\n"
        )
    );
    folder.succeed("check release.csv --quasi zip,age -k 2");
}

#[test]
fn standard_input_to_standard_output_gives_the_release_and_nothing_else() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv"));
    for output in ["-o -", ""] {
        let args = format!("anonymize - {ROLES} {output}");
        let run = Run::of(folder.command().args(args.split_whitespace()).write_stdin(PEOPLE));
        assert_eq!((run.code, run.text()), (Some(0), folder.text("release.csv").as_str()));
        assert!(run.stderr.contains("6 of 6 rows released") && !tells(&run.stderr), "{}", run.stderr);
    }
    assert_eq!(folder.names(), ["people.csv", "release.csv"]);
}

#[test]
fn quiet_prints_nothing() {
    let folder = Folder::with_people();
    assert_eq!(folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --quiet")).text(), "");
    assert_eq!(folder.succeed("check people.csv --quasi zip -k 2 --quiet").text(), "");
    let run =
        Run::of(folder.command().args(format!("anonymize - {ROLES} -q").split(' ')).write_stdin(PEOPLE));
    assert_eq!((run.text(), run.stderr.as_str()), (folder.text("release.csv").as_str(), ""));
}

#[test]
fn without_a_path_the_release_stands_beside_its_table() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES}"));
    assert_eq!(folder.names(), ["people.csv", "people.release.csv"]);
}

/// Every cell of this table tells, whatever the hierarchy is made by: by files, by order, by frequency, by prefix.
#[test]
fn nothing_but_the_release_holds_a_cell() {
    let mut table = String::from("name,code,town,job,ill,note\n");
    let mut jobs = String::new();
    for row in 0..40 {
        let (code, town, job) = (row % 20, row % 5, row % 10);
        table +=
            &format!("Zyx{row} Zyx,Zyxc{code:03},{SECRET}{town},Zyxj{job},{SECRET},{SECRET} {}\n", row % 3);
        jobs += if row < 10 { format!("Zyxj{row};Zyxg{};*\n", row % 2) } else { String::new() }.as_str();
    }
    let folder = Folder::with("people.csv", table).and("jobs.csv", jobs);
    let run = folder.succeed(
        "anonymize people.csv --identifier name --quasi code,town,job --sensitive ill --other note -k 3 --suppression 20% \
         --hierarchy job=jobs.csv -o release.csv --certificate c.json --plan p.json --report r.html",
    );
    assert!(tells(&folder.text("release.csv")));
    for name in ["c.json", "p.json", "r.html"] {
        assert!(!tells(&folder.text(name)), "{name}");
    }
    assert!(!tells(run.text()), "{}", run.text());
    let json = folder.succeed(
        "anonymize people.csv --identifier name --quasi code,town,job --sensitive ill --other note -k 3 --suppression 20% \
         -o release.csv --json --force",
    );
    assert!(!tells(json.text()), "{}", json.text());
}

#[test]
fn the_certificate_says_what_was_asked_reached_and_verified() {
    let folder = Folder::with_people();
    let run =
        folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --certificate c.json --json"));
    let certificate = folder.json("c.json");
    assert_eq!(certificate["output"]["sha256"], run.json()["output"]["sha256"]);
    assert_eq!(certificate["reached"], json!({"k": 2, "k_wildcard": 2}));
    assert_eq!(certificate["input"]["rows"], 6);
    let checks = certificate["audit"].as_array().expect("checks");
    assert!(checks.len() >= 6 && checks.iter().all(|check| check["holds"] == json!(true)), "{checks:?}");
}

#[test]
fn the_spec_in_a_certificate_repeats_the_release() {
    let folder = Folder::with_people();
    folder.succeed(&format!(
        "anonymize people.csv {ROLES} --suppression 20% -o release.csv --certificate c.json"
    ));
    let (certificate, release) = (folder.json("c.json"), folder.text("release.csv"));
    let folder = folder.and("again.toml", certificate["spec"].as_str().expect("TOML"));
    folder.succeed("anonymize again.toml --force");
    assert_eq!(folder.text("release.csv"), release);
    assert_eq!(folder.json("c.json"), certificate);
}

#[test]
fn the_plan_says_what_becomes_of_each_column() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --plan p.json"));
    let columns = &folder.json("p.json")["columns"];
    assert_eq!(
        (&columns[0]["name"], &columns[0]["do"], &columns[0]["level"]),
        (&json!("zip"), &json!("generalize"), &json!(0))
    );
    assert_eq!((&columns[2]["name"], &columns[2]["do"]), (&json!("ill"), &json!("keep")));
}

/// A release in which `id` is kept under a key.
fn pseudonyms(key: &str) -> Vec<String> {
    let folder = Folder::with("people.csv", "id,zip\nanna,01234\nbob,01234\nanna,01235\nbob,01235\n").and(
        "release.toml",
        "input.path = 'people.csv'\noutput.path = 'release.csv'\noutput.order = 'input'\nprivacy.k = 2\n\
         privacy.respondent = { column = 'id', semantics = 'profile' }\ncolumns.zip.role = 'quasi'\n[columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { env = 'AMIDST_KEY' }\n",
    );
    let run = Run::of(folder.command().args(["anonymize", "release.toml"]).env("AMIDST_KEY", key));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        run.text().contains("pseudonymized: whoever holds the key can link it to the person"),
        "{}",
        run.text()
    );
    assert!(!run.text().contains(key));
    rows(&folder.text("release.csv"))
        .iter()
        .map(|row| row.split(',').next().expect("a cell").to_owned())
        .collect()
}

#[test]
fn pseudonyms_depend_on_the_key_and_on_nothing_else() {
    let once = pseudonyms("a key of more than sixteen bytes");
    assert_eq!(once, pseudonyms("a key of more than sixteen bytes"));
    assert_ne!(once, pseudonyms("another key of more than sixteen"));
    assert_eq!((&once[0], &once[1]), (&once[2], &once[3]));
    assert!(once[0] != once[1] && once.iter().all(|code| code.len() == 64));
}

/// Six people, two of whom have a postcode that the hierarchy does not know.
#[track_caller]
fn check_on_unmapped(on_unmapped: &str, suppression: &str, expected: &[&str]) {
    let folder = Folder::with_people().and("zip.csv", "01234;0123*;*\n01235;0123*;*\n").and(
        "release.toml",
        format!(
            "{SPEC}hierarchy = {{ file = 'zip.csv' }}\non_unmapped = '{on_unmapped}'\nlevels = {{ min = 1 }}\n[privacy]\nk = 2\n"
        ),
    );
    folder.succeed(&format!("anonymize release.toml --suppression {suppression}"));
    let release = folder.text("release.csv");
    let mut zips: Vec<&str> =
        rows(&release).iter().map(|row| row.split(',').next().expect("a cell")).collect();
    zips.dedup();
    assert_eq!(zips, expected);
}

#[test]
fn values_without_a_place_are_suppressed_or_stand_below_the_root() {
    check_on_unmapped("suppress", "50%", &["0123*"]);
    check_on_unmapped("root", "0%", &["*", "0123*"]);
}

#[test]
fn markers_say_what_is_missing() {
    let table = "zip,ill\n01234,a\nNA,b\n?,c\n01234,d\n";
    let folder = Folder::with("people.csv", table);
    folder.succeed("anonymize people.csv --missing NA,? --quasi zip --other ill -k 2 -o release.csv");
    assert_eq!(folder.text("release.csv"), "zip,ill\n01234,a\n01234,d\nNA,b\nNA,c\n");
    folder.succeed("anonymize people.csv --quasi zip --other ill -k 2 -o strict.csv");
    assert_eq!(folder.text("strict.csv"), "zip,ill\n*,a\n*,b\n*,c\n*,d\n");
}

#[test]
fn flags_speak_over_the_spec() {
    let folder = Folder::with_people().and("release.toml", format!("{SPEC}[privacy]\nk = 2\n"));
    let json =
        folder.succeed("anonymize release.toml -k 3 --objective height --algorithm exhaustive --json").json();
    assert_eq!((&json["privacy"][0]["asked"], &json["objective"]["name"]), (&json!(3), &json!("height")));
    assert_eq!(json["algorithm"], "exhaustive");
}

#[test]
fn roles_of_other_tools_are_understood() {
    let spec = SPEC.replace("'quasi'", "'QI'").replace("'sensitive'", "'SA'");
    let folder = Folder::with_people().and("release.toml", format!("{spec}[privacy]\nk = 2\n"));
    let text = folder.succeed("anonymize release.toml").text().to_owned();
    assert!(text.contains("zip  quasi") && text.contains("ill  sensitive"), "{text}");
}

//! What the screens ask, and what comes back.

use amidst::{Answer, Job, Spec};
use serde_json::{Value, json};

use crate::support::{Served, TABLE};

/// A session with the table and a spec that can be released.
fn ready(served: &Served) -> String {
    let session = served.session();
    let mut spec = served.upload(&session, "patients.csv", TABLE)["spec"].clone();
    spec["columns"] = json!({
        "patient_id": { "role": "identifier" },
        "age": { "role": "quasi", "hierarchy": { "interval": [10, 20] } },
        "zip": { "role": "quasi", "hierarchy": { "prefix": "all" } },
        "sex": { "role": "quasi" },
        "diagnosis": { "role": "sensitive" },
    });
    spec["privacy"] = json!({ "k": 2, "l": 2 });
    let answer = served.ask("PUT", &format!("{session}/spec"), &json!({ "spec": spec }));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    session
}

#[test]
fn every_operation_that_is_described_is_served() {
    let served = Served::start();
    let document = served.ask("GET", "/api/openapi.json", &Value::Null).json();
    assert_eq!(document["openapi"], "3.0.3");
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths
        .iter()
        .flat_map(|(path, all)| all.as_object().expect("methods").keys().map(move |it| (path, it)));
    let session = served.session();
    let id = session.rsplit('/').next().expect("a name");
    let mut seen = 0;
    for (path, method) in operations.filter(|(_, method)| *method != "delete") {
        let path = path
            .replace("/{token}", "")
            .replace("{session}", id)
            .replace("{job}", "1")
            .replace("{name}", "x.csv");
        let answer = served.ask(&method.to_uppercase(), &path, &Value::Null);
        assert_ne!(answer.status, 405, "{method} {path}");
        let is_missing = answer.status == 404 && answer.body.is_empty();
        assert!(!is_missing, "{method} {path} is not served");
        seen += 1;
    }
    assert!(seen >= 20, "{seen}");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in ["SessionView", "JobView", "Page", "ClassSizes"] {
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[test]
fn a_first_look_proposes_roles_and_a_spec() {
    let served = Served::start();
    let session = served.session();
    let now = served.upload(&session, "patients.csv", TABLE);
    let profile = served.ask("GET", &format!("{session}/profile"), &Value::Null).json();
    assert_eq!(profile["rows"], 8);
    assert_eq!(profile["columns"][0]["role"], "identifier");
    assert_eq!(now["spec"]["columns"]["patient_id"]["role"], "identifier");
    assert_eq!(now["spec"]["input"]["path"], "patients.csv");
    assert_eq!(now["spec"]["output"]["report"], "patients.report.html");
    Spec::from_toml(now["toml"].as_str().expect("a text")).expect("the command line reads it");
}

#[test]
fn tables_are_told_page_by_page_and_counted_here() {
    let served = Served::start();
    let session = ready(&served);
    let page = served.ask("GET", &format!("{session}/rows?offset=6&limit=100"), &Value::Null).json();
    assert_eq!((page["rows"].as_array().map(Vec::len), &page["total"]), (Some(2), &json!(8)));
    let values = served.ask("GET", &format!("{session}/values?column=diagnosis&most=1"), &Value::Null).json();
    assert_eq!(values, json!({ "distinct": 4, "missing": 0, "values": [["flu", 4]], "others": 4 }));
    let cross =
        served.ask("GET", &format!("{session}/cross?first=sex&second=diagnosis&most=2"), &Value::Null).json();
    let total: u64 = cross["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row.as_array().cloned().unwrap_or_default())
        .filter_map(|cell| cell.as_u64())
        .sum();
    assert_eq!(total, 8);
    assert_eq!(served.ask("GET", &format!("{session}/values?column=no&most=1"), &Value::Null).status, 404);
}

#[test]
fn levels_are_tried_before_anything_is_released() {
    let served = Served::start();
    let session = ready(&served);
    let built = served
        .ask(
            "POST",
            &format!("{session}/hierarchy"),
            &json!({ "column": "zip", "hierarchy": { "prefix": [2] } }),
        )
        .json();
    assert_eq!(built["levels"].as_array().map(Vec::len), Some(3), "{built}");
    assert_eq!(built["levels"][1]["labels"], 2);
    let sizes = |levels: Value| {
        served.ask("POST", &format!("{session}/classes"), &json!({ "levels": levels })).json()
    };
    assert_eq!(sizes(json!({}))["smallest"], 1);
    let coarse = sizes(json!({ "age": 2, "zip": 2, "sex": 1 }));
    assert_eq!((&coarse["smallest"], &coarse["rows_below"]), (&json!(4), &json!(0)), "{coarse}");
    let wrong = served.ask(
        "POST",
        &format!("{session}/hierarchy"),
        &json!({ "column": "sex", "hierarchy": { "tree": { "x": ["f"] } } }),
    );
    assert_eq!(wrong.status, 422);
    assert!(!String::from_utf8_lossy(&wrong.body).contains("\"m\""), "no cell in an error");
}

#[test]
fn what_is_released_is_what_the_library_releases() {
    let served = Served::start();
    let session = ready(&served);
    let done = served.job(&session, "release");
    assert_eq!(done["answer"]["outcome"], "released", "{done}");
    let release = served.ask("GET", &format!("{session}/released/patients.release.csv"), &Value::Null);
    let folder = tempfile::tempdir().expect("a place for tests");
    std::fs::write(folder.path().join("patients.csv"), TABLE).expect("a file");
    let toml = served.ask("GET", &session, &Value::Null).json()["toml"].as_str().expect("a text").to_owned();
    let mut spec = Spec::from_toml(&toml).expect("a spec");
    spec.resolve(folder.path());
    assert!(matches!(Job::new(spec).run(&()), Ok(Answer::Released(_))));
    let own = std::fs::read(folder.path().join("patients.release.csv")).expect("a release");
    assert_eq!(String::from_utf8_lossy(&release.body), String::from_utf8_lossy(&own));
    for paper in ["patients.certificate.json", "patients.plan.json", "patients.report.html"] {
        assert_eq!(
            served.ask("GET", &format!("{session}/released/{paper}"), &Value::Null).status,
            200,
            "{paper}"
        );
    }
    let rows = served.ask("GET", &format!("{session}/rows?of=release&limit=50"), &Value::Null).json();
    assert_eq!(rows["total"], 8);
}

#[test]
fn jobs_judge_the_table_and_its_release() {
    let served = Served::start();
    let session = ready(&served);
    for kind in ["utility", "risk-of-release", "attack"] {
        assert_eq!(served.job(&session, kind)["state"], "failed", "{kind} before a release");
    }
    let explored = served.job(&session, "explore");
    let nodes = explored["answer"]["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len() as f64, explored["answer"]["lattice"].as_f64().expect("a number"));
    let candidates = || nodes.iter().filter(|node| node[1] == true);
    assert!(
        candidates().count() > 1 && candidates().all(|node| node[4].is_number()),
        "every candidate has its loss"
    );
    assert_eq!(served.job(&session, "release")["answer"]["outcome"], "released");
    let before = served.job(&session, "risk-of-table")["answer"].clone();
    let after = served.job(&session, "risk-of-release")["answer"].clone();
    assert!(before["k"].as_u64() < after["k"].as_u64(), "{before} {after}");
    let utility = served.job(&session, "utility")["answer"].clone();
    assert_eq!(utility["rows"]["original"], 8);
    assert!(utility["columns"][1]["bars"]["before"].is_array(), "{utility}");
    assert_eq!(served.job(&session, "attack")["answer"]["found"], 0);
}

/// Three people in each town, with two rows each; their names are dropped from the release.
#[test]
fn people_are_counted_in_a_release_that_does_not_name_them() {
    let rows: String =
        (0..12).map(|row| format!("p{},{},x{}\n", row / 2, ["Aby", "Bly"][row / 6], row % 3)).collect();
    let served = Served::start();
    let session = served.session();
    served.upload(&session, "visits.csv", &format!("id,town,ill\n{rows}"));
    let toml = "version = 1\n[input]\npath = \"visits.csv\"\n[columns.id]\nrole = \"identifier\"\n[columns.town]\nrole = \"quasi\"\n\
                [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk = 3\nrespondent = \"id\"\n";
    let change = |toml: &str| served.ask("PUT", &format!("{session}/spec"), &json!({ "toml": toml })).status;
    assert_eq!(change(toml), 200);
    let nameless = served.job(&session, "release");
    assert!(nameless["answer"].to_string().contains("names no release"), "{nameless}");
    assert_eq!(change(&format!("{toml}[output]\npath = \"visits.release.csv\"\n")), 200);
    assert_eq!(served.job(&session, "release")["answer"]["outcome"], "released");
    let found = served.job(&session, "risk-of-release")["answer"].clone();
    assert_eq!((&found["counted"], &found["k"]), (&json!("rows"), &json!(6)), "{found}");
    let people = json!({ "people": 6, "k": 3, "highest": 1.0 / 3.0, "average": 1.0 / 3.0 });
    assert_eq!(found["of_people"], people);
    assert_eq!(served.job(&session, "risk-of-table")["answer"]["counted"], "people");
}

#[test]
fn a_job_that_is_cancelled_ends_and_leaves_nothing() {
    let served = Served::start();
    let session = ready(&served);
    let begun = served.ask("POST", &format!("{session}/jobs"), &json!({ "kind": "release" })).json();
    let job = begun["id"].as_u64().expect("a number");
    served.ask("POST", &format!("{session}/jobs/{job}/cancel"), &Value::Null);
    let ended = served.finished(&session, job);
    // So small a job may end first; one that was cancelled has no answer and no release.
    if ended["state"] == "cancelled" {
        assert_eq!(ended["answer"], Value::Null);
        assert_eq!(served.ask("GET", &session, &Value::Null).json()["released"], Value::Null);
    }
    assert!(["cancelled", "done"].contains(&ended["state"].as_str().expect("a word")));
    assert_eq!(served.ask("GET", &format!("{session}/jobs/999"), &Value::Null).status, 404);
}

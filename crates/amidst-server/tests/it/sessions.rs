//! Browsers do not see one another, and nothing stays behind.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use crate::support::{Served, TABLE};

#[test]
fn two_browsers_do_not_mix() {
    let served = Served::start();
    let (first, second) = (served.session(), served.session());
    assert_ne!(first, second);
    served.upload(&first, "patients.csv", TABLE);
    let now = served.ask("GET", &second, &Value::Null).json();
    assert_eq!((&now["table"], &now["spec"], &now["jobs"]), (&Value::Null, &Value::Null, &json!([])));
    assert_eq!(served.ask("GET", &format!("{second}/rows?limit=5"), &Value::Null).status, 409);
    served.upload(&second, "patients.csv", &TABLE.replace("flu", "cold"));
    let rows = served.ask("GET", &format!("{first}/rows?limit=1"), &Value::Null).json();
    assert_eq!(rows["rows"][0][4], "flu");
    let guess = format!("/api/sessions/{}", "0".repeat(64));
    assert_eq!(served.ask("GET", &guess, &Value::Null).status, 404);
}

#[test]
fn changes_are_taken_back_and_made_again() {
    let served = Served::start();
    let session = served.session();
    let before = served.upload(&session, "patients.csv", TABLE);
    assert_eq!((&before["can_undo"], &before["can_redo"]), (&json!(false), &json!(false)));
    let mut spec = before["spec"].clone();
    spec["privacy"]["k"] = json!(2);
    let changed = served.ask("PUT", &format!("{session}/spec"), &json!({ "spec": spec })).json();
    assert_eq!(changed["spec"]["privacy"]["k"], 2);
    let undone = served.ask("POST", &format!("{session}/undo"), &Value::Null).json();
    assert_eq!((&undone["toml"], &undone["can_redo"]), (&before["toml"], &json!(true)));
    let redone = served.ask("POST", &format!("{session}/redo"), &Value::Null).json();
    assert_eq!(redone["toml"], changed["toml"]);
    assert!(redone["revision"].as_u64() > changed["revision"].as_u64());
}

#[test]
fn a_spec_that_makes_no_sense_changes_nothing() {
    let served = Served::start();
    let session = served.session();
    let before = served.upload(&session, "patients.csv", TABLE);
    for change in [json!({ "toml": "kk = 3" }), json!({ "spec": { "privacy": { "k": "many" } } }), json!({})]
    {
        let answer = served.ask("PUT", &format!("{session}/spec"), &change);
        assert!([400, 422].contains(&answer.status), "{change}");
        assert!(answer.json()["error"]["message"].is_string());
    }
    assert_eq!(served.ask("GET", &session, &Value::Null).json()["toml"], before["toml"]);
}

/// Folders of servers that run in this process, by what lies in them.
fn folders_with(name: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(std::env::temp_dir()).expect("a place for files").flatten();
    let ours = all.filter(|entry| entry.file_name().to_string_lossy().starts_with("amidst-serve-"));
    let sessions = ours.flat_map(|entry| fs::read_dir(entry.path()).into_iter().flatten().flatten());
    sessions.map(|session| session.path().join("files").join(name)).filter(|path| path.exists()).collect()
}

#[test]
fn the_folder_is_private_and_goes_with_the_session_and_with_the_server() {
    let mut served = Served::start();
    let (first, second) = (served.session(), served.session());
    served.upload(&first, "first-of-this-test.csv", TABLE);
    served.upload(&second, "second-of-this-test.csv", TABLE);
    let found = folders_with("first-of-this-test.csv");
    assert_eq!(found.len(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let server = found[0].ancestors().nth(3).expect("the server's folder");
        let mode = fs::metadata(server).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "others could read it");
    }
    assert_eq!(served.ask("DELETE", &first, &Value::Null).status, 200);
    assert_eq!(folders_with("first-of-this-test.csv").len(), 0);
    assert_eq!(folders_with("second-of-this-test.csv").len(), 1);
    served.stop();
    assert_eq!(folders_with("second-of-this-test.csv").len(), 0);
}

//! Signatures of certificates: by one's own key, over every byte.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Folder, ROLES, Run};

const VERIFY: &str = "verify c.json r.csv --key me.pub.pem";

fn signed() -> Folder {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o r.csv --certificate c.json --report r.html"));
    folder.succeed("keygen me.pem");
    folder.succeed("sign c.json --key me.pem");
    folder
}

/// Whether the signature was found to be that of the key.
fn signature(run: &Run) -> Value {
    let claims = run.json()["claims"].as_array().expect("claims").clone();
    claims
        .into_iter()
        .find(|claim| claim["name"] == "signature")
        .map_or(Value::Null, |claim| claim["holds"].clone())
}

#[test]
fn a_signed_certificate_is_verified_with_the_public_half() {
    let folder = signed();
    let run = folder.succeed(VERIFY);
    assert!(
        run.text().contains("The certificate, to the byte, was signed with this key.\n"),
        "{}",
        run.text()
    );
    assert_eq!(folder.bytes("c.json.sig").len(), 64);
    let open = folder.succeed("verify c.json r.csv");
    assert!(
        open.text().contains("There is a signature of the certificate; name the public key"),
        "{}",
        open.text()
    );
    // Elsewhere, under another name.
    fs::rename(folder.path("c.json.sig"), folder.path("signature")).expect("writable");
    folder.succeed(&format!("{VERIFY} --signature signature"));
    assert!(!folder.succeed("verify c.json r.csv").text().contains("signature"));
}

#[test]
fn a_wrong_key_fails() {
    let folder = signed();
    folder.succeed("keygen other.pem");
    let run = folder.run("verify c.json r.csv --key other.pub.pem --json");
    assert_eq!((run.code, signature(&run)), (Some(1), json!(false)));
}

#[test]
fn a_missing_signature_fails_where_one_is_asked_for() {
    let folder = signed();
    fs::remove_file(folder.path("c.json.sig")).expect("writable");
    let run = folder.run(&format!("{VERIFY} --json"));
    assert_eq!((run.code, signature(&run)), (Some(1), json!(false)));
}

/// Where each value of a certificate stands.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(key, inner)| places(inner, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(place, inner)| places(inner, &format!("{at}/{place}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

#[test]
fn every_changed_field_of_the_certificate_fails() {
    let folder = signed();
    let certificate = folder.json("c.json");
    let mut found = Vec::new();
    places(&certificate, "", &mut found);
    assert!(found.len() > 60, "{} fields", found.len());
    // Each takes a run of the program: every seventh is enough, and the last.
    for place in found.iter().step_by(7).chain(found.last()) {
        let mut changed = certificate.clone();
        *changed.pointer_mut(place).expect("it is there") = json!("Zyx");
        fs::write(folder.path("c.json"), format!("{changed:#}\n")).expect("writable");
        let run = folder.run(VERIFY);
        assert!(matches!(run.code, Some(1 | 2)), "{place}: {}", run.text());
    }
    // The same figures in other bytes were not signed either.
    fs::write(folder.path("c.json"), certificate.to_string()).expect("writable");
    let run = folder.run(&format!("{VERIFY} --json"));
    assert_eq!((run.code, signature(&run)), (Some(1), json!(false)));
}

#[test]
fn every_changed_cell_of_the_release_fails() {
    let folder = signed();
    let release = folder.text("r.csv");
    let lines: Vec<Vec<&str>> = release.lines().map(|line| line.split(',').collect()).collect();
    for row in 1..lines.len() {
        for column in 0..lines[row].len() {
            let mut changed = lines.clone();
            changed[row][column] = "Zyx";
            let text: String = changed.iter().map(|cells| cells.join(",") + "\n").collect();
            fs::write(folder.path("r.csv"), text).expect("writable");
            assert_eq!(folder.run(VERIFY).code, Some(1), "row {row}, column {column}");
        }
    }
}

#[test]
fn keys_are_private_and_never_overwritten() {
    let folder = signed();
    let refused = folder.run("keygen me.pem");
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("me.pem exists") || refused.stderr.contains("me.pub.pem exists"),
        "{}",
        refused.stderr
    );
    let private = folder.text("me.pem");
    assert!(private.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    assert!(folder.text("me.pub.pem").starts_with("-----BEGIN PUBLIC KEY-----\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| fs::metadata(folder.path(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode("me.pem"), 0o600);
        fs::set_permissions(folder.path("me.pem"), fs::Permissions::from_mode(0o644)).expect("ours");
        folder.refuses(
            "sign c.json --key me.pem --force",
            "me.pem: others may read this private key; let its owner alone read it (mode 600)",
        );
    }
}

#[test]
fn what_is_no_key_or_no_certificate_is_not_signed() {
    let folder = signed();
    folder.refuses(
        "sign c.json --key me.pem",
        "c.json.sig exists; pass --force to overwrite it, or choose another path",
    );
    folder.refuses(
        "sign c.json --key me.pub.pem --force",
        "me.pub.pem: it is no private Ed25519 key in PEM, as OpenSSL writes one",
    );
    folder.refuses(
        "sign people.csv --key me.pem",
        "people.csv: the certificate cannot be used: it is no certificate, as `amidst anonymize --certificate` writes one",
    );
    folder.refuses(
        "verify c.json r.csv --key me.pem",
        "me.pem: it is no public Ed25519 key in PEM, as OpenSSL writes one; name the public half, not the private key",
    );
    assert!(!folder.names().contains(&"people.csv.sig".to_owned()));
}

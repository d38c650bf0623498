//! Release, certificate, plan and report of one run name each other by hash; outside, the source is named by a keyed one.

use std::fs;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Folder, PEOPLE, ROLES};

pub fn sha256(folder: &Folder, name: &str) -> String {
    Sha256::digest(folder.bytes(name)).iter().map(|byte| format!("{byte:02x}")).collect()
}

const PAPERS: &str = "-o r.csv --certificate c.json --plan p.json --report r.html";

#[test]
fn the_papers_of_a_run_name_its_release_and_each_other() {
    let folder = Folder::with_people();
    for audience in ["", "--external --internal-certificate i.json"] {
        folder.succeed(&format!("anonymize people.csv {ROLES} {PAPERS} {audience} --force"));
        let certificate = folder.json("c.json");
        assert_eq!(certificate["output"]["sha256"], sha256(&folder, "r.csv"));
        assert_eq!(certificate["papers"]["plan_sha256"], sha256(&folder, "p.json"));
        assert_eq!(certificate["papers"]["report_sha256"], sha256(&folder, "r.html"));
        assert_eq!(folder.json("p.json")["release_sha256"], sha256(&folder, "r.csv"));
        assert!(folder.text("r.html").contains(&sha256(&folder, "r.csv")));
    }
    let inside = folder.json("i.json");
    assert_eq!(inside["outside"]["certificate_sha256"], sha256(&folder, "c.json"));
    assert_eq!(inside["papers"], folder.json("c.json")["papers"]);
}

/// HMAC-SHA-256 as RFC 2104 writes it down, by code of this test's own.
fn hmac(key: &[u8; 32], text: &str) -> String {
    let padded =
        |with: u8| -> Vec<u8> { (0..64).map(|at| key.get(at).copied().unwrap_or(0) ^ with).collect() };
    let inner = Sha256::digest([padded(0x36), text.as_bytes().to_vec()].concat());
    let outer = Sha256::digest([padded(0x5c), inner.to_vec()].concat());
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn outside_the_source_is_named_by_a_keyed_hash_whose_key_stays_inside() {
    let folder = Folder::with_people();
    let args =
        format!("anonymize people.csv {ROLES} {PAPERS} --external --internal-certificate i.json --force");
    let json = folder.succeed(&format!("{args} --json"));
    let (plain, inside) = (sha256(&folder, "people.csv"), folder.json("i.json"));
    let key = inside["outside"]["key"].as_str().expect("the key").to_owned();
    let bytes: Vec<u8> =
        (0..32).map(|at| u8::from_str_radix(&key[2 * at..2 * at + 2], 16).expect("digits")).collect();
    let keyed = hmac(&bytes.try_into().expect("32 bytes"), &plain);
    assert_eq!(folder.json("c.json")["input"]["hmac_sha256"], keyed);
    assert_eq!(inside["outside"]["source_hmac_sha256"], keyed);
    assert_eq!(inside["input"]["sha256"], plain);
    assert!(folder.text("r.html").contains(&keyed));
    let spec = inside["spec_sha256"].as_str().expect("the hash of the spec").to_owned();
    for text in [folder.text("c.json"), folder.text("r.html"), folder.text("p.json"), json.text().to_owned()]
    {
        for secret in [&plain, &spec, &key] {
            assert!(!text.contains(secret.as_str()));
        }
    }
    // Another run, another key.
    folder.succeed(&args);
    assert_ne!(folder.json("c.json")["input"]["hmac_sha256"], keyed);
}

#[test]
fn a_key_that_is_not_kept_is_told() {
    let folder = Folder::with_people();
    let told = folder.succeed(&format!("anonymize people.csv {ROLES} {PAPERS} --external"));
    assert!(
        told.text()
            .contains("Warning: papers for readers outside name the source by a keyed hash, and the key is")
    );
    assert_eq!(folder.json("c.json")["input"]["sha256"], Value::Null);
    let kept = folder.succeed(&format!(
        "anonymize people.csv {ROLES} {PAPERS} --external --internal-certificate i.json --force"
    ));
    assert!(!kept.text().contains("keyed hash"));
    folder.refuses(
        &format!("anonymize people.csv {ROLES} {PAPERS} --internal-certificate i.json --force"),
        "internal_certificate stays inside when the certificate goes outside; write audience = \"external\" beside it, or \
         certificate instead of it",
    );
}

#[test]
fn a_plan_without_a_release_still_applies() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} {PAPERS}"));
    let mut plan = folder.json("p.json");
    plan.as_object_mut().expect("an object").remove("release_sha256");
    fs::write(folder.path("old.json"), plan.to_string()).expect("writable");
    folder.succeed("apply old.json people.csv -o again.csv");
    assert_eq!((folder.text("again.csv"), folder.text("people.csv")), (folder.text("r.csv"), PEOPLE.into()));
}

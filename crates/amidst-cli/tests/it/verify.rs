//! `verify`: a certificate against files, as they are and as a killed run could have left them.

use std::fs;

use serde_json::json;

use crate::support::{Folder, PEOPLE, ROLES};

const FILES: [&str; 4] = ["c.json", "r.csv", "p.json", "r.html"];
const PAPERS: &str = "-o r.csv --certificate c.json --plan p.json --report r.html";
const VERIFY: &str = "verify c.json r.csv --plan p.json --report r.html";

#[test]
fn a_release_holds_what_its_certificate_claims() {
    let folder = Folder::with_people();
    for audience in ["", "--external"] {
        folder.succeed(&format!("anonymize people.csv {ROLES} --l 2 {PAPERS} --force {audience}"));
        assert_eq!(
            folder.succeed("verify c.json r.csv").text(),
            "The release is the one that the certificate names, by its SHA-256.\n\
             K-anonymity, asked 2 holds in the release.\n\
             Distinct-l-diversity of \"ill\", asked 2 holds in the release.\n"
        );
        let json = folder.succeed(&format!("{VERIFY} --json")).json();
        assert_eq!((&json["version"], &json["holds"]), (&json!(1), &json!(true)));
        assert_eq!(json["claims"].as_array().map(Vec::len), Some(5));
    }
}

#[test]
fn whatever_a_killed_run_leaves_passes_only_if_it_is_of_one_run() {
    let folder = Folder::with_people();
    let run = |k: u32| {
        let roles = format!("--quasi zip,age --sensitive ill -k {k}");
        folder.succeed(&format!("anonymize people.csv {roles} {PAPERS} --force"));
        FILES.map(|name| folder.bytes(name))
    };
    let runs = [run(2), run(3)];
    for mixed in 0..16_usize {
        let of_run = |at: usize| mixed >> at & 1;
        for (at, name) in FILES.iter().enumerate() {
            fs::write(folder.path(name), &runs[of_run(at)][at]).expect("writable");
        }
        let is_of_one = mixed == 0 || mixed == 15;
        assert_eq!(folder.run(VERIFY).code, Some(if is_of_one { 0 } else { 1 }), "{mixed:04b}");
        let is_pair = of_run(0) == of_run(1);
        assert_eq!(folder.run("verify c.json r.csv").code, Some(if is_pair { 0 } else { 1 }), "{mixed:04b}");
    }
}

#[test]
fn a_claim_that_the_release_does_not_bear_fails() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} {PAPERS}"));
    let mut certificate = folder.json("c.json");
    certificate["asked"]["privacy"][0]["asked"] = json!(5);
    fs::write(folder.path("c.json"), certificate.to_string()).expect("writable");
    let run = folder.run("verify c.json r.csv");
    assert_eq!(run.code, Some(1));
    assert!(run.text().ends_with("K-anonymity, asked 5 fails in the release.\n"), "{}", run.text());
}

#[test]
fn what_only_the_source_can_tell_is_open() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} --t 1 {PAPERS}"));
    let run = folder.succeed("verify c.json r.csv");
    assert!(
        run.text().ends_with(
            "T-closeness of \"ill\", asked 1 is open: it takes more than the release to judge it.\n"
        ),
        "{}",
        run.text()
    );
}

#[test]
fn what_is_no_certificate_is_refused() {
    let folder = Folder::with_people().and("c.json", "{}").and("v.json", PEOPLE);
    for name in ["c.json", "v.json"] {
        folder.refuses(
            &format!("verify {name} people.csv"),
            &format!(
                "{name}: the certificate cannot be used: it is no certificate, as `amidst anonymize --certificate` writes one"
            ),
        );
    }
}

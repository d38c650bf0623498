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
             Found in the release as the certificate states them: rows, classes, reached k, highest risk.\n\
             K-anonymity, asked 2 holds in the release.\n\
             Distinct-l-diversity of \"ill\", asked 2 holds in the release.\n"
        );
        let json = folder.succeed(&format!("{VERIFY} --json")).json();
        assert_eq!((&json["version"], &json["holds"]), (&json!(1), &json!(true)));
        assert_eq!(json["claims"].as_array().map(Vec::len), Some(6));
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

#[test]
fn a_number_that_the_release_does_not_have_fails() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} --l 2 {PAPERS}"));
    let written = folder.json("c.json");
    let edits = [
        ("/output/rows", json!(9999), "Rows: the certificate states 9999"),
        ("/output/classes", json!(77), "Classes: the certificate states 77"),
        ("/reached/k", json!(100), "Reached k: the certificate states 100"),
        ("/risk/after/highest", json!(0.001), "Highest risk: the certificate states 0.001"),
        ("/asked/privacy/0/reached", json!(100), "and the certificate states 100"),
        ("/asked/privacy/1/reached", json!(9), "and the certificate states 9"),
    ];
    for (place, number, said) in edits {
        let mut edited = written.clone();
        *edited.pointer_mut(place).expect(place) = number;
        fs::write(folder.path("c.json"), edited.to_string()).expect("writable");
        let run = folder.run("verify c.json r.csv");
        assert_eq!(run.code, Some(1), "{place}");
        assert!(run.text().contains(said), "{place}: {}", run.text());
    }
}

#[test]
fn a_certificate_that_claims_nothing_is_refused() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} {PAPERS}"));
    let mut certificate = folder.json("c.json");
    certificate["asked"]["privacy"] = json!([]);
    fs::write(folder.path("c.json"), certificate.to_string()).expect("writable");
    folder.refuses(
        "verify c.json r.csv",
        "c.json: the certificate cannot be used: it claims nothing: `asked.privacy` names no requirement; take it as it was written",
    );
}

#[test]
fn k_of_people_is_open_outside_too() {
    let folder = Folder::with("visits.csv", "id,zip,ill\n1,8001,a\n1,8001,b\n2,8001,a\n3,9001,a\n4,9001,b\n");
    folder.succeed("anonymize visits.csv --respondent id --identifier id --quasi zip --sensitive ill -k 2 -o r.csv --certificate c.json --external");
    let run = folder.succeed("verify c.json r.csv");
    assert!(run.text().contains("K-anonymity, asked 2 is open"), "{}", run.text());
}

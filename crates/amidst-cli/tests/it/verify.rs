//! `verify`: a certificate against files, as they are and as a killed run could have left them.

use std::fs;

use serde_json::{Value, json};

use crate::{
    pairing::sha256,
    support::{Folder, PEOPLE, ROLES, tells},
};

const FILES: [&str; 4] = ["c.json", "r.csv", "p.json", "r.html"];
const PAPERS: &str = "-o r.csv --certificate c.json --plan p.json --report r.html";
const VERIFY: &str = "verify c.json r.csv --plan p.json --report r.html";

#[test]
fn a_release_holds_what_its_certificate_claims() {
    let folder = Folder::with_people();
    for audience in ["", "--external"] {
        folder.succeed(&format!("anonymize people.csv {ROLES} --l 2 {PAPERS} --force {audience}"));
        let text = folder.succeed("verify c.json r.csv").text().to_owned();
        let first = "The release is the one that the certificate names, by its SHA-256.\nFound as the certificate states them: ";
        assert!(text.starts_with(first), "{text}");
        for figure in ["output.rows", "output.classes", "reached.k", "risk.after.highest", "claim"] {
            assert!(text.lines().nth(1).expect("a line").contains(figure), "{figure}: {text}");
        }
        let models = "\nK-anonymity, asked 2 holds in the release.\n\
                      Distinct-l-diversity of \"ill\", asked 2 holds in the release.\nNot established: ";
        assert!(text.contains(models), "{text}");
        let json = folder.succeed(&format!("{VERIFY} --json")).json();
        assert_eq!((&json["version"], &json["holds"]), (&json!(1), &json!(true)));
        assert!(json["figures"].as_array().is_some_and(|figures| figures.len() > 20));
    }
}

#[test]
fn columns_that_weigh_more_than_others_are_no_reason_to_fail() {
    let spec = "input.path = 'people.csv'\noutput.path = 'r.csv'\noutput.certificate = 'c.json'\nprivacy.k = 2\n\
                columns.ill.role = 'sensitive'\ncolumns.zip.role = 'quasi'\ncolumns.zip.weight = 2.0\ncolumns.age.role = 'quasi'\n";
    let folder = Folder::with("people.csv", PEOPLE).and("release.toml", spec);
    folder.succeed("anonymize release.toml");
    let stated = &folder.json("c.json")["loss"]["height"];
    let levels = folder.json("c.json")["solution"]["levels"].clone();
    let sum: f64 = levels.as_object().expect("levels").values().filter_map(Value::as_f64).sum();
    assert_ne!(stated.as_f64(), Some(sum), "weights make a difference");
    folder.succeed("verify c.json r.csv");
    folder.succeed("anonymize release.toml --external --force");
    folder.succeed("verify c.json r.csv");
}

#[test]
fn what_a_file_holds_besides_its_cells_fails() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o r.csv.gz --certificate c.json"));
    let text = folder.succeed("verify c.json r.csv.gz").text().to_owned();
    assert!(text.contains("\nThe release: the file holds cells, and nothing besides.\n"), "{text}");
    // A comment in the header of gzip, which no reader shows.
    let mut bytes = folder.bytes("r.csv.gz");
    assert_eq!(bytes[3], 0, "there is no comment yet");
    bytes[3] |= 0x10;
    bytes.splice(10..10, b"Zyx-Secret-Value\0".iter().copied());
    fs::write(folder.path("r.csv.gz"), &bytes).expect("writable");
    let mut certificate = folder.json("c.json");
    certificate["output"]["sha256"] = json!(sha256(&folder, "r.csv.gz"));
    certificate["output"]["bytes"] = json!(bytes.len());
    fs::write(folder.path("c.json"), certificate.to_string()).expect("writable");
    let run = folder.run("verify c.json r.csv.gz --json");
    assert_eq!(run.code, Some(1), "{}", run.text());
    let json = run.json();
    let failing: Vec<&Value> = json["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .filter(|claim| claim["holds"] == json!(false))
        .collect();
    assert_eq!(failing.iter().map(|claim| &claim["name"]).collect::<Vec<_>>(), ["residue"]);
    assert!(
        failing[0]["words"]
            .as_str()
            .is_some_and(|words| words.starts_with("the release: besides the cells, "))
    );
    assert!(!tells(run.text()), "{}", run.text());
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
    assert!(run.text().contains("K-anonymity, asked 5 fails in the release.\n"), "{}", run.text());
}

#[test]
fn what_only_the_source_can_tell_is_open() {
    let folder = Folder::with("people.csv", format!("{PEOPLE}99999,20,flu\n"));
    folder.succeed(&format!("anonymize people.csv {ROLES} --suppression 20% --t 1 {PAPERS}"));
    let run = folder.succeed("verify c.json r.csv");
    let said = "T-closeness of \"ill\", asked 1 is open: it compares classes with the whole source, of which rows were \
                suppressed.\n";
    assert!(run.text().contains(said), "{}", run.text());
}

#[test]
fn a_distance_from_the_whole_is_judged_where_all_of_it_was_released() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} --t 1 {PAPERS}"));
    let run = folder.succeed("verify c.json r.csv");
    assert!(run.text().contains("T-closeness of \"ill\", asked 1 holds in the release.\n"), "{}", run.text());
    assert!(run.text().contains("sensitive.0.t"), "{}", run.text());
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
        ("/output/rows", json!(9999), "Output.rows: the certificate states 9999, and the release has 6"),
        ("/output/classes", json!(77), "Output.classes: the certificate states 77"),
        ("/reached/k", json!(100), "Reached.k: the certificate states 100"),
        ("/risk/after/highest", json!(0.001), "Risk.after.highest: the certificate states 0.001"),
        ("/risk/after/average", json!(0.001), "Risk.after.average: the certificate states 0.001"),
        ("/sensitive/0/l", json!(9), "Sensitive.0.l: the certificate states 9"),
        ("/asked/privacy/0/reached", json!(100), "Asked.privacy.0.reached: the certificate states 100"),
        ("/asked/privacy/1/reached", json!(9), "Asked.privacy.1.reached: the certificate states 9"),
        (
            "/asked/privacy/0/asked",
            json!(1),
            "Asked.privacy.0.asked: the certificate states 1, and its spec asks for 2",
        ),
        ("/claim", json!("k-anonymity with k = 100"), "Claim: it does not say what `asked.privacy` says"),
        ("/spec", json!("version = 1"), "Spec: its SHA-256 is not the one that the certificate names"),
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

const VISITS: &str = "id,zip,ill\n1,8001,a\n1,8001,b\n2,8001,a\n3,9001,a\n4,9001,b\n";
const OF_PEOPLE: &str =
    "visits.csv --respondent id --quasi zip --sensitive ill -k 2 -o r.csv --certificate c.json";

#[test]
fn k_of_people_is_open_outside_too() {
    let folder = Folder::with("visits.csv", VISITS);
    folder.succeed(&format!("anonymize {OF_PEOPLE} --identifier id --external"));
    let run = folder.succeed("verify c.json r.csv");
    let said = "K-anonymity, asked 2 is open: the release does not tell people apart; its smallest class has 2 rows, and only the \
                source can tell how many people these are.\n";
    assert!(run.text().contains(said), "{}", run.text());
}

#[test]
fn more_people_than_rows_are_not_believed() {
    let folder = Folder::with("visits.csv", VISITS);
    folder.succeed(&format!("anonymize {OF_PEOPLE} --identifier id"));
    let mut edited = folder.json("c.json");
    edited["reached"]["k"] = json!(7);
    fs::write(folder.path("c.json"), edited.to_string()).expect("writable");
    let run = folder.run("verify c.json r.csv");
    assert_eq!(run.code, Some(1));
    let said = "Reached.k: the certificate states 7 people, and the smallest class has 2 rows.\n";
    assert!(run.text().contains(said), "{}", run.text());
}

/// A spec that releases people's numbers as pseudonyms, which tell them apart.
const PSEUDONYMS: &str = "[input]\npath = 'visits.csv'\n[output]\npath = 'r.csv'\ncertificate = 'c.json'\n\
    [columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'key' }\n[columns.zip]\nrole = 'quasi'\n\
    [columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 2\nrespondent = { column = 'id', semantics = 'profile' }\n";

#[test]
fn people_are_counted_where_the_release_tells_them_apart() {
    let folder = Folder::with("visits.csv", "id,zip,ill\n1,8001,a\n2,8001,b\n3,8002,a\n4,8002,b\n")
        .and("release.toml", PSEUDONYMS)
        .and("key", "4fK9-wq2Zt81-bXc7-Lm53-Rv06-Hy");
    folder.succeed("anonymize release.toml");
    let text = folder.succeed("verify c.json r.csv").text().to_owned();
    assert!(text.contains("Profile-k-anonymity, asked 2 holds in the release.\n"), "{text}");
    assert!(text.contains("people.out") && text.contains("people.profile.k"), "{text}");
}

const PATIENTS: &str = "zip,ill\n1,a\n2,b\n3,c\n4,a\n5,b\n6,c\n7,a\n8,b\n9,c\n";
const ANATOMY: &str =
    "patients.csv --quasi zip --sensitive ill --algorithm anatomy -k 3 --l 2 -o r.csv --certificate c.json";

#[test]
fn groups_and_the_tables_that_they_link_are_judged() {
    for audience in ["", "--external"] {
        let folder = Folder::with("patients.csv", PATIENTS);
        folder.succeed(&format!("anonymize {ANATOMY} {audience}"));
        let text = folder.succeed("verify c.json r.csv").text().to_owned();
        assert!(text.contains("Group-size, asked 3 holds in the release as rows of its groups.\n"), "{text}");
        assert!(text.contains("Distinct-l-diversity of \"ill\", asked 2 holds in the release.\n"), "{text}");
    }
}

#[test]
fn a_table_that_groups_link_is_the_one_of_the_run() {
    let folder = Folder::with("patients.csv", PATIENTS);
    folder.succeed(&format!("anonymize {ANATOMY}"));
    let edited = folder.text("r.ill.csv").replacen("1,a,1", "1,b,1", 1);
    fs::write(folder.path("r.ill.csv"), edited).expect("writable");
    let run = folder.run("verify c.json r.csv");
    assert_eq!(run.code, Some(1));
    assert!(run.text().contains("Output.fragments.0.sha256: the certificate states"), "{}", run.text());
    fs::remove_file(folder.path("r.ill.csv")).expect("it is there");
    let text = folder.succeed("verify c.json r.csv").text().to_owned();
    let said = "Distinct-l-diversity of \"ill\", asked 2 is open: the file that its column is in is not beside the release.\n";
    assert!(text.contains(said), "{text}");
}

#[test]
fn combinations_are_judged() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} --combinations 1 {PAPERS}"));
    let text = folder.succeed("verify c.json r.csv").text().to_owned();
    assert!(text.contains("K-anonymity, asked 2 holds in the release over each combination.\n"), "{text}");
}

/// Every number of a certificate, where it stands, and another in its place.
fn edits(value: &Value, place: &str, all: &mut Vec<(String, Value)>) {
    let mut below = |key: &str, value: &Value| {
        edits(value, &format!("{place}/{}", key.replace('~', "~0").replace('/', "~1")), all);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| below(key, value)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, value)| below(&at.to_string(), value));
        }
        Value::Number(number) => all.push((
            place.to_owned(),
            match number.as_u64() {
                Some(whole) => json!(whole + 1),
                None => json!(number.as_f64().expect("a number") + 0.0137),
            },
        )),
        _ => {}
    }
}

/// Edits every number of a certificate, one at a time: none of them may look verified.
#[track_caller]
fn check_edits(folder: &Folder) {
    assert_eq!(
        folder.run("verify c.json r.csv").code,
        Some(0),
        "{}",
        folder.run("verify c.json r.csv").text()
    );
    let written = folder.json("c.json");
    let mut all = Vec::new();
    edits(&written, "", &mut all);
    assert!(all.len() > 10);
    for (place, number) in all {
        let mut edited = written.clone();
        *edited.pointer_mut(&place).expect("it is there") = number;
        fs::write(folder.path("c.json"), edited.to_string()).expect("writable");
        let run = folder.run("verify c.json r.csv --json");
        if run.code == Some(0) {
            let json = run.json();
            let figures = json["figures"].as_array().expect("a list");
            let figure = figures.iter().find(|figure| figure["place"] == place.as_str());
            assert_eq!(figure.map(|figure| &figure["standing"]), Some(&json!("open")), "{place}");
        }
    }
    fs::write(folder.path("c.json"), written.to_string()).expect("writable");
}

#[test]
fn no_number_that_was_edited_looks_verified() {
    let odd = format!("{PEOPLE}99999,20,flu\n,34,flu\n");
    for audience in ["", "--external"] {
        for further in
            ["--l 2", "--wildcard --suppression 30%", "--algorithm mondrian --t 1", "--combinations 1"]
        {
            let folder = Folder::with("people.csv", &odd);
            let papers = "-o r.csv --certificate c.json --report r.html";
            folder.succeed(&format!("anonymize people.csv {ROLES} {further} {papers} {audience}"));
            check_edits(&folder);
        }
        let folder = Folder::with("patients.csv", PATIENTS);
        folder.succeed(&format!("anonymize {ANATOMY} {audience}"));
        check_edits(&folder);
        let folder = Folder::with("visits.csv", VISITS);
        folder.succeed(&format!("anonymize {OF_PEOPLE} --identifier id {audience}"));
        check_edits(&folder);
    }
}

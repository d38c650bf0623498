//! People who have several rows: they are counted, noticed, and protected by all their rows where these are linked.

use serde_json::json;

use crate::support::{Folder, Run};

/// A hundred rows of two people: one has ninety of them.
fn two_people() -> Folder {
    let rows = |who: &str, rows: usize, ill: &str| format!("{who},8001,{ill}\n").repeat(rows);
    let text =
        "id,zip,ill\n".to_owned() + &rows("a", 45, "flu") + &rows("a", 45, "cold") + &rows("b", 10, "flu");
    Folder::with("visits.csv", text)
}

const RELEASE: &str = "anonymize visits.csv --identifier id --quasi zip --sensitive ill -k 2 -o out.csv";

#[test]
fn a_hundred_rows_of_two_people_are_two() {
    let folder = two_people();
    let run =
        folder.succeed(&format!("{RELEASE} --respondent id --json --certificate c.json --report r.html"));
    let found = run.json();
    assert_eq!(found["counted"], "people");
    assert_eq!(found["privacy"][0], json!({"model": "k-anonymity", "asked": 2, "reached": 2, "holds": true}));
    assert_eq!(found["privacy"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["risk"]["after"], json!({"highest": 0.5, "average": 0.5}));
    assert_eq!(
        found["rows"],
        json!({"in": 100, "out": 100, "suppressed": 0, "people_in": 2, "people_out": 2})
    );
    assert_eq!((&found["largest_share"], &found["profile"]), (&json!(0.9), &json!({"k": 1, "unique": 2})));
    // Two people have the flu, one has a cold.
    assert_eq!(found["sensitive"][0]["l"], 2);
    let certificate = folder.json("c.json");
    assert_eq!(certificate["counted"], "people");
    assert!(certificate["claim"].as_str().unwrap().starts_with("k-anonymity with k = 2 people over"));
    let report = folder.text("r.html");
    assert!(report.contains("rows of at least 2 people"), "{report}");
    let run = folder.run(&RELEASE.replace("-k 2", "-k 3 --respondent id --force"));
    assert_eq!(run.code, Some(1), "there are no three people: {}", run.stderr);
}

#[test]
fn without_a_respondent_a_repeated_identifier_is_told_of() {
    let folder = two_people();
    let run = folder.succeed(&format!("{RELEASE} --report r.html"));
    assert!(
        run.text().contains(
            "Warning: \"id\" has 2 values in 100 rows: where people have several rows, k counts rows"
        ),
        "{}",
        run.text()
    );
    assert!(folder.text("r.html").contains("k counts rows, and people have several"));
    let found = folder.succeed(&format!("{RELEASE} --json --force")).json();
    assert_eq!((&found["counted"], &found["repeated"]["distinct"]), (&json!("rows"), &json!(2)));
    let people = Folder::with("visits.csv", "id,zip,ill\na,1,x\nb,1,y\n");
    assert!(!people.succeed(RELEASE).text().contains("Warning: \"id\""));
}

#[test]
fn a_visit_of_its_own_in_every_row_does_not_hide_that_people_repeat() {
    let rows: String = (0..100).map(|row| format!("V{row:04},P{},8001,ill{}\n", row % 2, row % 3)).collect();
    let folder = Folder::with("visits.csv", format!("visit,person,zip,ill\n{rows}"));
    let release =
        "anonymize visits.csv --identifier visit,person --quasi zip --sensitive ill -k 5 -o out.csv --json";
    let found = folder.succeed(release).json();
    assert_eq!(found["repeated"], json!({"column": "person", "distinct": 2, "rows": 100}));
}

#[test]
fn a_blank_respondent_is_nobody() {
    let folder = Folder::with("visits.csv", "id,zip,ill\np1,9,a\n ,9,b\n\u{a0}\t,9,c\n");
    folder.refuses(
        "check visits.csv --quasi zip --respondent id -k 2",
        "respondent = \"id\": it is missing in 2 of 3 rows, and a row without a respondent is nobody's; complete the column, \
         or suppress these rows with respondent = { column = \"id\", missing = \"suppress\" } or --missing-respondent suppress",
    );
    assert_eq!(folder.run(&format!("{RELEASE} --respondent id")).code, Some(2));
}

#[test]
fn a_blank_value_adds_no_diversity() {
    let folder = Folder::with("visits.csv", "id,zip,ill\np1,9,flu\np2,9, \np3,9,flu\n");
    let (check, release) = ("check visits.csv --quasi zip --sensitive ill --l 2", format!("{RELEASE} --l 2"));
    assert_eq!((folder.run(check).code, folder.run(&release).code), (Some(1), Some(1)));
    // Asked to be a value, it is one, and the same as a missing cell.
    let folder = Folder::with("visits.csv", "id,zip,ill\np1,9,flu\np2,9, \np3,9,\n");
    let own = |l: u32| format!("{RELEASE} --l {l} --count-missing --force");
    assert_eq!((folder.run(&own(2)).code, folder.run(&own(3)).code), (Some(0), Some(1)));
}

#[test]
fn init_proposes_whom_to_count() {
    let rows: String = (0..60).map(|row| format!("P{:05},8{:03},flu\n", row % 25, row % 7)).collect();
    let folder = Folder::with("visits.csv", "patient_id,zip,ill\n".to_owned() + &rows);
    let run = folder.succeed("init visits.csv --output release.toml");
    assert!(run.text().contains("\"patient_id\" has 25 values in 60 rows"), "{}", run.text());
    let spec = folder.text("release.toml");
    assert!(spec.contains("\nrespondent = \"patient_id\"\n"), "{spec}");
}

#[test]
fn init_knows_people_by_their_bare_word_beside_an_identifier_of_every_row() {
    for who in ["Patient", "person", "patnr", "Pers.-Nr.", "who"] {
        for people in [2, 20, 25] {
            let rows: String = (0..100)
                .map(|row| format!("V{row:05},{},8{:03},flu\n", 70_001 + row % people, row % 7))
                .collect();
            let folder = Folder::with("visits.csv", format!("visit,{who},zip,ill\n{rows}"));
            folder.succeed("init visits.csv --output release.toml");
            let spec = folder.text("release.toml");
            assert!(spec.contains(&format!("\nrespondent = \"{who}\"\n")), "{people} {who}: {spec}");
            let release = format!(
                "anonymize visits.csv --identifier visit,{who} --quasi zip --sensitive ill -k 2 -o r.csv"
            );
            let told = format!("Warning: \"{who}\" has {people} values in 100 rows");
            assert!(folder.succeed(&release).text().contains(&told));
        }
    }
}

#[test]
fn one_other_is_no_others() {
    let folder = two_people();
    folder.succeed(&format!("{RELEASE} --respondent id --report r.html"));
    let report = folder.text("r.html");
    assert!(
        report.contains("tell that person from at least 1 other.") && !report.contains("1 others"),
        "{report}"
    );
    let folder = Folder::with("visits.csv", "id,zip,ill\na,1,x\nb,1,y\n");
    folder.succeed(&format!("{RELEASE} --respondent id --semantics profile --report r.html"));
    let report = folder.text("r.html");
    assert!(report.contains("at least 1 other: 2 people") && !report.contains("1 others"), "{report}");
}

#[test]
fn a_missing_respondent_is_nobody() {
    let folder = Folder::with("visits.csv", "id,zip,ill\np1,9,a\np1,9,b\n,9,c\np2,8,a\np3,8,b\n");
    folder.refuses(
        &format!("{RELEASE} --respondent id"),
        "respondent = \"id\": it is missing in 1 of 5 rows, and a row without a respondent is nobody's; complete the column, \
         or suppress these rows with respondent = { column = \"id\", missing = \"suppress\" } or --missing-respondent suppress",
    );
    let suppressed =
        format!("{RELEASE} --respondent id --missing-respondent suppress --suppression 60% --json");
    let found = folder.succeed(&suppressed).json();
    assert_eq!(found["privacy"][0]["reached"], 2);
    assert_eq!(found["rows"]["suppressed"].as_u64().unwrap() + found["rows"]["out"].as_u64().unwrap(), 5);
    assert_eq!(found["rows"]["people_in"], 3);
    assert!(!folder.text("out.csv").contains(",c"), "the row of nobody is not released");
    folder.refuses(
        "check visits.csv --quasi zip -k 2 --missing-respondent suppress",
        "--semantics and --missing-respondent speak of a respondent; name one with --respondent",
    );
}

#[test]
fn who_has_both_tuples_is_alone_by_profile() {
    let folder = Folder::with("visits.csv", "id,q\n1,foo\n2,bar\n3,foo\n3,bar\n");
    let check =
        |flags: &str| folder.run(&format!("check visits.csv --quasi q -k 2 --respondent id --json {flags}"));
    let weak = check("");
    assert_eq!((weak.code, &weak.json()["k"]), (Some(0), &json!(2)));
    let strong = check("--semantics profile");
    assert_eq!(strong.code, Some(1));
    let found = strong.json();
    assert_eq!(
        (&found["models"][1]["model"], &found["models"][1]["reached"]),
        (&json!("profile-k-anonymity"), &json!(1))
    );
    assert_eq!(found["people"]["profile_uniques"], 3);
    assert_eq!(check("--semantics strong").code, Some(1));
}

#[test]
fn a_person_with_many_values_does_not_make_a_class_diverse() {
    // Of three people one has flu, cold and HIV, two have the flu: nobody else hides the flu.
    let folder = Folder::with("visits.csv", "id,zip,ill\n1,8,flu\n1,8,cold\n1,8,HIV\n2,8,flu\n3,8,flu\n");
    let entropy = |flags: &str| {
        let args = ["check", "visits.csv", "--quasi", "zip", "--sensitive", "ill", "-k", "1", "--json"];
        let require = ["--require", "alpha-k alpha=0.7 k=1"];
        let run = folder
            .run_with(&[&args[..], &require[..], &flags.split_whitespace().collect::<Vec<_>>()[..]].concat());
        run.json()["models"][1]["reached"].clone()
    };
    // Three of five rows, but three of three people.
    assert_eq!((entropy(""), entropy("--respondent id")), (json!(0.6), json!(1)));
}

/// A release in which `id` is kept under a key.
fn pseudonymized(table: &str, respondent: &str) -> (Folder, Run) {
    let folder = Folder::with("visits.csv", table).and(
        "release.toml",
        format!(
            "input.path = 'visits.csv'\noutput.path = 'out.csv'\nprivacy.k = 2\n{respondent}\nsolve.suppression = '50%'\n\
             columns.zip.role = 'quasi'\n[columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = {{ env = 'AMIDST_KEY' }}\n"
        ),
    );
    let run = Run::of(
        folder
            .command()
            .args(["anonymize", "release.toml", "--json"])
            .env("AMIDST_KEY", "a key of more than sixteen bytes"),
    );
    (folder, run)
}

#[test]
fn a_pseudonym_that_links_rows_asks_for_profiles() {
    let table = "id,zip\n1,8001\n1,9001\n2,8001\n2,9001\n3,8001\n4,8001\n4,8001\n4,9001\n";
    for respondent in ["", "privacy.respondent = 'id'"] {
        let (folder, run) = pseudonymized(table, respondent);
        assert_eq!(run.code, Some(2));
        let said = run.stderr.clone() + run.text();
        assert!(said.contains("links the rows of a person, 4 values in 8 rows"), "{said}");
        assert!(said.contains("semantics"), "{said}");
        assert!(!folder.path("out.csv").exists());
    }
    let (folder, run) = pseudonymized(table, "privacy.respondent = { column = 'id', semantics = 'profile' }");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let found = run.json();
    assert!(found["profile"]["k"].as_u64().unwrap() >= 2, "{found}");
    // The file itself says whose rows are whose.
    let check = folder.run("check out.csv --quasi zip -k 2 --respondent id --semantics profile");
    assert_eq!(check.code, Some(0), "{}", check.text());
}

#[test]
fn what_is_reached_by_profile_is_what_is_claimed() {
    // Five people in every class; two and three of them have the same rows.
    let rows =
        [(1, "a"), (2, "a"), (3, "a"), (4, "a"), (5, "a"), (1, "b"), (2, "b"), (6, "b"), (7, "b"), (8, "b")];
    let rows: String = rows.iter().map(|(id, zip)| format!("{id},{zip}\n")).collect();
    let table = format!("id,zip\n{rows}");
    let (folder, run) =
        pseudonymized(&table, "privacy.respondent = { column = 'id', semantics = 'profile' }");
    let found = run.json();
    let k = &found["privacy"][0];
    assert_eq!(
        (&k["model"], &k["reached"], &k["holds"], &found["risk"]["after"]["highest"]),
        (&json!("profile-k-anonymity"), &json!(2), &json!(true), &json!(0.5)),
        "{found}"
    );
    // Three profiles of eight people.
    assert_eq!(found["risk"]["after"]["average"], json!(0.375));
    let risk =
        folder.run("risk visits.csv --quasi zip --respondent id --semantics profile --max-risk 0.3 --json");
    let prosecutor = &risk.json()["attackers"]["prosecutor"];
    assert_eq!(
        (risk.code, &prosecutor["highest"], &prosecutor["average"]),
        (Some(1), &json!(0.5), &json!(0.375))
    );
    folder.succeed("risk visits.csv --quasi zip --respondent id --max-risk 0.3");
    let risk = risk.json();
    assert_eq!(
        (&risk["semantics"], &risk["k"], &risk["k_wildcard"]),
        (&json!("profile"), &json!(2), &json!(2))
    );
    let asked = "anonymize visits.csv --quasi zip --identifier id --respondent id --semantics profile -k 2";
    folder.succeed(&format!("{asked} -o r.csv --certificate c.json"));
    let claim = folder.json("c.json")["claim"].to_string();
    assert!(claim.contains("k = 2 people by all rows of a person together"), "{claim}");
    folder.succeed("verify c.json r.csv");
}

/// Nobody has the flu in all rows of a class, but those who have rows in both classes have it in all of theirs.
#[test]
fn what_is_judged_by_single_rows_beside_profiles_is_said_to_be() {
    let rows = "p1,a,flu\np1,b,flu\np2,a,flu\np2,b,flu\np3,a,cold\np4,a,hiv\np5,b,cold\np6,b,hiv\n";
    let folder = Folder::with("t.csv", format!("id,q,ill\n{rows}"));
    let asked = "--quasi q --sensitive ill -k 2 --l 2 --respondent id --semantics profile";
    let caveat = "they say nothing against whoever knows all rows of a person";
    let warns = |found: &serde_json::Value| found["warnings"].to_string().contains(caveat);

    let release = format!("anonymize t.csv --identifier id {asked} --force -o r.csv --certificate c.json");
    let told = folder.succeed(&format!("{release} --report r.html"));
    let words = "of \"ill\" by single rows only: asked 2, reached 3";
    assert!(told.text().contains(words) && told.text().contains(caveat), "{}", told.text());
    let (report, certificate) = (folder.text("r.html"), folder.json("c.json"));
    assert!(report.contains("by single rows only") && report.contains(caveat), "{report}");
    assert!(certificate["claim"].as_str().unwrap().contains(words), "{certificate}");
    assert!(warns(&certificate));
    assert_eq!(certificate["asked"]["privacy"][1]["by"], "rows");
    let verified = folder.succeed("verify c.json r.csv");
    assert!(verified.text().contains("by single rows only"), "{}", verified.text());
    let found = folder.succeed(&format!("{release} --json")).json();
    assert_eq!((&found["privacy"][1]["by"], &found["sensitive"][0]["by"]), (&json!("rows"), &json!("rows")));
    assert!(found["privacy"][0].get("by").is_none() && warns(&found), "{found}");

    let outside = folder.succeed(&format!("{release} --external --json")).json();
    assert!(outside["privacy"][1]["by"] == "rows" && warns(&outside), "{outside}");
    let claim = folder.json("c.json")["claim"].to_string();
    assert!(claim.contains("by single rows only holds"), "{claim}");
    folder.succeed("verify c.json r.csv");

    let check = format!("check t.csv {asked}");
    let told = folder.succeed(&check);
    assert!(told.text().contains("of ill by single rows only holds: 3 reached"), "{}", told.text());
    assert!(told.text().contains(caveat), "{}", told.text());
    let found = folder.succeed(&format!("{check} --json")).json();
    assert_eq!((&found["models"][2]["by"], &found["sensitive"][0]["by"]), (&json!("rows"), &json!("rows")));
    assert!(found["models"][1].get("by").is_none() && warns(&found), "{found}");

    let risk = "risk t.csv --quasi q --sensitive ill --respondent id --semantics";
    let told = folder.succeed(&format!("{risk} profile"));
    assert!(told.text().contains("by single rows only"), "{}", told.text());
    let found = folder.succeed(&format!("{risk} profile --json")).json();
    assert!(found["sensitive"][0]["by"] == "rows" && warns(&found), "{found}");
    let found = folder.succeed(&format!("{risk} distinct --json")).json();
    assert!(found["sensitive"][0].get("by").is_none() && !warns(&found), "{found}");
}

#[test]
fn risk_by_profile_tells_k_who_is_alone_and_the_risk_of_rows_by_profile() {
    // All are in one class; p1 and p2 have two rows each, and p0 and p3 as many as nobody else.
    let folder = Folder::with("t.csv", "id,q\np0,a\np1,a\np1,a\np2,a\np2,a\np3,a\np3,a\np3,a\n");
    let asked = "risk t.csv --quasi q --respondent id --semantics profile";
    let risk = folder.succeed(&format!("{asked} --json --records r.csv")).json();
    assert_eq!((&risk["k"], &risk["uniques"]["sample"]), (&json!(1), &json!({"rows": 2, "share": 0.5})));
    let lines = ["4,1,1.0", "4,2,0.5", "4,2,0.5", "4,2,0.5", "4,2,0.5", "4,1,1.0", "4,1,1.0", "4,1,1.0"];
    let lines = (1..).zip(lines).map(|(row, line)| format!("internal,{row},{line}\n"));
    let expected = "audience,row,class_size,profile_size,risk\n".to_owned() + &lines.collect::<String>();
    assert_eq!(folder.text("r.csv"), expected);
    let text = folder.succeed(&format!("{asked} --html r.html"));
    assert!(text.text().contains("by all rows of a person together k is 1."), "{}", text.text());
    assert!(text.text().contains("Alone by all their rows together are 2 of 4 people"), "{}", text.text());
    assert!(!folder.text("r.html").contains("Smallest class, a missing cell"));
}

#[test]
fn profiles_out_of_reach_are_told_and_nothing_is_written() {
    // Everybody has another number of rows, which no level hides.
    let rows: String = (1..6).map(|person| format!("{person},8001\n").repeat(person)).collect();
    let (folder, run) = pseudonymized(
        &("id,zip\n".to_owned() + &rows),
        "privacy.respondent = { column = 'id', semantics = 'profile' }",
    );
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(!folder.path("out.csv").exists());
    let said = run.text().to_owned() + &run.stderr;
    assert!(said.contains("by all their rows together is out of reach"), "{said}");
}

#[test]
fn a_respondent_that_is_released_asks_for_profiles() {
    let folder = Folder::with("visits.csv", "code,zip\n1,8001\n1,9001\n2,8001\n2,9001\n3,8001\n3,9001\n");
    let release = "anonymize visits.csv --respondent code --quasi zip -k 2 -o out.csv";
    for role in ["other", "sensitive"] {
        let run = folder.run(&format!("{release} --{role} code"));
        assert_eq!(run.code, Some(2));
        assert!(
            run.stderr.contains("it is released and links the rows of a person, 3 values in 6 rows"),
            "{}",
            run.stderr
        );
        assert!(!folder.path("out.csv").exists());
    }
    folder.succeed(&format!("{release} --other code --semantics profile"));
}

#[test]
fn what_compares_with_the_whole_table_compares_with_people_of_rare_profiles_too() {
    let folder = Folder::with("visits.csv", "id,zip,ill\n1,9,a\n1,9,b\n2,9,a\n3,8,a\n4,8,b\n");
    // Of all people three have a and two b; of the three who are left two have a and one b.
    for (model, expected) in
        [("t-closeness\", t = 0.5", 1.0 / 15.0), ("beta-likeness\", beta = 2", 1.0 / 9.0)]
    {
        let spec = format!(
            "input.path = 'visits.csv'\noutput.path = 'out.csv'\ncolumns.id.role = 'identifier'\ncolumns.zip.role = 'quasi'\n\
             columns.ill.role = 'sensitive'\nsolve.suppression = '40%'\n[privacy]\nk = 2\n\
             respondent = {{ column = 'id', semantics = 'profile' }}\nrequire = [{{ model = \"{model}, column = 'ill' }}]\n"
        );
        std::fs::write(folder.path("release.toml"), spec).expect("writable");
        let json = folder.succeed("anonymize release.toml --json --force").json();
        let reached = json["privacy"][1]["reached"].as_f64().expect("a number");
        assert!((reached - expected).abs() < 1e-9, "{model}: {reached}");
        assert_eq!((&json["rows"]["people_in"], &json["rows"]["people_out"]), (&json!(4), &json!(3)));
    }
}

#[test]
fn too_many_rows_of_nobody_are_said_to_be_that() {
    let folder = Folder::with("visits.csv", "id,zip\n1,9\n2,9\n,9\n,8\n3,8\n4,8\n");
    for algorithm in ["optimal", "mondrian"] {
        let run = folder.run(&format!(
            "anonymize visits.csv --identifier id --quasi zip -k 2 --respondent id --missing-respondent suppress \
             --suppression 0% --algorithm {algorithm} -o out.csv"
        ));
        assert_eq!(run.code, Some(1));
        let said = run.stderr.clone() + run.text();
        assert!(
            said.contains("2 rows without a respondent are nobody's, but only 0 rows may be suppressed"),
            "{said}"
        );
    }
}

/// People set aside for a rare profile stay among those that classes are compared with.
#[test]
fn everybody_of_the_source_is_compared_with_whoever_is_set_aside() {
    let folder = Folder::with("t.csv", "pid,q,ill\na,1,flu\nb,1,cold\nc,1,flu\nd,1,hiv\nd,1,hiv\nd,1,hiv\n");
    let run = |t: &str| {
        let asked = "anonymize t.csv --identifier pid --respondent pid --semantics profile --quasi q --sensitive ill -k 2 \
                     --suppression 60% --json --force -o r.csv --require";
        let mut args: Vec<&str> = asked.split_whitespace().collect();
        args.push(t);
        folder.run_with(&args)
    };
    // Of four people two have flu, one has a cold and one hiv; of the three who are left two have flu.
    let found = run("t-closeness t=0.25");
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let reached = found.json()["privacy"][1]["reached"].as_f64().expect("a number");
    assert!((reached - 0.25).abs() < 1e-9, "{reached}");
    assert_eq!(found.json()["rows"]["suppressed"], 3);
    assert_eq!(run("t-closeness t=0.2").code, Some(1));
}

/// Hierarchies are those of the whole table, however many people are set aside.
#[test]
fn levels_are_those_of_everybody_whoever_is_set_aside() {
    let people = [2, 5, 5, 6, 6, 6, 2, 2, 1, 5, 1, 3, 1, 2, 4, 2, 0, 0, 6, 2, 2, 1, 3, 1, 6, 5, 6, 3, 6];
    let ages = [
        36, 26, 27, 35, 32, 34, 26, 33, 21, 34, 22, 25, 29, 23, 35, 26, 27, 21, 22, 25, 29, 23, 31, 38, 21,
        21, 23, 33, 24,
    ];
    let rows: String = people
        .iter()
        .zip(ages)
        .enumerate()
        .map(|(at, (person, age))| format!("p{person},{},{age}\n", ["x", "y", "z"][at % 3]))
        .collect();
    let folder = Folder::with("t.csv", format!("pid,q,age\n{rows}"));
    for limit in ["30%", "60%", "90%"] {
        let run = folder.run(&format!(
            "anonymize t.csv --identifier pid --respondent pid --semantics profile --quasi q,age -k 2 --suppression {limit} \
             --force -o r.csv"
        ));
        assert!(matches!(run.code, Some(0 | 1)), "{limit}: {}", run.stderr);
    }
}

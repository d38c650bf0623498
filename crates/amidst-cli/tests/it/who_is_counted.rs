//! Whose risk `anonymize` tells: that of the source before, that of the release after, as missing cells are read; of
//! estimates that they are some; of households.

use serde_json::{Value, json};

use crate::support::Folder;

/// Rows that match others only where a cell is missing.
const BLANKED: &str = "a,b\n1,x\n1,x\n1,y\n2,x\n2,y\n3,y\n";

#[test]
fn risk_before_is_that_of_the_source_whatever_the_algorithm() {
    let rows: String = (0..60).map(|row| format!("{},{},{}\n", row % 9, (row * row) % 7, row % 4)).collect();
    let folder = Folder::with("t.csv", format!("a,b,ill\n{rows}3,,1\n"));
    let before = |algorithm: &str| {
        // Averages leave out no row, and refuse to be allowed it.
        let suppression = if algorithm == "mdav" { "" } else { "--suppression 50% " };
        let asked = format!(
            "anonymize t.csv --quasi a,b --sensitive ill -k 3 {suppression}--force -o r.csv --json --algorithm {algorithm}"
        );
        folder.succeed(&asked).json()["risk"]["before"].clone()
    };
    let risk = folder.succeed("risk t.csv --quasi a,b --json").json()["attackers"]["prosecutor"].clone();
    let expected = json!({"highest": risk["highest"], "average": risk["average"]});
    for algorithm in ["optimal", "datafly", "mondrian", "local", "k-member", "mdav", "local-suppression"] {
        assert_eq!(before(algorithm), expected, "{algorithm}");
    }
    // A value without a place in its hierarchy is suppressed, and was there before all the same.
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.a]\nrole = 'quasi'\non_unmapped = 'suppress'\n\
                hierarchy = { file = 'a.csv' }\n[columns.b]\nrole = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n\
                [privacy]\nk = 3\n[solve]\nsuppression = '60%'\n";
    let levels: String = (0..7).map(|value| format!("{value};*\n")).collect();
    let folder = folder.and("s.toml", spec).and("a.csv", levels);
    let run = folder.succeed("anonymize s.toml --force --json");
    assert_eq!(run.json()["risk"]["before"], expected);
}

#[test]
fn risk_after_follows_the_reading_that_was_asked_and_tells_the_other() {
    let folder = Folder::with("t.csv", BLANKED);
    let flags =
        "--quasi a,b -k 2 --algorithm local-suppression --wildcard --force -o r.csv --certificate c.json";
    let json = folder.succeed(&format!("anonymize t.csv {flags} --json")).json();
    let reached = json["privacy"][0]["reached"].as_u64().expect("a count");
    assert!(reached >= 2);
    let (risk, check) = (&json["risk"], folder.run("check r.csv --quasi a,b -k 2 --wildcard --json").json());
    assert_eq!(
        (&risk["missing"], &risk["after"]["highest"]),
        (&json!("wildcard"), &json!(1.0 / reached as f64))
    );
    assert_eq!(check["k_wildcard"], reached);
    // Somebody who takes a blank for a value finds more.
    let other = &risk["other_reading"];
    let k = check["k"].as_u64().expect("a count");
    assert!(k < reached, "{json}");
    assert_eq!(
        (&other["missing"], &other["after"]["highest"]),
        (&json!("own-value"), &json!(1.0 / k as f64))
    );
    assert_eq!(folder.json("c.json")["risk"], *risk);
    // The average by hand: one over the rows that each row matches.
    let release = folder.text("r.csv");
    let rows: Vec<Vec<&str>> = release.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let matches =
        |a: &[&str], b: &[&str]| a.iter().zip(b).all(|(a, b)| a == b || a.is_empty() || b.is_empty());
    let found: f64 =
        rows.iter().map(|row| 1.0 / rows.iter().filter(|other| matches(row, other)).count() as f64).sum();
    let average = risk["after"]["average"].as_f64().expect("a number");
    assert!((average - found / rows.len() as f64).abs() < 1e-12, "{average} {found}");
    let text = folder.succeed(&format!("anonymize t.csv {flags}"));
    assert!(
        text.text().contains("That is with missing cells as wildcard; as own-value: "),
        "{}",
        text.text()
    );
}

#[test]
fn a_release_by_survey_weights_is_called_an_estimate() {
    let rows: String = (0..80).map(|row| format!("{},{}\n", row % 16, 150 + row)).collect();
    let folder = Folder::with("t.csv", format!("age,w\n{rows}"));
    let flags = "--quasi age --other w --not-identifying w --weight w --force -o r.csv --certificate c.json --report r.html";
    let asked = ["--require", "k-map k=20 significance=0.05"];
    let run = |further: &[&str]| {
        let command = format!("anonymize t.csv {flags}");
        let words: Vec<&str> = command.split(' ').chain(asked).chain(further.iter().copied()).collect();
        folder.run_with(&words)
    };
    let json = run(&["--json"]).json();
    let model = json["privacy"].as_array().expect("a list").iter().find(|it| it["model"] == "k-map");
    let model: &Value = model.expect("k-map was asked");
    assert_eq!((&model["estimated"], &model["holds"]), (&json!(true), &json!(true)), "{json}");
    assert!(model["reached"].as_f64().expect("a number") >= 20.0);
    let certificate = folder.json("c.json");
    assert!(certificate["claim"].as_str().expect("a claim").contains("(estimated)"), "{certificate}");
    assert!(certificate["audit"].to_string().contains("(estimated)"), "{certificate}");
    assert!(folder.text("r.html").contains("(estimated)"));
    assert!(run(&[]).text().contains("(estimated)"));
    run(&["--external"]);
    let claim = folder.json("c.json")["claim"].to_string();
    assert!(claim.contains("is estimated to hold") && !claim.contains(" holds"), "{claim}");
}

#[test]
fn a_release_by_survey_weights_holds_by_the_model_of_all_classes() {
    let rows: String = (0..300).map(|row| format!("{row},1000\n")).collect();
    let spec = |levels: &str| {
        format!(
            "version = 1\n[input]\npath = \"t.csv\"\n[output]\npath = \"r.csv\"\n[privacy]\nweight = \"w\"\n\
             [[privacy.require]]\nmodel = \"k-map\"\nk = 5\n[columns.age]\nrole = \"quasi\"\n{levels}\
             [columns.w]\nrole = \"other\"\nnot_identifying = true\n"
        )
    };
    let folder = Folder::with("t.csv", format!("age,w\n{rows}"));
    let folder = folder.and("free.toml", spec("")).and("bound.toml", spec("levels = { max = 0 }\n"));
    // Every row is alone, so that each class by itself would do: one row of weight 1,000 stands for 11 people or more.
    let run = folder.run("anonymize bound.toml");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("k-map with k = 5 is out of reach"), "{}", run.stderr);
    let found = folder.succeed("anonymize free.toml --json").json();
    assert_eq!((&found["privacy"][0]["holds"], &found["optimal"]), (&json!(true), &json!(false)), "{found}");
    let check = ["check", "r.csv", "--quasi", "age", "--weight", "w", "--require", "k-map k=5"];
    assert_eq!(folder.run_with(&check).code, Some(0));
}

#[test]
fn households_of_a_release_are_told() {
    // Two households of two and two of one in each zip: by zip and size two households share everything.
    let homes = |zip: u32| {
        format!(
            "{zip}a,{zip},x\n{zip}a,{zip},y\n{zip}b,{zip},x\n{zip}b,{zip},y\n{zip}c,{zip},x\n{zip}d,{zip},x\n"
        )
    };
    let folder = Folder::with("t.csv", format!("hid,zip,ill\n{}{}", homes(1), homes(2)));
    let flags = "--identifier hid --quasi zip --sensitive ill -k 2 --household hid --force -o r.csv --certificate c.json";
    let json = folder.succeed(&format!("anonymize t.csv {flags} --json")).json();
    let pair = 1.0 - 0.75_f64 * 0.75;
    let expected = json!({
        "column": "hid", "households": 8, "k": 2, "unique": 0, "highest": 0.5, "average": (pair + 0.5) / 2.0,
    });
    assert_eq!(json["households"], expected);
    assert_eq!(folder.json("c.json")["households"], expected);
    let text = folder.succeed(&format!("anonymize t.csv {flags}"));
    assert!(
        text.text().contains("Households: 8; at least 2 of one size in every class, 0 alone."),
        "{}",
        text.text()
    );
    let missing = Folder::with("t.csv", "hid,zip,ill\na,1,x\n,1,y\n");
    let run = missing.run(&format!("anonymize t.csv {flags}"));
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (
            Some(2),
            "amidst: column \"hid\" is missing in 1 of 2 rows; every row must say which household it belongs to\n"
        )
    );
}

/// Six rows of one household are six rows, and one address to knock at.
#[test]
fn k_is_asked_of_households_too() {
    let rows = "a,1,x\na,1,y\na,1,x\na,1,y\na,1,x\na,1,y\nb,2,x\nc,2,y\nd,2,x\nb,2,y\n";
    let folder = Folder::with("t.csv", format!("hid,zip,ill\n{rows}"));
    let flags =
        "--identifier hid --quasi zip --sensitive ill --household hid --force -o r.csv --certificate c.json";
    let json = folder.succeed(&format!("anonymize t.csv {flags} -k 2 --json")).json();
    let households = json!({
        "model": "k-anonymity", "column": "hid", "parameters": {"k": 2}, "counted": "households", "asked": 2, "reached": 4,
        "holds": true,
    });
    assert_eq!((&json["privacy"][1], &json["classes"]), (&households, &json!(1)), "{json}");
    assert_eq!(folder.json("c.json")["asked"]["privacy"][1], households);
    let words = "k-anonymity (k = 2) over the households of \"hid\": asked 2, reached 4";
    assert!(folder.json("c.json")["claim"].as_str().expect("a claim").contains(words));
    let run = folder.succeed(&format!("anonymize t.csv {flags} -k 2"));
    let text = run.text();
    assert!(
        text.contains("K-anonymity (k = 2) over the households of \"hid\": asked 2, reached 4."),
        "{text}"
    );
    assert!(!text.contains("--respondent"), "who lives together is not one person: {text}");
    let verified = folder.run("verify c.json r.csv");
    assert!(verified.code == Some(0), "{}{}", verified.text(), verified.stderr);
    for algorithm in ["auto", "local"] {
        let run = folder.run(&format!("anonymize t.csv {flags} -k 5 --algorithm {algorithm}"));
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        let words = "What blocks is k-anonymity (k = 5) over the households of \"hid\": the largest k that can be met \
                     beside all else is 4";
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn where_households_cannot_be_counted_is_said() {
    let rows: String =
        (0..40).map(|row| format!("h{},{},{},{}\n", row / 2, row % 4, row % 3, row % 5)).collect();
    let folder = Folder::with("t.csv", format!("hid,a,b,ill\n{rows}"));
    let check = |further: &str, expected: &str| {
        let run = folder.run(&format!(
            "anonymize t.csv --identifier hid --quasi a,b --sensitive ill -k 3 --household hid --force -o r.csv {further}"
        ));
        assert_eq!(run.code, Some(2), "{further}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("amidst: {expected}")), "{further}: {}", run.stderr);
    };
    check("--algorithm anatomy --l 2", "household: a release in fragments has groups of rows");
    check("--algorithm k-k", "household: models of links count rows, not households");
    check(
        "--algorithm local-suppression --wildcard",
        "household: blanking cells under this reading, with combinations, strata or levels counts rows",
    );
    check("--combinations 1", "household and combinations: k over combinations counts rows");
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[columns.hid]\nrole = 'identifier'\n[columns.a]\n\
                role = 'quasi'\n[columns.b]\nrole = 'quasi'\nconfidential = true\n[columns.ill]\nrole = 'sensitive'\n\
                [privacy]\nk = 3\nhousehold = 'hid'\n[solve]\ngeneralize = 'cell'\n";
    let run = folder.and("s.toml", spec).run("anonymize s.toml --force");
    let words = "amidst: household: views of confidential columns count rows, not households";
    assert!(run.code == Some(2) && run.stderr.starts_with(words), "{}", run.stderr);
}

/// Classes that show the same are one, and people who are in both make another class of them than rows would.
#[test]
fn classes_of_people_hold_as_the_file_shows_them() {
    let alpha = "pid,age,reg,z,ill\np0,,a,,flu\np0,,a,y,hiv\np2,50,a,x,flu\np1,20,b,y,cold\np2,23,a,x,cold\np4,22,b,x,flu\n";
    let folder = Folder::with("t.csv", alpha);
    for algorithm in ["local", "local-suppression", "mondrian", "k-member", "top-down-greedy", "mdav"] {
        for model in ["alpha-k alpha=0.8 k=2", "recursive-l-diversity c=3 l=2", "t-closeness t=0.3"] {
            let asked = "anonymize t.csv --identifier pid --respondent pid --quasi age,reg,z --sensitive ill -k 2 -o r.csv --force";
            let mut args: Vec<&str> = asked.split(' ').collect();
            args.extend(["--algorithm", algorithm, "--require", model]);
            let run = folder.run_with(&args);
            assert!(matches!(run.code, Some(0 | 1)), "{algorithm}, {model}: {}", run.stderr);
        }
    }
}

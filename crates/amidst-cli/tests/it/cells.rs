//! Recoding cell by cell from the command line: what is written, what is told, and what is refused.

use serde_json::json;

use crate::support::{Folder, ROLES, SPEC, keys, tells};

#[test]
fn a_release_recoded_cell_by_cell_tells_cells_and_no_levels() {
    let folder = Folder::with_people();
    let run = folder.succeed(&format!(
        "anonymize people.csv {ROLES} --algorithm local -o release.csv --json --certificate c.json --report r.html"
    ));
    let json = run.json();
    assert!(
        !keys(&json).iter().any(|key| ["levels", "height", "search", "perturbative"].contains(key)),
        "{json}"
    );
    assert_eq!(keys(&json["cells"]), ["zip", "age"]);
    assert_eq!(json["cells"]["zip"], json!({"changed": 0, "suppressed": 0}));
    assert_eq!(json["cells"]["age"], json!({"changed": 4, "suppressed": 0}));
    assert_eq!(json["algorithm"], "local");
    let lines = folder.text("release.csv");
    assert!(lines.contains("01235,\"[35, 36]\",cold") && lines.contains("01299,\"[71, 78]\",flu"), "{lines}");
    let certificate = folder.json("c.json");
    assert_eq!(certificate["solution"]["cells"], json["cells"]);
    assert_eq!(certificate["solution"]["levels"], json!({}));
    let report = folder.text("r.html");
    assert!(report.contains("recoded cell by cell: 4 cells changed, 3 values (ranges)"), "{report}");
    for told in [run.text(), &report, &certificate.to_string()] {
        assert!(!tells(told), "{told}");
    }
    folder.succeed("check release.csv --quasi zip,age -k 2");
}

#[test]
fn columns_recoded_by_cuts_are_told_so() {
    let folder = Folder::with_people();
    for algorithm in ["k-optimize", "top-down"] {
        for external in ["", "--external"] {
            let run = folder.succeed(&format!(
                "anonymize people.csv {ROLES} --algorithm {algorithm} --force -o cuts.csv --report r.html {external}"
            ));
            let report = folder.text("r.html");
            for told in [run.text(), &report] {
                assert!(told.contains("recoded by cuts") && !told.contains("recoded cell by cell"), "{told}");
            }
        }
    }
}

#[test]
fn the_same_bytes_twice_and_at_any_number_of_threads() {
    let folder = Folder::with_people();
    for algorithm in ["local", "mondrian", "k-member", "mdav"] {
        let run = |threads: u8| {
            folder.succeed(&format!(
                "anonymize people.csv {ROLES} --algorithm {algorithm} --threads {threads} -o r.csv --force"
            ));
            folder.bytes("r.csv")
        };
        assert_eq!(run(1), run(2), "{algorithm}");
    }
}

#[test]
fn what_speaks_of_levels_is_refused() {
    let folder = Folder::with_people()
        .and("cells.toml", format!("{SPEC}[privacy]\nk = 2\n[solve]\nalgorithm = 'local'\n"));
    let levels = "this is about levels of whole columns, and the spec recodes cell by cell; choose another algorithm, or \
                  generalize = \"attribute\"";
    folder.refuses("explain cells.toml", levels);
    folder.refuses("solutions cells.toml", levels);
    folder.refuses(
        "anonymize cells.toml --plan p.json",
        "a plan holds levels of whole columns, and this recodes cell by cell, which depends on the rows at hand; take the plan \
         away",
    );
    folder.refuses(
        "anonymize cells.toml --prefer min-height",
        "prefer = \"min-height\" chooses among nodes, and recoding cell by cell has none",
    );
    folder.refuses(
        "anonymize cells.toml --objective entropy",
        "objective = \"entropy\": recoding cell by cell minimizes loss, gcp or levels; choose one of them",
    );
    folder.refuses(
        "anonymize cells.toml --combinations zip,age",
        "combinations are asked of columns at one level, or of cells that are blanked; write generalize = \"none\" and suppress \
         = \"cell\", or leave combinations out",
    );
}

#[test]
fn words_that_do_not_go_together_are_refused() {
    let folder = Folder::with_people();
    let refuses = |flags: &str, message: &str| {
        folder.refuses(&format!("anonymize people.csv {ROLES} {flags}"), message)
    };
    refuses(
        "--suppress cell --suppression 5%",
        "suppression says how many rows may go, and suppress lets none go; take one of them away, or write suppress = \"row\"",
    );
    refuses(
        "--algorithm forest --generalize none --suppress cell --suppression 5%",
        "suppression says how many rows may go, and where cells are blanked no row goes; take suppression away, or take generalize and \
         suppress away, so that cells are generalized and rows may go",
    );
    refuses(
        "--algorithm mondrian --generalize attribute",
        "algorithm = \"mondrian\" recodes cell by cell; leave generalize and suppress out, or blank cells with generalize = \"none\" and \
         suppress = \"cell\"",
    );
    refuses(
        "--algorithm local-suppression --suppress row",
        "algorithm = \"local-suppression\" blanks cells; leave suppress out, or write suppress = \"cell\"",
    );
    refuses(
        "--algorithm mdav --suppress cell",
        "algorithm = \"mdav\" shows averages: nothing is generalized or suppressed; take generalize and suppress away",
    );
    refuses(
        "--algorithm mondrian --split gain",
        "split = \"gain\": it needs the column that is to be predicted; add target = \"income\" to [solve], or pass --target \
         income",
    );
    refuses(
        "--strata zip",
        "strata are for cells that are blanked within them; write generalize = \"none\" and suppress = \"cell\", or require \
         k-per-stratum instead",
    );
    refuses(
        "--algorithm local-suppression --strata zip,age",
        "strata: every quasi column is one, so that nothing is left to blank",
    );
    let mondrian = "split and labels are for mondrian, mondrian-relaxed and mondrian-hybrid; choose one of these, or take them away";
    refuses("--algorithm local --split loss", mondrian);
    refuses("--labels region", mondrian);
    refuses(
        "--algorithm mdav --objective gcp",
        "objective: averages keep the variance within classes low, whatever the objective; take it away",
    );
    folder.falls_short(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 3 --algorithm local-suppression --strata zip",
        "k = 3 is out of reach: some value of \"zip\" has fewer rows, and strata stay as they are; ask for a smaller k, or take \
         larger strata",
    );
    folder.refuses(
        "anonymize people.csv --quasi zip,age --sensitive ill --l 2 --algorithm k-k",
        "algorithm = \"k-k\": it needs to be told how many rows; add k = 5 to [privacy], or pass -k 5",
    );
}

#[test]
fn what_does_not_hold_even_for_one_class_is_out_of_reach() {
    let folder = Folder::with_people();
    folder.falls_short(
        &format!("anonymize people.csv {ROLES} --algorithm local --l 5"),
        "what is asked is out of reach: k = 2, distinct-l-diversity (l = 5) of \"ill\"; it does not hold even if all rows are \
         one class. Ask for less, or take a larger table. What blocks is distinct-l-diversity (l = 5) of \"ill\": the \
         largest l that can be met beside all else is 4. k = 2 alone can be met",
    );
    folder.falls_short(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 7 --algorithm mondrian",
        "k = 7 is out of reach: only 6 rows could be released, so that k is 6 at most; ask for a smaller k, or take a larger table",
    );
}

#[test]
fn averages_are_said_to_be_untrue() {
    let folder = Folder::with("people.csv", "age,ill\n30,flu\n35,flu\n40,cold\n45,cold\n50,flu\n55,cold\n");
    let run = folder.succeed(
        "anonymize people.csv --quasi age --sensitive ill -k 3 --algorithm univariate -o r.csv --json --certificate c.json \
         --report r.html",
    );
    let json = run.json();
    assert_eq!((&json["perturbative"], &json["cells"]["age"]["changed"]), (&json!(true), &json!(4)));
    let words = "univariate is perturbative: quasi columns show averages of classes, and a row's values are no longer true";
    assert_eq!(json["warnings"][0], words);
    assert_eq!(folder.json("c.json")["solution"]["perturbative"], true);
    assert!(folder.text("r.html").contains("perturbative"));
    assert_eq!(folder.text("r.csv"), "age,ill\n35,cold\n35,flu\n35,flu\n50,cold\n50,cold\n50,flu\n");
}

#[test]
fn a_blank_is_read_as_asked_for() {
    let folder = Folder::with("t.csv", "a,b\n1,x\n1,x\n1,y\n2,x\n");
    let flags = "--quasi a,b -k 2 --algorithm local-suppression --json --force -o r.csv";
    let strict = folder.succeed(&format!("anonymize t.csv {flags}")).json();
    folder.succeed("check r.csv --quasi a,b -k 2");
    assert_eq!(strict["privacy"][0]["reached"], 2);
    let wild = folder.succeed(&format!("anonymize t.csv {flags} --wildcard")).json();
    folder.succeed("check r.csv --quasi a,b -k 2 --wildcard");
    let blanked = |json: &serde_json::Value| {
        ["a", "b"]
            .iter()
            .map(|name| json["cells"][name]["suppressed"].as_u64().expect("a number"))
            .sum::<u64>()
    };
    assert!(blanked(&wild) <= blanked(&strict), "{wild} {strict}");
}

#[test]
fn k_of_links_is_asked_and_told_as_such() {
    let folder = Folder::with_people();
    let run = folder
        .succeed(&format!("anonymize people.csv {ROLES} --algorithm k-k -o r.csv --json --report r.html"));
    let json = run.json();
    assert_eq!(json["privacy"][0]["asked"], 1);
    assert_eq!(
        (&json["privacy"][1]["model"], &json["privacy"][1]["holds"]),
        (&json!("k-k-anonymity"), &json!(true))
    );
    assert!(folder.text("r.html").contains("This is not k-anonymity"));
    folder.succeed("check r.csv --original people.csv --quasi zip,age -k 2 --require k-k-anonymity");
    folder.falls_short(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 7 --algorithm k-k -o x.csv",
        "k = 7 is out of reach: only 6 rows could be released, so that k is 6 at most; ask for a smaller k, or take a larger table",
    );
}

#[test]
fn sets_of_values_with_signs_can_be_read_back() {
    let folder = Folder::with("t.csv", "job,zip\n\"farming, fishing\",1\nclerk,1\nnurse; ward,2\ncook,2\n");
    folder.succeed("anonymize t.csv --quasi job,zip -k 2 --algorithm local -o r.csv");
    let text = folder.text("r.csv");
    assert!(text.contains("\"{clerk, \"\"farming, fishing\"\"}\",1"), "{text}");
    folder.succeed("check r.csv --original t.csv --quasi job,zip -k 2 --require k-k-anonymity");
}

#[test]
fn outside_the_number_of_rows_cannot_be_worked_out_and_caveats_are_told() {
    let rows = |rows: usize| {
        let lines: String = (0..rows).map(|row| format!("{},{}\n", 20 + row, row % 2)).collect();
        let folder = Folder::with("t.csv", format!("age,x\n{lines}"));
        let flags = "--quasi age --other x -k 2 --algorithm mdav --external --json -o r.csv --report r.html";
        let json = folder.succeed(&format!("anonymize t.csv {flags}")).json();
        (json["rows"].clone(), json["risk"].clone(), json["warnings"].clone(), folder.text("r.html"))
    };
    let (seven, nine) = (rows(7), rows(9));
    assert_eq!((&seven.0, &seven.1), (&nine.0, &nine.1));
    let caveat =
        "mdav is perturbative: quasi columns show averages of classes, and a row's values are no longer true";
    assert_eq!(seven.2, json!([caveat]));
    assert!(seven.3.contains("no longer true") && !seven.3.contains("needlessly"), "{}", seven.3);
}

/// Classes of equal means are one in the release. Skipping absent values, disclosure may hold for each and fail for both.
#[test]
fn classes_that_show_the_same_hold_as_one() {
    let rows = "5,b 2,b 2,b 5,b 5,b 3,a 2,b 3,a 4,a 5,a 3,a 2,a 5,b 5,b";
    let folder = Folder::with("t.csv", format!("q,s\n{}\n", rows.replace(' ', "\n")));
    for reading in ["skip", "fail"] {
        let require = format!("delta-disclosure delta=1 absent={reading}");
        let flags =
            "anonymize t.csv --quasi q --sensitive s -k 2 --algorithm v-mdav --force -o r.csv --require";
        let run = folder.run_with(&flags.split(' ').chain([require.as_str()]).collect::<Vec<_>>());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{reading}");
        let check =
            folder.run_with(&["check", "r.csv", "--quasi", "q", "--sensitive", "s", "--require", &require]);
        assert_eq!(check.code, Some(0), "{reading}");
    }
}

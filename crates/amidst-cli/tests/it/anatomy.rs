//! `anonymize` with several files: fragments that only groups link, and views of confidential columns.

use serde_json::json;

use crate::support::{Folder, keys, tells};

/// The survey's Figure 2 without its last row.
const PATIENTS: &str = "DoB,Sex,ZIP,Disease\n\
    1940/08/10,F,98512,Heart attack\n\
    1950/02/12,M,99413,COVID-19\n\
    1940/08/04,F,98578,Cardiomyopathy\n\
    1950/02/13,M,99356,COVID-19\n\
    1950/07/12,M,99423,Dermatitis\n\
    1940/08/11,F,98545,Pericarditis\n\
    1950/07/25,M,99334,Short breath\n\
    1950/07/30,M,99490,Cough\n\
    1950/02/20,M,99301,COVID-19\n";

const ROLES: &str = "patients.csv --quasi DoB,Sex,ZIP --sensitive Disease --algorithm anatomy";

fn patients() -> Folder {
    Folder::with("patients.csv", PATIENTS)
}

#[test]
fn the_figure_of_the_survey_is_in_groups_of_three() {
    let folder = patients();
    let run = folder.succeed(&format!("anonymize {ROLES} -k 3 --l 2 -o release.csv"));
    assert_eq!(
        run.text(),
        "  DoB      quasi       kept as it is, linked by group\n  \
           Sex      quasi       kept as it is, linked by group\n  \
           ZIP      quasi       kept as it is, linked by group\n  \
           Disease  sensitive   apart, in release.Disease.csv\n\
         Warning: quasi values are released as they were: who is in the table can be seen, and in which group; groups hide \
         only who has which sensitive value.\n\n\
         9 of 9 rows released in 3 groups, 0 suppressed (0 %).\n\
         Asked groups of k = 3, the smallest has 3, verified on the bytes written. Highest risk of being singled out by the \
         quasi columns: 100 % before, 100 % after.\n\
         Distinct-l-diversity (l = 2) of \"Disease\": asked 2, reached 3.\n\
         Sensitive column \"Disease\": l = 3 (fewest distinct values in a class), t = 0.4444 (farthest from the whole \
         table).\n\
         average-class-size = 3.000000, not proved optimal; how much less is possible is not known.\n\
         Written: release.csv, release.Disease.csv\n"
    );
    assert_eq!(
        folder.text("release.csv"),
        "group,DoB,Sex,ZIP\n\
         1,1940/08/04,F,98578\n1,1940/08/10,F,98512\n1,1950/02/12,M,99413\n\
         2,1940/08/11,F,98545\n2,1950/02/13,M,99356\n2,1950/07/12,M,99423\n\
         3,1950/02/20,M,99301\n3,1950/07/25,M,99334\n3,1950/07/30,M,99490\n"
    );
    assert_eq!(
        folder.text("release.Disease.csv"),
        "group,Disease,count\n\
         1,COVID-19,1\n1,Cardiomyopathy,1\n1,Heart attack,1\n\
         2,COVID-19,1\n2,Dermatitis,1\n2,Pericarditis,1\n\
         3,COVID-19,1\n3,Cough,1\n3,Short breath,1\n"
    );
    assert_eq!(folder.names(), ["patients.csv", "release.Disease.csv", "release.csv"]);
}

#[test]
fn programs_learn_every_file_and_that_k_is_of_groups() {
    let folder = patients();
    let run = folder
        .succeed(&format!("anonymize {ROLES} -k 3 --l 2 -o r.csv --certificate certificate.json --json"));
    let summary = run.json();
    let expected = json!([
        { "model": "group-size", "asked": 3, "reached": 3, "holds": true },
        { "model": "distinct-l-diversity", "column": "Disease", "parameters": { "l": 2 }, "asked": 2, "reached": 3, "holds": true },
    ]);
    assert_eq!(summary["privacy"], expected);
    assert_eq!(
        (&summary["classes"], &summary["optimal"], &summary["gap"]),
        (&json!(3), &json!(false), &json!(1.0))
    );
    assert_eq!(summary["risk"]["before"], summary["risk"]["after"]);
    let fragments = &summary["fragments"][0];
    assert_eq!(keys(fragments), ["column", "path", "sha256", "rows"]);
    assert_eq!(
        (&fragments["column"], &fragments["path"], &fragments["rows"]),
        (&json!("Disease"), &json!("r.Disease.csv"), &json!(9))
    );
    let certificate = folder.json("certificate.json");
    assert_eq!(certificate["output"]["fragments"], summary["fragments"]);
    let claim = certificate["claim"].as_str().expect("a text");
    assert!(
        claim.starts_with("groups of at least k = 3 rows") && claim.contains("no k-anonymity"),
        "{claim}"
    );
}

#[test]
fn readers_of_reports_learn_that_people_can_be_seen() {
    for external in ["", "--external"] {
        let folder = Folder::with("patients.csv", PATIENTS.replace("COVID-19", "Zyx"));
        folder.succeed(&format!(
            "anonymize {ROLES} -k 3 --l 2 -o r.csv --report report.html --certificate certificate.json {external}"
        ));
        let (report, certificate) = (folder.text("report.html"), folder.text("certificate.json"));
        assert!(report.contains("This is not k-anonymity"), "{external}");
        assert!(report.contains("apart, in r.Disease.csv") && report.contains("r.Disease.csv, SHA-256"));
        assert!(
            !report.contains("every combination of values")
                && !certificate.contains("over the quasi columns")
        );
        assert!(certificate.contains("who is in the table can be seen"), "{external}");
        assert!(!tells(&report) && !tells(&certificate), "{external}");
    }
}

#[test]
fn nothing_is_overwritten_unless_told_so() {
    let folder = patients().and("release.Disease.csv", "mine");
    let anonymize = format!("anonymize {ROLES} --l 2 -o release.csv");
    folder.refuses(
        &anonymize,
        "release.Disease.csv exists; pass --force to overwrite it, or choose another path",
    );
    assert_eq!(folder.text("release.Disease.csv"), "mine");
    folder.succeed(&format!("{anonymize} --force"));
    assert!(folder.text("release.Disease.csv").starts_with("group,Disease,count\n"));
    let folder = Folder::with("a.Disease.csv", PATIENTS);
    let roles = ROLES.replace("patients.csv", "a.Disease.csv");
    folder.refuses(
        &format!("anonymize {roles} --l 2 -o a.csv --force"),
        "the output a.Disease.csv is an input; choose another path",
    );
}

#[test]
fn more_values_than_there_are_cannot_be_had() {
    let message = "l = 8 is out of reach: column \"Disease\" has 7 distinct values; the largest l is 7";
    patients().falls_short(&format!("anonymize {ROLES} --l 8 -o r.csv"), message);
    let message = "k = 10 is out of reach: only 9 rows could be released, so that k is 9 at most; ask for a smaller k, or take a larger table";
    patients().falls_short(&format!("anonymize {ROLES} --l 2 -k 10 -o r.csv"), message);
    patients().succeed(&format!("anonymize {ROLES} --l 7 -o r.csv"));
}

#[test]
fn what_has_no_meaning_is_refused() {
    let folder = patients();
    let without = |what: &str| {
        format!(
            "algorithm = \"anatomy\" leaves every value as it is and puts rows into groups, in an order that tells \
             nothing: {what} has no meaning for it; take it away"
        )
    };
    for (flags, what) in [
        ("--objective gcp", "objective"),
        ("--prefer min-height", "prefer"),
        ("--suppression 5%", "suppression"),
        ("--combinations DoB+Sex", "combinations"),
        ("--order input", "order"),
        ("--plan plan.toml", "a plan"),
    ] {
        folder.refuses(&format!("anonymize {ROLES} -k 2 --l 2 -o r.csv {flags}"), &without(what));
    }
    folder.refuses(
        &format!("anonymize {ROLES} --l 2 -o r.csv --generalize cell"),
        "algorithm = \"anatomy\" leaves every value as it is: nothing is generalized or suppressed; take generalize and \
         suppress away",
    );
    folder.refuses(
        &format!("anonymize {ROLES} --l 2 --t 0.5 -o r.csv"),
        "t-closeness: algorithm = \"anatomy\" gives groups of k rows with l distinct values of each sensitive column; ask \
         for k and distinct-l-diversity of sensitive columns, each by itself",
    );
    folder.refuses(
        &format!("anonymize {ROLES} -k 3 -o r.csv"),
        "algorithm = \"anatomy\" needs to be told how many values of \"Disease\" a group has at least; add \
         [[privacy.require]] with model = \"distinct-l-diversity\" and l = 2, or pass --l 2",
    );
    folder.refuses(
        "anonymize patients.csv --quasi DoB,Sex,ZIP --other Disease --algorithm anatomy -k 3 -o r.csv",
        "algorithm = \"anatomy\" keeps sensitive columns apart, and there is none; give a column the role sensitive",
    );
    folder.refuses(
        &format!("anonymize {ROLES} --l 2 -o -"),
        "algorithm = \"anatomy\" writes several files, which do not go to standard output; give a path with -o",
    );
    folder.refuses(
        &format!("solutions {ROLES} --l 2"),
        "this is about levels of whole columns, and algorithm = \"anatomy\" leaves every value as it is; choose another \
         algorithm",
    );
}

/// Eight people; age and income are confidential.
const PEOPLE: &str = "sex,age,income,ill\n\
    f,30,15,a\nf,35,20,b\nf,40,10,a\nf,38,12,b\nm,50,75,a\nm,55,80,b\nm,57,70,a\nm,52,72,b\n";

const VIEWS: &str = "\
[input]
path = 'people.csv'
[output]
path = 'release.csv'
[columns.sex]
role = 'quasi'
[columns.ill]
role = 'sensitive'
[columns.age]
role = 'quasi'
confidential = true
[columns.income]
role = 'quasi'
confidential = true
[privacy]
k = 4
[[privacy.require]]
model = 'distinct-l-diversity'
column = 'age'
l = 3
";

const OF_INCOME: &str = "[[privacy.require]]\nmodel = 'distinct-l-diversity'\ncolumn = 'income'\nl = 2\n";

fn views(spec: &str) -> Folder {
    Folder::with("people.csv", PEOPLE).and("release.toml", spec)
}

#[test]
fn every_confidential_column_has_a_view_of_the_same_classes() {
    let folder = views(&format!("{VIEWS}{OF_INCOME}[solve]\ngeneralize = 'cell'\n"));
    let summary = folder.succeed("anonymize release.toml --json").json();
    assert_eq!(
        folder.text("release.csv"),
        "sex,age,income,ill\n\
         f,\"[30, 40]\",\"[10, 20]\",a\nf,\"[30, 40]\",\"[10, 20]\",a\n\
         f,\"[30, 40]\",\"[10, 20]\",b\nf,\"[30, 40]\",\"[10, 20]\",b\n\
         m,\"[50, 57]\",\"[70, 80]\",a\nm,\"[50, 57]\",\"[70, 80]\",a\n\
         m,\"[50, 57]\",\"[70, 80]\",b\nm,\"[50, 57]\",\"[70, 80]\",b\n"
    );
    assert_eq!(
        folder.text("release.age.csv"),
        "sex,age\nf,\"[30, 40]\"\nf,\"[30, 40]\"\nf,\"[30, 40]\"\nf,\"[30, 40]\"\n\
         m,\"[50, 57]\"\nm,\"[50, 57]\"\nm,\"[50, 57]\"\nm,\"[50, 57]\"\n"
    );
    assert!(folder.text("release.income.csv").starts_with("sex,income\nf,\"[10, 20]\"\n"));
    for column in ["age", "income"] {
        folder.succeed(&format!("check release.{column}.csv --quasi sex,{column} -k 4"));
    }
    let files: Vec<_> =
        summary["views"].as_array().expect("a list").iter().map(|view| &view["path"]).collect();
    assert_eq!(files, ["release.age.csv", "release.income.csv"]);
    let reached = |at: usize| (&summary["privacy"][at]["column"], &summary["privacy"][at]["reached"]);
    assert_eq!((reached(1), reached(2)), ((&json!("age"), &json!(4)), (&json!("income"), &json!(4))));
    let text = folder.succeed("anonymize release.toml --force").text().to_owned();
    assert!(text.contains(
        "  age     quasi       recoded cell by cell: 8 cells changed, 2 values (ranges); in a view of its own, release.age.csv\n"
    ));
    assert!(text.contains(
        "Warning: confidential columns have a view each, in which a class shows one label for all its values: \"age\", \
         \"income\"; where these are alike the label is the value, unless distinct-l-diversity is asked of the column.\n"
    ));
    assert!(text.ends_with("Written: release.csv, release.age.csv, release.income.csv\n"));
}

/// The survey's example, with people of the same sex far apart in age: classes do not follow from what is confidential.
#[test]
fn classes_follow_from_columns_that_are_not_confidential() {
    let people = "sex,age,income\nf,30,15\nf,35,20\nf,40,10\nm,50,75\nm,55,80\nm,57,70\n";
    let others = "sex,age,income\nf,30,75\nf,57,20\nf,40,80\nm,50,15\nm,55,10\nm,35,70\n";
    let spec = "[input]\npath = 'people.csv'\n[output]\npath = 'release.csv'\n[columns.sex]\nrole = 'quasi'\n\
                [columns.age]\nrole = 'quasi'\nconfidential = true\n[columns.income]\nrole = 'quasi'\n\
                confidential = true\n[privacy]\nk = 3\n[solve]\ngeneralize = 'cell'\n";
    for (table, ages, incomes) in [
        (people, ["[30, 40]", "[50, 57]"], ["[10, 20]", "[70, 80]"]),
        (others, ["[30, 57]", "[35, 55]"], ["[20, 80]", "[10, 70]"]),
    ] {
        let folder = Folder::with("people.csv", table).and("release.toml", spec);
        folder.succeed("anonymize release.toml");
        for (column, [female, male]) in [("age", ages), ("income", incomes)] {
            let rows = [format!("f,\"{female}\"\n").repeat(3), format!("m,\"{male}\"\n").repeat(3)].concat();
            assert_eq!(folder.text(&format!("release.{column}.csv")), format!("sex,{column}\n{rows}"));
        }
    }
}

#[test]
fn views_without_classes_are_refused() {
    views(&format!("{VIEWS}{OF_INCOME}")).refuses(
        "anonymize release.toml",
        "column \"age\" is confidential: its view shows classes that are recoded cell by cell; add generalize = \"cell\" \
         to [solve], or take confidential away",
    );
    views(&format!("{VIEWS}{OF_INCOME}[solve]\ngeneralize = 'cell'\n")).refuses(
        "anonymize release.toml -o -",
        "confidential columns make several files, which do not go to standard output; give a path with -o",
    );
}

#[test]
fn every_sensitive_column_has_its_table_and_its_own_l() {
    let mut csv = String::from("zip,ward,ill,income\n");
    (0..60).for_each(|row| csv += &format!("{},w{},{},{}\n", 100 + row, row % 4, row % 5, row % 3));
    let folder = Folder::with("people.csv", csv);
    let roles = "anonymize people.csv --quasi zip --other ward --sensitive ill,income --algorithm anatomy -o release.csv";
    let (ill, income) = ("distinct-l-diversity column=ill l=4", "distinct-l-diversity column=income l=2");
    let further = ["--require", ill, "--require", income, "--json"];
    let run = folder.run_with(&roles.split_whitespace().chain(further).collect::<Vec<_>>());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let summary = run.json();
    assert_eq!((&summary["classes"], &summary["privacy"][0]["reached"]), (&json!(15), &json!(4)));
    assert!(folder.text("release.csv").starts_with("group,zip,ward\n1,100,w0\n"));
    assert!(folder.text("release.ill.csv").starts_with("group,ill,count\n"));
    assert!(folder.text("release.income.csv").starts_with("group,income,count\n"));
}

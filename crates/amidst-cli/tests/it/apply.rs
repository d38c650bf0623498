//! `amidst apply`: the next batch, recoded as the first one was, and refused where that no longer protects.

use serde_json::json;

use crate::support::{Folder, MANY_ROLES, PEOPLE, ROLES, Run, SPEC, keys, many_people, rows, tells};

/// Six more people, one of them of an age that was not met before.
const MORE: &str = "zip,age,ill\n\
    01234,31,flu\n\
    01234,39,cold\n\
    01235,30,flu\n\
    01235,33,cold\n\
    01299,70,flu\n\
    01299,75,cough\n";

/// A folder with six people, their release, and the plan of it.
fn planned() -> Folder {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --plan plan.json --quiet"));
    folder
}

/// A release of six people, with ages in tens, by a spec that says more of the column zip.
fn planned_with(folder: Folder, addition: &str) -> Folder {
    let folder = folder
        .and("release.toml", format!("{SPEC}{addition}\n[columns.age.levels]\nmin = 2\n[privacy]\nk = 2\n"));
    folder.succeed("anonymize release.toml --suppression 50% --plan plan.json --quiet");
    folder
}

/// The cells of a column, each once, in order.
fn column(csv: &str, at: usize) -> Vec<String> {
    let mut cells: Vec<String> =
        rows(csv).iter().map(|row| row.split(',').nth(at).expect("a cell").to_owned()).collect();
    cells.sort();
    cells.dedup();
    cells
}

#[test]
fn a_plan_applied_to_its_own_table_repeats_the_release() {
    let folder = planned();
    folder.succeed("apply plan.json people.csv -o again.csv");
    assert_eq!(folder.text("again.csv"), folder.text("release.csv"));
    let folder = Folder::with("people.csv", many_people(3_000));
    for (objective, format) in [("loss", "parquet"), ("height", "jsonl"), ("entropy", "arrow")] {
        folder.succeed(&format!(
            "anonymize people.csv {MANY_ROLES} --objective {objective} --suppression 2% -o r.{format} --plan p.json --force"
        ));
        folder.succeed(&format!("apply p.json people.csv -o again.{format}"));
        assert!(folder.bytes(&format!("again.{format}")) == folder.bytes(&format!("r.{format}")), "{format}");
    }
}

#[test]
fn the_demo_can_be_repeated_by_its_plan() {
    let folder = Folder::new();
    folder.succeed("demo --people 300 -o demo");
    folder.succeed("apply demo/plan.json demo/patients.csv -o again.csv");
    assert_eq!(folder.text("again.csv"), folder.text("demo/release.csv"));
}

#[test]
fn the_next_batch_is_recoded_alike() {
    let folder = planned().and("more.csv", MORE);
    let run = folder.succeed("apply plan.json more.csv -o next.csv");
    assert_eq!(
        folder.text("next.csv"),
        "zip,age,ill\n01234,30-39,cold\n01234,30-39,flu\n01235,30-39,cold\n01235,30-39,flu\n01299,70-79,cough\n\
         01299,70-79,flu\n"
    );
    assert_eq!(
        run.text(),
        "  zip  quasi       kept as it is (level 0 of 1; the value or nothing)\n  \
           age  quasi       generalized to level 2 of 3, 2 values (5, 10 wide)\n  \
           ill  sensitive   kept as it is\n\
         Warning: people who are in several releases can be linked across them by the column \"ill\" and by the classes \
         they are in: k holds within each release, not for what several tell together.\n\n\
         6 of 6 rows released in 3 classes, 0 suppressed (0 %).\n\
         Asked k = 2, reached k = 2, verified on the bytes written. Highest risk of being singled out by the quasi \
         columns: 100 % before, 50 % after.\n\
         Sensitive column \"ill\": l = 2 (fewest distinct values in a class), t = 0.3333 (farthest from the whole table).\n\
         loss = 0.211060, with the levels of the plan.\n\
         Written: next.csv\n"
    );
}

#[test]
fn the_json_is_that_of_anonymize_with_plan_and_union() {
    let folder = planned().and("more.csv", MORE);
    let first = folder.succeed(&format!("anonymize people.csv {ROLES} -o r.csv --json")).json();
    let json = folder.succeed("apply plan.json more.csv -o next.csv --json").json();
    let first_keys = keys(&first).into_iter().filter(|key| *key != "alternative");
    assert_eq!(keys(&json), first_keys.chain(["plan"]).collect::<Vec<_>>());
    assert_eq!((&json["algorithm"], &json["optimal"]), (&json!("plan"), &json!(false)));
    assert_eq!((&json["levels"], &json["plan"]["path"]), (&first["levels"], &json!("plan.json")));
    assert_eq!(json["plan"]["sha256"].as_str().map(str::len), Some(64));
    assert!(json["warnings"][0].as_str().expect("words").contains("linked across them"));
    let json = folder.succeed("apply plan.json more.csv -o both.csv --with release.csv --json").json();
    let expected = json!({
        "releases": 1, "counted": "rows", "rows": 12, "classes": 3, "k": 4, "k_wildcard": 4, "holds": true,
        "failing_classes": 0, "failing_rows": 0
    });
    assert_eq!(json["union"], expected);
}

#[test]
fn the_certificate_names_the_plan_and_the_union() {
    let folder = planned().and("more.csv", MORE);
    let json = folder.succeed(
        "apply plan.json more.csv -o next.csv --with release.csv --certificate c.json --report r.html --json",
    );
    let (json, certificate) = (json.json(), folder.json("c.json"));
    assert_eq!((&certificate["plan"], &certificate["union"]), (&json["plan"], &json["union"]));
    assert!(certificate["spec"].is_null() && certificate["union"]["k"] == 4);
    assert!(certificate["repeat"].as_str().expect("words").contains("amidst apply"));
    let report = folder.text("r.html");
    assert!(report.contains(json["plan"]["sha256"].as_str().expect("a hash")), "{report}");
    let union = "<td>rows of this and 1 earlier release, counted as one table: k = 4, in 12 rows and 3 classes; the joint k \
                 of people who are in several of them is not known</td>";
    assert!(report.contains(union), "{report}");
}

#[test]
fn a_batch_on_which_k_does_not_hold() {
    let folder = planned().and("more.csv", MORE.replace("01235,33", "01235,53"));
    let message = "k = 2 does not hold on this table with the levels of the plan: 2 of 6 rows would have to be suppressed, \
                   and 0 rows may be; within that, the largest k is 1. Take a larger table, or make a new plan with \
                   `amidst anonymize --plan`";
    folder.falls_short("apply plan.json more.csv -o next.csv", message);
    let run = folder.run("apply plan.json more.csv -o next.csv --json");
    let json = run.json();
    assert_eq!(
        (run.code, &json["outcome"], &json["asked"], &json["best_k"], &json["least_suppressed"]),
        (Some(1), &json!("infeasible"), &json!(2), &json!(1), &json!(2))
    );
    // For programs it names no command.
    let message = message.replace(" with `amidst anonymize --plan`", "");
    assert_eq!((&json["message"], &json["plan"]["path"]), (&json!(message), &json!("plan.json")));
}

#[test]
fn a_batch_that_is_too_small() {
    planned().and("more.csv", "zip,age,ill\n01234,31,flu\n").falls_short(
        "apply plan.json more.csv -o next.csv",
        "k = 2 does not hold on this table with the levels of the plan: only 1 row could be released. Take a larger table, \
         or make a new plan with `amidst anonymize --plan`",
    );
}

#[test]
fn the_plans_limit_on_suppression_holds_for_the_batch() {
    let folder = Folder::with_people().and("more.csv", MORE.replace("01235,33", "01235,53"));
    folder.succeed(&format!("anonymize people.csv {ROLES} --suppression 35% -o r.csv --plan plan.json"));
    let json = folder.succeed("apply plan.json more.csv -o next.csv --json").json();
    assert_eq!(json["rows"], json!({"in": 6, "out": 4, "suppressed": 2}));
}

#[test]
fn k_is_asked_of_earlier_releases_together_with_the_batch() {
    let folder = planned().and("more.csv", MORE).and("old.csv", "age,zip\n30-39,01234\n80-89,01299\n");
    let run = folder.succeed("apply plan.json more.csv -o next.csv --with release.csv");
    let union = "Earlier releases: rows of this and 1 earlier release, counted as one table: k = 4, in 12 rows and 3 classes; \
                 the joint k of people who are in several of them is not known.\n";
    assert!(run.text().contains(union), "{}", run.text());
    let message = "k = 2 holds on this table with the levels of the plan, but not together with 2 earlier releases: 1 of 14 \
                   rows, in 1 class, fall short, and the largest k is 1; nothing was written. Look at each earlier \
                   release with `amidst check`, and name only those that were made with this plan";
    let args = "apply plan.json more.csv -o both.csv --with release.csv --with old.csv";
    folder.falls_short(args, message);
    folder.falls_short(&args.replace("both.csv", "-"), message);
    let json = folder.run(&format!("{args} --json")).json();
    assert_eq!((&json["best_k"], &json["union"]["holds"]), (&json!(1), &json!(false)));
    assert_eq!((&json["union"]["failing_rows"], &json["union"]["failing_classes"]), (&json!(1), &json!(1)));
}

#[test]
fn earlier_releases_may_have_another_format_and_missing_cells() {
    let table = "zip,ill\n01234,a\nNA,b\nNA,c\n01234,d\n";
    let folder = Folder::with("people.csv", table);
    let roles = "--missing NA --quasi zip --other ill -k 2";
    for format in ["parquet", "jsonl", "csv.gz"] {
        folder.succeed(&format!("anonymize people.csv {roles} -o r.{format} --plan plan.json --force"));
        let with = format!("apply plan.json people.csv -o next.csv --with r.{format} --json --force");
        let union = &folder.succeed(&with).json()["union"];
        assert_eq!((&union["k"], &union["classes"]), (&json!(4), &json!(2)), "{format}");
    }
}

#[test]
fn missing_cells_count_in_the_union_as_the_plan_reads_them() {
    let spec =
        "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 2\ncolumns.zip.role = 'quasi'\n";
    let folder = Folder::with("people.csv", "zip\n01234\n01234\n").and("old.csv", "zip\n\"\"\n");
    for (policy, code) in [("own-value", 1), ("wildcard", 0)] {
        std::fs::write(folder.path("release.toml"), format!("{spec}privacy.missing = '{policy}'\n"))
            .expect("writable");
        folder.succeed("anonymize release.toml --plan plan.json --force --quiet");
        let run = folder.run("apply plan.json people.csv -o next.csv --with old.csv --json --force");
        let union = &run.json()["union"];
        assert_eq!(
            (run.code, &union["k"], &union["k_wildcard"]),
            (Some(code), &json!(1), &json!(3)),
            "{policy}"
        );
    }
}

/// A plan whose hierarchy file lacks a value of the next batch.
fn unseen(on_unmapped: &str) -> Folder {
    let folder = Folder::with_people()
        .and("zip.csv", "01234;012**;*\n01235;012**;*\n01299;012**;*\n")
        .and("more.csv", MORE.replace("01299", "94305"));
    let addition =
        format!("hierarchy = {{ file = 'zip.csv' }}\nlevels = {{ min = 1 }}\non_unmapped = '{on_unmapped}'");
    planned_with(folder, &addition)
}

#[test]
fn values_met_for_the_first_time_are_refused_suppressed_or_put_below_the_root() {
    let found = "column \"zip\": 1 value in 2 rows is not in its hierarchy; pass --on-unmapped suppress or root, or make a new \
                 plan with `amidst anonymize --plan`";
    unseen("error").refuses("apply plan.json more.csv -o next.csv", found);
    unseen("root").refuses("apply plan.json more.csv -o next.csv --on-unmapped error", found);
    for (folder, flag, zips) in [
        (unseen("suppress"), "", &["012**"][..]),
        (unseen("error"), "--on-unmapped suppress", &["012**"]),
        (unseen("root"), "", &["*", "012**"]),
        (unseen("suppress"), "--on-unmapped root", &["*", "012**"]),
    ] {
        folder.succeed(&format!("apply plan.json more.csv -o next.csv {flag}"));
        assert_eq!(column(&folder.text("next.csv"), 0), zips, "{flag}");
    }
    let folder = unseen("suppress");
    let tampered = folder.text("plan.json").replace("50%", "20%");
    folder.and("plan.json", tampered).falls_short(
        "apply plan.json more.csv -o next.csv",
        "k = 2 does not hold on this table with the levels of the plan: values in 2 rows of 6 are not in their hierarchies, \
         and 1 row may be suppressed. Take a larger table, or make a new plan with `amidst anonymize --plan`",
    );
}

#[test]
fn what_a_recipe_cannot_place_goes_by_the_same_rule() {
    let folder = planned().and("more.csv", MORE.replace(",70,", ",unknown,").replace(",75,", ",75.5,"));
    folder.refuses(
        "apply plan.json more.csv -o next.csv",
        "column \"age\": interval cannot place 1 value: not a number of at most 18 digits; declare such values missing, or \
         use another hierarchy; pass --on-unmapped suppress or root, or make a new plan with `amidst anonymize --plan`",
    );
    folder.succeed("apply plan.json more.csv -o next.csv --on-unmapped root");
    assert_eq!(column(&folder.text("next.csv"), 1), ["*", "30-39"]);
}

/// Towns and grades whose hierarchies are made of frequencies and of neighbours.
fn towns() -> Folder {
    let mut table = String::from("town,grade,ill\n");
    for (town, rows) in [("Zyxberg", 6), ("Zyxdorf", 6), ("Zyxau", 1), ("Zyxing", 2)] {
        for row in 0..rows {
            table += &format!("{town},Zyx{:02},flu {}\n", row % 2 + if rows < 6 { 4 } else { 0 }, row % 2);
        }
    }
    let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 3\ncolumns.ill.role = 'sensitive'\n\
                [columns.town]\nrole = 'quasi'\nhierarchy = { frequency = [3, 20] }\nlevels = { min = 1, max = 1 }\n\
                [columns.grade]\nrole = 'quasi'\nhierarchy = { order = 'natural', fanout = 2 }\nlevels = { min = 1, max = 1 }\n";
    let folder = Folder::with("people.csv", table).and("release.toml", spec);
    folder.succeed("anonymize release.toml --plan plan.json --certificate c.json");
    folder
}

#[test]
fn frequencies_and_neighbours_are_those_of_the_plan() {
    let folder = towns();
    let columns = &folder.json("plan.json")["columns"];
    assert_eq!(columns[0]["hierarchy"], "{ keep = [\"Zyxberg\", \"Zyxdorf\"], root = \"*\", height = 3 }");
    assert_eq!(
        columns[1]["hierarchy"],
        "{ order = \"natural\", groups = { \"Zyx00..Zyx01\" = [[\"Zyx00\", \"Zyx01\"]], \"Zyx04..Zyx05\" = [[\"Zyx04\", \
         \"Zyx05\"]] }, root = \"*\" }"
    );
    // What was frequent is rare now, and the other way round; a grade between two known ones is met for the first time.
    let mut table = String::from("town,grade,ill\n");
    for (town, grade) in [("Zyxau", "Zyx04"), ("Zyxing", "Zyx04"), ("Zyxheim", "Zyx05"), ("Zyxberg", "Zyx00")]
    {
        table += &format!("{town},{grade},flu\n").repeat(3);
    }
    table += "Zyxberg,Zyx00a,flu\n";
    let folder = folder.and("more.csv", table);
    let run = folder.succeed("apply plan.json more.csv -o next.csv --certificate d.json --report r.html");
    let expected = "town,grade,ill\n".to_owned()
        + &"Zyxberg,Zyx00..Zyx01,flu\n".repeat(4)
        + &"other,Zyx04..Zyx05,flu\n".repeat(9);
    assert_eq!(folder.text("next.csv"), expected);
    assert!(run.text().contains("(all but 2 values joined)"), "{}", run.text());
    for said in [run.text().to_owned(), folder.text("d.json"), folder.text("r.html")] {
        assert!(!tells(&said), "{said}");
    }
}

#[test]
fn a_plan_tells_no_value_that_the_release_does_not_show() {
    let folder = towns();
    let (plan, release) = (folder.text("plan.json"), folder.text("release.csv"));
    for hidden in ["Zyxau", "Zyxing"] {
        assert!(!plan.contains(hidden) && !release.contains(hidden), "{plan}");
    }
    assert!(plan.contains("Zyxberg") && release.contains("Zyxberg"));
    assert!(!plan.contains("flu"));
}

#[test]
fn pseudonyms_stay_the_same_and_the_key_stays_outside() {
    let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 2\ncolumns.zip.role = 'quasi'\n\
                [columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'id.key' }\n";
    let table = "id,zip\nanna,01234\nbob,01234\ndan,01235\ncarl,01235\n";
    let folder = Folder::with("people.csv", table)
        .and("more.csv", "id,zip\nbob,01235\ndora,01235\n")
        .and("id.key", "a key of more than sixteen bytes\n")
        .and("release.toml", spec);
    folder.succeed("anonymize release.toml --plan plan.json");
    let column = &folder.json("plan.json")["columns"][0];
    assert_eq!((&column["do"], &column["key"]), (&json!("pseudonymize"), &json!({"file": "id.key"})));
    assert!(!folder.text("plan.json").contains("more than sixteen"));
    folder.succeed("apply plan.json more.csv -o next.csv");
    let (before, after) = (folder.text("release.csv"), folder.text("next.csv"));
    let shared = self::column(&after, 0).into_iter().filter(|code| self::column(&before, 0).contains(code));
    assert_eq!(shared.count(), 1);
}

#[test]
fn paths_in_a_plan_are_relative_to_it() {
    let folder = Folder::with_people().and("more.csv", MORE);
    std::fs::create_dir(folder.path("plans")).expect("a folder");
    let folder = folder.and("plans/zip.csv", "01234;012**;*\n01235;012**;*\n01299;012**;*\n");
    folder.succeed(&format!(
        "anonymize people.csv {ROLES} --hierarchy zip=plans/zip.csv -o release.csv --plan plans/plan.json"
    ));
    let columns = &folder.json("plans/plan.json")["columns"];
    let hierarchy = columns[0]["hierarchy"].as_str().expect("a recipe");
    assert!(hierarchy.starts_with("{ file = \"zip.csv\", sha256 = \""), "{hierarchy}");
    folder.succeed("apply plans/plan.json more.csv -o next.csv");
    std::fs::rename(folder.path("plans"), folder.path("moved")).expect("a folder may move");
    folder.succeed("apply moved/plan.json more.csv -o moved.csv");
    assert_eq!(folder.text("moved.csv"), folder.text("next.csv"));
}

#[test]
fn a_table_comes_from_standard_input_and_the_release_goes_to_standard_output() {
    let folder = planned();
    let run = Run::of(folder.command().args(["apply", "plan.json", "-"]).write_stdin(PEOPLE));
    assert_eq!((run.code, run.text()), (Some(0), folder.text("release.csv").as_str()));
    assert!(run.stderr.contains("6 of 6 rows released") && !tells(&run.stderr), "{}", run.stderr);
    let run = Run::of(folder.command().args(["apply", "plan.json", "-", "-q"]).write_stdin(PEOPLE));
    assert_eq!((run.text(), run.stderr.as_str()), (folder.text("release.csv").as_str(), ""));
    folder.succeed("apply plan.json people.csv");
    assert_eq!(folder.names(), ["people.csv", "people.release.csv", "plan.json", "release.csv"]);
}

#[test]
fn the_order_of_rows_is_that_of_the_plan() {
    let folder = Folder::with("people.csv", many_people(500));
    for order in ["input", "shuffle"] {
        folder.succeed(&format!(
            "anonymize people.csv {MANY_ROLES} --order {order} -o r.csv --plan plan.json --force"
        ));
        folder.succeed("apply plan.json people.csv -o again.csv --force");
        let (first, again) = (folder.text("r.csv"), folder.text("again.csv"));
        assert_eq!(first == again, order == "input");
        assert_eq!(column(&first, 3), column(&again, 3));
    }
}

#[test]
fn a_plan_that_cannot_name_a_suppressed_value_says_so() {
    let row = |job: &str, sex: &str| format!("{job},{sex},flu\n");
    let people = ["nurse", "clerk"].map(|job| row(job, "F").repeat(5) + &row(job, "M").repeat(5)).concat();
    let table = format!(
        "job,sex,ill\n{people}{}{}{}",
        row("pilot", "F"),
        row("pilot", "M"),
        row("miller", "F").repeat(2)
    );
    let spec = "input.path = 'people.csv'\nprivacy.k = 2\nsolve.suppression = '20%'\ncolumns.sex.role = 'quasi'\n\
                columns.ill.role = 'sensitive'\n[columns.job]\nrole = 'quasi'\nhierarchy = { most_frequent = [3] }\n\
                levels = { min = 1, max = 1 }\n";
    let folder = Folder::with("people.csv", table).and("release.toml", spec);
    let json = folder.succeed("anonymize release.toml -o out.csv --plan plan.json --json").json();
    assert_eq!(
        json["warnings"],
        serde_json::json!([
            "column \"job\": the release shows nothing of 1 of its groups, so the plan does not name them; the next batch \
             puts their values under another label",
            "column \"ill\": some class has a single value, so whoever finds a person's class knows it (l = 1); ask for l = 2 or more"
        ])
    );
    assert!(!folder.text("plan.json").contains("pilot"));
}

#[test]
fn values_between_the_groups_of_a_plan_are_suppressed_unless_something_else_is_asked() {
    let row = |town: &str, sex: &str| format!("{town},{sex},flu\n");
    let of = |towns: &[&str]| -> String {
        towns.iter().map(|town| row(town, "F").repeat(3) + &row(town, "M").repeat(3)).collect()
    };
    let people = of(&["b", "c", "f", "g"]);
    let spec = "input.path = 'people.csv'\nprivacy.k = 3\nsolve.suppression = '3 rows'\ncolumns.ill.role = 'sensitive'\n\
                [columns.sex]\nrole = 'quasi'\nlevels = { max = 0 }\n[columns.town]\nrole = 'quasi'\n\
                hierarchy = { order = 'natural', fanout = 3 }\nlevels = { min = 1, max = 1 }\n";
    let folder =
        Folder::with("people.csv", format!("town,sex,ill\n{}{people}{}", row("Zyxa", "X"), row("zZyx", "X")))
            .and("release.toml", spec)
            .and("more.csv", format!("town,sex,ill\n{people}{}{}", row("bb", "F"), row("d", "F").repeat(2)));
    let json = folder.succeed("anonymize release.toml -o release.csv --plan plan.json --json").json();
    assert_eq!(column(&folder.text("release.csv"), 0), ["b..c", "f..g"]);
    assert_eq!(
        json["warnings"][0],
        "column \"town\": the release shows nothing of 2 of its values, which lie between or beyond the groups that the \
         plan names; in the next batch such values are suppressed, unless on_unmapped says otherwise"
    );
    assert!(!tells(&folder.text("plan.json")) && !tells(&folder.text("release.csv")));
    folder.succeed("apply plan.json people.csv -o again.csv");
    assert_eq!(folder.text("again.csv"), folder.text("release.csv"));
    let json = folder.succeed("apply plan.json more.csv -o next.csv --json").json();
    assert_eq!(json["rows"]["suppressed"], 2);
    assert_eq!(column(&folder.text("next.csv"), 0), ["b..c", "f..g"]);
    folder.refuses(
        "apply plan.json more.csv -o next.csv --force --on-unmapped error",
        "column \"town\": 1 value in 2 rows is not in its hierarchy; pass --on-unmapped suppress or root, or make a new plan \
         with `amidst anonymize --plan`",
    );
}

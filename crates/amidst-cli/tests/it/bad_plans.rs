//! Plans that cannot be used, tables that do not fit them, and the words that say so.

use crate::{
    bad_hierarchies::EXPECTED,
    support::{Folder, PEOPLE, ROLES},
};

/// A folder with six people and the plan of their release.
fn planned() -> Folder {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv --plan plan.json --quiet"));
    folder
}

/// A plan with something replaced that is refused.
#[track_caller]
fn check(from: &str, to: &str, problem: &str) {
    let folder = planned();
    let plan = folder.text("plan.json");
    assert!(plan.contains(from), "{plan}");
    folder.and("plan.json", plan.replacen(from, to, 1)).refuses(
        "apply plan.json people.csv -o next.csv",
        &format!("plan.json: the plan cannot be used: {problem}"),
    );
}

/// A table that does not fit the plan of six people.
#[track_caller]
fn check_misfit(table: &str, problem: &str) {
    planned().and("more.csv", table).refuses(
        "apply plan.json more.csv -o next.csv",
        &format!(
            "the table does not fit the plan: {problem}; give it the columns of the plan, or make a new plan with `amidst \
             anonymize --plan`"
        ),
    );
}

#[test]
fn columns_that_are_missing_or_not_in_the_plan_are_named() {
    check_misfit(
        &PEOPLE.replace("zip,age", "plz,age"),
        "it lacks the columns \"zip\", and the plan does not know the columns \"plz\"",
    );
    check_misfit("ill\nflu\n", "it lacks the columns \"age\", \"zip\"");
    check_misfit(
        &PEOPLE.replace('\n', ",x\n").replace("ill,x", "ill,note"),
        "the plan does not know the columns \"note\"",
    );
}

#[test]
fn a_plan_of_a_later_version() {
    let problem = "version = 2: this program reads version 1; use a newer one, or make the plan anew with `amidst anonymize \
                   --plan`";
    check("\"version\": 1", "\"version\": 2", problem);
    check("\"version\": 1", "\"version\": 2, \"novelty\": true", problem);
}

#[test]
fn a_plan_that_is_none() {
    let folder =
        Folder::with_people().and("plan.json", "zip,age\n").and("list.json", "[]").and("other.json", "{}");
    let refuses = |plan: &str, problem: &str| {
        folder.refuses(
            &format!("apply {plan} people.csv -o next.csv"),
            &format!("{plan}: the plan cannot be used: {problem}"),
        );
    };
    refuses("plan.json", "it is no JSON object, as `amidst anonymize --plan` writes one");
    refuses("list.json", "it is no JSON object, as `amidst anonymize --plan` writes one");
    refuses("other.json", "line 1: missing key `version`");
    folder.refuses("apply no.json people.csv -o next.csv", "no.json: there is no such file; check the path");
}

#[test]
fn a_plan_that_lacks_something_or_has_too_much() {
    check("\"suppression\": \"0%\",", "", "line 45: missing key `suppression`");
    check(
        "\"order\"",
        "\"rows\": 6, \"order\"",
        "line 19: unknown key `rows`; the keys here are `version`, `program`, `release_sha256`, `missing`, `missing_policy`, \
         `missing_sensitive`, `privacy`, `respondent`, `weight`, `population_count`, `household`, `combinations`, `suppression`, `order`, `columns`",
    );
    check("\"level\": 0,", "", "column \"zip\": do = \"generalize\" lacks its level");
    check(
        "\"do\": \"keep\"",
        "\"do\": \"keep\", \"level\": 1",
        "column \"ill\": level does not go with do = \"keep\"",
    );
    check(
        "\"privacy\": [\n    {\n      \"model\": \"k-anonymity\",\n      \"k\": 2\n    }\n  ]",
        "\"privacy\": []",
        "it asks for no privacy",
    );
    check("\"name\": \"age\"", "\"name\": \"zip\"", "column \"zip\" is there twice");
}

#[test]
fn a_plan_whose_levels_are_not_there() {
    check(
        "\"level\": 2",
        "\"level\": 9",
        "column \"age\": level 9 is above the root, which stands on level 3",
    );
    check(
        "\"level\": 2",
        "\"level\": -1",
        "line 34: invalid value: integer `-1`, expected a whole number, not negative",
    );
    check(
        "\"level\": 2,\n      \"height\": 3",
        "\"level\": 9,\n      \"height\": 9",
        "a level is not there: column \"age\" has levels 0 to 3, and min must not be above max",
    );
    check(
        "\"height\": 3",
        "\"height\": 4",
        "column \"age\": its hierarchy has its root on level 3, not on level 4",
    );
    check(
        "interval = [5, 10]",
        "interval = [5, 10, 20]",
        "column \"age\": its hierarchy has its root on level 4, not on level 3",
    );
}

#[test]
fn a_plan_that_does_with_a_column_what_its_role_forbids() {
    check(
        "\"do\": \"keep\"",
        "\"do\": \"drop\"",
        "column \"ill\": do = \"drop\" does not go with the role sensitive",
    );
    check(
        "\"role\": \"sensitive\"",
        "\"role\": \"identifier\"",
        "column \"ill\": do = \"keep\" does not go with the role identifier",
    );
    check(
        "\"do\": \"keep\"",
        "\"do\": \"publish\"",
        "line 42: unknown word `publish`; choose `drop`, `pseudonymize`, `generalize`, `keep`",
    );
}

#[test]
fn a_plan_whose_recipe_is_none() {
    check(
        "{ suppression = true,",
        "{ steps = 3,",
        &format!("column \"zip\": unknown key `steps`; {EXPECTED}"),
    );
    let folder = planned();
    let plan = folder.text("plan.json").replacen("suppression = true, ", "", 1);
    folder.and("plan.json", plan).refuses(
        "apply plan.json people.csv -o next.csv",
        "column \"zip\": its hierarchy has no form; give one of file, prefix, suffix, interval, date, tree, order, ordered, frequency, \
         most_frequent, keep, suppression",
    );
}

#[test]
fn a_hierarchy_file_that_has_changed() {
    let hierarchy = "01234;012**;*\n01235;012**;*\n01299;012**;*\n";
    let folder = Folder::with_people().and("zip.csv", hierarchy);
    folder
        .succeed(&format!("anonymize people.csv {ROLES} --hierarchy zip=zip.csv -o r.csv --plan plan.json"));
    let plan = folder.text("plan.json");
    let folder = folder.and("zip.csv", hierarchy.replace("012**", "01***"));
    folder.refuses(
        "apply plan.json people.csv -o next.csv",
        "column \"zip\", zip.csv: the file has changed since its SHA-256 was noted, so the same values may get other labels \
         than before; bring back the file as it was, or anonymize anew with the new one",
    );
    std::fs::remove_file(folder.path("zip.csv")).expect("it is there");
    folder
        .refuses("apply plan.json people.csv -o next.csv", "zip.csv: there is no such file; check the path");
    let from = plan.find(", sha256").expect("a hash");
    let to = from + plan[from..].find(" }").expect("the end of the recipe");
    folder.and("plan.json", plan[..from].to_owned() + &plan[to..]).refuses(
        "apply plan.json people.csv -o next.csv",
        "plan.json: the plan cannot be used: column \"zip\": its hierarchy file lacks its sha256",
    );
}

#[test]
fn earlier_releases_that_cannot_be_judged() {
    let folder = planned().and("old.csv", "zip,ill\n01234,flu\n");
    let refuses = |with: &str, message: &str| {
        folder.refuses(&format!("apply plan.json people.csv -o next.csv {with}"), message);
    };
    refuses(
        "--with old.csv",
        "old.csv: the earlier release lacks the quasi columns \"age\"; name releases that were made with this plan",
    );
    refuses("--with no.csv", "no.csv: there is no such file; check the path");
    refuses(
        "--with release.csv --with ./release.csv",
        "release.csv and ./release.csv hold the same bytes; name each earlier release once",
    );
    refuses("--with -", "--with -: an earlier release is a file; name it");
}

#[test]
fn outputs_that_would_overwrite_what_is_read() {
    let folder = planned();
    for path in ["people.csv", "plan.json", "release.csv"] {
        folder.refuses(
            &format!("apply plan.json people.csv --with release.csv -o {path} --force"),
            &format!("the output {path} is an input; choose another path"),
        );
    }
    folder.refuses(
        "apply plan.json people.csv -o - --json",
        "the release and --json cannot both go to standard output; give the release a path with -o",
    );
}

#[test]
fn columns_that_look_identifying_in_the_batch() {
    let table = "zip,age,ill\n01234,31,a@b.org\n01234,32,c@d.org\n";
    let folder = planned().and("more.csv", table);
    let run = folder.run("apply plan.json more.csv -o next.csv");
    assert!(
        run.code == Some(2) && run.stderr.contains("column \"ill\" has the role sensitive but looks like")
    );
    folder.succeed("apply plan.json more.csv -o next.csv --not-identifying ill");
    folder.refuses(
        "apply plan.json more.csv -o again.csv --not-identifying note",
        "--not-identifying note: the plan has no column \"note\"",
    );
}

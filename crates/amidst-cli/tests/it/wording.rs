//! What is told at the end of a run: figures, plurals, recipes and what is left, in words that are right.

use crate::support::{Folder, PEOPLE, ROLES};

#[test]
fn a_third_is_one_figure_wherever_it_is_told() {
    let table = "zip,ill\n1,a\n1,b\n1,c\n2,a\n2,b\n2,c\n";
    let folder = Folder::with("t.csv", table);
    let run = folder.succeed("anonymize t.csv --quasi zip --sensitive ill -k 3 -o r.csv --report r.html");
    assert!(run.text().contains("quasi columns: 33.3 % before, 33.3 % after."), "{}", run.text());
    let page = folder.text("r.html");
    assert!(
        page.matches(">33.3 %<").count() >= 4 && !page.contains("34 %") && !page.contains("33 %"),
        "{page}"
    );
    let run = folder.succeed("risk r.csv --quasi zip");
    assert!(run.text().contains("PROSECUTOR: 33.3 %."), "{}", run.text());
    assert!(!run.text().contains("34 %") && !run.text().contains("33 %"), "{}", run.text());
    folder.succeed("anonymize t.csv --quasi zip --sensitive ill -k 3 -o e.csv --report e.html --external=3");
    assert!(folder.text("e.html").contains("at most 33.3 %"), "{}", folder.text("e.html"));
}

#[test]
fn a_release_that_keeps_nothing_says_so_first() {
    let folder = Folder::with("t.csv", "zip,age,ill\n1,20,a\n2,30,b\n3,40,c\n4,50,d\n");
    let flags = "anonymize t.csv --quasi zip,age --sensitive ill -k 4";
    let first = "Nothing is left of the quasi columns: every one of them shows one value for all rows;";
    let warning = "nothing is left of the quasi columns";
    for algorithm in ["optimal", "local", "mdav"] {
        let flags = format!("{flags} --algorithm {algorithm} -o r.csv --report r.html --force");
        let run = folder.succeed(&flags);
        assert!(run.text().starts_with(first), "{algorithm}: {}", run.text());
        assert_eq!(run.text().matches("left of the quasi columns").count(), 1, "said once");
        let page = folder.text("r.html");
        let (said, claimed) =
            (page.find(first).expect("said"), page.find("class=\"claim\"").expect("claimed"));
        assert!(said < claimed && page.matches("left of the quasi columns").count() == 1);
        let json = folder.succeed(&format!("{flags} --json")).json();
        assert!(
            json["warnings"][0].as_str().is_some_and(|it| it.starts_with(warning)),
            "{}",
            json["warnings"]
        );
        let json = folder.succeed(&format!("{flags} --json --external=2")).json();
        assert!(
            json["warnings"][0].as_str().is_some_and(|it| it.starts_with(warning)),
            "{}",
            json["warnings"]
        );
    }
    let run = Folder::with_people().succeed(&format!("anonymize people.csv {ROLES} -o r.csv"));
    assert!(!run.text().contains("othing is left"), "{}", run.text());
}

#[test]
fn a_table_that_kept_its_one_value_lost_nothing() {
    let folder = Folder::with("t.csv", "zip,ill\n1,a\n1,b\n");
    let run = folder.succeed("anonymize t.csv --quasi zip --sensitive ill -k 2 -o r.csv");
    assert!(!run.text().contains("othing is left"), "{}", run.text());
}

#[test]
fn a_recipe_is_told_in_a_few_words() {
    let spec = "input.path = 'people.csv'\noutput.path = 'r.csv'\nprivacy.k = 2\ncolumns.ill.role = 'sensitive'\n\
                [columns.age]\nrole = 'quasi'\nhierarchy = { tree = { young = ['34', '35', '36'], old = ['71', '78'] } }\n\
                [columns.zip]\nrole = 'quasi'\nhierarchy = { prefix = 'all' }\n";
    let folder = Folder::with("people.csv", PEOPLE).and("release.toml", spec);
    let run = folder.succeed("anonymize release.toml --report r.html");
    for text in [run.text(), &folder.text("r.html")] {
        assert!(text.contains("2 values (a tree of three levels)"), "{text}");
        assert!(!text.contains("{ tree") && !text.contains("{ prefix"), "{text}");
    }
}

#[test]
fn one_is_not_several() {
    let folder = Folder::with("t.csv", "zip,ill\n1,a\n");
    let run = folder.run("check t.csv --quasi zip -k 2");
    assert_eq!(
        run.text(),
        "2-anonymity over zip fails: the smallest class has 1 row (1 < 2).\n\
         1 of 1 row, in 1 of 1 class, stands amidst nobody else; 1 is alone.\n\
         1 row, 1 class; k = 1 if a missing cell is a value of its own, 1 if it matches everything.\n"
    );
    let run = folder.run("check t.csv --quasi zip --sensitive ill --l 2");
    assert!(run.text().contains("; 1 of 1 row, in 1 of 1 class, falls short.\n"), "{}", run.text());
    let run = folder.succeed("init t.csv");
    assert!(run.text().starts_with("1 row, 2 columns.\n"), "{}", run.text());
    assert!(folder.text("release.toml").contains("# 1 row, 2 columns:"));
    let run = folder.succeed("compare t.csv t.csv");
    assert!(run.text().starts_with("Nothing was lost: all 1 row and"), "{}", run.text());
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o r.csv --report r.html"));
    assert!(folder.text("r.html").contains("from at least 1 other.</p>"));
}

#[test]
fn a_k_of_one_is_not_said_to_be_none() {
    let folder = Folder::with_people();
    for asked in ["-k 1", "--l 1", "-k 1 --l 1"] {
        let roles = "people.csv --quasi zip,age --sensitive ill";
        let run = folder.run(&format!("anonymize {roles} {asked} -o r.csv --force"));
        assert!(
            run.text().contains("No k above 1 was asked, reached k = "),
            "{asked}: {}{}",
            run.text(),
            run.stderr
        );
    }
}

#[test]
fn a_k_of_links_is_not_said_to_be_none() {
    let folder = Folder::with_people();
    for algorithm in ["one-k", "k-one", "k-k", "global-one-k"] {
        let run = folder.succeed(&format!(
            "anonymize people.csv --quasi zip,age --sensitive ill -k 2 --algorithm {algorithm} -o r.csv --force"
        ));
        let words = format!("Asked k = 2 of {algorithm}-anonymity, classes reach k = ");
        assert!(run.text().contains(&words), "{algorithm}: {}", run.text());
    }
}

#[test]
fn a_model_that_lacks_its_first_word_or_is_misspelt_is_understood() {
    let folder = Folder::with_people();
    for model in ["l-diversity", "l-diverstiy"] {
        let spec = format!(
            "[input]\npath = 'people.csv'\n[columns.zip]\nrole = 'quasi'\n[columns.age]\nrole = 'quasi'\n\
             [columns.ill]\nrole = 'sensitive'\n[privacy]\nk = 2\n[[privacy.require]]\nmodel = '{model}'\n\
             column = 'ill'\nl = 2\n"
        );
        std::fs::write(folder.path("spec.toml"), spec).expect("a folder of our own");
        let run = folder.run("anonymize spec.toml");
        assert_eq!(run.code, Some(2));
        let words = format!("model = {model:?} (did you mean \"distinct-l-diversity\"?)");
        assert!(run.stderr.contains(&words), "{}", run.stderr);
    }
}

#[test]
fn what_is_small_is_not_told_as_nothing_outside() {
    let table = format!("zip,sex\n{}{}", "10115,f\n".repeat(107), "10117,m\n".repeat(3));
    let folder = Folder::with("t.csv", table);
    let json = folder.succeed("compare t.csv t.csv --quasi zip,sex --external --json").json();
    let zip = &json["columns"][0];
    assert!(zip["entropy"]["before"].is_null() && zip["entropy"]["after"].is_null(), "{zip}");
    let run = folder.succeed("compare t.csv t.csv --quasi zip,sex --external --html r.html");
    assert!(run.text().contains("not told"), "{}", run.text());
    assert!(folder.text("r.html").contains("zip; groups of too few rows are not drawn"));
    let risk = folder.succeed("risk t.csv --quasi zip,sex --external --json --fraction 0.001");
    assert_eq!(risk.json()["attackers"]["marketer"]["expected"], "<11", "{}", risk.text());
}

#[test]
fn levels_of_mu_argus_may_be_of_columns_with_a_comma_in_their_name() {
    let folder = Folder::with("t.csv", "\"a,b\",c,d\n1,2,3\n1,2,3\n");
    let args = ["check", "t.csv", "--quasi", r"a\,b,c,d", "-k", "2", r"--mu-argus=a\,b=1,c=3,d=3"];
    let run = folder.run_with(&args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// Ten rows of nine people.
const VISITS: &str = "id,sex,age,ill\n1,f,34,flu\n1,f,34,cold\n2,m,35,flu\n3,m,36,flu\n4,f,51,cold\n5,m,52,flu\n\
                      6,f,53,flu\n7,m,71,asthma\n8,f,72,flu\n9,m,73,flu\n";
const OF_VISITS: &str = "anonymize visits.csv --identifier id --quasi sex,age --sensitive ill -o r.csv";

/// Expects why a target is not met, or a part of it.
#[track_caller]
fn check_blocks(asked: &[&str], expected: &str) {
    let folder = Folder::with("visits.csv", VISITS);
    let args: Vec<&str> = OF_VISITS.split_whitespace().chain(asked.iter().copied()).collect();
    let run = folder.run_with(&args);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn out_of_reach_says_people_where_people_are_counted() {
    check_blocks(
        &["-k", "10", "--respondent", "id"],
        "k = 10 people is out of reach: even the most general solution would suppress 10 of 10 rows, and 0 are allowed; \
         within that, the largest k is 9 people",
    );
    check_blocks(
        &["-k", "3", "--respondent", "id", "--semantics", "profile"],
        "the fewest who share a profile are 1 person, 1 shares theirs with nobody, and suppressing people of rare profiles \
         takes more than the 0 rows allowed",
    );
}

#[test]
fn out_of_reach_names_the_nearest_of_what_blocks() {
    check_blocks(&["-k", "11"], "only 10 rows could be released, so that k is 10 at most");
    check_blocks(
        &["--require", "average-risk risk=0.01"],
        "out of reach: average-risk (risk = 0.01); the most general",
    );
    check_blocks(
        &["-k", "2", "--require", "delta-presence max=0.1 population=visits.csv"],
        "What blocks is delta-presence (min = 0, max = 0.1): the least max that can be met beside all else is 1",
    );
}

#[test]
fn an_algorithm_that_meets_one_thing_alone_says_what_is_too_much() {
    let folder = Folder::with("visits.csv", VISITS);
    folder.refuses(
        &format!("{OF_VISITS} -k 3 --algorithm one-k --l 2"),
        "algorithm = \"one-k\": it meets only how many rows may be behind one another, and distinct-l-diversity (l = 2) is \
         asked too; ask for that alone, or choose another algorithm",
    );
}

#[test]
fn one_of_something_is_told_as_one() {
    let folder = Folder::with("one.csv", "a,b\n").and("t.csv", "zip,age,ill\n1,20,a\n2\n");
    let run = folder.succeed("hierarchy check one.csv");
    assert!(run.text().contains("is a hierarchy of 1 value and 2 levels."), "{}", run.text());
    folder.refuses(
        "check t.csv --quasi zip -k 2",
        "t.csv, line 3: 1 field where the header has 3; check quotes and delimiter (',')",
    );
}

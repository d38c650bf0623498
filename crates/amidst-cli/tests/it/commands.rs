//! The other commands: a first look, hierarchies by themselves, the demo, and what the program says about itself.

use crate::support::{Folder, PEOPLE, SECRET, many_people, rows, tells};

#[test]
fn what_init_writes_runs_straight_away() {
    let folder = Folder::with("people.csv", many_people(400));
    let run = folder.succeed("init people.csv");
    assert!(run.text().contains("Written: release.toml."), "{}", run.text());
    folder.succeed("anonymize release.toml");
    assert_eq!(
        folder.names(),
        ["people.certificate.json", "people.csv", "people.plan.json", "people.release.csv", "release.toml"]
    );
    folder.succeed("check people.release.csv --quasi zip,age -k 5");
}

#[test]
fn a_spec_in_another_folder_finds_its_table() {
    let folder = Folder::with("people.csv", many_people(400));
    std::fs::create_dir(folder.path("specs")).expect("a folder");
    folder.succeed("init people.csv -o specs/people.toml");
    folder.succeed("anonymize specs/people.toml");
    assert!(folder.path("specs/people.release.csv").exists());
}

#[test]
fn init_tells_no_cell_and_proposes_to_drop_identifiers() {
    let mut table = String::from("name,mail,age,ill\n");
    for row in 0..60 {
        table += &format!("Anna Zyx{row},zyx{row}@example.org,{},{SECRET}{}\n", 20 + row % 40, row % 4);
    }
    let folder = Folder::with("people.csv", table);
    let run = folder.succeed("init people.csv -o -");
    assert!(!tells(run.text()) && !run.text().contains("zyx"), "{}", run.text());
    for identifier in ["[columns.name]\nrole = \"identifier\"", "[columns.mail]\nrole = \"identifier\""] {
        assert!(run.text().contains(identifier), "{}", run.text());
    }
    assert_eq!(folder.names(), ["people.csv"]);
}

#[test]
fn a_hierarchy_is_built_checked_shown_and_used() {
    let folder = Folder::with_people();
    let build = ["hierarchy", "build", "people.csv", "--column", "zip", "--using", "prefix = [4, 3]"];
    let csv = "01234;0123*;012**;*****\n01235;0123*;012**;*****\n01299;0129*;012**;*****\n";
    assert_eq!(folder.run_with(&build).text(), csv);
    let run = folder.run_with(&[&build[..], &["-o", "zip.csv"]].concat());
    assert_eq!((run.code, folder.text("zip.csv").as_str()), (Some(0), csv));
    let check = folder.succeed("hierarchy check zip.csv --table people.csv --column zip");
    assert_eq!(
        check.text(),
        "zip.csv is a hierarchy of 3 values and 4 levels, and covers every value of column \"zip\".\n"
    );
    let tree = "***** (3 values)\n└─ 012** (3 values)\n   ├─ 0123*: 01234, 01235\n   └─ 0129*: 01299\n";
    assert_eq!(folder.succeed("hierarchy show zip.csv").text(), tree);
    folder.succeed(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 4 --hierarchy zip=zip.csv --suppression 50% -o release.csv",
    );
}

#[test]
fn a_hierarchy_is_built_for_any_column_without_being_told_how() {
    let folder = Folder::with_people();
    for column in ["zip", "age", "ill"] {
        let run = folder.succeed(&format!("hierarchy build people.csv --column {column}"));
        let roots: Vec<&str> =
            run.text().lines().map(|line| line.rsplit(';').next().expect("a label")).collect();
        assert!(roots.iter().all(|root| *root == roots[0]), "{}", run.text());
    }
}

#[test]
fn a_tree_may_be_given_with_or_without_braces() {
    let folder = Folder::with("people.csv", "job\ncook\nwaiter\nnurse\n");
    let csv = "nurse;health;*\ncook;kitchen;*\nwaiter;kitchen;*\n";
    for using in [
        "tree = { kitchen = ['cook', 'waiter'], health = ['nurse'] }",
        "{ tree = { kitchen = ['cook', 'waiter'], health = ['nurse'] } }",
    ] {
        let run = folder.run_with(&["hierarchy", "build", "people.csv", "--column", "job", "--using", using]);
        assert_eq!((run.stderr.as_str(), run.text()), ("", csv));
    }
}

#[test]
fn labels_that_do_not_contain_their_values_are_told_but_not_refused() {
    let folder =
        Folder::with_people().and("age.csv", "34;30-39;*\n35;30-39;*\n36;40-49;*\n71;70-79;*\n78;70-79;*\n");
    let run = folder.run("hierarchy check age.csv");
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("amidst: age.csv: the hierarchy has "), "{}", run.stderr);
    folder.succeed(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 2 --hierarchy age=age.csv --suppression 50% -o r.csv",
    );
}

#[test]
fn the_demo_releases_people_who_do_not_exist() {
    let folder = Folder::new();
    let story = folder.succeed("demo --people 300 -o demo");
    for words in ["a register of 300 patients", "BEFORE.", "WHAT WAS DONE.", "AFTER.", "THE FILES, in demo:"]
    {
        assert!(story.text().contains(words), "{}", story.text());
    }
    for name in ["patients.csv", "release.toml", "release.csv", "certificate.json", "plan.json"] {
        assert!(folder.path("demo").join(name).exists(), "{name}");
    }
    let first = folder.text("demo/release.csv");
    assert!(rows(&folder.text("demo/patients.csv")).len() == 300 && rows(&first).len() >= 294);
    folder.succeed("anonymize demo/release.toml --force --quiet");
    assert_eq!(folder.text("demo/release.csv"), first);
    assert_eq!(folder.run("demo --people 300 -o demo").code, Some(2));
    folder.succeed("demo --people 300 -o demo --force");
    assert_eq!(folder.text("demo/release.csv"), first);
}

#[test]
fn absurd_numbers_are_refused_before_any_work() {
    let folder = Folder::with("people.csv", "zip,ill\n1,a\n1,b\n");
    for (numbers, message) in [
        ("--people 99999999999999", "99999999999999 is not in 1..=10000000"),
        ("--people 0", "0 is not in 1..=10000000"),
        ("--seed 99999999999999999999999", "number too large to fit in target type"),
    ] {
        let run = folder.run(&format!("demo {numbers} -o demo"));
        assert!(run.code == Some(2) && run.stderr.contains(message), "{numbers}: {}", run.stderr);
    }
    assert!(!folder.path("demo").exists());
    let release = "anonymize people.csv --quasi zip --sensitive ill -o r.csv --force";
    assert_eq!(folder.run(&format!("{release} -k 18446744073709551615")).code, Some(1));
    let run = folder.run("explain people.csv --quasi zip --sensitive ill -k 18446744073709551615");
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    folder.succeed(&format!("{release} -k 2 --threads 99999999"));
}

#[test]
fn a_demo_of_too_few_people_is_out_of_reach() {
    let run = Folder::new().run("demo --people 3");
    let message = "k = 5 is out of reach: only 3 rows could be released, so that k is 3 at most; ask for a smaller k, or take a larger table";
    assert_eq!(
        (run.code, run.text(), run.stderr.as_str()),
        (Some(1), "", format!("amidst: {message}\n").as_str())
    );
}

#[test]
fn a_demo_in_a_folder_that_cannot_be_made() {
    Folder::with("demo", "a file").refuses(
        "demo -o demo",
        "demo: this folder cannot be made (File exists (os error 17)); choose another with -o",
    );
}

#[test]
fn the_program_explains_itself() {
    let folder = Folder::new();
    let said = |args: &str| folder.succeed(args).text().to_owned();
    assert!(said("--help").contains("Start with `amidst demo`"));
    assert!(said("--version").starts_with("amidst "));
    assert!(said("man").contains(".TH amidst 1"));
    assert!(said("completions bash").contains("complete -F _amidst"));
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        assert!(said(&format!("completions {shell}")).contains("anonymize"), "{shell}");
    }
    for command in [
        "init",
        "anonymize",
        "apply",
        "check",
        "solutions",
        "sweep",
        "hierarchy",
        "demo",
        "schema",
        "completions",
        "man",
    ] {
        assert!(said(&format!("{command} --help")).contains("Usage: amidst"), "{command}");
    }
}

#[test]
fn what_a_spec_may_name_is_listed_with_its_parameters() {
    let folder = Folder::new();
    let said = |args: &str| folder.succeed(args).text().to_owned();
    assert!(said("list models").contains("\nt-closeness: in every class"));
    assert!(
        said("list models t-closeness")
            .contains("  t       a number of at least 0 and at most 1: the largest")
    );
    assert!(said("list measures").starts_with("loss: "));
    assert!(said("list algorithms mondrian").contains("width, loss or gain"));
    assert!(said("list hierarchies interval").contains("  from"));
    let json = folder.succeed("list models --json").json();
    assert_eq!(json["models"][0]["parameters"][0]["name"], "k");
    // Where lines break depends on how many algorithms there are.
    let help = said("anonymize --help").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("microaggregation; in several tables anatomy"));
    folder.refuses(
        "list hierarchies q",
        "there is no \"q\" among hierarchies: file, prefix, suffix, interval, date, tree, order, groups, ordered, frequency, most_frequent, \
         keep, suppression",
    );
}

#[test]
fn the_schema_describes_the_spec() {
    let schema = Folder::new().succeed("schema").json();
    let expected = ["version", "input", "columns", "privacy", "solve", "output"];
    let properties = schema["properties"].as_object().expect("properties");
    assert!(expected.iter().all(|key| properties.contains_key(*key)), "{properties:?}");
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    let folder = Folder::with("people.csv", PEOPLE);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("amidst"));
    command.current_dir(folder.path("")).arg("schema").stdout(std::process::Stdio::piped());
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
}

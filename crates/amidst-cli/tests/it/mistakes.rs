//! Slips of the finger: what was meant is said, a key in the wrong table is told where it belongs, and any name of a column
//! can be written.

use crate::support::{Folder, SPEC};

/// A spec with something added, and the words that it is refused with.
#[track_caller]
fn check_spec(addition: &str, words: &str) {
    let folder = Folder::with_people().and("release.toml", format!("{SPEC}{addition}"));
    let run = folder.run("anonymize release.toml");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains(words), "{}", run.stderr);
}

/// Arguments, and the words that they are refused with.
#[track_caller]
fn check(args: &str, words: &str) {
    let run = Folder::with_people().run(args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains(words), "{}", run.stderr);
}

#[test]
fn a_key_with_a_slip() {
    check_spec(
        "[privacy]\nk = 2\nrepondent = 'zip'\n",
        "unknown key `repondent` (did you mean `respondent`?)",
    );
    check_spec("on-unmapped = 'root'\n", "unknown key `on-unmapped` (did you mean `on_unmapped`?)");
    check_spec("on_missing = 'root'\n", "`on_missing` is called `on_unmapped` now; write that");
    check_spec("hierarchy = { prefx = 'all' }\n", "unknown key `prefx` (did you mean `prefix`?)");
    check_spec("[slove]\nseed = 1\n", "unknown key `slove` (did you mean `solve`?)");
}

#[test]
fn a_key_in_the_wrong_table() {
    check_spec("[solve]\nk = 2\n", "`k` does not belong here but to [privacy] or [[privacy.require]]");
    check_spec("[privacy]\nk = 2\nsuppression = '5%'\n", "`suppression` does not belong here but to");
    check_spec("[solve]\ncolumns = 3\n", "`columns` does not belong here but above all tables");
}

#[test]
fn a_word_with_a_slip() {
    check_spec("[privacy]\nmissing = 'wildcrad'\n", "unknown word `wildcrad` (did you mean `wildcard`?)");
    check_spec("[columns.size]\nrole = 'quassi'\n", "unknown role \"quassi\" (did you mean \"quasi\"?)");
    check_spec(
        "[privacy]\nk = 2\n[solve]\nobjective = 'precison'\n",
        "\"precison\" (did you mean \"precision\"?)",
    );
    check_spec(
        "[[privacy.require]]\nmodel = 't-closness'\nt = 0.2\n",
        "model = \"t-closness\" (did you mean \"t-closeness\"?): choose one of",
    );
    let flags = "anonymize people.csv --quasi zip,age --sensitive ill -k 2";
    check(&format!("{flags} --algorithm mondrain"), "algorithm = \"mondrain\" (did you mean \"mondrian\"?)");
    check(&format!("{flags} --generalize atribute"), "unknown word `atribute` (did you mean `attribute`?)");
    check(&format!("{flags} --format parqet"), "unknown format \"parqet\" (did you mean \"parquet\"?)");
}

#[test]
fn a_column_with_a_slip() {
    let words =
        "there is no column \"agge\" (did you mean \"age\"?); the table has \"zip\", \"age\", \"ill\"";
    check("anonymize people.csv --quasi zip,agge --sensitive ill -k 2", words);
    check("check people.csv --quasi zip,agge -k 2", words);
    check("risk people.csv --quasi zip,agge", words);
    check("hierarchy build people.csv --column agge", words);
}

#[test]
fn l_and_t_in_the_table_privacy_are_asked_of_each_sensitive_column() {
    let folder =
        Folder::with_people().and("release.toml", format!("{SPEC}[privacy]\nk = 2\nl = 2\nt = 0.9\n"));
    let json = folder.succeed("anonymize release.toml --json --force").json();
    let asked: Vec<(&str, &str)> = json["privacy"]
        .as_array()
        .expect("a list")
        .iter()
        .skip(1)
        .map(|it| (it["model"].as_str().expect("an id"), it["column"].as_str().expect("a column")))
        .collect();
    assert_eq!(asked, [("distinct-l-diversity", "ill"), ("t-closeness", "ill")]);
    // A flag speaks over the spec instead of asking for both.
    let json = folder.succeed("anonymize release.toml --l 3 --json --force").json();
    assert_eq!(json["privacy"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["privacy"][1]["asked"], 3);
}

#[test]
fn names_with_commas_quotes_and_signs() {
    let table = "\"a,b\",x+y,\"blood \"\"type\"\"\",p=q\n1,2,A,u\n1,2,B,v\n3,4,A,u\n3,4,B,w\n";
    let folder = Folder::with("t.csv", table).and("p.csv", "u;*\nv;*\nw;*\n");
    let require = r#"distinct-l-diversity column="blood \"type\"" l=2"#;
    let run = folder.run_with(&[
        "anonymize",
        "t.csv",
        "--quasi",
        r"a\,b,x+y",
        "--sensitive",
        "blood \"type\"",
        "--quasi",
        "p=q",
        "--hierarchy",
        r"p\=q=p.csv",
        "-k",
        "2",
        "--combinations",
        r"a\,b+x\+y+p=q",
        "--require",
        require,
        "-o",
        "r.csv",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let run = folder.run_with(&[
        "check",
        "r.csv",
        "--quasi",
        r"a\,b",
        "--sensitive",
        "blood \"type\"",
        "--require",
        require,
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let run = folder.run_with(&["risk", "r.csv", "--quasi", r"a\,b,x+y"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

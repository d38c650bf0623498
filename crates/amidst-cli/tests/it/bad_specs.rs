//! Specs and flags that ask for what cannot be, and the words that say so.

use crate::support::{Folder, PEOPLE, ROLES, SECRET, SPEC};

/// A spec over six people that is refused with a message of its own.
#[track_caller]
fn check(spec: &str, message: &str) {
    Folder::with_people().and("release.toml", spec).refuses("anonymize release.toml", message);
}

/// The spec of six people with something added that its file is refused for.
#[track_caller]
fn check_file(addition: &str, problem: &str) {
    check(&format!("{SPEC}{addition}"), &format!("release.toml: the spec cannot be read: {problem}"));
}

/// Flags that are refused.
#[track_caller]
fn check_flags(flags: &[&str], message: &str) {
    let roles = ["--quasi", "zip,age", "--sensitive", "ill", "-o", "release.csv"];
    let args = [&["anonymize", "people.csv"][..], &roles, flags].concat();
    Folder::with_people().refuses_with(&args, message);
}

#[test]
fn a_k_of_nothing() {
    let message = "k = 0: a class has at least 1 row; ask for 2 or more";
    check_flags(&["-k", "0"], message);
    check(&format!("{SPEC}[privacy]\nk = 0\n"), message);
    Folder::with_people().refuses("check people.csv --quasi zip -k 0", message);
}

#[test]
fn a_k_that_is_no_number_of_rows() {
    for k in ["-3", "two", "2.5", "99999999999999999999"] {
        let message = format!("k = {k}: write a whole number of rows, 2 or more");
        check_flags(&["-k", k], &message);
        Folder::with_people().refuses(&format!("check people.csv --quasi zip -k {k}"), &message);
    }
    let expected = "expected a whole number, not negative";
    check_file("[privacy]\nk = -3\n", &format!("line 12: invalid value: integer `-3`, {expected}"));
    check_file("[privacy]\nk = 'two'\n", &format!("line 12: invalid type: string \"two\", {expected}"));
    check_file("[privacy]\nk = 2.5\n", &format!("line 12: invalid type: floating point `2.5`, {expected}"));
}

#[test]
fn a_type_that_the_cells_are_not_of() {
    let check = |kind: &str, cell: &str, what: &str| {
        let table = format!("q,s\n1,{cell}\n1,{cell}\n2,{SECRET}\n2,{SECRET}\n");
        for role in ["sensitive", "quasi", "other"] {
            let spec = format!(
                "[input]\npath = 't.csv'\n[output]\npath = 'r.csv'\n[privacy]\nk = 2\n[columns.q]\nrole = 'quasi'\n\
                 [columns.s]\nrole = '{role}'\ntype = '{kind}'\n"
            );
            Folder::with("t.csv", &table).and("s.toml", spec).refuses(
                "anonymize s.toml",
                &format!(
                    "column \"s\": type = \"{kind}\", but 2 of 4 rows hold no {what}, the first of them row 3 below the \
                     header; correct these cells, declare them as missing in [input], or take type away"
                ),
            );
        }
    };
    check("integer", "5", "number");
    check("decimal", "5.5", "number");
    check("date", "2024-02-29", "date");
}

#[test]
fn a_width_beyond_all_numbers() {
    for (width, told) in [("1e300", "1e300"), ("1e-300", "1e-300"), ("inf", "inf"), ("nan", "NaN")] {
        check(
            &format!("{SPEC}hierarchy.interval = [{width}]\n[privacy]\nk = 2\n"),
            &format!(
                "column \"zip\": interval takes numbers of at most 18 digits before the point and 18 after it, but one is {told}; \
                 widths are such as [5, 10, 20]"
            ),
        );
    }
}

#[test]
fn no_k() {
    let message = "no privacy is asked for; set k in [privacy] of the spec, or pass -k 5";
    check_flags(&[], message);
    check(SPEC, message);
}

#[test]
fn a_limit_on_suppression_that_is_none() {
    let check = |limit: &str, problem: &str| {
        let message = format!("suppression = {limit:?}: {problem}");
        check_flags(&["-k", "2", "--suppression", limit], &message);
        check_file(&format!("[solve]\nsuppression = '{limit}'\n"), &format!("line 12: {message}"));
    };
    let forms = "write a share such as \"5%\" or 0.05, or a number such as \"20 rows\"";
    for negative in ["-5%", "-0.1", "-3 rows"] {
        check(negative, "it cannot be negative; write \"0%\" to suppress nothing");
    }
    for much in ["101%", "100.5%"] {
        check(much, "at most 100% of the rows can be suppressed");
    }
    check("5", "is that a share or a number? write \"5%\" or \"5 rows\"");
    check("1", "is that a share or a number? write \"100%\" or \"1 row\"");
    check("1.5", "a share without % is below 1; write \"1.5%\"");
    check("some", forms);
    check("", forms);
    check_file(
        "[solve]\nsuppression = 5\n",
        "line 12: suppression = \"5\": is that a share or a number? write \"5%\" or \"5 rows\"",
    );
    check_file("[solve]\nsuppression = true\n", &format!("line 12: {forms}"));
}

#[test]
fn an_unknown_algorithm_objective_preference_or_aggregate() {
    let check = |key: &str, message: &str| {
        check_flags(&["-k", "2", &format!("--{key}"), "magic"], message);
        check(&format!("{SPEC}[privacy]\nk = 2\n[solve]\n{key} = 'magic'\n"), message);
    };
    check(
        "algorithm",
        "algorithm = \"magic\": choose one of auto, optimal, exhaustive, samarati, samarati-matrix, incognito, ola, flash, \
         lightning, datafly, bottom-up, genetic, annealing, k-optimize, top-down, bottom-up-cuts, genetic-cuts, annealing-cuts, mondrian, mondrian-relaxed, mondrian-hybrid, local, k-member, \
         oka, top-down-greedy, alpha-k-top-down, one-k, k-one, k-k, global-one-k, exact, forest, pairs, triples, meyerson-williams, park-shim, mdav, v-mdav, univariate, microaggregation, \
         local-suppression, anatomy",
    );
    check(
        "objective",
        "objective = \"magic\": choose one of loss, precision, levels, height, discernibility, discernibility*, \
         average-class-size, entropy, normalized-entropy, gcp, kl-divergence, ambiguity, classification",
    );
    check(
        "prefer",
        "prefer = \"magic\": choose one of objective, min-height, min-relative-height, max-classes, min-suppression, \
         min-peak, max-peak, min-relative-peak, max-relative-peak, fewest-columns, most-columns, priority, loss, precision, levels, \
         height, discernibility, discernibility*, average-class-size, entropy, normalized-entropy, gcp, \
         kl-divergence, ambiguity, classification",
    );
    for key in ["objective", "prefer"] {
        self::check(
            &format!("{SPEC}[privacy]\nk = 2\n[solve]\n{key} = 'classification'\n"),
            &format!(
                "{key} = \"classification\": it needs the column that is to be predicted; add target = \"income\" \
                 to [solve], or pass --target income"
            ),
        );
    }
    self::check(
        &format!("{SPEC}[privacy]\nk = 2\n[solve]\naggregate = 'magic'\n"),
        "unknown aggregate \"magic\"; aggregates are sum, maximum, arithmetic-mean, geometric-mean, rank",
    );
}

#[test]
fn a_priority_of_columns_that_cannot_be() {
    let check = |prefer: &str, priority: &str, message: &str| {
        let flags = ["--prefer", prefer, "--priority", priority];
        check_flags(&[&["-k", "2"], &flags[..if priority.is_empty() { 2 } else { 4 }]].concat(), message);
        let names: Vec<String> = priority.split(',').map(|name| format!("{name:?}")).collect();
        let priority =
            if priority.is_empty() { String::new() } else { format!("priority = [{}]", names.join(", ")) };
        check(&format!("{SPEC}[privacy]\nk = 2\n[solve]\nprefer = '{prefer}'\n{priority}\n"), message);
    };
    let needed = "prefer = \"priority\": it needs columns in order; add priority = [\"sex\", \"age\"] to [solve], or pass \
                  --priority sex,age";
    check("priority", "", needed);
    check("priority", "age,shoe", "priority = \"shoe\": there is no such column; name quasi columns");
    check(
        "priority",
        "ill",
        "priority = \"ill\": its role is sensitive, and only quasi columns are generalized; leave it out",
    );
    check("priority", "age,zip,age", "priority = \"age\": it is named twice; name each column once");
    check(
        "min-height",
        "age",
        "priority is for prefer = \"priority\", and prefer is \"min-height\"; take one of them away",
    );
    self::check(&format!("{SPEC}[privacy]\nk = 2\n[solve]\nprefer = 'priority'\npriority = []\n"), needed);
}

#[test]
fn an_unknown_model_or_one_without_its_parameter() {
    check(
        &format!("{SPEC}[[privacy.require]]\nmodel = 'magic'\nk = 2\n"),
        "model = \"magic\": choose one of k-anonymity, personal-k, k-per-stratum, k-map, p-sensitive, \
         distinct-l-diversity, entropy-l-diversity, recursive-l-diversity, alpha-k, t-closeness, t-closeness-ordered, \
         t-closeness-hierarchical, delta-disclosure, beta-likeness, enhanced-beta-likeness, delta-presence, \
         highest-risk, average-risk, records-at-risk, sample-uniqueness, population-uniqueness, one-k-anonymity, \
         k-one-anonymity, k-k-anonymity, global-one-k-anonymity",
    );
    check(
        &format!("{SPEC}[[privacy.require]]\nmodel = 'k-anonymity'\n"),
        "model = \"k-anonymity\": it lacks its k; add k = 5",
    );
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    check_file(
        "[privacy]\nk = 2\ncount = 3\n",
        "line 13: unknown key `count`; the keys here are `k`, `l`, `t`, `missing`, `missing_sensitive`, `combinations`, `respondent`, \
         `weight`, `population_count`, `household`, `require`",
    );
    check_file(
        "[columns.age.levels]\nmost = 3\n",
        "line 12: unknown key `most`; the keys here are `min`, `max`",
    );
    check_file(
        "[privacy]\nmissing = 'maybe'\n",
        "line 12: unknown word `maybe`; choose `own-value` or `wildcard`",
    );
    check_file(
        "[extra]\n",
        "line 11: unknown key `extra`; the keys here are `version`, `input`, `columns`, `privacy`, `solve`, `output`, `report`",
    );
}

#[test]
fn a_spec_that_is_not_toml_or_lacks_something() {
    check_file("nonsense\n", "line 11: key with no value, expected `=`");
    let nameless = "release.toml: the spec cannot be read: missing key `path` in [input]; it names the table";
    check("[input]\n", nameless);
    check("", nameless);
    check_file("[columns.size]\nweight = 2\n", "line 11: missing key `role`");
    check_file(
        "[columns.size]\nrole = 'ghost'\n",
        "line 12: unknown role \"ghost\"; roles are identifier, quasi, sensitive, other",
    );
    check(
        "[input]\npath = 'people.csv'\ndelimiter = ';;'\n",
        "release.toml: the spec cannot be read: line 3: invalid value: string \";;\", expected a character",
    );
}

#[test]
fn a_spec_that_cannot_be_read() {
    let folder = Folder::with("latin.toml", b"version = 1\n# M\xfcller\n");
    std::fs::create_dir(folder.path("folder.toml")).expect("a folder");
    folder.refuses("anonymize nothing.toml", "nothing.toml: there is no such file; check the path");
    folder.refuses("anonymize folder.toml", "folder.toml: this is a folder; name a file in it");
    folder.refuses(
        "anonymize latin.toml",
        "latin.toml, line 2: not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\"",
    );
}

#[test]
fn a_spec_of_a_later_version() {
    let message = "release.toml: the spec cannot be read: version = 2: this program reads version 1; use a newer one, or \
                   write the spec anew with `amidst init`";
    check(&format!("version = 2\n{SPEC}"), message);
    check(&format!("version = 2\nnovelty = true\n{SPEC}"), message);
}

#[test]
fn two_roles_for_one_column() {
    let folder = Folder::with_people();
    folder.refuses(
        "anonymize people.csv --quasi zip,age --sensitive ill,age -k 2 -o release.csv",
        "column \"age\" has two roles, quasi and sensitive; keep one",
    );
    folder.refuses(
        "anonymize people.csv --identifier zip --other zip --quasi age --sensitive ill -k 2 -o release.csv",
        "column \"zip\" has two roles, identifier and other; keep one",
    );
}

#[test]
fn no_quasi_column() {
    let message = "no column is quasi; name those an outsider could know, in the spec or with --quasi";
    Folder::with_people()
        .refuses("anonymize people.csv --other zip,age --sensitive ill -k 2 -o release.csv", message);
    check(&format!("{}[privacy]\nk = 2\n", SPEC.replace("quasi", "other")), message);
}

const KEY_ITSELF: &str = "release.toml: the spec cannot be read: line 8: a key is { env = \"NAME\" } or { file = \"PATH\" }: \
                          where it is, never the key itself";

#[test]
fn a_pseudonym_without_a_good_key() {
    let table = format!("id,zip\n{SECRET},01234\n{SECRET}2,01234\n");
    let folder = Folder::with("people.csv", &table).and("short.key", "short\n");
    let folder = folder.and("empty.key", "\n").and("same.key", [0; 32]);
    let folder = folder.and("abab.key", "ab".repeat(20)).and("copy.key", table);
    let check = |addition: &str, message: &str| {
        let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 2\ncolumns.zip.role = 'quasi'\n";
        let spec = format!("{spec}[columns.id]\n{addition}");
        std::fs::write(folder.path("release.toml"), spec).expect("writable");
        let mut command = folder.command();
        let run =
            crate::support::Run::of(command.args(["anonymize", "release.toml"]).env("AMIDST_SHORT", "short"));
        assert_eq!((run.code, run.stderr), (Some(2), format!("amidst: {message}\n")));
        assert_eq!(
            folder.names(),
            ["abab.key", "copy.key", "empty.key", "people.csv", "release.toml", "same.key", "short.key"]
        );
    };
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\n",
        "column \"id\": a pseudonym needs a key; add key = { env = \"NAME\" } or key = { file = \"PATH\" }",
    );
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\nkey = { env = 'AMIDST_NO_SUCH_KEY' }\n",
        "column \"id\": the environment variable that its key names is not set; set it to a long random key",
    );
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\nkey = { env = 'AMIDST_SHORT' }\n",
        "column \"id\": the environment variable \"AMIDST_SHORT\" holds fewer than 16 bytes; use a long random key",
    );
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'short.key' }\n",
        "column \"id\": the file \"short.key\" holds fewer than 16 bytes; use a long random key",
    );
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'no.key' }\n",
        "column \"id\": the file that its key names cannot be read: entity not found; check its path",
    );
    for name in ["PATH", "HOME", "user"] {
        check(
            &format!("role = 'identifier'\nkeep = 'pseudonym'\nkey = {{ env = '{name}' }}\n"),
            &format!(
                "column \"id\": the environment variable {name:?} is no secret; set one of your own to a long random key"
            ),
        );
    }
    for path in ["people.csv", "./people.csv", "release.toml"] {
        check(
            &format!("role = 'identifier'\nkeep = 'pseudonym'\nkey = {{ file = '{path}' }}\n"),
            "column \"id\": its key is in a file that is read for something else; use a long random key of its own",
        );
    }
    check(
        "role = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'copy.key' }\n",
        "column \"id\": its key is a copy of a file that is read for something else; use a long random key of its own",
    );
    for (file, problem) in [
        ("empty.key", "is empty"),
        ("short.key", "holds fewer than 16 bytes"),
        ("same.key", "holds one byte again and again"),
        ("abab.key", "holds the same 2 bytes again and again"),
    ] {
        check(
            &format!("role = 'identifier'\nkeep = 'pseudonym'\nkey = {{ file = '{file}' }}\n"),
            &format!("column \"id\": the file {file:?} {problem}; use a long random key"),
        );
    }
    check(
        "role = 'identifier'\nkey = { env = 'AMIDST_SHORT' }\n",
        "column \"id\": it has a key but no keep = \"pseudonym\"; add it, or take the key away",
    );
    check(
        "role = 'other'\nkeep = 'pseudonym'\nkey = { env = 'AMIDST_SHORT' }\n",
        "column \"id\": only an identifier can be kept as a pseudonym; give it the role identifier, or take keep and \
         key away",
    );
    // A key that was put into the spec by mistake is not shown.
    check("role = 'identifier'\nkeep = 'pseudonym'\nkey = { text = 'my very own secret key' }\n", KEY_ITSELF);
    check("role = 'identifier'\nkeep = 'pseudonym'\nkey = 'my very own secret key'\n", KEY_ITSELF);
}

#[test]
fn flags_that_name_columns_without_a_role() {
    let check = |flag: &str, message: &str| {
        Folder::with_people()
            .refuses(&format!("anonymize people.csv {ROLES} -o release.csv {flag}"), message);
    };
    check("--not-identifying size", "--not-identifying size: column \"size\" has no role");
    check(
        "--hierarchy size=a.csv",
        "--hierarchy size=a.csv: column \"size\" has no role; name it with --quasi first",
    );
    check("--hierarchy a.csv", "--hierarchy a.csv: write COLUMN=FILE");
    check("--memory-limit much", "\"much\" is not a size of memory; write 512M or 2G");
}

#[test]
fn a_span_of_time_that_is_none() {
    let words = "\"soon\" is not a span of time; write \"500ms\", \"60s\", \"5m\" or \"1h\"";
    check_file("[solve]\ntime_limit = 'soon'\n", &format!("line 12: {words}"));
    let folder = Folder::with("people.csv", PEOPLE);
    let args = ["anonymize", "people.csv", "--time-limit", "soon"];
    let help = "For more information, try '--help'.";
    folder.ends(
        &args,
        2,
        &format!("error: invalid value 'soon' for '--time-limit <SPAN>': {words}\n\n{help}\n"),
    );
}

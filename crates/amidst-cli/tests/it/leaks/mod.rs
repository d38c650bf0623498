//! Marked values planted wherever a file can hide them: no byte of them comes out, whatever is read, written and asked.

mod bytes;
mod listed;
mod order;
mod shapes;
mod tables;

use std::path::Path;

use crate::support::{Folder, Run};
use bytes::{leaks, neighbours};
use tables::{CARRIED, FORMATS, Marks, NESTED, source};

const WHOLE_COLUMNS: [&str; 13] = [
    "auto",
    "optimal",
    "exhaustive",
    "samarati",
    "samarati-matrix",
    "incognito",
    "ola",
    "flash",
    "lightning",
    "datafly",
    "bottom-up",
    "genetic",
    "annealing",
];
const CELLS: [&str; 11] = [
    "local",
    "mondrian",
    "mondrian-relaxed",
    "mondrian-hybrid",
    "k-member",
    "oka",
    "top-down-greedy",
    "local-suppression",
    "k-one",
    "k-k",
    "global-one-k",
];
/// Averages, which are of numbers; and one that may show a rare value as it is.
const NUMBERS: [&str; 5] = ["mdav", "v-mdav", "univariate", "microaggregation", "one-k"];

/// Two people in a postcode of their own: below k, and nothing generalizes it.
const POSTCODES: &str =
    "1111;111*;*\n1112;111*;*\n2221;222*;*\n2222;222*;*\nLEAKzip;rest;*\nLEAKunused;rest;*\n";

/// A folder with a marked source in one format, and what the runs need besides.
fn folder(format: &str, marks: Marks) -> Folder {
    Folder::with(&format!("source.{format}"), source(format, marks))
        .and("zip.csv", POSTCODES)
        .and("secret.key", "LEAK: a key of more than thirty-two bytes that nobody guesses, 7f3a")
}

/// The columns beside zip, age and ill that travel along.
fn others(format: &str) -> Vec<&'static str> {
    let nested = if matches!(format, "parquet" | "arrow") { NESTED.as_slice() } else { &[] };
    CARRIED.iter().chain(nested).copied().collect()
}

/// Runs the program and looks into everything that came out of it: files, standard output, messages.
#[track_caller]
fn check(folder: &Folder, args: &str) -> Run {
    let run = folder.run(args);
    assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
    let told = [
        ("standard output".to_owned(), run.stdout.clone()),
        ("messages".to_owned(), run.stderr.clone().into_bytes()),
    ];
    let files = folder.names().into_iter().filter(|name| name.starts_with("out."));
    let files: Vec<_> = files.map(|name| (name.clone(), folder.bytes(&name))).collect();
    for (name, bytes) in told.iter().chain(&files) {
        let found = leaks(Path::new(name), bytes);
        assert!(found.is_empty(), "{args}: {found:?} in {name}");
        let next_to_each_other = neighbours(Path::new(name), bytes);
        assert!(
            next_to_each_other < 4,
            "{args}: {next_to_each_other} rows in the order of the source in {name}"
        );
    }
    run
}

fn clear(folder: &Folder) {
    let written = folder.names().into_iter().filter(|name| name.starts_with("out."));
    written.for_each(|name| std::fs::remove_file(folder.path(&name)).expect("it was written here"));
}

/// A spec under which the two marked people must be suppressed.
fn spec(input: &str, output: &str, algorithm: &str) -> String {
    let others = others(input);
    let others =
        others.iter().map(|name| format!("[columns.{name}]\nrole = 'other'\nnot_identifying = true\n"));
    format!(
        "[input]\npath = 'source.{input}'\n[output]\npath = 'out.{output}'\ncertificate = 'out.certificate.json'\n\
         plan = 'out.plan.json'\nreport = 'out.report.html'\n[privacy]\nk = 3\n[solve]\nalgorithm = '{algorithm}'\nsuppression = 0.1\n\
         [columns.name]\nrole = 'identifier'\n\
         [columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = {{ file = 'secret.key' }}\n\
         [columns.zip]\nrole = 'quasi'\nhierarchy = {{ file = 'zip.csv' }}\nlevels = {{ max = 1 }}\n\
         [columns.age]\nrole = 'quasi'\nhierarchy = {{ interval = [5, 10] }}\n\
         [columns.ill]\nrole = 'sensitive'\n{}",
        others.collect::<String>()
    )
}

/// Whole columns, and the plan applied to the same table again.
fn whole_columns(input: &str) {
    let mut folder = folder(input, Marks::Suppressed);
    for output in FORMATS {
        for algorithm in WHOLE_COLUMNS {
            folder = folder.and("spec.toml", spec(input, output, algorithm));
            let run = check(&folder, "anonymize spec.toml --json --seed 1");
            assert_eq!(run.json()["rows"]["suppressed"], 2, "{algorithm}");
            clear(&folder);
        }
        check(&folder, "anonymize spec.toml --external=3");
        check(&folder, &format!("apply out.plan.json source.{input} -o out.again.{output}"));
        clear(&folder);
    }
}

/// Cell by cell, by averages and in fragments: every row stays, so that its carried cells are no secret.
fn cells(input: &str) {
    let folder = folder(input, Marks::Hidden);
    let others = others(input).join(",");
    let papers = "--certificate out.certificate.json --report out.report.html --json --seed 1";
    for output in FORMATS {
        let with = |roles: &str, algorithm: &str| {
            check(
                &folder,
                &format!(
                    "anonymize source.{input} {roles} --sensitive ill --other {others} --not-identifying {others} -k 3 \
                     --algorithm {algorithm} {papers} -o out.{output}"
                ),
            );
            clear(&folder);
        };
        for algorithm in CELLS {
            with("--identifier name,id --quasi zip,age --hierarchy zip=zip.csv", algorithm);
        }
        for algorithm in NUMBERS {
            with("--identifier name,id,zip --quasi age", algorithm);
        }
        with("--identifier name,id,zip --quasi age --l 2", "anatomy");
    }
    views(&folder, input);
}

/// A view of a column apart, beside the release.
fn views(folder: &Folder, input: &str) {
    let columns = [("name", "identifier'"), ("id", "identifier'"), ("age", "quasi'"), ("ill", "sensitive'")];
    let columns = columns.map(|(name, role)| format!("[columns.{name}]\nrole = '{role}\n")).concat();
    let other = |name: &str| format!("[columns.{name}]\nrole = 'other'\nnot_identifying = true\n");
    let others: String = others(input).into_iter().map(other).collect();
    for output in FORMATS {
        let spec = format!(
            "[input]\npath = 'source.{input}'\n[output]\npath = 'out.{output}'\ncertificate = 'out.certificate.json'\n\
             report = 'out.report.html'\n[privacy]\nk = 3\n[solve]\ngeneralize = 'cell'\n{columns}{others}\
             [columns.zip]\nrole = 'quasi'\nconfidential = true\nhierarchy = {{ file = 'zip.csv' }}\n\
             [[privacy.require]]\nmodel = 'distinct-l-diversity'\ncolumn = 'zip'\nl = 2\n"
        );
        std::fs::write(folder.path("views.toml"), spec).expect("a folder of our own");
        check(folder, "anonymize views.toml --json");
        let beside =
            folder.names().into_iter().filter(|name| name.starts_with("out.") && name.contains("zip"));
        assert_eq!(beside.count(), 1, "{:?}", folder.names());
        clear(folder);
    }
}

#[test]
fn nothing_leaks_from_csv() {
    whole_columns("csv");
    cells("csv");
}

#[test]
fn nothing_leaks_from_tsv() {
    whole_columns("tsv");
    cells("tsv");
}

#[test]
fn nothing_leaks_from_json_lines() {
    whole_columns("jsonl");
    cells("jsonl");
}

#[test]
fn nothing_leaks_from_parquet_by_whole_columns() {
    whole_columns("parquet");
}

#[test]
fn nothing_leaks_from_parquet_cell_by_cell() {
    cells("parquet");
}

#[test]
fn nothing_leaks_from_arrow_by_whole_columns() {
    whole_columns("arrow");
}

#[test]
fn nothing_leaks_from_arrow_cell_by_cell() {
    cells("arrow");
}

#[test]
fn the_search_for_leaks_finds_them() {
    for format in FORMATS {
        let (name, bytes) = (format!("source.{format}"), source(format, Marks::Suppressed));
        assert!(!leaks(Path::new(&name), &bytes).is_empty(), "{name}");
        let is_typed = matches!(format, "parquet" | "arrow");
        assert_eq!(neighbours(Path::new(&name), &bytes) > 10, is_typed, "{name}");
    }
}

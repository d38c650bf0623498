//! Tables that are read twice, part by part, against the same tables held as a whole: every byte and every number.

use std::{num::NonZeroUsize, path::Path};

use amidst::{
    Answer, ErrorCode, Job, Observer, Spec, Stage,
    io::{Format, Hints, Layout, Reader, Source, Want, WriteOptions, write_to},
};
use amidst_testkit::generate::SeededRng;
use serde_json::Value;

const HEADER: &str = "age,place,sex,visit,ill,cost,note";

/// Lines of a table in which much repeats, some cells are missing, and some look like formulas or ways to reach somebody.
fn lines(draw: &mut SeededRng, rows: u32) -> Vec<String> {
    let line = |row: u32| {
        let (age, place) =
            (20 + draw.below(30), ["10115", "10117", "20095", "80331", "", "n/a"][draw.below(6) as usize]);
        let (sex, visit) = (["f", "m"][draw.below(2) as usize], draw.below(rows));
        let ill = ["flu", "gout", "ulcer", "Flu ", ""][draw.below(5) as usize];
        let note = match draw.below(8) {
            0 => "=1+1".to_owned(),
            1 => "\"a, \"\"b\"\"\"".to_owned(),
            2 => "ann@example.org".to_owned(),
            _ => format!("note {}", row / (1 + draw.below(3))),
        };
        format!("{age},{place},{sex},v{visit},{ill},{}.5,{note}", draw.below(4))
    };
    (0..rows).map(line).collect()
}

/// Lays a table into several files of a format, some perhaps without rows.
fn lake(folder: &Path, lines: &[String], format: Format, draw: &mut SeededRng) {
    let files = draw.between(1, 5) as usize;
    let mut parts = vec![Vec::new(); files];
    for (at, line) in lines.iter().enumerate() {
        // Of text, the type of a column is that of its values, so that no file is without any.
        let part = if at < files { at } else { draw.below(files as u32) as usize };
        parts[part].push(line.as_str());
    }
    for (at, part) in parts.into_iter().enumerate() {
        let text = [HEADER].into_iter().chain(part).collect::<Vec<_>>().join("\n") + "\n";
        let bytes = match format {
            Format::Csv => text.into_bytes(),
            _ => converted(text, format),
        };
        std::fs::write(folder.join(format!("{at}.{}", ending(format))), bytes).expect("a file");
    }
}

fn converted(text: String, format: Format) -> Vec<u8> {
    let source = Source::from_bytes("part.csv", text);
    let reader = Reader::open(&source, &Hints::default(), &[String::new()]).expect("a table");
    let read = reader.read(|name| if name == "note" { Want::Carry } else { Want::Code }).expect("a table");
    let order: Vec<u32> = (0..read.table.rows() as u32).collect();
    let layout = Layout { format, ..Layout::default() };
    let options = WriteOptions { file: "part".into(), layout, missing: String::new() };
    let mut bytes = Vec::new();
    write_to(&read.table, &order, &options, &mut bytes, &()).expect("writable");
    bytes
}

fn ending(format: Format) -> &'static str {
    match format {
        Format::Csv => "csv",
        Format::Jsonl => "jsonl",
        Format::Parquet => "parquet",
        Format::Arrow | Format::ArrowStream => "arrow",
    }
}

fn spec(draw: &mut SeededRng) -> String {
    let algorithms =
        ["optimal", "optimal", "datafly", "samarati", "lightning", "mondrian", "local-suppression"];
    let algorithm = algorithms[draw.below(algorithms.len() as u32) as usize];
    let missing = if draw.percent(20) { "wildcard" } else { "own-value" };
    let mut text = format!(
        "version = 1\nprivacy.k = {}\nprivacy.missing = {missing:?}\nsolve.algorithm = {algorithm:?}\n\
         solve.suppression = \"{}%\"\n",
        draw.between(1, 4),
        draw.between(0, 4) * 10
    );
    let hierarchy = |draw: &mut SeededRng, words: &str| match draw.percent(60) {
        true => format!(", hierarchy = {words}"),
        false => String::new(),
    };
    let age = hierarchy(draw, "{ interval = [5, 15], from = 0 }");
    let words = ["{ order = \"natural\", fanout = 2 }", "{ prefix = \"all\" }"][draw.below(2) as usize];
    let place = hierarchy(draw, words);
    text += &format!("[columns]\nage = {{ role = \"quasi\"{age} }}\nplace = {{ role = \"quasi\"{place} }}\n");
    text += "sex = { role = \"quasi\" }\nill = { role = \"sensitive\" }\ncost = { role = \"other\" }\n";
    text += "note = { role = \"other\", not_identifying = true }\nvisit = { role = \"identifier\" }\n";
    if draw.percent(10) {
        text += "[privacy.respondent]\ncolumn = \"visit\"\n";
    }
    text += match draw.below(4) {
        0 => "[[privacy.require]]\ncolumn = \"ill\"\nmodel = \"distinct-l-diversity\"\nl = 2\n",
        1 => "[[privacy.require]]\ncolumn = \"ill\"\nmodel = \"t-closeness\"\nt = 0.6\n",
        _ => "",
    };
    text
}

/// The bytes and the numbers of a release, or what was said instead.
type Found = Result<(Vec<u8>, Value), String>;

/// What came of it, and in how many parts the table was read.
fn run(spec: &Spec, (input, output): (&Path, &Path), rows: Option<usize>) -> (Found, Option<u64>) {
    let mut spec = spec.clone();
    spec.input.path = input.display().to_string();
    spec.output.path = Some(output.display().to_string());
    let job = Job::new(spec).with_part_rows(rows.and_then(NonZeroUsize::new));
    match job.run(&()) {
        Err(error) => (Err(error.to_string()), None),
        Ok(Answer::Infeasible(infeasible)) => (Err(infeasible.message), None),
        Ok(Answer::Released(released)) => {
            let mut told = serde_json::to_value(&released.summary).expect("numbers");
            let told = told.as_object_mut().expect("an object");
            for key in ["seconds", "parts"] {
                told.remove(key);
            }
            let bytes = std::fs::read(output).expect("a release");
            std::fs::remove_file(output).expect("a release");
            (Ok((bytes, Value::Object(told.clone()))), released.summary.parts)
        }
    }
}

#[test]
fn parts_are_released_byte_for_byte_like_the_whole() {
    let formats = [Format::Csv, Format::Jsonl, Format::Parquet, Format::Arrow];
    let (mut in_parts, mut several) = (0, 0);
    for seed in 0..80 {
        let mut draw = SeededRng::new(seed);
        let rows = draw.between(5, 60);
        let lines = lines(&mut draw, rows);
        let folder = tempfile::tempdir().expect("a place for tests");
        let input = folder.path().join("lake");
        std::fs::create_dir(&input).expect("a folder");
        lake(&input, &lines, formats[draw.below(4) as usize], &mut draw);
        let text = spec(&mut draw);
        let spec = Spec::from_toml(&text).expect("a spec");
        let output = ["csv", "csv.gz", "csv.zst", "jsonl", "parquet", "arrow"][draw.below(6) as usize];
        let output = folder.path().join(format!("release.{output}"));
        let (whole, none) = run(&spec, (&input, &output), None);
        assert_eq!(none, None);
        let (found, parts) = run(&spec, (&input, &output), Some(1));
        assert!(found == whole, "seed {seed}: {text}\n{:?}\n{:?}", told(&found), told(&whole));
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "seed {seed}: something is left"
        );
        in_parts += u32::from(parts.is_some());
        several += u32::from(parts.is_some_and(|parts| parts > 1));
    }
    assert!(in_parts > 25 && several > 20, "{in_parts} in parts, {several} in several");
}

fn told(found: &Found) -> Result<(String, &Value), &String> {
    found.as_ref().map(|(bytes, told)| (String::from_utf8_lossy(bytes).into_owned(), told))
}

/// More rows than a batch of any format, so that chunks of the release are of many parts.
#[test]
fn a_large_file_is_released_byte_for_byte_like_the_whole() {
    let mut draw = SeededRng::new(7);
    let mut text = format!("{HEADER}\n");
    for row in 0..200_000_u32 {
        let (age, place, sex) =
            (20 + draw.below(60), 10_000 + 7 * draw.below(900), ["f", "m"][draw.below(2) as usize]);
        let ill = ["flu", "gout", "ulcer"][draw.below(3) as usize];
        text += &format!("{age},{place},{sex},v{row},{ill},{},note {}\n", draw.below(9), draw.below(50_000));
    }
    let spec = "version = 1\nprivacy.k = 5\nsolve.suppression = \"1%\"\n[columns]\nage = { role = \"quasi\" }\n\
                place = { role = \"quasi\", hierarchy = { prefix = \"all\" } }\nsex = { role = \"quasi\" }\n\
                ill = { role = \"sensitive\" }\ncost = { role = \"other\" }\nnote = { role = \"other\", not_identifying = true }\n\
                visit = { role = \"identifier\" }\n";
    let spec = Spec::from_toml(spec).expect("a spec");
    let folder = tempfile::tempdir().expect("a place for tests");
    let (first, second) =
        text.split_at(text.len() / 2 + text[text.len() / 2..].find('\n').expect("a line") + 1);
    for format in [Format::Csv, Format::Parquet] {
        let input = folder.path().join(format!("table-{}", ending(format)));
        std::fs::create_dir(&input).expect("a folder");
        for (at, text) in [first.to_owned(), format!("{HEADER}\n{second}")].into_iter().enumerate() {
            let bytes = if format == Format::Csv { text.into_bytes() } else { converted(text, format) };
            std::fs::write(input.join(format!("{at}.{}", ending(format))), bytes).expect("a file");
        }
        for ending in ["csv", "parquet"] {
            let output = folder.path().join(format!("release.{ending}"));
            let (whole, _) = run(&spec, (&input, &output), None);
            let (found, parts) = run(&spec, (&input, &output), Some(1));
            let ((bytes, told), (expected, expected_told)) =
                (found.expect("released in parts"), whole.expect("released as a whole"));
            assert_eq!(told, expected_told, "{format} to {ending}");
            assert!(bytes == expected, "{format} to {ending}: {} and {} bytes", bytes.len(), expected.len());
            assert!(parts.is_some_and(|parts| parts > 1), "{format} to {ending}: {parts:?}");
        }
    }
}

/// Adds a row to a file once it was summed up.
struct Meddling<'a>(&'a Path);

impl Observer for Meddling<'_> {
    fn progress(&self, stage: Stage, _done: u64, _of: Option<u64>) {
        if stage == Stage::Solving {
            let text = std::fs::read_to_string(self.0).expect("a file");
            std::fs::write(self.0, text.replace("note 1\n", "note 2\n")).expect("a file");
        }
    }
}

/// Neither its classes nor its number of rows differ, only what travels along.
#[test]
fn a_table_that_changes_between_the_passes_is_refused() {
    let folder = tempfile::tempdir().expect("a place for tests");
    let (input, output) = (folder.path().join("table.csv"), folder.path().join("release.csv"));
    std::fs::write(&input, "age,note\n31,note 1\n31,note 3\n").expect("a file");
    let mut spec = Spec::from_toml("columns.age.role = 'quasi'\ncolumns.note.role = 'other'\nprivacy.k = 2")
        .expect("a spec");
    spec.input.path = input.display().to_string();
    spec.output.path = Some(output.display().to_string());
    let job = |spec: &Spec| Job::new(spec.clone()).with_part_rows(NonZeroUsize::new(1));
    let error = job(&spec).run(&Meddling(&input)).err().expect("it is refused");
    assert_eq!(error.code(), ErrorCode::FileChanged);
    assert!(!output.exists());
    assert!(
        matches!(job(&spec).run(&()), Ok(Answer::Released(released)) if released.summary.parts == Some(1))
    );
}

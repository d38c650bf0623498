//! Folders and patterns of files, read as one table, and read in parts.

use std::{fs, path::Path};

use amidst_io::{Error, Hints, Layout, ReadTable, Reader, Result, Source, Want, sha256_of};
use amidst_table::Table;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::table::{cells, columns, read, write_as};

const NAMES: [&str; 6] = ["t.csv", "t.csv.gz", "t.jsonl", "t.parquet", "t.arrow", "t.arrows"];

/// Three files' worth of rows, the folders they are in, and the same rows as one table.
const FILES: [(&str, &str); 3] = [
    ("y=2023/r=a%20b", "zip,age,note\n00941,39,x\n94139,7,\n"),
    ("y=2023/r=__HIVE_DEFAULT_PARTITION__", "zip,age,note\n,40,y\n"),
    ("y=2024/r=c", "zip,age,note\n94139,39,z\n00941,1,x\n12345,2,x\n"),
];
const WHOLE: &str = "zip,age,note,y,r\n\
    ,40,y,2023,\n\
    00941,39,x,2023,a b\n\
    94139,7,,2023,a b\n\
    94139,39,z,2024,c\n\
    00941,1,x,2024,c\n\
    12345,2,x,2024,c\n";

fn lake(name: &str) -> TempDir {
    let root = tempfile::tempdir().expect("a place for tests");
    for (folder, text) in FILES {
        let bytes = write_as(&read("t.csv", text.as_bytes(), Want::Code), &Layout::default(), name);
        let folder = root.path().join(folder);
        fs::create_dir_all(&folder).expect("folders");
        fs::write(folder.join(name), bytes).expect("a file");
    }
    fs::write(root.path().join("_SUCCESS"), "").expect("a file");
    root
}

fn read_path(path: &Path, want: Want) -> Result<ReadTable> {
    Reader::open(&Source::Path(path.into()), &Hints::default(), &[String::new()])?.read(|_| want)
}

fn texts(table: &Table) -> Vec<(String, Vec<String>)> {
    let blank = |cells: Vec<Option<String>>| cells.into_iter().map(Option::unwrap_or_default).collect();
    columns(table).into_iter().map(|(name, cells)| (name, blank(cells))).collect()
}

#[test]
fn a_lake_of_any_format_is_its_rows_with_what_folders_say() {
    for want in [Want::Code, Want::Carry] {
        let expected = texts(&read("t.csv", WHOLE.as_bytes(), want).table);
        for name in NAMES {
            let root = lake(name);
            let found = read_path(root.path(), want).expect("files that are alike");
            assert_eq!(texts(&found.table), expected, "{name} {want:?}");
            assert_eq!(found.sha256, sha256_of(root.path()).expect("readable"), "{name}");
            let pattern = root.path().join(format!("y=*/*/{name}"));
            assert_eq!(texts(&read_path(&pattern, want).expect("alike").table), expected, "{name}");
        }
    }
}

#[test]
fn years_are_numbers_and_other_folders_text() {
    let root = lake("t.parquet");
    let table = read_path(root.path(), Want::Carry).expect("files that are alike").table;
    let type_of = |name: &str| table.column(name).expect("a partition").source_type.to_string();
    assert_eq!((type_of("y"), type_of("r")), ("Int64".into(), "Utf8".into()));
}

#[test]
fn columns_that_are_dropped_need_not_be_there_for_their_folders() {
    let root = lake("t.parquet");
    let reader = Reader::open(&Source::Path(root.path().into()), &Hints::default(), &[]).expect("a lake");
    assert_eq!(reader.columns(), ["zip", "age", "note", "y", "r"]);
    let table = reader.read(|name| if name == "y" { Want::Code } else { Want::Drop }).expect("rows").table;
    assert_eq!(cells(table.column("y").expect("wanted")).len(), 6);
}

/// The cells of all parts, one after another, and how many parts there are.
fn together(source: &Source, rows: usize) -> (Vec<(String, Vec<String>)>, usize) {
    let reader = Reader::open(source, &Hints::default(), &[String::new()]).expect("well-formed");
    let mut parts = reader.into_parts(|_| Want::Code).expect("columns that can be carried");
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    let mut count = 0;
    while let Some(part) = parts.next_part(rows, &()).expect("well-formed") {
        count += 1;
        let part = texts(&part);
        match all.is_empty() {
            true => all = part,
            false => all.iter_mut().zip(part).for_each(|(all, own)| all.1.extend(own.1)),
        }
    }
    (all, count)
}

#[test]
fn parts_of_a_lake_are_the_whole() {
    for name in NAMES {
        let root = lake(name);
        let whole = texts(&read_path(root.path(), Want::Code).expect("alike").table);
        assert_eq!(together(&Source::Path(root.path().into()), 1_000), (whole, 3), "{name}");
    }
}

#[test]
fn parts_of_a_long_file_are_the_whole() {
    let mut text = "n,t\n".to_owned();
    (0..400_000).for_each(|row| text += &format!("{row},\"{}\n{:060}\"\n", row % 7, row % 1_000));
    for name in NAMES {
        let bytes = match name {
            "t.csv" => text.clone().into_bytes(),
            _ => write_as(&read("t.csv", text.as_bytes(), Want::Code), &Layout::default(), name),
        };
        let whole = texts(&read(name, &bytes, Want::Code).table);
        let (all, count) = together(&Source::from_bytes(name, bytes), 70_000);
        assert!(all == whole, "{name}");
        assert!((2..=4).contains(&count), "{name}: {count}");
    }
}

#[test]
fn files_that_differ_are_named_with_the_column() {
    let two = |first: &[u8], second: &[u8], name: &str| {
        let root = tempfile::tempdir().expect("a place for tests");
        for (at, bytes) in [first, second].into_iter().enumerate() {
            fs::write(root.path().join(format!("{at}{name}")), bytes).expect("a file");
        }
        let error = read_path(root.path(), Want::Code).expect_err("they differ");
        let place = error.place();
        let file = place.file.expect("a file");
        assert!(file.ends_with(&format!("1{name}")), "{file}");
        (error, place.column)
    };
    let parquet =
        |text: &str| write_as(&read("t.csv", text.as_bytes(), Want::Code), &Layout::default(), "t.parquet");
    let age = Some("age".to_owned());
    let (error, column) = two(&parquet("zip,age\na,1\n"), &parquet("zip,age\na,x\n"), ".parquet");
    assert!(matches!(error, Error::UnlikeColumn { .. }));
    assert_eq!(column, age);
    let (error, column) = two(b"zip,age\na,1\n", b"Ann,34\nb,2\n", ".csv");
    let message = error.to_string();
    assert!(!message.contains("Ann") && column == Some("zip".into()), "{message}");
    let (error, column) = two(b"zip,age\na,1\n", b"zip,age,sex\na,1,f\n", ".csv");
    assert!(matches!(error, Error::UnlikeFile { .. }) && column.is_none());
    let (error, _) = two(&parquet("zip,age\na,1\n"), b"zip,age\na,1\n", "");
    assert!(error.to_string().contains("has another format"), "{error}");
    // Columns may stand in another order.
    let root = tempfile::tempdir().expect("a place for tests");
    fs::write(root.path().join("a.csv"), "zip,age\na,1\n").expect("a file");
    fs::write(root.path().join("b.csv"), "age,zip\n2,b\n").expect("a file");
    let table = read_path(root.path(), Want::Code).expect("the same columns").table;
    let column = |name: &str, cells: [&str; 2]| (name.to_owned(), cells.map(String::from).to_vec());
    assert_eq!(texts(&table), [column("zip", ["a", "b"]), column("age", ["1", "2"])]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn however_rows_are_cut_into_files_they_are_the_same_table(
        rows in prop::collection::vec((0_u8..5, "[a-c]{1,2}"), 1..30),
        cuts in prop::collection::vec(1_usize..30, 0..4),
        name in prop::sample::select(&NAMES[..]),
        want in prop::sample::select(&[Want::Code, Want::Carry][..]),
    ) {
        let csv = |rows: &[(u8, String)]| {
            rows.iter().fold("n,t\n".to_owned(), |text, (number, word)| text + &format!("{number},{word}\n"))
        };
        let bytes = |rows: &[(u8, String)]| {
            write_as(&read("t.csv", csv(rows).as_bytes(), Want::Code), &Layout::default(), name)
        };
        let mut ends: Vec<usize> = cuts.into_iter().map(|cut| cut.min(rows.len())).chain([rows.len()]).collect();
        ends.sort_unstable();
        ends.dedup();
        let root = tempfile::tempdir().expect("a place for tests");
        let mut start = 0;
        for end in ends {
            let path = root.path().join(format!("{end:02}-{name}"));
            fs::write(path, bytes(&rows[start..end])).expect("a file");
            start = end;
        }
        let lake = read_path(root.path(), want).expect("files that are alike").table;
        let whole = read(name, &bytes(&rows), want).table;
        let seen = |table: &Table| -> Vec<String> {
            let of = |column: &amidst_table::Column| {
                let codes = column.coded().map(|coded| coded.codes.iter().collect::<Vec<_>>());
                format!("{} {} {} {codes:?} {:?}", column.name, column.kind, column.source_type, cells(column))
            };
            table.columns().iter().map(of).collect()
        };
        prop_assert_eq!(seen(&lake), seen(&whole));
    }
}

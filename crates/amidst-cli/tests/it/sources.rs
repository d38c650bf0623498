//! The same data from every kind of source gives the same release.

use std::io::{Cursor, Write};

use rusqlite::{Connection, params};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::support::{Folder, MANY_ROLES, many_people, rows};

/// A workbook of one sheet of texts and whole numbers.
fn workbook(table: &str) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    let cell = |cell: &str| match cell.parse::<i64>() {
        Ok(number) if number.to_string() == cell => format!("<c><v>{cell}</v></c>"),
        _ => format!("<c t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
    };
    let row = |line: &str| format!("<row>{}</row>", line.split(',').map(cell).collect::<String>());
    let rows: String = table.lines().map(row).collect();
    let files = [
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONS}\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets>\
                 </workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{RELATIONS}/worksheet\" \
                 Target=\"worksheets/a.xml\"/></Relationships>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{RELATIONS}/officeDocument\" \
                 Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/a.xml",
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in files {
        zip.start_file(name, stored).expect("memory");
        zip.write_all(text.as_bytes()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

/// A table of texts and whole numbers in a database.
fn database(folder: &Folder, table: &str) {
    let connection = Connection::open(folder.path("people.db")).expect("a database");
    let header = table.lines().next().expect("a header");
    connection.execute_batch(&format!("CREATE TABLE people ({header})")).expect("a table");
    for row in rows(table) {
        let cells: Vec<rusqlite::types::Value> = row
            .split(',')
            .map(|cell| match cell.parse::<i64>() {
                Ok(number) if number.to_string() == cell => number.into(),
                _ => cell.to_owned().into(),
            })
            .collect();
        let places = vec!["?"; cells.len()].join(", ");
        connection
            .execute(&format!("INSERT INTO people VALUES ({places})"), rusqlite::params_from_iter(cells))
            .expect("a row");
    }
    connection.execute("VACUUM", params![]).expect("it is ours");
}

#[test]
fn every_kind_of_source_gives_the_same_release() {
    let table = many_people(1_500);
    let folder = Folder::with("people.csv", &table);
    let text = |name: &str| folder.text(name);
    // What every format says of the same rows, by our own hand: a release that changes nothing.
    let header: Vec<&str> = table.lines().next().expect("a header").split(',').collect();
    let json: String = rows(&table)
        .iter()
        .map(|row| {
            let cells = row.split(',').map(|cell| match cell.parse::<i64>() {
                Ok(number) if number.to_string() == cell => serde_json::Value::from(number),
                _ => cell.into(),
            });
            let object: serde_json::Map<_, _> =
                header.iter().map(|name| (*name).to_owned()).zip(cells).collect();
            serde_json::Value::from(object).to_string() + "\n"
        })
        .collect();
    let folder_of = |name: &str, bytes: &[u8]| std::fs::write(folder.path(name), bytes).expect("a file");
    folder_of("people.jsonl", json.as_bytes());
    folder_of("people.xlsx", &workbook(&table));
    let utf16 = format!("\u{feff}sep=,\r\n{}", table.replace('\n', "\r\n"));
    folder_of("people.txt", &utf16.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    database(&folder, &table);
    let run = |source: &str, release: &str| {
        folder.succeed(&format!("anonymize {source} {MANY_ROLES} --suppression 2% -o {release} --quiet"));
        text(release)
    };
    let expected = run("people.csv", "csv.csv");
    assert!(rows(&expected).len() > 1_000);
    for (source, release) in [
        ("people.jsonl", "jsonl.csv"),
        ("people.xlsx", "xlsx.csv"),
        ("sqlite:people.db --table people", "sqlite.csv"),
    ] {
        assert!(run(source, release) == expected, "{source}");
    }
    assert!(run("people.txt", "utf16.csv").replace('\r', "") == expected, "UTF-16 with sep=");
    // Typed files of the same data, from a run that keeps everything.
    let roles = MANY_ROLES.split_whitespace().collect::<Vec<_>>();
    let all = roles.iter().position(|word| *word == "-k").map(|at| [&roles[..at], &roles[at + 2..]].concat());
    let all = all.expect("MANY_ROLES asks for k").join(" ");
    for format in ["parquet", "arrow"] {
        folder.succeed(&format!("anonymize people.csv {all} -k 1 --order input -o all.{format} --quiet"));
        let run = run(&format!("all.{format}"), &format!("{format}.csv"));
        assert!(run == expected, "{format}");
    }
}

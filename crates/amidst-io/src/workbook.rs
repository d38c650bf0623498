//! Excel workbooks (`.xlsx`): one sheet, as the delimited text that whoever saved it as CSV would have got, but with dates as ISO has
//! them and numbers in full.

use std::{fmt::Write, io::Cursor};

use calamine::{Data, ExcelDateTime, Range, Reader, Xlsx, XlsxError};

use crate::{Error, Result};

/// What is refused.
const NOT_ONE: &str = "an archive that is no Excel workbook";

/// The text of a sheet: that of this name, or the first. Rows without any cell are left out.
pub(crate) fn text_of(file: &str, bytes: Vec<u8>, sheet: Option<&str>) -> Result<String> {
    let damaged = |error: XlsxError| match error {
        XlsxError::Zip(_) | XlsxError::FileNotFound(_) => {
            Error::Unsupported { file: file.to_owned(), found: NOT_ONE }
        }
        XlsxError::Password => {
            Error::damaged(file, "xlsx", "it is locked by a password; save it without one")
        }
        // Messages may quote cells.
        _ => Error::damaged(file, "xlsx", "its parts contradict one another"),
    };
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let names = workbook.sheet_names();
    let wanted = match sheet {
        Some(sheet) => names.iter().find(|name| *name == sheet),
        None => names.first(),
    };
    let Some(wanted) = wanted.cloned() else {
        return Err(Error::NoSheet { file: file.to_owned(), sheets: names.len() });
    };
    Ok(text(&workbook.worksheet_range(&wanted).map_err(damaged)?))
}

fn text(sheet: &Range<Data>) -> String {
    let has_time: Vec<bool> = (0..sheet.width())
        .map(|column| sheet.rows().any(|row| row.get(column).is_some_and(is_moment)))
        .collect();
    let mut text = String::new();
    for row in sheet.rows().filter(|row| row.iter().any(|cell| *cell != Data::Empty)) {
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                text.push(',');
            }
            let cell = shown(cell, has_time[column]);
            if cell.contains(['"', ',', '\n', '\r']) {
                write!(text, "\"{}\"", cell.replace('"', "\"\"")).expect("memory");
            } else {
                text += &cell;
            }
        }
        text.push('\n');
    }
    text
}

/// A cell as text; `has_time` says that some day of its column has a time.
fn shown(cell: &Data, has_time: bool) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number.to_string(),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Bool(is_true) => is_true.to_string(),
        Data::Error(error) => error.to_string(),
        Data::DateTime(moment) => {
            let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
            let fraction = if milli == 0 { String::new() } else { format!(".{milli:03}") };
            let time = format!("{hour:02}:{minute:02}:{second:02}{fraction}");
            match is_day(moment) {
                false => time,
                true if has_time => format!("{year:04}-{month:02}-{day:02}T{time}"),
                true => format!("{year:04}-{month:02}-{day:02}"),
            }
        }
    }
}

/// Whether it is a day, and not a time of any day or a span.
fn is_day(moment: &ExcelDateTime) -> bool {
    !moment.is_duration() && moment.as_f64() >= 1.0
}

/// Whether it is a day with a time.
fn is_moment(cell: &Data) -> bool {
    matches!(cell, Data::DateTime(moment) if is_day(moment) && moment.as_f64().fract() != 0.0)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use calamine::ExcelDateTimeType;
    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;
    use crate::{Hints, Reader, Source, Want};

    /// A workbook of sheets, each with its name and the XML of its rows.
    fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        let mut file = |name: String, text: String| {
            zip.start_file(name, stored).expect("memory");
            zip.write_all(text.as_bytes()).expect("memory");
        };
        let all = |one: &dyn Fn(usize, &str) -> String| -> String {
            sheets.iter().enumerate().map(|(at, (name, _))| one(at + 1, name)).collect()
        };
        const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let named = all(&|at, name| format!("<sheet name=\"{name}\" sheetId=\"{at}\" r:id=\"r{at}\"/>"));
        file(
            "xl/workbook.xml".into(),
            format!("<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONS}\"><sheets>{named}</sheets></workbook>"),
        );
        const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
        file(
            "_rels/.rels".into(),
            format!(
                "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{RELATIONS}/officeDocument\" \
                 Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        );
        let linked = all(&|at, _| {
            format!(
                "<Relationship Id=\"r{at}\" Type=\"{RELATIONS}/worksheet\" Target=\"worksheets/s{at}.xml\"/>"
            )
        });
        file(
            "xl/_rels/workbook.xml.rels".into(),
            format!("<Relationships xmlns=\"{PACKAGE}\">{linked}</Relationships>"),
        );
        // Style 1 is a day.
        file(
            "xl/styles.xml".into(),
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
            ),
        );
        for (at, (_, rows)) in sheets.iter().enumerate() {
            file(
                format!("xl/worksheets/s{}.xml", at + 1),
                format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"),
            );
        }
        zip.finish().expect("memory").into_inner()
    }

    /// A row of cells of text, and of anything else as XML.
    fn row(number: usize, cells: &[&str]) -> String {
        let cell = |(at, cell): (usize, &&str)| {
            let place = format!("{}{number}", char::from(b'A' + at as u8));
            match cell.strip_prefix('<') {
                Some(rest) => format!("<c r=\"{place}\" {rest}</c>"),
                None if cell.is_empty() => String::new(),
                None => format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
            }
        };
        format!("<row r=\"{number}\">{}</row>", cells.iter().enumerate().map(cell).collect::<String>())
    }

    fn people() -> Vec<u8> {
        let rows = [
            row(1, &["zip", "age", "born", "well"]),
            row(2, &["01234", "<><v>34</v>", "<s=\"1\"><v>29000</v>", "<t=\"b\"><v>1</v>"]),
            row(4, &["a &quot;b&quot;, c", "<><v>34.5</v>", "", "<t=\"b\"><v>0</v>"]),
        ];
        workbook(&[("people", &rows.concat()), ("other", &row(1, &["x"]))])
    }

    #[test]
    fn cells_are_shown_as_what_they_are() {
        let text = text_of("a.xlsx", people(), None).expect("a workbook");
        assert_eq!(text, "zip,age,born,well\n01234,34,1979-05-25,true\n\"a \"\"b\"\", c\",34.5,,false\n");
        let day = |value| Data::DateTime(ExcelDateTime::new(value, ExcelDateTimeType::DateTime, false));
        assert_eq!(shown(&day(29_000.0), true), "1979-05-25T00:00:00");
        assert_eq!(shown(&day(0.5), false), "12:00:00");
        assert!(is_moment(&day(29_000.25)) && !is_moment(&day(29_000.0)) && !is_moment(&day(0.5)));
    }

    #[test]
    fn a_sheet_can_be_chosen_by_its_name() {
        assert_eq!(text_of("a.xlsx", people(), Some("other")).expect("a sheet"), "x\n");
        let error = text_of("a.xlsx", people(), Some("nobody")).expect_err("no such sheet");
        assert_eq!(
            error.to_string(),
            "a.xlsx: it has no sheet of this name among its 2; correct sheet in [input], or leave it out for the first"
        );
    }

    #[test]
    fn a_workbook_is_read_like_its_text_but_hashed_as_it_is() {
        let read = |source: &Source| {
            let reader = Reader::open(source, &Hints::default(), &[String::new()]).expect("a table");
            let columns = reader.columns().to_vec();
            (columns, reader.read(|_| Want::Code).expect("rows"))
        };
        let bytes = people();
        let text = text_of("a.xlsx", bytes.clone(), None).expect("a workbook");
        let (columns, book) = read(&Source::from_bytes("a.xlsx", bytes.clone()));
        let (expected, csv) = read(&Source::from_bytes("a.csv", text));
        assert_eq!(columns, expected);
        let kinds = |table: &crate::ReadTable| -> Vec<String> {
            table.table.columns().iter().map(|column| column.kind.to_string()).collect()
        };
        assert_eq!(kinds(&book), kinds(&csv));
        assert_eq!((book.sha256, book.bytes), (crate::sha256_of_bytes(&bytes), bytes.len() as u64));
    }

    #[test]
    fn archives_that_are_no_workbook_are_refused() {
        let bytes = ZipWriter::new(Cursor::new(Vec::new())).finish().expect("memory").into_inner();
        for bytes in [bytes, b"PK\x03\x04".to_vec()] {
            let error = text_of("a.xlsx", bytes, None).expect_err("no workbook");
            assert!(error.to_string().contains("an archive that is no Excel workbook"), "{error}");
        }
    }
}

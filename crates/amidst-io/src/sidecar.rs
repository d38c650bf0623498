//! Small files around a table: specs, plans, hierarchies.

use std::{io::Read, path::Path};

use amidst_core::Observer;
use encoding_rs::WINDOWS_1252;
use sha2::{Digest, Sha256};

use crate::{
    Encoding, Error, Result, Source,
    lake::Lake,
    layout::BOM,
    records::{BLOCK_BYTES, Blocks, Dialect, Field, Visitor, sample_records, tokenize},
    sniff::encoding_of,
    source::{hex, open_file, tally_of},
};

/// The SHA-256 of a file, in hexadecimal; of a lake, that of the list of its files with theirs.
pub fn sha256_of(path: impl AsRef<Path>) -> Result<String> {
    sha256_of_observed(path, &())
}

/// [`sha256_of`], and an observer is asked whether to go on.
pub fn sha256_of_observed(path: impl AsRef<Path>, observer: &dyn Observer) -> Result<String> {
    let path = path.as_ref();
    match Lake::find(path)? {
        Some(lake) => lake.sha256(|file| Ok(tally_of(&Source::Path(file.into()), observer)?.0)),
        None => Ok(tally_of(&Source::Path(path.into()), observer)?.0),
    }
}

/// The SHA-256 of bytes in memory, in hexadecimal.
pub fn sha256_of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Reads a whole text file, without the byte order mark it may have.
pub fn read_text(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let bytes = bytes_of(path)?;
    utf8(bytes, file)
}

/// The bytes of a small file.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open_file(path)?.read_to_end(&mut bytes);
    read.map_err(|error| Error::read(&path.display().to_string(), error))?;
    Ok(bytes)
}

fn utf8(mut bytes: Vec<u8>, file: String) -> Result<String> {
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Error::InvalidUtf8 { file, line }
    })
}

/// Reads the rows of a hierarchy file as ARX writes it: no header, leaf first, root last. Rows may differ in length; that
/// is for the hierarchy to judge.
pub fn read_hierarchy_rows(path: impl AsRef<Path>) -> Result<Vec<Vec<String>>> {
    let path = path.as_ref();
    hierarchy_rows_of(&path.display().to_string(), bytes_of(path)?)
}

/// The same of bytes that were read before, from a file of this name.
pub fn hierarchy_rows_of(file: &str, bytes: Vec<u8>) -> Result<Vec<Vec<String>>> {
    let text = match encoding_of(&bytes) {
        Encoding::Latin1 => WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned(),
        Encoding::Utf8 | Encoding::Utf8Bom => utf8(bytes, file.to_owned())?,
    };
    hierarchy_rows(&text, file)
}

fn hierarchy_rows(text: &str, file: &str) -> Result<Vec<Vec<String>>> {
    let dialect = Dialect { delimiter: delimiter_of(text), quote: b'"', blank_is_row: false };
    let mut blocks = Blocks::new(text.as_bytes(), file, Some(dialect), BLOCK_BYTES);
    let mut rows = Rows(Vec::new());
    while let Some(block) = blocks.next_block()? {
        tokenize(&block.padded, dialect, &mut rows).map_err(|(column, start)| Error::AfterQuote {
            file: file.to_owned(),
            line: block.line_at(start),
            column: (column + 1).to_string(),
        })?;
    }
    if rows.0.is_empty() { Err(Error::Empty { file: file.to_owned() }) } else { Ok(rows.0) }
}

struct Rows(Vec<Vec<String>>);

impl Visitor for Rows {
    /// The column and the record of a field that goes on behind its closing quote.
    type Stop = (usize, usize);

    fn field(&mut self, column: usize, field: Field<'_>) {
        if column == 0 {
            self.0.push(Vec::new());
        }
        let text = String::from_utf8_lossy(field.bytes()).into_owned();
        self.0.last_mut().expect("the first field has begun a row").push(text);
    }

    fn after_quote(&mut self, column: usize, start: usize) -> std::result::Result<(), Self::Stop> {
        Err((column, start))
    }

    fn record(&mut self, _fields: usize, _start: usize, _next: usize) -> std::result::Result<(), Self::Stop> {
        Ok(())
    }
}

/// The delimiter that cuts all rows alike; the comma comes last, because labels such as `[20, 40[` hold it.
fn delimiter_of(text: &str) -> u8 {
    const CANDIDATES: [u8; 4] = *b";\t|,";
    let records = |delimiter| sample_records(text.as_bytes(), delimiter, b'"', true, 1000);
    let consistent = CANDIDATES.into_iter().find(|&delimiter| {
        let records = records(delimiter);
        records
            .first()
            .is_some_and(|first| first.len() > 1 && records.iter().all(|row| row.len() == first.len()))
    });
    let most_fields = || {
        CANDIDATES
            .into_iter()
            .rev()
            .max_by_key(|&delimiter| records(delimiter).iter().filter(|row| row.len() > 1).count())
    };
    consistent.or_else(most_fields).unwrap_or(b';')
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&[&str]]) {
        assert_eq!(hierarchy_rows(text, "h.csv").expect("well-formed"), expected);
    }

    #[test]
    fn delimiters_of_hierarchies_are_sniffed() {
        check("a;x;*\nb;x;*\n", &[&["a", "x", "*"], &["b", "x", "*"]]);
        check("a,x\nb,x", &[&["a", "x"], &["b", "x"]]);
        check("a\tx\r\nb\tx\r\n", &[&["a", "x"], &["b", "x"]]);
    }

    #[test]
    fn commas_in_labels_do_not_mislead() {
        check("25;[20, 30[\n35;[30, 40[\n", &[&["25", "[20, 30["], &["35", "[30, 40["]]);
        check("25\t[20, 30[\n", &[&["25", "[20, 30["]]);
        check("\"a,b\",x\nc,x\n", &[&["a,b", "x"], &["c", "x"]]);
    }

    #[test]
    fn rows_of_unequal_length_are_kept_for_the_hierarchy_to_judge() {
        check("a;x;*\nb;*\n", &[&["a", "x", "*"], &["b", "*"]]);
    }

    #[test]
    fn marks_and_encodings_are_understood() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let path = folder.path().join("h.csv");
        for bytes in [&b"\xef\xbb\xbfJ\xc3\xbcrgen;*\n"[..], b"J\xc3\xbcrgen;*\n", b"J\xfcrgen;*\n"] {
            fs::write(&path, bytes).expect("writable");
            assert_eq!(read_hierarchy_rows(&path).expect("well-formed"), [["Jürgen", "*"]]);
        }
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let path = folder.path().join("spec.toml");
        let name = path.display();
        let error = read_text(&path).expect_err("not there yet");
        assert_eq!(error.to_string(), format!("{name}: there is no such file; check the path"));
        fs::write(&path, b"a\nb\xff\n").expect("writable");
        let error = read_text(&path).expect_err("not UTF-8");
        let advice = "not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\"";
        assert_eq!(error.to_string(), format!("{name}, line 2: {advice}"));
        let error = hierarchy_rows("", "h.csv").expect_err("empty");
        assert!(matches!(error, Error::Empty { .. }));
    }
}

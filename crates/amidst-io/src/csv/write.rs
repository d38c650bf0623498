//! Writing delimited text: every cell as it came, quoted only where it must be.

use std::{borrow::Cow, io::Write};

use amidst_core::{Coded, Observer};
use amidst_table::Column;
use arrow_array::Array;
use arrow_schema::ArrowError;
use encoding_rs::WINDOWS_1252;
use memchr::{memchr, memchr3};

use super::formula::needs_apostrophe;
use crate::{
    Encoding, Error, Layout, Newline, Result,
    arrow_text::each_text,
    chunks::Content,
    layout::BOM,
    row_chunk::{Head, NextChunk},
    rows::{Style, Unencodable, write_rows},
};

/// Writes a header and all rows.
pub(crate) fn write_csv(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    (layout, missing): (&Layout, &str),
    file: &str,
    sink: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<()> {
    let columns = head.table.columns();
    let style = CsvStyle { layout, missing, single: columns.len() == 1 };
    let mut line = Vec::new();
    if layout.header {
        for (at, column) in columns.iter().enumerate() {
            line.extend_from_slice(&style.before(at, ""));
            style.text(column.name.as_bytes(), &mut line);
        }
        line.extend_from_slice(style.row_end());
    }
    let mut line = style.encode(line).map_err(|Unencodable| {
        let foreign = |column: &&Column| style.encode(column.name.clone().into_bytes()).is_err();
        let column = columns.iter().find(foreign).map_or_else(String::new, |column| column.name.clone());
        Error::NotInEncoding { file: file.to_owned(), column }
    })?;
    if layout.encoding == Encoding::Utf8Bom {
        line.splice(..0, BOM.iter().copied());
    }
    sink.write_all(&line).map_err(|error| Error::write(file, error))?;
    write_rows(head, next, &style, file, sink, observer)
}

struct CsvStyle<'a> {
    layout: &'a Layout,
    missing: &'a str,
    /// Whether there is but one column: an empty cell must be quoted then, lest the row look like a blank line.
    single: bool,
}

impl CsvStyle<'_> {
    fn needs_quotes(&self, text: &[u8]) -> bool {
        memchr3(self.layout.delimiter, self.layout.quote, b'\n', text).is_some()
            || memchr(b'\r', text).is_some()
            || (self.single && text.is_empty())
            || text.starts_with(BOM)
    }

    #[inline]
    fn cell(&self, text: &[u8], out: &mut Vec<u8>) {
        if !self.needs_quotes(text) {
            out.extend_from_slice(text);
            return;
        }
        let quote = self.layout.quote;
        out.push(quote);
        for &byte in text {
            if byte == quote {
                out.push(quote);
            }
            out.push(byte);
        }
        out.push(quote);
    }
}

impl Style for CsvStyle<'_> {
    fn row_end(&self) -> &[u8] {
        match self.layout.newline {
            Newline::Lf => b"\n",
            Newline::CrLf => b"\r\n",
        }
    }

    fn before(&self, position: usize, _name: &str) -> Vec<u8> {
        if position == 0 { Vec::new() } else { vec![self.layout.delimiter] }
    }

    fn null(&self, out: &mut Vec<u8>) {
        self.text(self.missing.as_bytes(), out);
    }

    #[inline]
    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        match self.layout.spreadsheet && needs_apostrophe(text) {
            true => self.cell(&[b"'", text].concat(), out),
            false => self.cell(text, out),
        }
    }

    #[inline]
    fn carried(&self, text: &[u8], _content: Content, out: &mut Vec<u8>) {
        self.text(text, out);
    }

    fn is_literal(&self, _column: &Column, _coded: &Coded, _order: Option<&[u32]>) -> bool {
        false
    }

    fn array(&self, array: &dyn Array, each: &mut dyn FnMut(&[u8])) -> Result<(), ArrowError> {
        let mut cell = Vec::new();
        each_text(array, &mut |text| {
            cell.clear();
            match text {
                None => self.null(&mut cell),
                Some(text) => self.text(text.as_bytes(), &mut cell),
            }
            each(&cell);
        })
    }

    fn encode(&self, block: Vec<u8>) -> Result<Vec<u8>, Unencodable> {
        if self.layout.encoding != Encoding::Latin1 || block.is_ascii() {
            return Ok(block);
        }
        let text = String::from_utf8(block).map_err(|_| Unencodable)?;
        match WINDOWS_1252.encode(&text) {
            (_, _, true) => Err(Unencodable),
            (Cow::Borrowed(_), ..) => Ok(text.into_bytes()),
            (Cow::Owned(bytes), ..) => Ok(bytes),
        }
    }
}

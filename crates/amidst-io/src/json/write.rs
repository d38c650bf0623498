//! Writing JSON Lines: numbers stay numbers, strings strings, and null null.

use std::io::Write;

use amidst_core::{Coded, Observer};
use amidst_table::Column;
use arrow_array::Array;
use arrow_schema::{ArrowError, DataType};

use super::line::Shape;
use crate::{
    Layout, Newline, Result,
    arrow_text::each_json,
    chunks::Content,
    released::released_codes,
    row_chunk::{Head, NextChunk},
    rows::{Style, Unencodable, write_rows},
};

/// Writes all rows, in UTF-8.
pub(crate) fn write_jsonl(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    layout: &Layout,
    file: &str,
    sink: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<()> {
    write_rows(head, next, &JsonStyle { newline: layout.newline }, file, sink, observer)
}

/// How JSON spells cells.
struct JsonStyle {
    newline: Newline,
}

impl Style for JsonStyle {
    fn row_end(&self) -> &[u8] {
        match self.newline {
            Newline::Lf => b"}\n",
            Newline::CrLf => b"}\r\n",
        }
    }

    fn before(&self, position: usize, name: &str) -> Vec<u8> {
        let mut before = vec![if position == 0 { b'{' } else { b',' }];
        self.text(name.as_bytes(), &mut before);
        before.push(b':');
        before
    }

    fn null(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }

    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        let text = std::str::from_utf8(text).expect("tables hold UTF-8");
        serde_json::to_writer(out, text).expect("a string can be written to memory");
    }

    fn carried(&self, text: &[u8], content: Content, out: &mut Vec<u8>) {
        let literal = match content {
            Content::Text => false,
            Content::Literal => true,
            Content::Mixed => std::str::from_utf8(text).is_ok_and(|text| Shape::of_literal(text).is_some()),
        };
        if literal { out.extend_from_slice(text) } else { self.text(text, out) }
    }

    fn is_literal(&self, column: &Column, coded: &Coded, order: Option<&[u32]>) -> bool {
        let value_type = match &column.source_type {
            DataType::Dictionary(_, value) => value,
            other => other,
        };
        if !value_type.is_numeric() && *value_type != DataType::Boolean {
            return false;
        }
        let released = released_codes(coded, order);
        let mut values =
            coded.dictionary.iter().zip(released).filter(|(_, used)| *used).filter_map(|(value, _)| value);
        values.all(|value| {
            let shape = Shape::of_literal(value);
            matches!(shape, Some(Shape::Integer | Shape::Fraction | Shape::Boolean))
        })
    }

    fn array(&self, array: &dyn Array, each: &mut dyn FnMut(&[u8])) -> Result<(), ArrowError> {
        each_json(array, each)
    }

    fn encode(&self, block: Vec<u8>) -> Result<Vec<u8>, Unencodable> {
        Ok(block)
    }
}

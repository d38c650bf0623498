//! Writing JSON Lines: numbers stay numbers, strings strings, and null null.

use std::{io::Write, sync::Arc};

use amidst_core::{Coded, Column, Table};
use arrow_array::Array;
use arrow_json::writer::{EncoderOptions, make_encoder};
use arrow_schema::{ArrowError, DataType, Field};

use super::{line::Shape, not_finite::ByName};
use crate::{
    Layout, Newline, Result,
    chunks::Content,
    released::released_codes,
    rows::{Style, Unencodable, write_rows},
    typed::each_text,
};

/// Writes the rows of `order`, in UTF-8.
pub(crate) fn write_jsonl(
    table: &Table,
    order: &[u32],
    layout: &Layout,
    file: &str,
    sink: &mut dyn Write,
) -> Result<()> {
    write_rows(table, order, &JsonStyle { newline: layout.newline }, file, sink)
}

fn is_float(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => values.is_floating(),
        other => other.is_floating(),
    }
}

/// How JSON spells cells.
pub(crate) struct JsonStyle {
    pub newline: Newline,
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

    fn is_literal(&self, column: &Column, coded: &Coded, order: &[u32]) -> bool {
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
        if is_float(array.data_type()) {
            // As everywhere else, not as the encoder below spells it; what is not finite has been refused.
            return each_text(array, &mut |text| each(text.unwrap_or("null").as_bytes()));
        }
        let field = Arc::new(Field::new("", array.data_type().clone(), true));
        let options =
            EncoderOptions::default().with_explicit_nulls(true).with_encoder_factory(Arc::new(ByName));
        let nulls = array.logical_nulls();
        let mut encoder = make_encoder(&field, array, &options)?;
        let mut cell = Vec::new();
        for row in 0..array.len() {
            cell.clear();
            if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
                self.null(&mut cell);
            } else {
                encoder.encode(row, &mut cell);
            }
            each(&cell);
        }
        Ok(())
    }

    fn encode(&self, block: Vec<u8>) -> Result<Vec<u8>, Unencodable> {
        Ok(block)
    }
}

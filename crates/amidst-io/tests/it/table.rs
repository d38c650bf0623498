//! Tables as rows of text, and back: what the other tests are written in.

use amidst_io::{Hints, Layout, ReadTable, Reader, Result, Source, Want, WriteOptions, write_to};
use amidst_table::{Column, Data, Table};
use arrow_array::Array;
use arrow_cast::display::{ArrayFormatter, FormatOptions};

/// Opens and reads bytes under a name.
pub fn try_read(name: &str, bytes: &[u8], hints: &Hints, want: Want) -> Result<ReadTable> {
    let source = Source::from_bytes(name, bytes.to_vec());
    Reader::open(&source, hints, &[String::new()])?.read(|_| want)
}

/// Reads bytes that are well-formed.
pub fn read(name: &str, bytes: &[u8], want: Want) -> ReadTable {
    try_read(name, bytes, &Hints::default(), want).expect("well-formed")
}

/// Writes the rows of `order`.
pub fn try_write(read: &ReadTable, order: &[u32], layout: &Layout) -> Result<Vec<u8>> {
    let options = WriteOptions { file: "out".into(), layout: layout.clone(), missing: String::new() };
    let mut bytes = Vec::new();
    let written = write_to(&read.table, order, &options, &mut bytes, &())?;
    assert_eq!(written.bytes, bytes.len() as u64);
    Ok(bytes)
}

/// Writes all rows in a layout like `layout` with the format that a name tells.
pub fn write_as(read: &ReadTable, layout: &Layout, name: &str) -> Vec<u8> {
    let order: Vec<u32> = (0..read.table.rows() as u32).collect();
    try_write(read, &order, &layout.for_output(Some(name.as_ref()))).expect("writable")
}

/// The cells of a column as text; `None` is missing.
pub fn cells(column: &Column) -> Vec<Option<String>> {
    match &column.data {
        Data::Coded(coded) => {
            coded.codes.iter().map(|code| coded.dictionary.value(code).map(str::to_owned)).collect()
        }
        Data::Carried(chunks) => chunks.iter().flat_map(|chunk| texts(chunk.as_ref())).collect(),
    }
}

fn texts(array: &dyn Array) -> Vec<Option<String>> {
    let formatter = ArrayFormatter::try_new(array, &FormatOptions::default()).expect("a known type");
    let nulls = array.logical_nulls();
    let is_null = |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
    (0..array.len()).map(|row| (!is_null(row)).then(|| formatter.value(row).to_string())).collect()
}

/// All columns: names and cells.
pub fn columns(table: &Table) -> Vec<(String, Vec<Option<String>>)> {
    table.columns().iter().map(|column| (column.name.clone(), cells(column))).collect()
}

//! Text formats row by row: blocks of rows are put into words on all cores and written in order.
//!
//! A cell is stored with what stands before it in its row, a delimiter or a key, so that a row is its cells end to end.

use std::io::Write;

use amidst_core::{Coded, Codes, Observer, Stage};
use amidst_table::{Column, Data, Table};
use arrow_array::Array;
use arrow_schema::ArrowError;
use rayon::prelude::*;

use crate::{
    Error, Result,
    chunks::{Chunks, Content},
    released::codes_at,
    row_chunk::{Head, NextChunk},
};

/// Rows put into words at a time.
const BLOCK_ROWS: usize = 8192;

/// How a format spells cells.
pub(crate) trait Style: Sync {
    /// What ends a row.
    fn row_end(&self) -> &[u8];

    /// What stands before the cells of a column.
    fn before(&self, position: usize, name: &str) -> Vec<u8>;

    /// A missing cell.
    fn null(&self, out: &mut Vec<u8>);

    /// A text.
    fn text(&self, text: &[u8], out: &mut Vec<u8>);

    /// A cell of a carried column of texts.
    fn carried(&self, text: &[u8], content: Content, out: &mut Vec<u8>);

    /// Whether the released values of this column are numbers or truth values that this format spells without quotes. Without an
    /// order, all of its values are released.
    fn is_literal(&self, column: &Column, coded: &Coded, order: Option<&[u32]>) -> bool;

    /// The cells of an Arrow array, one after another.
    fn array(&self, array: &dyn Array, each: &mut dyn FnMut(&[u8])) -> Result<(), ArrowError>;

    /// The block as it is stored.
    fn encode(&self, block: Vec<u8>) -> Result<Vec<u8>, Unencodable>;
}

/// A block holds characters that the format cannot store.
pub(crate) struct Unencodable;

/// Byte strings end to end.
#[derive(Default)]
struct Arena {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Arena {
    fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    #[inline]
    fn at(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }
}

/// A column ready to be written.
enum Prepared<'a> {
    /// The spelling of every code, and the codes.
    Coded(Arena, &'a Codes),
    /// What stands before a cell, and the cells.
    Carried(Vec<u8>, Chunks<'a>),
}

/// Some rows of a column.
enum Cells<'a> {
    Coded(&'a Arena, Vec<u32>),
    Carried(Arena),
}

/// Writes all rows.
pub(crate) fn write_rows(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    style: &impl Style,
    file: &str,
    sink: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<()> {
    let is_literal = |column: &Column| match column.coded() {
        Some(coded) => style.is_literal(column, coded, head.released),
        None => false,
    };
    let literal: Vec<bool> = head.table.columns().iter().map(is_literal).collect();
    let mut written = 0;
    while let Some(chunk) = next()? {
        let progress =
            |done: usize| observer.progress(Stage::Writing, written + done as u64, Some(head.rows));
        write_chunk((&chunk.table, &chunk.order), &literal, style, file, sink, (observer, &progress))?;
        written += chunk.order.len() as u64;
    }
    Ok(())
}

/// Writes the rows of `order`; of each column, whether its values stand without quotes.
fn write_chunk(
    (table, order): (&Table, &[u32]),
    literal: &[bool],
    style: &impl Style,
    file: &str,
    sink: &mut dyn Write,
    (observer, progress): (&dyn Observer, &dyn Fn(usize)),
) -> Result<()> {
    let columns = table.columns().iter().zip(literal).enumerate();
    let columns: Vec<Prepared<'_>> =
        columns.map(|(at, (column, &literal))| prepare(at, column, literal, style)).collect();
    let round_rows = BLOCK_ROWS * 2 * rayon::current_num_threads();
    let mut written: Vec<Vec<u8>> = Vec::new();
    let mut pipeline = order.chunks(round_rows);
    let mut done = 0;
    loop {
        progress(done);
        let round = pipeline.next();
        let mut blocks = Vec::new();
        let result: Result<()> = rayon::in_place_scope(|scope| {
            if let Some(rows) = round {
                let (blocks, columns) = (&mut blocks, &columns);
                let block = |rows| {
                    observer.go_on()?;
                    block(rows, columns, table, style, file)
                };
                scope.spawn(move |_| *blocks = rows.par_chunks(BLOCK_ROWS).map(block).collect());
            }
            written.iter().try_for_each(|block| {
                observer.go_on()?;
                sink.write_all(block).map_err(|error| Error::write(file, error))
            })
        });
        result?;
        let Some(round) = round else { return Ok(()) };
        done += round.len();
        written = Vec::into_iter(blocks).collect::<Result<_>>()?;
    }
}

fn prepare<'a>(position: usize, column: &'a Column, literal: bool, style: &impl Style) -> Prepared<'a> {
    let before = style.before(position, &column.name);
    match &column.data {
        Data::Carried(_) => Prepared::Carried(before, Chunks::of(column).expect("it is carried")),
        Data::Coded(coded) => {
            let mut arena = Arena::default();
            for value in coded.dictionary.iter() {
                arena.push(|out| {
                    out.extend_from_slice(&before);
                    match value {
                        None => style.null(out),
                        Some(value) if literal => out.extend_from_slice(value.as_bytes()),
                        Some(value) => style.text(value.as_bytes(), out),
                    }
                });
            }
            Prepared::Coded(arena, &coded.codes)
        }
    }
}

/// The spelling of some rows.
fn block(
    rows: &[u32],
    columns: &[Prepared<'_>],
    table: &Table,
    style: &impl Style,
    file: &str,
) -> Result<Vec<u8>> {
    let cells: Vec<Cells<'_>> =
        columns.iter().map(|column| gather(column, rows, style)).collect::<Result<_>>()?;
    let mut out = Vec::with_capacity(rows.len() * columns.len() * 8);
    for row in 0..rows.len() {
        for column in &cells {
            out.extend_from_slice(match column {
                Cells::Coded(arena, codes) => arena.at(codes[row] as usize),
                Cells::Carried(arena) => arena.at(row),
            });
        }
        out.extend_from_slice(style.row_end());
    }
    style.encode(out).map_err(|Unencodable| unencodable(table, rows, style, file))
}

/// Column by column, because that lets the processor wait for many cells at once.
fn gather<'a>(column: &'a Prepared<'a>, rows: &[u32], style: &impl Style) -> Result<Cells<'a>> {
    let (before, chunks) = match column {
        Prepared::Coded(arena, codes) => return Ok(Cells::Coded(arena, codes_at(codes, rows))),
        Prepared::Carried(before, chunks) => (before, chunks),
    };
    let mut arena = Arena::default();
    if let Some(content) = chunks.content() {
        chunks.each_text(rows, |text| {
            arena.push(|out| {
                out.extend_from_slice(before);
                match text {
                    None => style.null(out),
                    Some(text) => style.carried(text, content, out),
                }
            });
        });
    } else {
        let array = chunks.gather(rows).map_err(internal)?;
        let mut each = |cell: &[u8]| {
            arena.push(|out| {
                out.extend_from_slice(before);
                out.extend_from_slice(cell);
            });
        };
        style.array(&array, &mut each).map_err(internal)?;
    }
    Ok(Cells::Carried(arena))
}

/// Arrow's messages may quote cells, so only their kind is told.
fn internal(error: ArrowError) -> Error {
    let kind = match error {
        ArrowError::NotYetImplemented(_) => "a column type that cannot be written as text",
        _ => "a column could not be put into text",
    };
    Error::Internal(kind.into())
}

/// Finds the column to blame.
fn unencodable(table: &Table, rows: &[u32], style: &impl Style, file: &str) -> Error {
    let to_blame = |column: &&Column| {
        let cells = gather(&prepare(0, column, false, style), rows, style).map(|cells| match cells {
            Cells::Coded(arena, codes) => {
                codes.iter().flat_map(|&code| arena.at(code as usize)).copied().collect()
            }
            Cells::Carried(arena) => arena.bytes,
        });
        cells.is_ok_and(|bytes: Vec<u8>| style.encode(bytes).is_err())
    };
    let column = table.columns().iter().find(to_blame).map_or_else(String::new, |column| column.name.clone());
    Error::NotInEncoding { file: file.to_owned(), column }
}

//! Reading delimited text: header first, then blocks of records on all cores.

use std::{cell::Cell, io::Read, sync::Arc};

use amidst_core::{Kind, Observer, Stage};
use amidst_table::{Column, Data, Table};
use encoding_rs::WINDOWS_1252;
use hashbrown::HashSet;
use rayon::prelude::*;

use crate::{
    Encoding, Error, Layout, Result, Want,
    builder::{BlockBuilder, ColumnBuilder, Part, merge},
    kind::{kind_of, type_of_kind},
    pipeline::in_rounds,
    records::{Block, Blocks, Dialect, Field, Visitor, tokenize},
    source::{SharedDigest, Stream},
};

/// An open CSV file whose header has been read.
pub(crate) struct CsvReader {
    file: String,
    layout: Layout,
    header: Vec<String>,
    /// What the first line has to do with the lines below; nothing is known where it is no header.
    first_line: FirstLine,
    blocks: Blocks<Box<dyn Read + Send>>,
    /// The rest of the block that holds the header.
    first: Option<Block>,
    tally: SharedDigest,
}

impl CsvReader {
    /// Reads the header.
    pub(crate) fn open(stream: Stream, layout: Layout, block_bytes: usize) -> Result<Self> {
        let (file, tally) = (stream.file.clone(), stream.tally.clone());
        let dialect = Dialect { delimiter: layout.delimiter, quote: layout.quote, blank_is_row: false };
        let reader: Box<dyn Read + Send> =
            Box::new(stream.without_mark(layout.encoding).without_separator_line().into_reader());
        let mut blocks = Blocks::new(reader, &file, Some(dialect), block_bytes);
        loop {
            let Some(block) = blocks.next_block()? else { return Err(Error::Empty { file }) };
            let mut first = FirstRecord::default();
            if tokenize(&block.padded, dialect, &mut first).is_ok() {
                continue; // nothing but blank lines so far
            }
            let header = header(&first, &block, &layout, &file)?;
            if !layout.header {
                return Ok(Self {
                    file,
                    layout,
                    header,
                    first_line: FirstLine::default(),
                    blocks,
                    first: Some(block),
                    tally,
                });
            }
            let block = block.skip(first.next);
            let mut below = Below::new(&first.fields);
            // That enough was seen is no error.
            let _ = tokenize(&block.padded, dialect, &mut below);
            let first_line = below.first_line();
            return Ok(Self { file, layout, header, first_line, blocks, first: Some(block), tally });
        }
    }

    /// The names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    /// What the names of the columns have to do with the first rows.
    pub(crate) fn first_line(&self) -> FirstLine {
        self.first_line
    }

    /// Reads everything behind the header, and tells the hash and the size of the file.
    pub(crate) fn read(
        self,
        wants: &[Want],
        markers: &Arc<[String]>,
        (observer, size): (&dyn Observer, Option<u64>),
    ) -> Result<(Table, String, u64)> {
        let mut reader = self;
        let (table, _) = reader.next_part(wants, markers, usize::MAX, (observer, size))?;
        let (sha256, bytes) = reader.tally.finish();
        observer.progress(Stage::Reading, bytes, Some(bytes));
        Ok((table, sha256, bytes))
    }

    /// The next rows, whole rounds of blocks until there are so many, and whether there was anything to read.
    pub(crate) fn next_part(
        &mut self,
        wants: &[Want],
        markers: &Arc<[String]>,
        limit: usize,
        (observer, size): (&dyn Observer, Option<u64>),
    ) -> Result<(Table, bool)> {
        let Self { file, layout, header, blocks, first, tally, .. } = self;
        let blank_is_row = header.len() == 1;
        let dialect = Dialect { delimiter: layout.delimiter, quote: layout.quote, blank_is_row };
        let mut columns: Vec<ColumnBuilder> =
            wants.iter().map(|&want| ColumnBuilder::new(want, markers)).collect();
        let (rows, mut any) = (Cell::new(0), false);
        in_rounds(
            observer,
            &mut columns,
            || {
                if rows.get() >= limit {
                    return Ok(None);
                }
                let block = if let Some(block) = first.take() { Some(block) } else { blocks.next_block()? };
                any |= block.is_some();
                Ok(block)
            },
            |columns, block| parse(columns, &block, dialect, layout.encoding, file),
            |columns, parts| {
                observer.progress(Stage::Reading, tally.bytes(), size);
                let mut merged = rows.get();
                merge(columns, parts, &mut merged, file)?;
                rows.set(merged);
                Ok(())
            },
        )?;
        let columns: Vec<Option<Column>> = header
            .par_iter()
            .zip(columns)
            .map(|(name, column)| finish(name.clone(), column, layout, observer))
            .collect::<Result<_>>()?;
        Ok((Table::new(columns.into_iter().flatten().collect()), any))
    }
}

/// The first record of a file, and where the second begins.
#[derive(Default)]
struct FirstRecord {
    fields: Vec<Vec<u8>>,
    /// The first field whose closing quote text follows.
    goes_on: Option<usize>,
    start: usize,
    next: usize,
}

impl Visitor for FirstRecord {
    type Stop = ();

    fn field(&mut self, _column: usize, field: Field<'_>) {
        self.fields.push(field.bytes().to_vec());
    }

    fn after_quote(&mut self, column: usize, _start: usize) -> Result<(), ()> {
        self.goes_on.get_or_insert(column);
        Ok(())
    }

    fn record(&mut self, _fields: usize, start: usize, next: usize) -> Result<(), ()> {
        (self.start, self.next) = (start, next);
        Err(())
    }
}

/// So many rows are looked at to tell whether the first line is one of them.
const LOOKED_AT: usize = 1_000;

/// What tells whether the first line of delimited text names its columns, or is a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstLine {
    /// How many columns have a name that is also a cell of theirs, in the first rows: what a first line does that is no
    /// header.
    pub repeated: usize,
    /// How many columns have a name without a digit above cells that all have one: what only a header does.
    pub apart: usize,
}

/// What the cells of every column have to do with its name.
struct Below<'a> {
    names: &'a [Vec<u8>],
    /// Whether a cell is the name.
    is_met: Vec<bool>,
    /// Whether there are cells, and all of them have a digit.
    is_numbered: Vec<Option<bool>>,
    records: usize,
}

impl<'a> Below<'a> {
    fn new(names: &'a [Vec<u8>]) -> Self {
        Self { names, is_met: vec![false; names.len()], is_numbered: vec![None; names.len()], records: 0 }
    }

    fn first_line(&self) -> FirstLine {
        let names = self.names.iter().zip(&self.is_numbered);
        let is_apart = |(name, numbered): &(&Vec<u8>, &Option<bool>)| {
            **numbered == Some(true) && !name.iter().any(u8::is_ascii_digit)
        };
        FirstLine {
            repeated: self.is_met.iter().filter(|&&is_met| is_met).count(),
            apart: names.filter(is_apart).count(),
        }
    }
}

impl Visitor for Below<'_> {
    type Stop = ();

    fn field(&mut self, column: usize, field: Field<'_>) {
        let (Some(name), cell) = (self.names.get(column), field.bytes()) else { return };
        self.is_met[column] |= name == cell;
        if !cell.is_empty() {
            let is_numbered = &mut self.is_numbered[column];
            *is_numbered = Some(is_numbered.unwrap_or(true) && cell.iter().any(u8::is_ascii_digit));
        }
    }

    fn record(&mut self, _fields: usize, _start: usize, _next: usize) -> Result<(), ()> {
        self.records += 1;
        if self.records < LOOKED_AT { Ok(()) } else { Err(()) }
    }
}

/// The names of the columns: every one has a name, and no two share one.
fn header(first: &FirstRecord, block: &Block, layout: &Layout, file: &str) -> Result<Vec<String>> {
    if !layout.header {
        return Ok((1..=first.fields.len()).map(|number| format!("column_{number}")).collect());
    }
    let (file, line) = (file.to_owned(), block.line_at(first.start));
    if let Some(at) = first.goes_on {
        return Err(Error::AfterQuote { file, line, column: (at + 1).to_string() });
    }
    let mut names = Vec::with_capacity(first.fields.len());
    let mut seen = HashSet::new();
    for (at, bytes) in first.fields.iter().enumerate() {
        if bytes.contains(&0) {
            return Err(Error::NulByte { file, line });
        }
        let name = match layout.encoding {
            Encoding::Latin1 => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
            _ => match String::from_utf8(bytes.clone()) {
                Ok(name) => name,
                Err(_) => return Err(Error::InvalidUtf8 { file, line }),
            },
        };
        if name.trim().is_empty() {
            return Err(Error::EmptyHeader { file, line, position: at + 1 });
        }
        if !seen.insert(name.clone()) {
            let first = names.iter().position(|other| *other == name).map_or(1, |first| first + 1);
            return Err(Error::DuplicateHeader { file, line, first, second: at + 1 });
        }
        names.push(name);
    }
    Ok(names)
}

/// Parses one block.
fn parse(
    columns: &[ColumnBuilder],
    block: &Block,
    dialect: Dialect,
    encoding: Encoding,
    file: &str,
) -> Result<Part> {
    let padded = block.decode(encoding, file).map_err(|error| match error {
        Error::NulByte { file, line } => nul_in_cell(block, dialect, file, line),
        other => other,
    })?;
    // A guess from the shortest rows there can be would be far too high; growing once or twice costs less.
    let rows = padded.len() / (8 * columns.len());
    let mut filler = Filler {
        columns: columns.iter().map(|column| column.part(rows)).collect(),
        expected: columns.len(),
        rows: 0,
    };
    tokenize(&padded, dialect, &mut filler).map_err(|Wrong { start, what }| {
        let line = block.first_line + memchr::memchr_iter(b'\n', &padded[..start]).count() as u64;
        let (file, expected) = (file.to_owned(), columns.len());
        match what {
            What::Ragged(found) => {
                let delimiter = char::from(dialect.delimiter);
                Error::Ragged { file, line, found, expected, delimiter }
            }
            What::AfterQuote(at) => Error::AfterQuote { file, line, column: (at + 1).to_string() },
        }
    })?;
    let Filler { columns, rows, .. } = filler;
    Ok(Part { rows, columns: columns.into_iter().map(BlockBuilder::finish).collect() })
}

/// Puts fields into their columns.
struct Filler<'a> {
    columns: Vec<BlockBuilder<'a>>,
    expected: usize,
    rows: usize,
}

/// A record that cannot be taken, and where it begins.
struct Wrong {
    start: usize,
    what: What,
}

enum What {
    /// So many fields, which is too few or too many.
    Ragged(usize),
    /// Text follows the closing quote of this field.
    AfterQuote(usize),
}

/// Says in which column, by its number, the first NUL of a block stands: its name may be a cell of a file without a header.
fn nul_in_cell(block: &Block, dialect: Dialect, file: String, line: u64) -> Error {
    struct Search(Option<usize>);

    impl Visitor for Search {
        type Stop = ();

        fn field(&mut self, column: usize, field: Field<'_>) {
            if self.0.is_none() && field.bytes().contains(&0) {
                self.0 = Some(column);
            }
        }

        fn record(&mut self, _fields: usize, _start: usize, _next: usize) -> Result<(), ()> {
            if self.0.is_some() { Err(()) } else { Ok(()) }
        }
    }

    let mut search = Search(None);
    // Stopping early is how it finds something.
    let _ = tokenize(&block.padded, dialect, &mut search);
    match search.0 {
        Some(at) => Error::NulInCell { file, line, column: (at + 1).to_string() },
        None => Error::NulByte { file, line },
    }
}

impl Visitor for Filler<'_> {
    type Stop = Wrong;

    #[inline]
    fn field(&mut self, column: usize, field: Field<'_>) {
        if let Some(column) = self.columns.get_mut(column) {
            column.push(field);
        }
    }

    #[inline]
    fn after_quote(&mut self, column: usize, start: usize) -> Result<(), Wrong> {
        Err(Wrong { start, what: What::AfterQuote(column) })
    }

    #[inline]
    fn record(&mut self, fields: usize, start: usize, _next: usize) -> Result<(), Wrong> {
        self.rows += 1;
        if fields == self.expected { Ok(()) } else { Err(Wrong { start, what: What::Ragged(fields) }) }
    }
}

fn finish(
    name: String,
    column: ColumnBuilder,
    layout: &Layout,
    observer: &dyn Observer,
) -> Result<Option<Column>> {
    let (kind, data) = match column {
        ColumnBuilder::Coded(column) => {
            let coded = column.finish(observer)?;
            (kind_of(&coded.dictionary, layout.decimal, observer)?, Data::Coded(coded))
        }
        ColumnBuilder::Carried(chunks) => (Kind::Text, Data::Carried(chunks)),
        ColumnBuilder::Dropped => return Ok(None),
    };
    Ok(Some(Column { name, kind, source_type: type_of_kind(kind), data }))
}

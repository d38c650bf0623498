//! Reading JSON Lines: once for the keys, once for the values.
//!
//! Whatever a line lacks is missing. The union of all keys, in the order of first appearance, is the header, so the whole
//! file is looked at before anyone is asked about columns.

use std::{cell::Cell, io::Read, sync::Arc};

use amidst_core::{Kind, Observer, Stage};
use amidst_table::{Column, Data, Table};
use arrow_schema::{DECIMAL128_MAX_PRECISION, DataType};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::line::{BadText, EntryError, Shape, each_entry, plain_text};
use crate::{
    Compression, Error, Layout, Result, Source, Want,
    builder::{BlockBuilder, ColumnBuilder, Part, merge},
    chunks::{LONG_INTEGER, MIXED},
    kind::kind_of,
    layout::BOM,
    pipeline::in_rounds,
    records::{Block, Blocks, PAD},
    source::{SharedDigest, Stream},
};

/// Integers up to here are themselves as floating-point numbers.
const EXACT: i128 = 1 << 53;

/// An open JSON Lines file whose keys are known.
pub(crate) struct JsonReader {
    file: String,
    layout: Layout,
    header: Header,
    again: Source,
    /// Set when the source cannot be read twice: its bytes are in `again`, decompressed.
    spooled: Option<SharedDigest>,
    block_bytes: usize,
}

#[derive(Default)]
struct Header {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Header {
    fn add(&mut self, name: String) {
        let place = self.names.len();
        if self.places.try_insert(name.clone(), place).is_ok() {
            self.names.push(name);
        }
    }

    /// The place of a key that is likely the one at `guess`.
    fn place(&self, key: &str, guess: usize) -> Option<usize> {
        match self.names.get(guess) {
            Some(name) if name == key => Some(guess),
            _ => self.places.get(key).copied(),
        }
    }
}

impl JsonReader {
    /// Reads all keys.
    pub(crate) fn open(
        source: &Source,
        stream: Stream,
        layout: &Layout,
        block_bytes: usize,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let file = stream.file.clone();
        let (stream, again, spooled) = if source.is_rewindable() {
            (stream, source.clone(), None)
        } else {
            let tally = stream.tally.clone();
            let again = Source::from_bytes(&file, stream.into_bytes(observer)?);
            (Stream::open(&again, Some(Compression::None), BOM.len())?, again, Some(tally))
        };
        let mut reader =
            Self { file, layout: layout.clone(), header: Header::default(), again, spooled, block_bytes };
        reader.header = reader.read_keys(stream, observer)?;
        if reader.header.names.is_empty() {
            return Err(Error::Empty { file: reader.file });
        }
        Ok(reader)
    }

    /// The names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.header.names
    }

    fn read_keys(&self, stream: Stream, observer: &dyn Observer) -> Result<Header> {
        let mut blocks = self.blocks(stream);
        let mut header = Header::default();
        in_rounds(
            observer,
            &mut header,
            || blocks.next_block(),
            |header, block| self.new_keys(header, &block),
            |header, keys| {
                keys.into_iter().flatten().for_each(|key| header.add(key));
                Ok(())
            },
        )?;
        Ok(header)
    }

    fn new_keys(&self, header: &Header, block: &Block) -> Result<Vec<String>> {
        let mut keys = Vec::new();
        self.each_line(block, |line, number| {
            let mut guess = 0;
            let outcome = each_entry::<()>(line, &mut |key, _| {
                if header.place(key, guess).is_none() && !keys.iter().any(|known| known == key) {
                    keys.push(key.to_owned());
                }
                guess += 1;
                Ok(())
            });
            outcome.map_err(|_| Error::NotAnObject { file: self.file.clone(), line: number })
        })?;
        Ok(keys)
    }

    /// Reads all values, and tells the hash and the size of the file.
    pub(crate) fn read(
        self,
        wants: &[Want],
        markers: &Arc<[String]>,
        (observer, size): (&dyn Observer, Option<u64>),
    ) -> Result<(Table, String, u64)> {
        let mut parts = self.into_parts()?;
        let (table, _) = parts.next_part(wants, markers, usize::MAX, (observer, size))?;
        let (sha256, bytes) = parts.tally.finish();
        observer.progress(Stage::Reading, bytes, Some(bytes));
        Ok((table, sha256, bytes))
    }

    /// To be read part by part.
    pub(crate) fn into_parts(self) -> Result<JsonParts> {
        let compression = if self.spooled.is_some() { Compression::None } else { self.layout.compression };
        let stream = Stream::open(&self.again, Some(compression), BOM.len())?;
        let tally = self.spooled.clone().unwrap_or_else(|| stream.tally.clone());
        let blocks = self.blocks(stream);
        Ok(JsonParts { reader: self, blocks, tally })
    }

    fn blocks(&self, stream: Stream) -> Blocks<Box<dyn Read + Send>> {
        let reader: Box<dyn Read + Send> = Box::new(stream.without_mark(self.layout.encoding).into_reader());
        Blocks::new(reader, &self.file, None, self.block_bytes)
    }

    fn each_line(&self, block: &Block, mut each: impl FnMut(&str, u64) -> Result<()>) -> Result<()> {
        let padded = block.decode(self.layout.encoding, &self.file)?;
        let text = std::str::from_utf8(&padded[..padded.len() - PAD]).expect("decoded to UTF-8");
        for (number, line) in text.split_terminator('\n').enumerate() {
            if !line.trim_ascii().is_empty() {
                each(line, block.first_line + number as u64)?;
            }
        }
        Ok(())
    }

    fn parse(&self, columns: &[ColumnBuilder], block: &Block) -> Result<(Part, Vec<Seen>)> {
        let mut filler = Filler {
            columns: columns.iter().map(|column| column.part(0)).collect(),
            filled: vec![0; columns.len()],
            seen: vec![Seen::default(); columns.len()],
            rows: 0,
        };
        self.each_line(block, |line, number| {
            filler.line(line, &self.header).map_err(|error| match error {
                EntryError::NotAnObject => Error::NotAnObject { file: self.file.clone(), line: number },
                EntryError::Stopped(Stop::Changed) => Error::Changed { file: self.file.clone() },
                EntryError::Stopped(Stop::Twice(at)) => {
                    let column = self.header.names[at].clone();
                    Error::DuplicateKey { file: self.file.clone(), line: number, column }
                }
                EntryError::Stopped(Stop::Bad(at, why)) => {
                    let (file, column) = (self.file.clone(), self.header.names[at].clone());
                    match why {
                        BadText::Surrogate => Error::LoneSurrogate { file, line: number, column },
                        BadText::Nul => Error::NulInCell { file, line: number, column },
                    }
                }
            })
        })?;
        let columns = filler.columns.into_iter().map(BlockBuilder::finish).collect();
        Ok((Part { rows: filler.rows, columns }, filler.seen))
    }

    fn finish(
        &self,
        name: &str,
        column: ColumnBuilder,
        seen: Seen,
        observer: &dyn Observer,
    ) -> Result<Option<Column>> {
        let (name, mut source_type) = (name.to_owned(), seen.source_type());
        let (kind, data) = match column {
            ColumnBuilder::Dropped => return Ok(None),
            ColumnBuilder::Coded(column) => {
                let coded = column.finish(observer)?;
                if source_type == MIXED {
                    source_type = DataType::Utf8;
                }
                (kind_of(&coded.dictionary, self.layout.decimal, observer)?, Data::Coded(coded))
            }
            ColumnBuilder::Carried(_) if source_type == MIXED && seen.ambiguous => {
                return Err(Error::MixedTypes { file: self.file.clone(), column: name });
            }
            ColumnBuilder::Carried(chunks) => (seen.kind(), Data::Carried(chunks)),
        };
        Ok(Some(Column { name, kind, source_type, data }))
    }
}

/// A file that is read part by part.
pub(crate) struct JsonParts {
    reader: JsonReader,
    blocks: Blocks<Box<dyn Read + Send>>,
    tally: SharedDigest,
}

impl JsonParts {
    /// The next rows, whole rounds of blocks until there are so many, and whether there was anything to read. Columns have the types
    /// that their values have there.
    pub(crate) fn next_part(
        &mut self,
        wants: &[Want],
        markers: &Arc<[String]>,
        limit: usize,
        (observer, size): (&dyn Observer, Option<u64>),
    ) -> Result<(Table, bool)> {
        let Self { reader, blocks, tally } = self;
        let mut columns: Vec<ColumnBuilder> =
            wants.iter().map(|&want| ColumnBuilder::new(want, markers)).collect();
        let mut seen = vec![Seen::default(); columns.len()];
        let (rows, mut any) = (Cell::new(0), false);
        in_rounds(
            observer,
            &mut columns,
            || {
                if rows.get() >= limit {
                    return Ok(None);
                }
                let block = blocks.next_block()?;
                any |= block.is_some();
                Ok(block)
            },
            |columns, block| reader.parse(columns, &block),
            |columns, parts| {
                if reader.spooled.is_none() {
                    observer.progress(Stage::Reading, tally.bytes(), size);
                }
                let (parts, shapes): (Vec<Part>, Vec<Vec<Seen>>) = parts.into_iter().unzip();
                shapes
                    .iter()
                    .for_each(|shapes| seen.iter_mut().zip(shapes).for_each(|(seen, new)| seen.add(*new)));
                let mut merged = rows.get();
                merge(columns, parts, &mut merged, &reader.file)?;
                rows.set(merged);
                Ok(())
            },
        )?;
        let columns = reader.header.names.par_iter().zip(columns).zip(seen);
        let columns: Result<Vec<Option<Column>>> =
            columns.map(|((name, column), seen)| reader.finish(name, column, seen, observer)).collect();
        Ok((Table::new(columns?.into_iter().flatten().collect()), any))
    }
}

/// Puts values into their columns.
struct Filler<'a> {
    columns: Vec<BlockBuilder<'a>>,
    /// For every column the last row that had it, from 1.
    filled: Vec<usize>,
    seen: Vec<Seen>,
    rows: usize,
}

enum Stop {
    /// A key that was not there when keys were read.
    Changed,
    /// The key of this column has come before.
    Twice(usize),
    /// The value of this column is a string without a text.
    Bad(usize, BadText),
}

impl Filler<'_> {
    fn line(&mut self, line: &str, header: &Header) -> Result<(), EntryError<Stop>> {
        self.rows += 1;
        let mut guess = 0;
        each_entry(line, &mut |key, raw| {
            let place = header.place(key, guess).ok_or(Stop::Changed)?;
            guess = place + 1;
            if self.filled[place] == self.rows {
                return Err(Stop::Twice(place));
            }
            self.filled[place] = self.rows;
            let text = plain_text(raw).map_err(|why| Stop::Bad(place, why))?;
            self.seen[place].value(raw, text.as_deref());
            self.columns[place].push_text(text.as_deref().map(str::as_bytes));
            Ok(())
        })?;
        for (column, filled) in self.columns.iter_mut().zip(&self.filled) {
            if *filled != self.rows {
                column.push_text(None);
            }
        }
        Ok(())
    }
}

/// What the values of a column were.
#[derive(Clone, Copy, Default)]
struct Seen {
    text: bool,
    integer: bool,
    /// The smallest and the largest integer, where 0 is always between them.
    least: i128,
    most: i128,
    /// An integer that not even 128 bits hold.
    endless: bool,
    fraction: bool,
    boolean: bool,
    nested: bool,
    /// A string that would be another value without its quotes.
    ambiguous: bool,
}

impl Seen {
    fn value(&mut self, raw: &str, text: Option<&str>) {
        match Shape::of(raw) {
            Shape::Null => {}
            Shape::Text => {
                self.text = true;
                self.ambiguous = self.ambiguous || text.is_some_and(|text| Shape::of_literal(text).is_some());
            }
            Shape::Integer => self.integer(raw),
            Shape::Fraction => self.fraction = true,
            Shape::Boolean => self.boolean = true,
            Shape::Nested => self.nested = true,
        }
    }

    fn integer(&mut self, raw: &str) {
        self.integer = true;
        match raw.parse::<i64>().map(i128::from).or_else(|_| raw.parse()) {
            Ok(integer) => (self.least, self.most) = (self.least.min(integer), self.most.max(integer)),
            Err(_) => self.endless = true,
        }
    }

    fn add(&mut self, other: Self) {
        self.text |= other.text;
        self.integer |= other.integer;
        (self.least, self.most) = (self.least.min(other.least), self.most.max(other.most));
        self.endless |= other.endless;
        self.fraction |= other.fraction;
        self.boolean |= other.boolean;
        self.nested |= other.nested;
        self.ambiguous |= other.ambiguous;
    }

    fn source_type(self) -> DataType {
        match self {
            Self { text: _, integer: false, fraction: false, boolean: false, nested: false, .. } => {
                DataType::Utf8
            }
            Self { text: false, fraction: false, boolean: false, nested: false, .. } => self.integer_type(),
            Self { text: false, boolean: false, nested: false, .. } if self.is_within(-EXACT, EXACT) => {
                DataType::Float64
            }
            Self { text: false, integer: false, fraction: false, nested: false, .. } => DataType::Boolean,
            _ => MIXED,
        }
    }

    /// A type that holds every integer digit for digit; the text itself if there is none.
    fn integer_type(self) -> DataType {
        const LARGEST: i128 = 10_i128.pow(DECIMAL128_MAX_PRECISION as u32) - 1;
        if self.is_within(i64::MIN.into(), i64::MAX.into()) {
            DataType::Int64
        } else if self.is_within(0, u64::MAX.into()) {
            DataType::UInt64
        } else if self.is_within(-LARGEST, LARGEST) {
            LONG_INTEGER
        } else {
            MIXED
        }
    }

    fn is_within(self, least: i128, most: i128) -> bool {
        !self.endless && least <= self.least && self.most <= most
    }

    fn kind(self) -> Kind {
        match self.source_type() {
            DataType::Int64 | DataType::UInt64 | DataType::Decimal128(..) => Kind::Integer,
            DataType::Float64 => Kind::Decimal,
            DataType::Boolean => Kind::Boolean,
            _ => Kind::Text,
        }
    }
}

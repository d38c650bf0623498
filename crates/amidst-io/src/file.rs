//! One file, or a table in memory: opened, its header looked at, read at once or part by part.

use std::{fmt, sync::Arc};

use amidst_core::Observer;
use amidst_table::Table;

use crate::{
    FirstLine, Format, Hints, Layout, Result, Source, Want,
    csv::CsvReader,
    json::{JsonParts, JsonReader},
    sniff::{HEAD_BYTES, layout_of},
    source::Stream,
    typed::{TypedParts, TypedReader},
};

/// A table as it was read.
pub struct ReadTable {
    /// The columns that were wanted, in the order of the source.
    pub table: Table,
    /// SHA-256 of the source as stored, in hexadecimal.
    pub sha256: String,
    /// The size of the source as stored.
    pub bytes: u64,
}

impl fmt::Debug for ReadTable {
    /// Without cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadTable").field("rows", &self.table.rows()).finish_non_exhaustive()
    }
}

/// An open file: its layout and its columns are known, its rows have not been read.
pub(crate) struct FileReader {
    file: String,
    layout: Layout,
    markers: Arc<[String]>,
    /// How many bytes are stored, if that is known.
    size: Option<u64>,
    inner: Inner,
}

enum Inner {
    Csv(CsvReader),
    Json(JsonReader),
    Typed(TypedReader),
}

impl FileReader {
    pub(crate) fn open(
        source: &Source,
        hints: &Hints,
        missing: &[String],
        block_bytes: usize,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let (size, markers) = (source.size(), missing.into());
        if let Source::Batches(batches) = source {
            let inner = Inner::Typed(TypedReader::of_batches(batches)?);
            let layout = Layout { format: Format::Arrow, ..Layout::default() };
            return Ok(Self { file: source.name(), layout, markers, size, inner });
        }
        let stream = Stream::open_sheet(source, (hints.compression, hints.sheet.as_deref()), HEAD_BYTES)?;
        let layout = layout_of(source, &stream, hints)?;
        let file = stream.file.clone();
        let inner = match layout.format {
            Format::Csv => Inner::Csv(CsvReader::open(stream, layout.clone(), block_bytes)?),
            Format::Jsonl => Inner::Json(JsonReader::open(source, stream, &layout, block_bytes, observer)?),
            Format::Parquet | Format::Arrow | Format::ArrowStream => {
                Inner::Typed(TypedReader::open(source, stream, layout.format, observer)?)
            }
        };
        Ok(Self { file, layout, markers, size, inner })
    }

    /// How messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.file
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn header(&self) -> &[String] {
        match &self.inner {
            Inner::Csv(reader) => reader.header(),
            Inner::Json(reader) => reader.header(),
            Inner::Typed(reader) => reader.header(),
        }
    }

    pub(crate) fn first_line(&self) -> Option<FirstLine> {
        match &self.inner {
            Inner::Csv(reader) => Some(reader.first_line()),
            Inner::Json(_) | Inner::Typed(_) => None,
        }
    }

    /// Reads all rows.
    pub(crate) fn read(self, wants: &[Want], observer: &dyn Observer) -> Result<ReadTable> {
        let (table, sha256, bytes) = match self.inner {
            Inner::Csv(reader) => reader.read(wants, &self.markers, (observer, self.size))?,
            Inner::Json(reader) => reader.read(wants, &self.markers, (observer, self.size))?,
            Inner::Typed(reader) => reader.read(wants, &self.markers, observer)?,
        };
        Ok(ReadTable { table, sha256, bytes })
    }

    /// To be read part by part.
    pub(crate) fn into_parts(self, wants: Vec<Want>) -> Result<FileParts> {
        let Self { markers, size, inner, .. } = self;
        let inner = match inner {
            Inner::Csv(reader) => InnerParts::Csv(reader),
            Inner::Json(reader) => InnerParts::Json(reader.into_parts()?),
            Inner::Typed(reader) => {
                InnerParts::Typed(reader.into_parts(wants.clone(), Arc::clone(&markers))?)
            }
        };
        Ok(FileParts { wants, markers, size, inner })
    }
}

/// A file that is read part by part.
pub(crate) struct FileParts {
    wants: Vec<Want>,
    markers: Arc<[String]>,
    size: Option<u64>,
    inner: InnerParts,
}

enum InnerParts {
    Csv(CsvReader),
    Json(JsonParts),
    Typed(TypedParts),
}

impl FileParts {
    /// The next rows; nothing at the end.
    pub(crate) fn next_part(&mut self, rows: usize, observer: &dyn Observer) -> Result<Option<Table>> {
        let Self { wants, markers, size, inner } = self;
        let (table, is_any) = match inner {
            InnerParts::Csv(reader) => reader.next_part(wants, markers, rows, (observer, *size))?,
            InnerParts::Json(parts) => parts.next_part(wants, markers, rows, (observer, *size))?,
            InnerParts::Typed(parts) => return parts.next_part(rows, observer),
        };
        Ok(is_any.then_some(table))
    }
}

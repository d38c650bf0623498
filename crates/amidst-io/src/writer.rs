//! The door out: some rows of a table, in some order, in some format, hashed as they leave.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use amidst_core::{Observer, Stage};
use amidst_table::Table;

#[cfg(not(feature = "compression"))]
use crate::built::check_compression;
use crate::{
    Compression, Error, Format, Layout, Result,
    built::check_format,
    csv::write_csv,
    json::write_jsonl,
    row_chunk::{Head, NextChunk, RowChunk},
    source::ContentDigest,
    typed::{check_cells, write_typed},
};

/// How to write a table.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// How messages call the target.
    pub file: String,
    /// How to lay it out.
    pub layout: Layout,
    /// What a missing cell is written as where the format has no null.
    pub missing: String,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// SHA-256 of the bytes as stored, in hexadecimal.
    pub sha256: String,
    /// How many there are.
    pub bytes: u64,
}

/// Writes the rows of `order`, by their numbers; rows that are not in it are left out. The observer is asked block by block.
pub fn write_to(
    table: &Table,
    order: &[u32],
    options: &WriteOptions,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<Written> {
    let head = Head { table, released: Some(order), rows: order.len() as u64 };
    let mut whole = Some(RowChunk { table: Cow::Borrowed(table), order: Cow::Borrowed(order) });
    write_all(&head, &mut || Ok(whole.take()), options, sink, observer)
}

/// Writes so many rows chunk by chunk: the bytes that [`write_to`] writes of all of them at once. The columns are those of a table
/// without rows, whose coded columns have all values that are released, and no others; every chunk but the last has a multiple of
/// [`CHUNK_ROWS`](crate::CHUNK_ROWS) rows. Types that [`may_be_chunked`](crate::may_be_chunked) refuses cannot be written so.
pub fn write_chunks(
    (table, rows): (&Table, u64),
    next: &mut NextChunk<'_, '_>,
    options: &WriteOptions,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<Written> {
    write_all(&Head { table, released: None, rows }, next, options, sink, observer)
}

fn write_all(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    options: &WriteOptions,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<Written> {
    check_format(options.layout.format, &options.file)?;
    observer.progress(Stage::Writing, 0, Some(head.rows));
    let mut sink = Digesting { sink, tally: ContentDigest::default(), failure: None };
    match write_compressed(head, next, options, &mut sink, observer) {
        Ok(()) => {
            let (sha256, bytes) = sink.tally.finish();
            Ok(Written { sha256, bytes })
        }
        Err(error) => {
            // The sink asks, too, and whoever said to abort says so from then on.
            observer.go_on()?;
            // Encoders wrap what went wrong below them beyond recognition.
            Err(sink.failure.map_or(error, |failure| Error::write(&options.file, failure)))
        }
    }
}

fn write_compressed(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    options: &WriteOptions,
    sink: &mut Digesting<'_>,
    observer: &dyn Observer,
) -> Result<()> {
    let io = |error| Error::write(&options.file, error);
    let text = matches!(options.layout.format, Format::Csv | Format::Jsonl);
    match options.layout.compression {
        _ if !text => write_plain(head, next, options, sink, observer)?,
        Compression::None => write_plain(head, next, options, sink, observer)?,
        #[cfg(feature = "compression")]
        Compression::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(&mut *sink, flate2::Compression::default());
            write_plain(head, next, options, &mut encoder, observer)?;
            encoder.finish().map_err(io)?;
        }
        #[cfg(feature = "compression")]
        Compression::Zstd => {
            let mut encoder = zstd::Encoder::new(&mut *sink, zstd::DEFAULT_COMPRESSION_LEVEL).map_err(io)?;
            write_plain(head, next, options, &mut encoder, observer)?;
            encoder.finish().map_err(io)?;
        }
        #[cfg(not(feature = "compression"))]
        other => check_compression(other, &options.file)?,
    }
    sink.flush().map_err(io)
}

fn write_plain(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    options: &WriteOptions,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<()> {
    let WriteOptions { file, layout, missing } = options;
    let mut checked = || {
        observer.go_on()?;
        let chunk = next()?;
        if let Some(RowChunk { table, order }) = &chunk {
            check_cells(table, order, layout.format, file)?;
        }
        observer.go_on()?;
        Ok(chunk)
    };
    match layout.format {
        Format::Csv => write_csv(head, &mut checked, (layout, missing), file, sink, observer),
        Format::Jsonl => write_jsonl(head, &mut checked, layout, file, sink, observer),
        Format::Parquet | Format::Arrow | Format::ArrowStream => {
            write_typed(head, &mut checked, layout.format, file, sink, observer)
        }
    }
}

/// A sink that hashes what passes, and remembers what went wrong.
struct Digesting<'a> {
    sink: &'a mut (dyn Write + Send),
    tally: ContentDigest,
    failure: Option<io::Error>,
}

impl Digesting<'_> {
    fn remember<T>(&mut self, outcome: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &outcome
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.failure =
                Some(error.raw_os_error().map_or(error.kind().into(), io::Error::from_raw_os_error));
        }
        outcome
    }
}

impl Write for Digesting<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let outcome = self.sink.write(buffer);
        let count = self.remember(outcome)?;
        self.tally.update(&buffer[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        let outcome = self.sink.flush();
        self.remember(outcome)
    }
}

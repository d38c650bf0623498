//! Reading Parquet and Arrow: batches are decoded on one core while the others turn columns into codes.

use std::{
    io::{BufReader, Cursor, Read, Seek},
    sync::Arc,
    thread,
};

use amidst_core::{Observer, Stage};
use amidst_table::{Column, Data, Table};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use bytes::Bytes;
use hashbrown::HashMap;
#[cfg(feature = "parquet")]
use parquet::{
    arrow::{
        ARROW_SCHEMA_META_KEY, ProjectionMask,
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
    },
    basic::Compression,
    errors::ParquetError,
    file::{metadata::ParquetMetaData, reader::ChunkReader},
};
use rayon::prelude::*;

#[cfg(feature = "parquet")]
use super::{bounds::check_parquet, pages::check_pages, types::decoded_schema};
use super::{
    bounds::{check_arrow_file, check_arrow_stream},
    codes::ColumnBuilder,
    types::{carried, uncarriable_field, with_types},
};
use crate::{
    Batches, Error, Format, Result, Source, Want,
    coded::CodedColumn,
    guard::guarded,
    kind::{kind_of_column, kind_of_type},
    source::{SharedDigest, Stream, open_file, tally_of},
};

/// Rows in a batch of Parquet, and of a table in memory at most: what is made of a batch on the way is as long.
const BATCH_ROWS: usize = 1 << 16;

/// Batches decoded ahead.
const AHEAD: usize = 4;

/// What is said when a decoder panics.
const CONTRADICTORY: &str = "its parts contradict one another";

/// An open Parquet or Arrow file whose schema is known.
pub(crate) struct TypedReader {
    source: Source,
    format: Format,
    schema: SchemaRef,
    /// What the columns are carried as.
    types: Vec<DataType>,
    header: Vec<String>,
    content: Content,
}

/// What holds the rows.
enum Content {
    /// A file.
    Encoded(Opened),
    /// Batches that are decoded already.
    Decoded(Batches),
}

enum Opened {
    /// On disk, to be opened again for reading.
    Path,
    /// In memory, because the source cannot be rewound; hashed already.
    Memory(Bytes, SharedDigest),
}

/// Random access to a file of bytes.
trait Seekable: Read + Seek + Send {}
impl<T: Read + Seek + Send> Seekable for T {}

/// The columns of one batch after another, in the types they are carried as.
type Decoded = Box<dyn Iterator<Item = Result<Vec<ArrayRef>, ArrowError>>>;

impl TypedReader {
    /// Reads the schema.
    pub(crate) fn open(
        source: &Source,
        stream: Stream,
        format: Format,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let name = stream.file.clone();
        let file = if source.is_rewindable() {
            Opened::Path
        } else {
            let tally = stream.tally.clone();
            Opened::Memory(stream.into_bytes(observer)?, tally)
        };
        let damaged = |reason: &str| Error::damaged(&name, format.name(), reason);
        let mut bytes = seekable(source, &file)?;
        let bounds = guarded(|| match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => check_parquet(&mut bytes),
            Format::ArrowStream => check_arrow_stream(&mut bytes),
            _ => check_arrow_file(&mut bytes),
        });
        bounds.unwrap_or(Err(CONTRADICTORY)).map_err(damaged)?;
        let (schema, types) = schema_of(source, &file, format)?;
        Self::new(source.clone(), format, schema, types, Content::Encoded(file))
    }

    /// Takes batches as they are.
    pub(crate) fn of_batches(batches: &Batches) -> Result<Self> {
        let schema = Arc::clone(batches.schema());
        let types = schema.fields().iter().map(|field| carried(field.data_type(), None)).collect();
        let source = Source::Batches(batches.clone());
        Self::new(source, Format::Arrow, schema, types, Content::Decoded(batches.clone()))
    }

    fn new(
        source: Source,
        format: Format,
        schema: SchemaRef,
        types: Vec<DataType>,
        content: Content,
    ) -> Result<Self> {
        let header: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        if header.is_empty() {
            return Err(Error::Empty { file: source.name() });
        }
        if let Some((first, second)) = repeated(&header) {
            return Err(Error::DuplicateColumn { file: source.name(), first: first + 1, second: second + 1 });
        }
        Ok(Self { source, format, schema, types, header, content })
    }

    /// The names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    /// Reads all rows, and tells the hash and the size of the file.
    pub(crate) fn read(
        self,
        wants: &[Want],
        markers: &Arc<[String]>,
        observer: &dyn Observer,
    ) -> Result<(Table, String, u64)> {
        let kept = self.kept(wants)?;
        let mut columns = builders(&kept, wants, markers);
        let (name, header, types) = (self.source.name(), self.header.clone(), self.types.clone());
        let (sha256, bytes) = self.read_columns(&kept, &mut columns, observer)?;
        let table = finished(columns, &kept, (&name, &header, &types), observer)?;
        Ok((table, sha256, bytes))
    }

    /// To be read part by part.
    pub(crate) fn into_parts(self, wants: Vec<Want>, markers: Arc<[String]>) -> Result<TypedParts> {
        let kept = self.kept(&wants)?;
        let batches = self.batches(&kept)?;
        Ok(TypedParts { reader: self, wants, markers, kept, batches })
    }

    /// The columns that are read.
    fn kept(&self, wants: &[Want]) -> Result<Vec<usize>> {
        let kept: Vec<usize> = (0..wants.len()).filter(|&at| wants[at] != Want::Drop).collect();
        for &at in &kept {
            if let Some(part) = uncarriable_field(self.schema.field(at)) {
                let (file, column) = (self.source.name(), self.header[at].clone());
                return Err(Error::UnsupportedType { file, column, part });
            }
        }
        Ok(kept)
    }

    fn read_columns(
        self,
        kept: &[usize],
        columns: &mut [ColumnBuilder],
        observer: &dyn Observer,
    ) -> Result<(String, u64)> {
        let (name, format) = (self.source.name(), self.format);
        let damaged = |error: ArrowError| Error::damaged(&name, format.name(), reason(error));
        let batches = self.batches(kept)?;
        match &self.content {
            Content::Encoded(Opened::Memory(_, tally)) => {
                append_all(batches, columns, observer, damaged)?;
                Ok(tally.finish())
            }
            Content::Encoded(Opened::Path) | Content::Decoded(_) => thread::scope(|scope| {
                let tally = scope.spawn(|| tally_of(&self.source, observer));
                append_all(batches, columns, observer, damaged)?;
                tally.join().expect("hashing does not panic")
            }),
        }
    }

    /// The columns kept, batch by batch. A decoder that panics has met a damaged file.
    fn batches(&self, kept: &[usize]) -> Result<Decoded> {
        let (name, format) = (self.source.name(), self.format);
        let damaged = |error: ArrowError| Error::damaged(&name, format.name(), reason(error));
        let opened = guarded(|| -> Result<Box<dyn Iterator<Item = _>>> {
            let file = match &self.content {
                Content::Encoded(file) => file,
                Content::Decoded(batches) => {
                    let kept = kept.to_vec();
                    return Ok(Box::new(batches.pieces(BATCH_ROWS).map(move |piece| piece.project(&kept))));
                }
            };
            Ok(match (format, file) {
                #[cfg(feature = "parquet")]
                (Format::Parquet, Opened::Memory(bytes, _)) => {
                    parquet_batches(bytes.clone(), kept).map_err(damaged)?
                }
                #[cfg(feature = "parquet")]
                (Format::Parquet, Opened::Path) => {
                    parquet_batches(open_file(self.source.path())?, kept).map_err(damaged)?
                }
                (Format::ArrowStream, _) => Box::new(
                    StreamReader::try_new(seekable(&self.source, file)?, Some(kept.to_vec()))
                        .map_err(damaged)?,
                ),
                _ => Box::new(
                    FileReader::try_new(seekable(&self.source, file)?, Some(kept.to_vec()))
                        .map_err(damaged)?,
                ),
            })
        });
        let mut opened = opened.unwrap_or_else(|| Err(damaged(contradictory())))?;
        let types: Vec<DataType> = kept.iter().map(|&at| self.types[at].clone()).collect();
        let mut ended = false;
        Ok(Box::new(std::iter::from_fn(move || {
            if ended {
                return None;
            }
            let next =
                guarded(|| opened.next().map(|batch: Result<RecordBatch, _>| with_types(&batch?, &types)));
            let next = next.unwrap_or_else(|| Some(Err(contradictory())));
            ended = !matches!(next, Some(Ok(_)));
            next
        })))
    }
}

/// The places of two columns of one name, if there are such.
fn repeated(header: &[String]) -> Option<(usize, usize)> {
    let mut places = HashMap::new();
    header.iter().enumerate().find_map(|(at, name)| Some((places.insert(name, at)?, at)))
}

fn contradictory() -> ArrowError {
    ArrowError::IpcError(CONTRADICTORY.into())
}

/// Messages about values may quote cells; those of decoders speak of structure.
fn reason(error: ArrowError) -> String {
    match error {
        ArrowError::IpcError(message) | ArrowError::ParquetError(message) => message,
        ArrowError::IoError(message, _) => message,
        _ => CONTRADICTORY.into(),
    }
}

/// Decodes all batches while those before become columns.
fn append_all(
    mut batches: Decoded,
    columns: &mut [ColumnBuilder],
    observer: &dyn Observer,
    damaged: impl Fn(ArrowError) -> Error,
) -> Result<()> {
    append_some(&mut batches, columns, usize::MAX, observer, damaged).map(|_| ())
}

/// The same with batches until they have so many rows; tells whether there were any.
fn append_some(
    batches: &mut Decoded,
    columns: &mut [ColumnBuilder],
    limit: usize,
    observer: &dyn Observer,
    damaged: impl Fn(ArrowError) -> Error,
) -> Result<bool> {
    let (mut decoded, mut any) = (0, false);
    let mut read = || -> Result<Vec<_>> {
        let mut ahead = Vec::with_capacity(AHEAD);
        while ahead.len() < AHEAD && decoded < limit {
            observer.go_on()?;
            let Some(batch) = batches.next() else { break };
            let batch = batch.map_err(&damaged)?;
            decoded += batch.first().map_or(0, |array| array.len());
            any = true;
            ahead.push(batch);
        }
        Ok(ahead)
    };
    let mut rows = 0;
    let mut ready = read()?;
    while !ready.is_empty() {
        observer.progress(Stage::Reading, rows, None);
        rows += ready.iter().filter_map(|batch| batch.first()).map(|array| array.len() as u64).sum::<u64>();
        let mut appended = Ok(());
        let ahead = rayon::in_place_scope(|scope| {
            let (columns, ready, appended) = (&mut *columns, &ready, &mut appended);
            scope.spawn(move |_| {
                *appended = columns.par_iter_mut().enumerate().try_for_each(|(at, column)| {
                    guarded(|| column.append(at, ready)).unwrap_or_else(|| Err(contradictory()))
                });
            });
            read()
        });
        appended.map_err(&damaged)?;
        ready = ahead?;
    }
    Ok(any)
}

/// Columns that are about to be read.
fn builders(kept: &[usize], wants: &[Want], markers: &Arc<[String]>) -> Vec<ColumnBuilder> {
    let builder = |&at: &usize| match wants[at] {
        Want::Code => ColumnBuilder::coded(CodedColumn::new(Arc::clone(markers))),
        _ => ColumnBuilder::Carried(Vec::new()),
    };
    kept.iter().map(builder).collect()
}

/// The table of columns that were read.
fn finished(
    columns: Vec<ColumnBuilder>,
    kept: &[usize],
    (name, header, types): (&str, &[String], &[DataType]),
    observer: &dyn Observer,
) -> Result<Table> {
    let rows = columns.first().map_or(0, ColumnBuilder::rows);
    observer.progress(Stage::Reading, rows as u64, Some(rows as u64));
    if u32::try_from(rows).is_err() {
        return Err(Error::TooManyRows { file: name.to_owned() });
    }
    for (&at, column) in kept.iter().zip(&columns) {
        observer.go_on()?;
        if !column.has_texts() {
            return Err(Error::OutOfRange { file: name.to_owned(), column: header[at].clone() });
        }
    }
    let finish = |(&at, column): (&usize, ColumnBuilder)| finish(&header[at], &types[at], column, observer);
    Ok(Table::new(kept.par_iter().zip(columns).map(finish).collect::<Result<Vec<_>>>()?))
}

/// A file that is read part by part.
pub(crate) struct TypedParts {
    reader: TypedReader,
    wants: Vec<Want>,
    markers: Arc<[String]>,
    kept: Vec<usize>,
    batches: Decoded,
}

impl TypedParts {
    /// The next rows, whole batches of them until there are so many; nothing at the end.
    pub(crate) fn next_part(&mut self, rows: usize, observer: &dyn Observer) -> Result<Option<Table>> {
        let TypedReader { source, format, header, types, .. } = &self.reader;
        let name = source.name();
        let damaged = |error: ArrowError| Error::damaged(&name, format.name(), reason(error));
        let mut columns = builders(&self.kept, &self.wants, &self.markers);
        let any = append_some(&mut self.batches, &mut columns, rows, observer, damaged)?;
        if !any {
            return Ok(None);
        }
        Ok(Some(finished(columns, &self.kept, (&name, header, types), observer)?))
    }
}

fn finish(
    name: &str,
    source_type: &DataType,
    column: ColumnBuilder,
    observer: &dyn Observer,
) -> Result<Column> {
    let (name, source_type) = (name.to_owned(), source_type.clone());
    let declared = kind_of_type(&source_type);
    let (kind, data) = match column {
        ColumnBuilder::Carried(chunks) => (declared, Data::Carried(chunks)),
        ColumnBuilder::Coded(typed) => {
            let coded = typed.column.finish(observer)?;
            (
                kind_of_column(declared, &coded.dictionary, crate::Decimal::Point, observer)?,
                Data::Coded(coded),
            )
        }
    };
    observer.go_on()?;
    Ok(Column { name, kind, source_type, data })
}

/// The schema of a file, and what its columns are carried as.
fn schema_of(source: &Source, file: &Opened, format: Format) -> Result<(SchemaRef, Vec<DataType>)> {
    let name = source.name();
    let damaged = |error: ArrowError| Error::damaged(&name, format.name(), reason(error));
    let read = || -> Result<(SchemaRef, Vec<DataType>)> {
        let schema = match (format, file) {
            #[cfg(feature = "parquet")]
            (Format::Parquet, Opened::Memory(bytes, _)) => {
                return parquet_schema(bytes.clone(), &name);
            }
            #[cfg(feature = "parquet")]
            (Format::Parquet, Opened::Path) => {
                return parquet_schema(open_file(source.path())?, &name);
            }
            (Format::ArrowStream, _) => {
                StreamReader::try_new(seekable(source, file)?, None).map_err(damaged)?.schema()
            }
            _ => FileReader::try_new(seekable(source, file)?, None).map_err(damaged)?.schema(),
        };
        let types = schema.fields().iter().map(|field| carried(field.data_type(), None)).collect();
        Ok((schema, types))
    };
    guarded(read).unwrap_or_else(|| Err(damaged(contradictory())))
}

#[cfg(feature = "parquet")]
fn parquet_schema(file: impl ChunkReader, name: &str) -> Result<(SchemaRef, Vec<DataType>)> {
    let damaged = |error: ParquetError| Error::damaged(name, Format::Parquet.name(), reason(error.into()));
    let read = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default()).map_err(damaged)?;
    if let Some(codec) = unsupported_codec(read.metadata()) {
        return Err(Error::UnsupportedCodec { file: name.to_owned(), codec });
    }
    check_pages(&file, read.metadata())
        .map_err(|fault| Error::damaged(name, Format::Parquet.name(), fault))?;
    let pairs = read.metadata().file_metadata().key_value_metadata();
    let stored = pairs.into_iter().flatten().find(|pair| pair.key == ARROW_SCHEMA_META_KEY);
    let hints = stored.and_then(|pair| decoded_schema(pair.value.as_deref()?));
    let schema = Arc::clone(read.schema());
    let hint = |name: &str| Some(hints.as_ref()?.column_with_name(name)?.1.data_type());
    let types = schema.fields().iter().map(|field| carried(field.data_type(), hint(field.name()))).collect();
    Ok((schema, types))
}

/// A compression that some pages have and nobody here can undo.
#[cfg(feature = "parquet")]
fn unsupported_codec(metadata: &ParquetMetaData) -> Option<&'static str> {
    let mut columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    columns.find_map(|column| match column.compression() {
        Compression::BROTLI(_) => Some("Brotli"),
        Compression::LZO => Some("LZO"),
        _ => None,
    })
}

#[cfg(feature = "parquet")]
fn parquet_batches<T: ChunkReader + 'static>(
    file: T,
    kept: &[usize],
) -> Result<Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>, ArrowError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), kept.iter().copied());
    Ok(Box::new(builder.with_projection(mask).with_batch_size(BATCH_ROWS).build()?))
}

fn seekable(source: &Source, file: &Opened) -> Result<Box<dyn Seekable>> {
    Ok(match file {
        Opened::Memory(bytes, _) => Box::new(Cursor::new(bytes.clone())),
        _ => Box::new(BufReader::new(open_file(source.path())?)),
    })
}

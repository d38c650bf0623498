//! Reading Parquet and Arrow: batches are decoded on one core while the others turn columns into codes.

use std::{
    fs::File,
    io::{BufReader, Cursor, Read, Seek},
    sync::Arc,
    thread,
};

use amidst_core::{Column, Data, Kind, Table};
use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use bytes::Bytes;
use hashbrown::HashSet;
use parquet::arrow::{ProjectionMask, arrow_reader::ParquetRecordBatchReaderBuilder};
use rayon::prelude::*;

use super::codes::Building;
use crate::{
    Error, Format, Result, Source, Want,
    coded::{CodedColumn, kind_of},
    source::{SharedTally, Stream, tally_of},
};

/// Rows in a batch of Parquet.
const BATCH_ROWS: usize = 1 << 16;

/// Batches decoded ahead.
const AHEAD: usize = 4;

/// An open Parquet or Arrow file whose schema is known.
pub(crate) struct TypedReader {
    source: Source,
    format: Format,
    schema: SchemaRef,
    header: Vec<String>,
    file: Opened,
}

enum Opened {
    /// On disk, to be opened again for reading.
    Path,
    /// In memory, because the source cannot be rewound; hashed already.
    Memory(Bytes, SharedTally),
    /// A stream of batches, hashed as it is read.
    Stream(Box<StreamReader<Box<dyn Read + Send>>>, SharedTally),
}

/// Random access to a file of bytes.
trait Seekable: Read + Seek + Send {}
impl<T: Read + Seek + Send> Seekable for T {}

type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

impl TypedReader {
    /// Reads the schema.
    pub(crate) fn open(source: &Source, stream: Stream, format: Format) -> Result<Self> {
        let name = stream.file.clone();
        let tally = stream.tally.clone();
        let damaged = |error: ArrowError| Error::damaged(&name, format.name(), error);
        let (schema, file) = match (format, source) {
            (Format::ArrowStream, _) => {
                let reader: Box<dyn Read + Send> = Box::new(BufReader::new(stream.into_reader()));
                let reader = StreamReader::try_new(reader, None).map_err(damaged)?;
                (reader.schema(), Opened::Stream(Box::new(reader), tally))
            }
            (_, Source::Path(_)) => (schema_of(source, &Opened::Path, format)?, Opened::Path),
            _ => {
                let memory = Opened::Memory(stream.into_bytes()?, tally);
                (schema_of(source, &memory, format)?, memory)
            }
        };
        let header: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let distinct = header.iter().collect::<HashSet<_>>().len();
        if header.is_empty() {
            return Err(Error::Empty { file: name });
        } else if distinct < header.len() {
            return Err(Error::damaged(&name, format.name(), "two columns share a name; rename one of them"));
        }
        Ok(Self { source: source.clone(), format, schema, header, file })
    }

    /// The names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    /// Reads all rows, and tells the hash and the size of the file.
    pub(crate) fn read(self, wants: &[Want], markers: &Arc<[String]>) -> Result<(Table, String, u64)> {
        let kept: Vec<usize> = (0..wants.len()).filter(|&at| wants[at] != Want::Drop).collect();
        let mut columns: Vec<Building> = kept
            .iter()
            .map(|&at| match wants[at] {
                Want::Code => Building::coded(CodedColumn::new(Arc::clone(markers))),
                _ => Building::Carried(Vec::new()),
            })
            .collect();
        let name = self.source.name();
        let schema = Arc::clone(&self.schema);
        let (sha256, bytes) = self.read_columns(&kept, &mut columns)?;
        let rows = columns.first().map_or(0, Building::rows);
        if u32::try_from(rows).is_err() {
            return Err(Error::TooManyRows { file: name });
        }
        let finished = kept.par_iter().zip(columns).map(|(&at, column)| finish(schema.field(at), column));
        let table = Table::new(finished.collect::<Vec<_>>());
        Ok((table, sha256, bytes))
    }

    fn read_columns(self, kept: &[usize], columns: &mut [Building]) -> Result<(String, u64)> {
        let (name, format) = (self.source.name(), self.format);
        let damaged = |error: ArrowError| Error::damaged(&name, format.name(), reason(error));
        let tally = match &self.file {
            Opened::Path => None,
            Opened::Memory(_, tally) | Opened::Stream(_, tally) => Some(tally.clone()),
        };
        let source = self.source.clone();
        let batches = batches(self.source, self.file, format, kept)?;
        match tally {
            Some(tally) => {
                append_all(batches, columns).map_err(damaged)?;
                Ok(tally.finish())
            }
            None => thread::scope(|scope| {
                let tally = scope.spawn(|| tally_of(&source));
                append_all(batches, columns).map_err(damaged)?;
                tally.join().expect("hashing does not panic")
            }),
        }
    }
}

/// Messages of casts may quote cells; those of decoders speak of structure.
fn reason(error: ArrowError) -> String {
    match error {
        ArrowError::CastError(_) => "a cell is out of range".into(),
        other => other.to_string(),
    }
}

/// Decodes batches while those before become columns.
fn append_all(mut batches: Batches, columns: &mut [Building]) -> Result<(), ArrowError> {
    let mut read = || (&mut batches).take(AHEAD).collect::<Result<Vec<_>, _>>();
    let mut ready = read()?;
    while !ready.is_empty() {
        let mut appended = Ok(());
        let ahead = rayon::in_place_scope(|scope| {
            let (columns, ready, appended) = (&mut *columns, &ready, &mut appended);
            scope.spawn(move |_| {
                *appended =
                    columns.par_iter_mut().enumerate().try_for_each(|(at, column)| column.append(at, ready));
            });
            read()
        });
        appended?;
        ready = ahead?;
    }
    Ok(())
}

fn finish(field: &arrow_schema::Field, column: Building) -> Column {
    let (name, source_type) = (field.name().clone(), field.data_type().clone());
    let declared = kind_of_type(&source_type);
    let (kind, data) = match column {
        Building::Carried(chunks) => (declared, Data::Carried(chunks)),
        Building::Coded(typed) => {
            let coded = typed.column.finish();
            let holds = coded.dictionary.iter().flatten().all(|value| declared.holds(value));
            let kind = match declared {
                Kind::Text => kind_of(&coded.dictionary, crate::Decimal::Point),
                declared if holds => declared,
                _ => Kind::Text,
            };
            (kind, Data::Coded(coded))
        }
    };
    Column { name, kind, source_type, data }
}

/// What cells of an Arrow type hold.
fn kind_of_type(data_type: &DataType) -> Kind {
    match data_type {
        DataType::Dictionary(_, value) => kind_of_type(value),
        DataType::Boolean => Kind::Boolean,
        DataType::Date32 => Kind::Date,
        DataType::Date64 | DataType::Timestamp(..) => Kind::Timestamp,
        integer if integer.is_integer() => Kind::Integer,
        number if number.is_numeric() => Kind::Decimal,
        _ => Kind::Text,
    }
}

fn schema_of(source: &Source, file: &Opened, format: Format) -> Result<SchemaRef> {
    let name = source.name();
    if format == Format::Parquet {
        let damaged = |error| Error::damaged(&name, format.name(), error);
        return Ok(match file {
            Opened::Memory(bytes, _) => {
                Arc::clone(ParquetRecordBatchReaderBuilder::try_new(bytes.clone()).map_err(damaged)?.schema())
            }
            _ => {
                Arc::clone(ParquetRecordBatchReaderBuilder::try_new(open(source)?).map_err(damaged)?.schema())
            }
        });
    }
    let reader = FileReader::try_new(seekable(source, file)?, None);
    Ok(reader.map_err(|error| Error::damaged(&name, format.name(), error))?.schema())
}

/// The columns kept, batch by batch.
fn batches(source: Source, file: Opened, format: Format, kept: &[usize]) -> Result<Batches> {
    let name = source.name();
    let damaged = |error: ArrowError| Error::damaged(&name, format.name(), error);
    match (format, file) {
        (_, Opened::Stream(reader, _)) => {
            let kept = kept.to_vec();
            Ok(Box::new(reader.map(move |batch| batch?.project(&kept))))
        }
        (Format::Parquet, Opened::Memory(bytes, _)) => parquet_batches(bytes, kept).map_err(damaged),
        (Format::Parquet, Opened::Path) => parquet_batches(open(&source)?, kept).map_err(damaged),
        (_, file) => {
            let reader =
                FileReader::try_new(seekable(&source, &file)?, Some(kept.to_vec())).map_err(damaged)?;
            Ok(Box::new(reader))
        }
    }
}

fn parquet_batches<T: parquet::file::reader::ChunkReader + 'static>(
    file: T,
    kept: &[usize],
) -> Result<Batches, ArrowError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), kept.iter().copied());
    Ok(Box::new(builder.with_projection(mask).with_batch_size(BATCH_ROWS).build()?))
}

fn seekable(source: &Source, file: &Opened) -> Result<Box<dyn Seekable>> {
    Ok(match file {
        Opened::Memory(bytes, _) => Box::new(Cursor::new(bytes.clone())),
        _ => Box::new(BufReader::new(open(source)?)),
    })
}

fn open(source: &Source) -> Result<File> {
    File::open(source.path()).map_err(|error| Error::read(&source.name(), error))
}

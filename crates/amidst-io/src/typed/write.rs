//! Writing Parquet and Arrow in batches of rows.

use std::{io::Write, sync::Arc};

use amidst_core::{Codes, Observer, Stage};
use amidst_table::{Column, Data};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
    UInt32Array, UInt64Array, builder::StringBuilder,
};
use arrow_cast::cast;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::take::take;
#[cfg(feature = "parquet")]
use parquet::{
    arrow::{ArrowWriter, add_encoded_arrow_schema_to_metadata, arrow_writer::ArrowWriterOptions},
    basic::Compression,
    file::properties::WriterProperties,
};
use rayon::prelude::*;

#[cfg(feature = "parquet")]
use super::stored::{stored_batch, stored_schemas};
use super::{
    rebuild::{
        Ranked, bare_type, has_dictionary, ranked, rebuilt, room, shared_dictionaries, with_wide_keys,
    },
    restore::restored,
};
use crate::{
    Error, Format, Result,
    chunks::{Chunks, Content},
    released::codes_at,
    row_chunk::{CHUNK_ROWS, Head, NextChunk},
};

/// Rows in a batch.
const BATCH_ROWS: usize = CHUNK_ROWS;

/// Writes all rows.
pub(crate) fn write_typed(
    head: &Head<'_>,
    next: &mut NextChunk<'_, '_>,
    format: Format,
    file: &str,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<()> {
    // Whether the sink failed is known to the caller; other messages may quote cells.
    let failed = |_: ArrowError| Error::Internal(format!("{file}: a column could not be encoded"));
    let columns: Vec<Prepared> = head
        .table
        .columns()
        .par_iter()
        .map(|column| Prepared::new(column, head.released))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    let fields = head.table.columns().iter().zip(&columns);
    let fields = fields.map(|(column, prepared)| Field::new(&column.name, prepared.data_type(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut writer = BatchWriter::new(format, &schema, sink).map_err(failed)?;
    let mut written = 0;
    let outcome = (|| {
        while let Some(chunk) = next()? {
            let cells: Vec<Cells<'_>> = chunk.table.columns().iter().map(Cells::of).collect();
            for rows in chunk.order.chunks(BATCH_ROWS) {
                observer.go_on()?;
                observer.progress(Stage::Writing, written, Some(head.rows));
                let batch = batch(&schema, (&columns, &cells), written as usize / BATCH_ROWS, rows);
                let batch = writer.stored(batch.map_err(failed)?).map_err(failed)?;
                // Putting rows together and encoding them take about as long.
                observer.go_on()?;
                writer.write(&batch).map_err(failed)?;
                written += rows.len() as u64;
            }
        }
        writer.finish().map_err(failed)
    })();
    if outcome.is_err() {
        // Whoever said to abort says so from then on.
        observer.go_on()?;
    }
    outcome?;
    observer.progress(Stage::Writing, head.rows, Some(head.rows));
    Ok(())
}

/// What puts batches into bytes.
enum BatchWriter<'a> {
    #[cfg(feature = "parquet")]
    Parquet(Box<ArrowWriter<&'a mut (dyn Write + Send)>>, SchemaRef),
    Stream(StreamWriter<&'a mut (dyn Write + Send)>),
    File(FileWriter<&'a mut (dyn Write + Send)>),
}

impl<'a> BatchWriter<'a> {
    fn new(format: Format, schema: &SchemaRef, sink: &'a mut (dyn Write + Send)) -> Result<Self, ArrowError> {
        Ok(match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let (writer, stored) = parquet_writer(sink, schema)?;
                Self::Parquet(Box::new(writer), stored)
            }
            Format::ArrowStream => Self::Stream(StreamWriter::try_new(sink, schema)?),
            _ => Self::File(FileWriter::try_new(sink, schema)?),
        })
    }

    /// The batch as the format stores it.
    fn stored(&self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(_, stored) => stored_batch(batch, stored),
            Self::Stream(_) | Self::File(_) => Ok(batch),
        }
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(writer, _) => Ok(writer.write(batch)?),
            Self::Stream(writer) => writer.write(batch),
            Self::File(writer) => writer.write(batch),
        }
    }

    fn finish(self) -> Result<(), ArrowError> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(writer, _) => writer.close().map(|_| ()).map_err(ArrowError::from),
            Self::Stream(mut writer) => writer.finish(),
            Self::File(mut writer) => writer.finish(),
        }
    }
}

#[cfg(feature = "parquet")]
fn parquet_writer<'a>(
    sink: &'a mut (dyn Write + Send),
    schema: &SchemaRef,
) -> Result<(ArrowWriter<&'a mut (dyn Write + Send)>, SchemaRef), ArrowError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("amidst ", env!("CARGO_PKG_VERSION")).into())
        .build();
    let (stored, told) = stored_schemas(schema);
    add_encoded_arrow_schema_to_metadata(&told, &mut properties);
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    Ok((ArrowWriter::try_new_with_options(sink, Arc::clone(&stored), options)?, stored))
}

/// How a column is cut into batches.
enum Prepared {
    /// The value of every code, taken out row by row.
    Coded(ArrayRef),
    /// The same, kept apart as in the source: a dictionary under keys of that type.
    Ranked(Ranked, DataType),
    /// Texts that become a type.
    Texts(DataType),
    /// Arrays of a type.
    Arrays(DataType),
    /// All batches, because they share dictionaries.
    Batches(Vec<ArrayRef>, DataType),
}

/// The cells of a column in a chunk of rows.
enum Cells<'a> {
    Coded(&'a Codes),
    Carried(Chunks<'a>),
}

impl<'a> Cells<'a> {
    fn of(column: &'a Column) -> Self {
        match &column.data {
            Data::Coded(coded) => Self::Coded(&coded.codes),
            Data::Carried(_) => Self::Carried(Chunks::of(column).expect("it is carried")),
        }
    }
}

impl Prepared {
    fn new(column: &Column, order: Option<&[u32]>) -> Result<Self, ArrowError> {
        let chunks = match &column.data {
            Data::Carried(_) => Chunks::of(column).expect("it is carried"),
            Data::Coded(coded) => {
                let values = restored(column, coded, order);
                let Some(key) = key_type(&column.source_type, &values) else {
                    return Ok(Self::Coded(values));
                };
                let ranked = ranked(&values, |_| true)?;
                let key = if ranked.values().len() <= room(key) { key.clone() } else { DataType::Int32 };
                return Ok(Self::Ranked(ranked, key));
            }
        };
        let data_type = column.source_type.clone();
        Ok(match (chunks.content(), order) {
            (Some(Content::Mixed), _) => Self::Texts(DataType::Utf8),
            (Some(_), _) => Self::Texts(data_type),
            (None, Some(order)) if has_dictionary(&data_type) => all_batches(column, &chunks, order)?,
            (None, _) => Self::Arrays(bare_type(&data_type)),
        })
    }

    fn data_type(&self) -> DataType {
        match self {
            Self::Coded(values) => bare_type(values.data_type()),
            Self::Ranked(ranked, key) => {
                DataType::Dictionary(Box::new(key.clone()), Box::new(ranked.values().data_type().clone()))
            }
            Self::Texts(data_type) | Self::Arrays(data_type) | Self::Batches(_, data_type) => {
                data_type.clone()
            }
        }
    }

    /// The rows of one batch.
    fn rows(&self, cells: &Cells<'_>, batch: usize, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
        match (self, cells) {
            (Self::Coded(values), Cells::Coded(codes)) => {
                rebuilt(&take(values, &UInt32Array::from(codes_at(codes, rows)), None)?, None)
            }
            (Self::Ranked(ranked, key), Cells::Coded(codes)) => {
                ranked.dictionary(codes_at(codes, rows).into_iter().map(|code| Some(code as usize)), key)
            }
            (Self::Texts(data_type), Cells::Carried(chunks)) => {
                rebuilt(&of_type(texts_at(chunks, rows), data_type)?, None)
            }
            (Self::Arrays(_), Cells::Carried(chunks)) => rebuilt(&chunks.gather(rows)?, None),
            (Self::Batches(batches, _), _) => Ok(Arc::clone(&batches[batch])),
            _ => Err(ArrowError::InvalidArgumentError("a column is coded in some rows only".into())),
        }
    }
}

/// Some texts of a column of such, in the order asked for.
pub(super) fn texts_at(chunks: &Chunks<'_>, rows: &[u32]) -> StringArray {
    let utf8 = |text| std::str::from_utf8(text).expect("tables hold UTF-8");
    let mut texts = StringBuilder::with_capacity(rows.len(), 8 * rows.len());
    chunks.each_text(rows, |text| texts.append_option(text.map(utf8)));
    texts.finish()
}

/// Texts as values of a type. Those that most JSON is made of are read here: Arrow's way of reading any type as any other is built
/// for size.
fn of_type(texts: StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    let text = || texts.iter();
    Ok(match data_type {
        DataType::Utf8 => Arc::new(texts),
        DataType::Int64 => Arc::new(text().map(|text| text?.parse().ok()).collect::<Int64Array>()),
        DataType::UInt64 => Arc::new(text().map(|text| text?.parse().ok()).collect::<UInt64Array>()),
        DataType::Float64 => Arc::new(text().map(|text| text?.parse().ok()).collect::<Float64Array>()),
        DataType::Boolean => Arc::new(text().map(|text| text?.parse().ok()).collect::<BooleanArray>()),
        _ => cast(&texts, data_type)?,
    })
}

/// The key type of the source's dictionary, if it had one and the released values still have its value type or are texts.
fn key_type<'a>(source_type: &'a DataType, values: &ArrayRef) -> Option<&'a DataType> {
    match source_type {
        DataType::Dictionary(key, value)
            if value.as_ref() == values.data_type() || *values.data_type() == DataType::Utf8 =>
        {
            Some(key)
        }
        _ => None,
    }
}

/// All batches of a column that has dictionaries in it, with wider keys if those it has do not suffice.
fn all_batches(column: &Column, chunks: &Chunks<'_>, order: &[u32]) -> Result<Prepared, ArrowError> {
    let batches = |chunks: &Chunks<'_>| {
        let batches = order.par_chunks(BATCH_ROWS).map(|rows| rebuilt(&chunks.gather(rows)?, None));
        shared_dictionaries(batches.collect::<Result<_, _>>()?)
    };
    match batches(chunks) {
        Err(ArrowError::DictionaryKeyOverflowError) => {
            let source_type = with_wide_keys(&column.source_type);
            let Data::Carried(arrays) = &column.data else {
                return Err(ArrowError::InvalidArgumentError("not carried".into()));
            };
            let arrays = arrays.iter().map(|array| cast(array, &source_type)).collect::<Result<_, _>>()?;
            let data_type = bare_type(&source_type);
            let (name, kind, data) = (column.name.clone(), column.kind, Data::Carried(arrays));
            let column = Column { name, kind, source_type, data };
            Ok(Prepared::Batches(batches(&Chunks::of(&column).expect("it is carried"))?, data_type))
        }
        batches => Ok(Prepared::Batches(batches?, bare_type(&column.source_type))),
    }
}

fn batch(
    schema: &SchemaRef,
    (columns, cells): (&[Prepared], &[Cells<'_>]),
    at: usize,
    rows: &[u32],
) -> Result<RecordBatch, ArrowError> {
    let columns = columns.par_iter().zip(cells);
    let arrays =
        columns.map(|(column, cells)| column.rows(cells, at, rows)).collect::<Result<Vec<_>, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
}

//! Writing Parquet and Arrow in batches of rows.

use std::{io::Write, sync::Arc};

use amidst_core::{Codes, Observer, Stage};
use amidst_table::{Column, Data, Table};
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
};

/// Rows in a batch.
const BATCH_ROWS: usize = 1 << 16;

/// Writes the rows of `order`.
pub(crate) fn write_typed(
    table: &Table,
    order: &[u32],
    format: Format,
    file: &str,
    sink: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<()> {
    // Whether the sink failed is known to the caller; other messages may quote cells.
    let failed = |_: ArrowError| Error::Internal(format!("{file}: a column could not be encoded"));
    let columns: Vec<Prepared<'_>> = table
        .columns()
        .par_iter()
        .map(|column| Prepared::new(column, order))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    let fields = table.columns().iter().zip(&columns);
    let fields = fields.map(|(column, prepared)| Field::new(&column.name, prepared.data_type(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    // An error ends the file at once; which one does not matter.
    let go_on = || observer.go_on().map_err(|_| ArrowError::ComputeError(String::new()));
    let batches = order.chunks(BATCH_ROWS).enumerate().map(|(at, rows)| {
        go_on()?;
        observer.progress(Stage::Writing, (at * BATCH_ROWS) as u64, Some(order.len() as u64));
        batch(&schema, &columns, at, rows)
    });
    let outcome = match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => write_parquet(sink, &schema, batches, go_on),
        Format::ArrowStream => {
            let mut writer = StreamWriter::try_new(sink, &schema).map_err(failed)?;
            batches.into_iter().try_for_each(|batch| writer.write(&batch?)).and_then(|()| writer.finish())
        }
        _ => {
            let mut writer = FileWriter::try_new(sink, &schema).map_err(failed)?;
            batches.into_iter().try_for_each(|batch| writer.write(&batch?)).and_then(|()| writer.finish())
        }
    };
    if outcome.is_err() {
        // Whoever said to abort says so from then on.
        observer.go_on()?;
    }
    outcome.map_err(failed)?;
    observer.progress(Stage::Writing, order.len() as u64, Some(order.len() as u64));
    Ok(())
}

#[cfg(feature = "parquet")]
fn write_parquet(
    sink: &mut (dyn Write + Send),
    schema: &SchemaRef,
    mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    go_on: impl Fn() -> Result<(), ArrowError>,
) -> Result<(), ArrowError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("amidst ", env!("CARGO_PKG_VERSION")).into())
        .build();
    let (stored, told) = stored_schemas(schema);
    add_encoded_arrow_schema_to_metadata(&told, &mut properties);
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(sink, Arc::clone(&stored), options)?;
    batches.try_for_each(|batch| {
        let batch = stored_batch(batch?, &stored)?;
        // Putting rows together and encoding them take about as long.
        go_on()?;
        Ok::<_, ArrowError>(writer.write(&batch)?)
    })?;
    writer.close()?;
    Ok(())
}

/// A column ready to be cut into batches.
enum Prepared<'a> {
    /// The value of every code, taken out row by row.
    Coded(ArrayRef, &'a Codes),
    /// The same, kept apart as in the source: a dictionary under keys of that type.
    Ranked(Ranked, &'a Codes, DataType),
    /// Texts that become a type.
    Texts(Chunks<'a>, DataType),
    /// Arrays of a type.
    Arrays(Chunks<'a>, DataType),
    /// All batches, because they share dictionaries.
    Batches(Vec<ArrayRef>, DataType),
}

impl<'a> Prepared<'a> {
    fn new(column: &'a Column, order: &[u32]) -> Result<Self, ArrowError> {
        let chunks = match &column.data {
            Data::Carried(_) => Chunks::of(column).expect("it is carried"),
            Data::Coded(coded) => {
                let values = restored(column, coded, order);
                let Some(key) = key_type(&column.source_type, &values) else {
                    return Ok(Self::Coded(values, &coded.codes));
                };
                let ranked = ranked(&values, |_| true)?;
                let key = if ranked.values().len() <= room(key) { key.clone() } else { DataType::Int32 };
                return Ok(Self::Ranked(ranked, &coded.codes, key));
            }
        };
        let data_type = column.source_type.clone();
        Ok(match chunks.content() {
            Some(Content::Mixed) => Self::Texts(chunks, DataType::Utf8),
            Some(_) => Self::Texts(chunks, data_type),
            None if has_dictionary(&data_type) => all_batches(column, &chunks, order)?,
            None => Self::Arrays(chunks, bare_type(&data_type)),
        })
    }

    fn data_type(&self) -> DataType {
        match self {
            Self::Coded(values, _) => bare_type(values.data_type()),
            Self::Ranked(ranked, _, key) => {
                DataType::Dictionary(Box::new(key.clone()), Box::new(ranked.values().data_type().clone()))
            }
            Self::Texts(_, data_type) | Self::Arrays(_, data_type) | Self::Batches(_, data_type) => {
                data_type.clone()
            }
        }
    }

    /// The rows of one batch.
    fn rows(&self, batch: usize, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
        match self {
            Self::Coded(values, codes) => {
                rebuilt(&take(values, &UInt32Array::from(codes_at(codes, rows)), None)?, None)
            }
            Self::Ranked(ranked, codes, key) => {
                ranked.dictionary(codes_at(codes, rows).into_iter().map(|code| Some(code as usize)), key)
            }
            Self::Texts(chunks, data_type) => {
                let utf8 = |text| std::str::from_utf8(text).expect("tables hold UTF-8");
                let mut texts = StringBuilder::with_capacity(rows.len(), 8 * rows.len());
                chunks.each_text(rows, |text| texts.append_option(text.map(utf8)));
                rebuilt(&of_type(texts.finish(), data_type)?, None)
            }
            Self::Arrays(chunks, _) => rebuilt(&chunks.gather(rows)?, None),
            Self::Batches(batches, _) => Ok(Arc::clone(&batches[batch])),
        }
    }
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
fn all_batches<'a>(column: &Column, chunks: &Chunks<'_>, order: &[u32]) -> Result<Prepared<'a>, ArrowError> {
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
    columns: &[Prepared<'_>],
    at: usize,
    rows: &[u32],
) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.par_iter().map(|column| column.rows(at, rows)).collect::<Result<Vec<_>, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
}

//! Writing Parquet and Arrow in batches of rows.

use std::{io::Write, sync::Arc};

use amidst_core::{Codes, Column, Data, Table};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array, builder::StringBuilder};
use arrow_cast::cast;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::{concat::concat, take::take};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    file::{metadata::KeyValue, properties::WriterProperties},
};
use rayon::prelude::*;

use super::{Metadata, restore::restored};
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
    metadata: &Metadata,
    file: &str,
    sink: &mut (dyn Write + Send),
) -> Result<()> {
    // Whether the sink failed is known to the caller; other messages may quote cells.
    let failed = |_: ArrowError| Error::Internal(format!("{file}: a column could not be encoded"));
    let columns: Vec<Prepared<'_>> = table
        .columns()
        .par_iter()
        .map(|column| Prepared::new(column, order))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    let fields: Vec<Field> = table
        .columns()
        .iter()
        .zip(&columns)
        .map(|(column, prepared)| field(column, prepared, metadata))
        .collect();
    let schema = Arc::new(Schema::new_with_metadata(fields, pairs(&metadata.table)));
    let batches = order.chunks(BATCH_ROWS).map(|rows| batch(&schema, &columns, rows));
    match format {
        Format::Parquet => write_parquet(sink, &schema, metadata, batches),
        Format::ArrowStream => {
            let mut writer = StreamWriter::try_new(sink, &schema).map_err(failed)?;
            batches.into_iter().try_for_each(|batch| writer.write(&batch?)).and_then(|()| writer.finish())
        }
        _ => {
            let mut writer = FileWriter::try_new(sink, &schema).map_err(failed)?;
            batches.into_iter().try_for_each(|batch| writer.write(&batch?)).and_then(|()| writer.finish())
        }
    }
    .map_err(failed)
}

fn write_parquet(
    sink: &mut (dyn Write + Send),
    schema: &SchemaRef,
    metadata: &Metadata,
    mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
) -> Result<(), ArrowError> {
    let pairs = metadata.table.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(pairs))
        .set_created_by(concat!("amidst ", env!("CARGO_PKG_VERSION")).into())
        .build();
    let mut writer = ArrowWriter::try_new(sink, Arc::clone(schema), Some(properties))?;
    batches.try_for_each(|batch| Ok::<_, ArrowError>(writer.write(&batch?)?))?;
    writer.close()?;
    Ok(())
}

fn field(column: &Column, prepared: &Prepared<'_>, metadata: &Metadata) -> Field {
    let field = Field::new(&column.name, prepared.data_type().clone(), true);
    match metadata.columns.get(&column.name) {
        Some(found) => field.with_metadata(pairs(found)),
        None => field,
    }
}

fn pairs(metadata: &std::collections::BTreeMap<String, String>) -> std::collections::HashMap<String, String> {
    metadata.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// A column ready to be cut into batches.
enum Prepared<'a> {
    /// The value of every code; taken out row by row, or kept apart if the source had a dictionary.
    Coded { values: ArrayRef, codes: &'a Codes, data_type: DataType },
    /// Texts that become a type.
    Texts(Chunks<'a>, DataType),
    /// Arrays of that type.
    Arrays(Chunks<'a>, DataType),
    /// One array with one dictionary: Arrow files have no room for a second.
    Whole(ArrayRef),
}

impl<'a> Prepared<'a> {
    fn new(column: &'a Column, order: &[u32]) -> Result<Self, ArrowError> {
        let chunks = match &column.data {
            Data::Carried(_) => Chunks::of(column).expect("it is carried"),
            Data::Coded(coded) => {
                let values = restored(column, coded, order);
                let data_type = dictionary_type(&column.source_type, &values);
                return Ok(Self::Coded { values, codes: &coded.codes, data_type });
            }
        };
        let data_type = column.source_type.clone();
        Ok(match (chunks.content(), &data_type) {
            (Some(Content::Mixed), _) => Self::Texts(chunks, DataType::Utf8),
            (Some(_), _) => Self::Texts(chunks, data_type),
            (None, DataType::Dictionary(_, value)) => {
                Self::Whole(one_dictionary(&column.data, &data_type, value)?)
            }
            (None, _) => Self::Arrays(chunks, data_type),
        })
    }

    fn data_type(&self) -> &DataType {
        match self {
            Self::Coded { data_type, .. } | Self::Texts(_, data_type) | Self::Arrays(_, data_type) => {
                data_type
            }
            Self::Whole(array) => array.data_type(),
        }
    }

    fn rows(&self, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
        match self {
            Self::Coded { values, codes, data_type } => {
                let codes = UInt32Array::from(codes_at(codes, rows));
                match data_type {
                    DataType::Dictionary(key, _) => dictionary(codes, key, values),
                    _ => take(values, &codes, None),
                }
            }
            Self::Texts(chunks, data_type) => {
                let utf8 = |text| std::str::from_utf8(text).expect("tables hold UTF-8");
                let mut texts = StringBuilder::with_capacity(rows.len(), 8 * rows.len());
                chunks.each_text(rows, |text| texts.append_option(text.map(utf8)));
                let texts = texts.finish();
                if *data_type == DataType::Utf8 { Ok(Arc::new(texts)) } else { cast(&texts, data_type) }
            }
            Self::Arrays(chunks, _) => chunks.gather(rows),
            Self::Whole(array) => take(array, &UInt32Array::from(rows.to_vec()), None),
        }
    }
}

/// The dictionary type of the source, if the released values still have its value type and its keys suffice.
fn dictionary_type(source_type: &DataType, values: &ArrayRef) -> DataType {
    let DataType::Dictionary(key, value) = source_type else { return values.data_type().clone() };
    let room = match key.as_ref() {
        DataType::Int8 => 1 << 7,
        DataType::UInt8 => 1 << 8,
        DataType::Int16 => 1 << 15,
        DataType::UInt16 => 1 << 16,
        _ => usize::MAX,
    };
    if value.as_ref() == values.data_type() || *values.data_type() == DataType::Utf8 {
        let key = if values.len() <= room { key.as_ref().clone() } else { DataType::Int32 };
        DataType::Dictionary(Box::new(key), Box::new(values.data_type().clone()))
    } else {
        values.data_type().clone()
    }
}

/// Rows of a dictionary: codes whose value is null become null themselves, as readers expect it.
fn dictionary(codes: UInt32Array, key: &DataType, values: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let keys: UInt32Array =
        codes.values().iter().map(|&code| values.is_valid(code as usize).then_some(code)).collect();
    let keys = cast(&keys, key)?;
    let data_type = DataType::Dictionary(Box::new(key.clone()), Box::new(values.data_type().clone()));
    let data =
        keys.to_data().into_builder().data_type(data_type).child_data(vec![values.to_data()]).build()?;
    Ok(arrow_array::make_array(data))
}

/// All chunks under one dictionary; plain values if its keys do not suffice.
fn one_dictionary(data: &Data, data_type: &DataType, value: &DataType) -> Result<ArrayRef, ArrowError> {
    let Data::Carried(arrays) = data else {
        return Err(ArrowError::InvalidArgumentError("not carried".into()));
    };
    if arrays.is_empty() {
        return Ok(arrow_array::new_empty_array(data_type));
    }
    let chunks: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
    concat(&chunks).or_else(|_| {
        let plain: Vec<ArrayRef> = arrays.iter().map(|array| cast(array, value)).collect::<Result<_, _>>()?;
        concat(&plain.iter().map(AsRef::as_ref).collect::<Vec<&dyn Array>>())
    })
}

fn batch(schema: &SchemaRef, columns: &[Prepared<'_>], rows: &[u32]) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.par_iter().map(|column| column.rows(rows)).collect::<Result<Vec<_>, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
}

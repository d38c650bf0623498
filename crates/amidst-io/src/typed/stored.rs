//! What Parquet stores types as that it does not have: seconds as milliseconds, days counted in milliseconds as days.
//! Otherwise they would be plain integers to everybody but us.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

/// The schema that cells are stored under, and the one that readers of Arrow are told of.
pub(super) fn stored_schemas(schema: &Schema) -> (SchemaRef, Schema) {
    let under = |leaf: fn(&DataType) -> DataType| {
        let fields = schema.fields().iter().map(|field| with_type(field, leaf));
        Schema::new(fields.collect::<Vec<Field>>())
    };
    (Arc::new(under(|leaf| days(&milliseconds(leaf)))), under(milliseconds))
}

/// A batch as it is stored.
pub(super) fn stored_batch(batch: RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    if batch.schema_ref().fields() == schema.fields() {
        return Ok(batch);
    }
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| cast_with_options(column, field.data_type(), &options));
    let rows = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(Arc::clone(schema), columns.collect::<Result<_, _>>()?, &rows)
}

fn milliseconds(leaf: &DataType) -> DataType {
    match leaf {
        DataType::Time32(TimeUnit::Second) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        other => other.clone(),
    }
}

fn days(leaf: &DataType) -> DataType {
    if *leaf == DataType::Date64 { DataType::Date32 } else { leaf.clone() }
}

/// A field whose leaves have other types.
fn with_type(field: &Field, leaf: fn(&DataType) -> DataType) -> Field {
    field.clone().with_data_type(mapped(field.data_type(), leaf))
}

fn mapped(data_type: &DataType, leaf: fn(&DataType) -> DataType) -> DataType {
    let inner = |field: &Field| Arc::new(with_type(field, leaf));
    match data_type {
        DataType::Dictionary(key, values) => {
            DataType::Dictionary(key.clone(), Box::new(mapped(values, leaf)))
        }
        DataType::List(field) => DataType::List(inner(field)),
        DataType::LargeList(field) => DataType::LargeList(inner(field)),
        DataType::FixedSizeList(field, length) => DataType::FixedSizeList(inner(field), *length),
        DataType::Map(field, sorted) => DataType::Map(inner(field), *sorted),
        DataType::Struct(fields) => {
            DataType::Struct(fields.iter().map(|field| inner(field)).collect::<Fields>())
        }
        other => leaf(other),
    }
}

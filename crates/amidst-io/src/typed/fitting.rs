//! Cells that a format does not have: refused before anything is written, instead of written as something else.

use std::ops::ControlFlow;

use amidst_table::{Column, Data, Table};
use arrow_array::{Array, ArrayRef, cast::AsArray, types::Date64Type};
use arrow_schema::DataType;
use rayon::prelude::*;

use crate::{Error, Format, Result, chunks::Chunks};

/// Rows looked at together.
const BATCH_ROWS: usize = 1 << 16;

/// Milliseconds in a day.
const DAY: i64 = 86_400_000;

/// Refuses a table of which some released cell would not be itself in a format.
pub(crate) fn check_cells(table: &Table, order: &[u32], format: Format, file: &str) -> Result<()> {
    table.columns().par_iter().try_for_each(|column| {
        let what = match format {
            Format::Csv | Format::Jsonl => not_in_text(column, order, format),
            Format::Parquet => not_in_parquet(column, order),
            Format::Arrow | Format::ArrowStream => None,
        };
        let refused = |(what, format)| Error::NotInFormat {
            file: file.to_owned(),
            column: column.name.clone(),
            what,
            format,
        };
        what.map_or(Ok(()), |what| Err(refused(what)))
    })
}

/// JSON has no NaN and no infinity; lists and structures are JSON in CSV too.
fn not_in_text(column: &Column, order: &[u32], format: Format) -> Option<(&'static str, &'static str)> {
    let has_float = any_leaf(&column.source_type, &|leaf| leaf.is_floating());
    let is_json = format == Format::Jsonl || is_structured(&column.source_type);
    (has_float && is_json && holds(column, order, &is_not_finite)).then_some(("NaN or infinity", "JSON"))
}

fn not_in_parquet(column: &Column, order: &[u32]) -> Option<(&'static str, &'static str)> {
    let is_shifted = |leaf: &DataType| {
        use DataType::{Decimal32, Decimal64, Decimal128, Decimal256};
        matches!(leaf, Decimal32(_, scale) | Decimal64(_, scale) | Decimal128(_, scale) | Decimal256(_, scale) if *scale < 0)
    };
    if any_leaf(&column.source_type, &is_shifted) {
        return Some(("decimals of a negative scale", "Parquet"));
    }
    let has_days = any_leaf(&column.source_type, &|leaf| *leaf == DataType::Date64);
    (has_days && holds(column, order, &is_part_of_day)).then_some(("dates with a time of day", "Parquet"))
}

fn is_not_finite(leaf: &dyn Array) -> bool {
    use arrow_array::types::{Float16Type, Float32Type, Float64Type};
    match leaf.data_type() {
        DataType::Float16 => {
            leaf.as_primitive::<Float16Type>().iter().flatten().any(|value| !value.is_finite())
        }
        DataType::Float32 => {
            leaf.as_primitive::<Float32Type>().iter().flatten().any(|value| !value.is_finite())
        }
        DataType::Float64 => {
            leaf.as_primitive::<Float64Type>().iter().flatten().any(|value| !value.is_finite())
        }
        _ => false,
    }
}

fn is_part_of_day(leaf: &dyn Array) -> bool {
    let days = leaf.as_primitive_opt::<Date64Type>();
    days.is_some_and(|days| days.iter().flatten().any(|time| time % DAY != 0))
}

/// Whether a type is written as JSON in text formats.
fn is_structured(data_type: &DataType) -> bool {
    data_type.is_nested() && !matches!(data_type, DataType::Dictionary(..))
}

/// Whether a released cell of a carried column holds such a leaf. Coded columns are texts.
fn holds(column: &Column, order: &[u32], is_such: &(dyn Fn(&dyn Array) -> bool + Sync)) -> bool {
    let Data::Carried(_) = &column.data else { return false };
    let chunks = Chunks::of(column).expect("it is carried");
    chunks.content().is_none()
        && order
            .par_chunks(BATCH_ROWS)
            .any(|rows| chunks.gather(rows).is_ok_and(|array| each_leaf(&array, is_such).is_break()))
}

/// Whether such a type is in a type.
fn any_leaf(data_type: &DataType, is_such: &dyn Fn(&DataType) -> bool) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => any_leaf(values, is_such),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => any_leaf(field.data_type(), is_such),
        DataType::Struct(fields) => fields.iter().any(|field| any_leaf(field.data_type(), is_such)),
        leaf => is_such(leaf),
    }
}

fn each_leaf(array: &ArrayRef, is_such: &(dyn Fn(&dyn Array) -> bool + Sync)) -> ControlFlow<()> {
    match array.data_type() {
        DataType::Dictionary(..) => each_leaf(array.as_any_dictionary().values(), is_such),
        DataType::List(_) => each_leaf(array.as_list::<i32>().values(), is_such),
        DataType::LargeList(_) => each_leaf(array.as_list::<i64>().values(), is_such),
        DataType::FixedSizeList(..) => each_leaf(array.as_fixed_size_list().values(), is_such),
        DataType::Map(..) => {
            array.as_map().entries().columns().iter().try_for_each(|column| each_leaf(column, is_such))
        }
        DataType::Struct(_) => {
            array.as_struct().columns().iter().try_for_each(|column| each_leaf(column, is_such))
        }
        _ if is_such(array.as_ref()) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

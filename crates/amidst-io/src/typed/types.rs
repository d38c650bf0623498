//! Which types can be carried through truthfully, and as what.
//!
//! A run-end encoded column is read as the values it encodes. Parquet stores every point in time with a zone in UTC; the
//! zone itself is in the Arrow schema that most writers put beside the data.

use arrow_array::{ArrayRef, RecordBatch};
use arrow_cast::{CastOptions, cast_with_options};
#[cfg(feature = "parquet")]
use arrow_ipc::convert::try_schema_from_ipc_buffer;
#[cfg(feature = "parquet")]
use arrow_schema::Schema;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, extension::EXTENSION_TYPE_NAME_KEY};

/// A part of a column that cannot be carried, if there is one. What an extension type means stands beside the type that
/// stores it: carried as that, a period would come out as a number and a shape as bytes.
pub(super) fn uncarriable_field(field: &Field) -> Option<&'static str> {
    if field.metadata().contains_key(EXTENSION_TYPE_NAME_KEY) {
        return Some("an extension type of Arrow");
    }
    uncarriable(field.data_type())
}

/// A part of a type that cannot be carried, if there is one.
fn uncarriable(data_type: &DataType) -> Option<&'static str> {
    match data_type {
        DataType::Union(..) => Some("a union"),
        DataType::Interval(_) => Some("an interval"),
        DataType::ListView(_) | DataType::LargeListView(_) => Some("a list view"),
        DataType::RunEndEncoded(_, values) if is_plain(values.data_type()) => uncarriable(values.data_type()),
        DataType::RunEndEncoded(..) => Some("a run-end encoding of nested values"),
        DataType::Dictionary(_, values) => match &**values {
            // What is coded in a file of Arrow has no counterpart in one of Parquet.
            DataType::Null | DataType::Float16 | DataType::Decimal256(..) | DataType::RunEndEncoded(..) => {
                Some("a dictionary of values that Parquet does not code")
            }
            plain if is_plain(plain) => uncarriable(plain),
            _ => Some("a dictionary of nested values"),
        },
        DataType::Struct(fields) if fields.is_empty() => Some("a struct without fields"),
        DataType::Map(entries, _) if !has_text_keys(entries) => Some("a map whose keys are not text"),
        nested => children(nested).iter().find_map(|field| match field.data_type() {
            DataType::RunEndEncoded(..) => Some("a run-end encoding inside another type"),
            _ => uncarriable_field(field),
        }),
    }
}

/// Whether the first field of a map's entries is text: JSON has no other keys.
fn has_text_keys(entries: &FieldRef) -> bool {
    let DataType::Struct(pair) = entries.data_type() else { return false };
    let key = pair.first().map(|key| key.data_type());
    matches!(key, Some(DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View))
}

fn is_plain(data_type: &DataType) -> bool {
    !data_type.is_nested()
}

fn children(data_type: &DataType) -> Vec<&FieldRef> {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => vec![field],
        DataType::Struct(fields) => fields.iter().collect(),
        _ => Vec::new(),
    }
}

/// The type that a column is carried as: what it encodes, in the zone that the Arrow schema beside the data names.
pub(super) fn carried(found: &DataType, hint: Option<&DataType>) -> DataType {
    match (found, hint) {
        (DataType::RunEndEncoded(_, values), _) => values.data_type().clone(),
        (DataType::Timestamp(unit, Some(_)), Some(DataType::Timestamp(_, Some(zone)))) => {
            DataType::Timestamp(*unit, Some(zone.clone()))
        }
        _ => found.clone(),
    }
}

/// A batch whose columns have the types they are carried as.
pub(super) fn with_types(batch: &RecordBatch, types: &[DataType]) -> Result<Vec<ArrayRef>, ArrowError> {
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let columns = batch.columns().iter().zip(types);
    columns
        .map(|(column, wanted)| {
            if column.data_type() == wanted {
                Ok(column.clone())
            } else {
                cast_with_options(column, wanted, &options)
            }
        })
        .collect()
}

/// The Arrow schema that stands in base64 beside the data of a Parquet file.
#[cfg(feature = "parquet")]
pub(super) fn decoded_schema(encoded: &str) -> Option<Schema> {
    let mut bytes = Vec::with_capacity(encoded.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for symbol in encoded.trim_end_matches('=').bytes() {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    try_schema_from_ipc_buffer(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_schema::{IntervalUnit, TimeUnit, UnionFields, UnionMode};

    use super::*;

    fn field(data_type: DataType) -> FieldRef {
        Arc::new(Field::new("item", data_type, true))
    }

    #[test]
    fn what_cannot_be_carried_is_named_wherever_it_hides() {
        let union = DataType::Union(UnionFields::empty(), UnionMode::Sparse);
        let interval = DataType::Interval(IntervalUnit::YearMonth);
        assert_eq!(uncarriable(&union), Some("a union"));
        assert_eq!(uncarriable(&DataType::List(field(interval.clone()))), Some("an interval"));
        let pair = DataType::Struct(vec![field(DataType::Int8), field(DataType::List(field(union)))].into());
        assert_eq!(uncarriable(&pair), Some("a union"));
        let runs = DataType::RunEndEncoded(field(DataType::Int32), field(DataType::Utf8));
        assert_eq!(uncarriable(&runs), None);
        assert_eq!(uncarriable(&DataType::List(field(runs))), Some("a run-end encoding inside another type"));
        assert_eq!(uncarriable(&DataType::Duration(TimeUnit::Second)), None);
        let plain = Field::new("age", DataType::Int8, true);
        assert_eq!(uncarriable_field(&plain), None);
        let map = |key| {
            let pair = DataType::Struct(vec![field(key), field(DataType::Int8)].into());
            DataType::Map(field(pair), false)
        };
        assert_eq!(uncarriable(&map(DataType::Utf8)), None);
        assert_eq!(uncarriable(&map(DataType::Date32)), Some("a map whose keys are not text"));
        let coded = |values| DataType::Dictionary(Box::new(DataType::Int8), Box::new(values));
        assert_eq!(uncarriable(&coded(DataType::Binary)), None);
        assert!(uncarriable(&coded(DataType::Decimal256(60, 2))).is_some());
        assert!(
            uncarriable(&DataType::List(field(DataType::Struct(Vec::<FieldRef>::new().into())))).is_some()
        );
    }

    #[test]
    fn zones_come_from_the_schema_beside_the_data() {
        let zoned = |unit, zone: &str| DataType::Timestamp(unit, Some(zone.into()));
        let (found, hint) = (zoned(TimeUnit::Millisecond, "UTC"), zoned(TimeUnit::Second, "Europe/Berlin"));
        assert_eq!(carried(&found, Some(&hint)), zoned(TimeUnit::Millisecond, "Europe/Berlin"));
        let naive = DataType::Timestamp(TimeUnit::Millisecond, None);
        assert_eq!(carried(&naive, Some(&hint)), naive);
        let schema = Schema::new(vec![Field::new("t", hint.clone(), true)]);
        let encoded = parquet::arrow::encode_arrow_schema(&schema);
        assert_eq!(decoded_schema(&encoded).map(|found| found.field(0).data_type().clone()), Some(hint));
        assert_eq!(decoded_schema("no base64!"), None);
    }
}

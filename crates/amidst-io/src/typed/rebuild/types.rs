//! Types without what else a schema may say.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef};

/// The type without the metadata of its fields. The fields of lists and maps have no names of their own to people, so they
/// get those that Arrow gives them; the fields of structs keep theirs.
pub(in super::super) fn bare_type(data_type: &DataType) -> DataType {
    let item = |field: &FieldRef| bare_field(field, "item");
    match data_type {
        DataType::List(field) => DataType::List(item(field)),
        DataType::LargeList(field) => DataType::LargeList(item(field)),
        DataType::FixedSizeList(field, size) => DataType::FixedSizeList(item(field), *size),
        DataType::Struct(fields) => {
            DataType::Struct(fields.iter().map(|field| bare_field(field, field.name())).collect())
        }
        DataType::Map(entries, sorted) => DataType::Map(bare_entries(entries), *sorted),
        DataType::Dictionary(key, value) => DataType::Dictionary(key.clone(), Box::new(bare_type(value))),
        flat => flat.clone(),
    }
}

fn bare_field(field: &FieldRef, name: &str) -> FieldRef {
    Arc::new(Field::new(name, bare_type(field.data_type()), field.is_nullable()))
}

/// The entries of a map: pairs of a key and a value.
fn bare_entries(entries: &FieldRef) -> FieldRef {
    let DataType::Struct(pair) = entries.data_type() else { return bare_field(entries, "entries") };
    let pair = pair.iter().zip(["keys", "values"]).map(|(field, name)| bare_field(field, name)).collect();
    Arc::new(Field::new("entries", DataType::Struct(pair), entries.is_nullable()))
}

/// Whether a type has a dictionary in it, however deep.
pub(in super::super) fn has_dictionary(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(..) => true,
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => has_dictionary(field.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_dictionary(field.data_type())),
        _ => false,
    }
}

/// The type with room for many values in every dictionary.
pub(in super::super) fn with_wide_keys(data_type: &DataType) -> DataType {
    let wide = |field: &FieldRef| {
        let data_type = with_wide_keys(field.data_type());
        Arc::new(Field::new(field.name(), data_type, field.is_nullable()))
    };
    match data_type {
        DataType::List(field) => DataType::List(wide(field)),
        DataType::LargeList(field) => DataType::LargeList(wide(field)),
        DataType::FixedSizeList(field, size) => DataType::FixedSizeList(wide(field), *size),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(wide).collect()),
        DataType::Map(entries, sorted) => DataType::Map(wide(entries), *sorted),
        DataType::Dictionary(_, value) => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(with_wide_keys(value)))
        }
        flat => flat.clone(),
    }
}

//! The Arrow schema that a Parquet file has beside its columns, for readers that know more types than Parquet has.

use std::sync::Arc;

use ::parquet::{
    arrow::{ArrowSchemaConverter, encode_arrow_schema},
    schema::types::SchemaDescriptor,
};
use arrow_ipc::convert::try_schema_from_ipc_buffer;
use arrow_schema::{DataType, Field, FieldRef, Schema};

use super::{Account, besides, columns::bare};

/// Accounts for a schema in base64: it says what the columns are, as whoever encodes it says it, and no more.
pub(super) fn account(encoded: &str, columns: &SchemaDescriptor) -> Account {
    const UNREAD: &str = "the Arrow schema beside the columns cannot be read";
    let bytes = decoded(encoded).ok_or(UNREAD)?;
    let schema = try_schema_from_ipc_buffer(&bytes).map_err(|_| UNREAD)?;
    bare(&schema)?;
    if encode_arrow_schema(&schema) != encoded {
        return besides("the Arrow schema beside the columns says more than names and types");
    }
    // Readers take from it what they can use and pass over the rest: none of it may be about other columns.
    let stored = Schema::new(schema.fields().iter().map(as_stored).collect::<Vec<_>>());
    if ArrowSchemaConverter::new().convert(&stored)?.root_schema() != columns.root_schema() {
        return besides("the Arrow schema beside the columns describes others");
    }
    Ok(())
}

/// A field with the type that Parquet stores: days in milliseconds are stored as days.
fn as_stored(field: &FieldRef) -> FieldRef {
    Arc::new(Field::clone(field).with_data_type(stored_type(field.data_type())))
}

fn stored_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Date64 => DataType::Date32,
        DataType::Dictionary(key, values) => DataType::Dictionary(key.clone(), stored_type(values).into()),
        DataType::List(part) => DataType::List(as_stored(part)),
        DataType::LargeList(part) => DataType::LargeList(as_stored(part)),
        DataType::FixedSizeList(part, size) => DataType::FixedSizeList(as_stored(part), *size),
        DataType::Map(part, sorted) => DataType::Map(as_stored(part), *sorted),
        DataType::Struct(parts) => DataType::Struct(parts.iter().map(as_stored).collect()),
        other => other.clone(),
    }
}

/// What base64 stands for. Spellings that only a lenient reader takes are found by encoding it again.
fn decoded(encoded: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(encoded.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for symbol in encoded.bytes().take_while(|&symbol| symbol != b'=') {
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
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn schema(name: &str, data_type: DataType, nullable: bool) -> Schema {
        Schema::new(vec![Field::new(name, data_type, nullable)])
    }

    #[track_caller]
    fn check(encoded: &str, expected: bool) {
        let born = schema("born", DataType::Date32, true);
        let columns = ArrowSchemaConverter::new().convert(&born).unwrap();
        assert_eq!(account(encoded, &columns).is_ok(), expected);
    }

    #[test]
    fn a_schema_is_explained_only_as_it_is_encoded() {
        for data_type in [DataType::Date32, DataType::Date64] {
            let encoded = encode_arrow_schema(&schema("born", data_type, true));
            check(&encoded, true);
            for more in ["QQ==", "=", "QUJD"] {
                check(&format!("{encoded}{more}"), false);
            }
        }
        check("no base64!", false);
    }

    #[test]
    fn a_schema_says_no_more_than_the_columns_do() {
        let noted = HashMap::from([("note".to_owned(), "x".to_owned())]);
        check(&encode_arrow_schema(&schema("born", DataType::Date64, true).with_metadata(noted)), false);
        check(&encode_arrow_schema(&schema("leak", DataType::Date64, true)), false);
        check(&encode_arrow_schema(&schema("born", DataType::Date64, false)), false);
        check(&encode_arrow_schema(&schema("born", DataType::Boolean, true)), false);
        check(&encode_arrow_schema(&Schema::empty()), false);
    }
}

//! Whether columns that travel along still have the type they had.
//!
//! Text that a table of text holds may become typed where every cell allows it; what had a type in the source keeps it.
//! Parquet has no seconds and no days in milliseconds: seconds are milliseconds there, and such days are days.

use amidst_readback::Heading;
use amidst_table::{Column, Data};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef, TimeUnit};

use crate::{Claim, ColumnContent, Format};

/// Columns that have another type than in the source, in words.
pub(crate) fn changed(claim: &Claim, header: &[Heading]) -> Vec<String> {
    let columns = claim.columns.iter().zip(header);
    columns
        .filter(|(column, _)| matches!(column.content, ColumnContent::Sensitive | ColumnContent::Other))
        .filter_map(|(column, heading)| {
            let source = claim.source.column(&column.name)?;
            let found = heading.data_type.as_ref()?;
            let expected = expected(source, &claim.layout.format)?;
            let is_kept =
                is_same(&expected, found) && heading.plain.as_ref().is_none_or(|plain| tells(plain, found));
            let told = heading.plain.as_ref().unwrap_or(found);
            let name = &column.name;
            (!is_kept).then(|| format!("column {name:?} has the type {told}, in the source it is {expected}"))
        })
        .collect()
}

/// The type a column must have; `None` if that is up to its cells.
fn expected(source: &Column, format: &Format) -> Option<DataType> {
    let chunks = match &source.data {
        Data::Carried(chunks) if !chunks.iter().any(is_text) => chunks,
        _ => return None,
    };
    let data_type = chunks.first()?.data_type();
    Some(if *format == Format::Parquet { in_parquet(data_type) } else { data_type.clone() })
}

/// Whether cells are carried as text, under whatever type they would have.
fn is_text(chunk: &ArrayRef) -> bool {
    values(chunk.data_type()) == &DataType::Utf8
}

fn in_parquet(data_type: &DataType) -> DataType {
    let inner = |field: &FieldRef| {
        FieldRef::new(field.as_ref().clone().with_data_type(in_parquet(field.data_type())))
    };
    match data_type {
        DataType::Time32(TimeUnit::Second) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        DataType::Dictionary(_, value) => in_parquet(value),
        DataType::List(field) => DataType::List(inner(field)),
        DataType::LargeList(field) => DataType::LargeList(inner(field)),
        DataType::FixedSizeList(field, length) => DataType::FixedSizeList(inner(field), *length),
        DataType::Map(field, sorted) => DataType::Map(inner(field), *sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        other => other.clone(),
    }
}

/// The type of what a dictionary holds.
fn values(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, value) => values(value),
        other => other,
    }
}

/// Whether two types are one, whatever names lists give to their items and wherever nulls may be.
fn is_same(one: &DataType, other: &DataType) -> bool {
    let fields = |one: &Field, other: &Field| is_same(one.data_type(), other.data_type());
    match (values(one), values(other)) {
        (DataType::List(one), DataType::List(other))
        | (DataType::LargeList(one), DataType::LargeList(other))
        | (DataType::Map(one, _), DataType::Map(other, _)) => fields(one, other),
        (DataType::FixedSizeList(one, length), DataType::FixedSizeList(other, same)) => {
            length == same && fields(one, other)
        }
        (DataType::Struct(one), DataType::Struct(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| fields(one, other))
        }
        (one, other) => one == other,
    }
}

/// Whether readers that know the format alone are told a date or a time that a column holds. Lengths of time are whole
/// numbers to them: Parquet has nothing else.
fn tells(plain: &DataType, declared: &DataType) -> bool {
    let is_time =
        |data_type: &DataType| data_type.is_temporal() && !matches!(data_type, DataType::Duration(_));
    let (plain, declared) = (values(plain), values(declared));
    match (plain, declared) {
        (
            DataType::List(one),
            DataType::List(other) | DataType::LargeList(other) | DataType::FixedSizeList(other, _),
        )
        | (DataType::Map(one, _), DataType::Map(other, _)) => tells(one.data_type(), other.data_type()),
        (DataType::Struct(one), DataType::Struct(other)) => {
            one.iter().zip(other).all(|(one, other)| tells(one.data_type(), other.data_type()))
        }
        _ => !is_time(declared) || is_time(plain),
    }
}

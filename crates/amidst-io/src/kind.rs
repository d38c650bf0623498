//! What the cells of a column hold, by its type and its values.

use amidst_core::{Aborted, Dictionary, Kind, Observer, observer::watched};
use arrow_schema::{DataType, TimeUnit};

use crate::Decimal;

/// The kind of a column of texts; with decimal commas, `1,5` is a number too.
pub(crate) fn kind_of(
    dictionary: &Dictionary,
    decimal: Decimal,
    observer: &dyn Observer,
) -> Result<Kind, Aborted> {
    let values = || watched(dictionary.iter().flatten(), observer);
    let kind = Kind::of(values());
    let comma =
        kind == Kind::Text && decimal == Decimal::Comma && dictionary.iter().flatten().next().is_some();
    let is_number = |value: &str| !value.contains('.') && Kind::Decimal.holds(&value.replacen(',', ".", 1));
    let kind = if comma && values().all(is_number) { Kind::Decimal } else { kind };
    observer.go_on()?;
    Ok(kind)
}

/// What the cells of a column hold that has these values, by its type and its values.
///
/// # Errors
/// If the observer aborts.
pub fn kind_of_column(
    declared: Kind,
    dictionary: &Dictionary,
    decimal: Decimal,
    observer: &dyn Observer,
) -> Result<Kind, Aborted> {
    if declared == Kind::Text {
        return kind_of(dictionary, decimal, observer);
    }
    let holds = watched(dictionary.iter().flatten(), observer).all(|value| declared.holds(value));
    Ok(if holds { declared } else { Kind::Text })
}

/// What cells of an Arrow type hold.
pub fn kind_of_type(data_type: &DataType) -> Kind {
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

/// The type that a column of texts which hold this has for formats that have types.
pub fn type_of_kind(kind: Kind) -> DataType {
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Integer => DataType::Int64,
        Kind::Decimal => DataType::Float64,
        Kind::Boolean => DataType::Boolean,
        Kind::Date => DataType::Date32,
        Kind::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
    }
}

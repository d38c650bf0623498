//! Giving a released column the type it had in the source, if every released value still fits.

use std::{collections::HashSet, sync::Arc};

use amidst_core::{Coded, Kind};
use amidst_table::Column;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_cast::cast;
use arrow_schema::DataType;

use crate::arrow_text::each_text;
use crate::released::released_codes;

/// The value of every code in the type of the source, or as text. Codes that no released row has are null; without an order, all have
/// rows.
pub(super) fn restored(column: &Column, coded: &Coded, order: Option<&[u32]>) -> ArrayRef {
    let released = released_codes(coded, order);
    let texts: StringArray =
        coded.dictionary.iter().zip(released).map(|(value, used)| value.filter(|_| used)).collect();
    let wanted = match &column.source_type {
        DataType::Dictionary(_, value) => value,
        other => other,
    };
    typed(&texts, wanted).unwrap_or_else(|| Arc::new(texts))
}

/// The type that a column has once it shows these labels: that of the source if all of them fit it, else text. Parts of one release
/// must agree on it, whichever labels they show.
pub fn released_type<'l>(source_type: &DataType, labels: impl Iterator<Item = Option<&'l str>>) -> DataType {
    let texts: StringArray = labels.collect();
    let (key, wanted) = match source_type {
        DataType::Dictionary(key, value) => (Some(key), &**value),
        other => (None, other),
    };
    let released = if typed(&texts, wanted).is_some() { wanted.clone() } else { DataType::Utf8 };
    match key {
        Some(key) => DataType::Dictionary(key.clone(), Box::new(released)),
        None => released,
    }
}

fn typed(texts: &StringArray, wanted: &DataType) -> Option<ArrayRef> {
    let plain: ArrayRef = if wanted.is_floating() {
        Arc::new(texts.iter().map(|text| text.map(with_point)).collect::<StringArray>())
    } else {
        Arc::new(texts.clone())
    };
    // A failed cast gives null; which is why nulls are counted below.
    let values = cast(&plain, wanted).ok()?;
    if values.null_count() != texts.null_count() {
        return None;
    }
    let mut row = 0;
    let mut same = true;
    // Two spellings of one value, 1.5 and 1.50, are two values to whoever judged the table: they must not fall together.
    let mut seen = HashSet::new();
    let mut compare = |value: Option<&str>| {
        let text = (!texts.is_null(row)).then(|| texts.value(row));
        same &= match (text, value) {
            (Some(text), Some(value)) => {
                seen.insert(value.to_owned()) && (text == value || is_same(text, value, wanted))
            }
            (text, value) => text.is_none() && value.is_none(),
        };
        row += 1;
    };
    each_text(&values, &mut compare).ok()?;
    same.then_some(values)
}

/// `1,5` as `1.5`.
fn with_point(text: &str) -> String {
    if text.contains('.') { text.to_owned() } else { text.replacen(',', ".", 1) }
}

/// Whether two spellings are one value of a type. Text that a number would not give back, such as `007`, is not.
fn is_same(text: &str, value: &str, data_type: &DataType) -> bool {
    match data_type {
        DataType::Boolean => Kind::Boolean.holds(text) && text.eq_ignore_ascii_case(value),
        DataType::Timestamp(_, None) => {
            Kind::Timestamp.holds(text) && normal_time(text) == normal_time(value)
        }
        float if float.is_floating() => {
            let text = with_point(text);
            Kind::Decimal.holds(&text) && digits(&text) == digits(value)
        }
        _ => false,
    }
}

/// A number as its sign, its significant digits and the power of ten of the last of them, so that a float that was rounded to
/// is not taken for the number that was written.
fn digits(text: &str) -> Option<(bool, String, i64)> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let unsigned = mantissa.trim_start_matches(['-', '+']);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all = whole.to_owned() + fraction;
    let significant = all.trim_end_matches('0');
    let power = exponent - fraction.len() as i64 + (all.len() - significant.len()) as i64;
    let significant = significant.trim_start_matches('0');
    let power = if significant.is_empty() { 0 } else { power };
    Some((mantissa.starts_with('-'), significant.to_owned(), power))
}

/// A point in time with `T` before the hour and without idle zeros.
fn normal_time(text: &str) -> String {
    let text = text.replacen(' ', "T", 1);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_schema::TimeUnit;

    #[track_caller]
    fn check(texts: &[&str], wanted: DataType, kept: bool) {
        let texts = StringArray::from_iter(texts.iter().map(|text| (*text != "null").then_some(*text)));
        assert_eq!(typed(&texts, &wanted).map(|array| array.data_type().clone()), kept.then_some(wanted));
    }

    #[test]
    fn values_that_fit_get_their_type_back() {
        check(&["39", "null", "-1"], DataType::Int8, true);
        check(&["true", "false"], DataType::Boolean, true);
        check(&["2024-02-29"], DataType::Date32, true);
        check(&["1.5", "2", "3.50", "1,25"], DataType::Float64, true);
        check(&["-0.0", "1e20", "12300000000000000000000", "0.30000000000000004"], DataType::Float64, true);
        check(&["1.5", "1.50"], DataType::Float64, false);
        check(&["true", "True"], DataType::Boolean, false);
        check(&["1.50"], DataType::Decimal128(5, 2), true);
        check(&["a"], DataType::LargeUtf8, true);
        check(&["a"], DataType::Utf8View, true);
        check(
            &["2024-02-29 10:00:00", "2024-02-29T10:00:00.50"],
            DataType::Timestamp(TimeUnit::Microsecond, None),
            true,
        );
        check(&["2024-02-29T10:00:00Z"], DataType::Timestamp(TimeUnit::Nanosecond, Some("UTC".into())), true);
    }

    #[test]
    fn values_that_do_not_fit_stay_text() {
        check(&["39", "[40, 50["], DataType::Int64, false);
        check(&["007"], DataType::Int64, false);
        check(&["300"], DataType::Int8, false);
        check(&["1.505"], DataType::Decimal128(5, 2), false);
        check(&["0.1234567"], DataType::Float16, false);
        check(&["123456789012345678901"], DataType::Float64, false);
        check(&["0.12345678901234567891"], DataType::Float64, false);
        check(&["9007199254740993"], DataType::Float64, false);
        check(&["2024-02"], DataType::Date32, false);
        check(&["yes"], DataType::Boolean, false);
        check(&["2024-02-29T10:00:00.1234567"], DataType::Timestamp(TimeUnit::Second, None), false);
        check(&["ff"], DataType::Binary, false);
    }
}

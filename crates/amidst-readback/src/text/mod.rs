//! The text of Arrow cells: as Arrow displays them, nested ones as JSON.

mod moments;
mod not_finite;

use std::{fmt::Write, sync::Arc};

use arrow_array::{
    Array, ArrayRef, StringArray,
    cast::AsArray,
    types::{ArrowDictionaryKeyType, Int32Type, Int64Type, UInt8Type, UInt16Type},
};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::writer::{EncoderOptions, make_encoder};
use arrow_schema::{ArrowError, DataType, Field};

use self::{moments::Moments, not_finite::ByName};

/// Calls `each` with the text of every cell in order; `None` is null.
pub fn for_each_cell(array: &ArrayRef, mut each: impl FnMut(Option<&[u8]>)) -> Result<(), ArrowError> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(|text| each(text.map(str::as_bytes))),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().for_each(|text| each(text.map(str::as_bytes))),
        DataType::Utf8View => array.as_string_view().iter().for_each(|text| each(text.map(str::as_bytes))),
        DataType::Int64 => integers(array.as_primitive::<Int64Type>().iter(), each),
        DataType::Int32 => integers(array.as_primitive::<Int32Type>().iter(), each),
        DataType::Dictionary(..) if of_texts::<UInt8Type>(array, &mut each) => {}
        DataType::Dictionary(..) if of_texts::<UInt16Type>(array, &mut each) => {}
        DataType::Dictionary(..) => displayed(array, each)?,
        nested if nested.is_nested() => json(array, each)?,
        _ => displayed(array, each)?,
    }
    Ok(())
}

/// A dictionary of texts, if it is one: the form in which most text travels.
fn of_texts<K: ArrowDictionaryKeyType>(array: &ArrayRef, each: &mut impl FnMut(Option<&[u8]>)) -> bool {
    let dictionary = array.as_dictionary_opt::<K>().and_then(|array| array.downcast_dict::<StringArray>());
    match dictionary {
        Some(texts) => {
            texts.into_iter().for_each(|text| each(text.map(str::as_bytes)));
            true
        }
        None => false,
    }
}

fn integers<T: std::fmt::Display>(
    cells: impl Iterator<Item = Option<T>>,
    mut each: impl FnMut(Option<&[u8]>),
) {
    let mut text = String::new();
    for cell in cells {
        text.clear();
        let written = cell.map(|integer| write!(text, "{integer}"));
        each(written.map(|_| text.as_bytes()));
    }
}

/// Any other type, as Arrow displays it.
fn displayed(array: &ArrayRef, mut each: impl FnMut(Option<&[u8]>)) -> Result<(), ArrowError> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(array.as_ref(), &options)?;
    // A dictionary may hold nulls among its values.
    let nulls = array.logical_nulls();
    let moments = Moments::of(array);
    let mut text = String::new();
    for row in 0..array.len() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            each(None);
            continue;
        }
        text.clear();
        if moments.as_ref().and_then(|moments| moments.write(row, &mut text)).is_none() {
            let written = formatter.value(row).write(&mut text);
            written.map_err(|_| ArrowError::CastError("a cell has no text".into()))?;
        }
        each(Some(text.as_bytes()));
    }
    Ok(())
}

fn json(array: &ArrayRef, mut each: impl FnMut(Option<&[u8]>)) -> Result<(), ArrowError> {
    let field = Arc::new(Field::new("", array.data_type().clone(), true));
    let options = EncoderOptions::default().with_explicit_nulls(true).with_encoder_factory(Arc::new(ByName));
    let mut encoder = make_encoder(&field, array, &options)?;
    let nulls = array.logical_nulls();
    let mut text = Vec::new();
    for row in 0..array.len() {
        text.clear();
        let null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        if !null {
            encoder.encode(row, &mut text);
        }
        each((!null).then_some(text.as_slice()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use arrow_array::{
        BooleanArray, Date32Array, DictionaryArray, Float64Array, Int64Array, ListArray, types::Float64Type,
    };

    use super::*;

    #[track_caller]
    fn check(array: impl Array + 'static, expected: &[Option<&str>]) {
        let mut texts = Vec::new();
        let array: ArrayRef = Arc::new(array);
        for_each_cell(&array, |cell| texts.push(cell.map(|text| String::from_utf8_lossy(text).into_owned())))
            .unwrap();
        assert_eq!(texts.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_type_has_its_text() {
        check(StringArray::from(vec![Some("a"), None, Some("")]), &[Some("a"), None, Some("")]);
        check(Int64Array::from(vec![Some(-5), None]), &[Some("-5"), None]);
        check(Float64Array::from(vec![Some(1.5), None]), &[Some("1.5"), None]);
        check(BooleanArray::from(vec![Some(true), None]), &[Some("true"), None]);
        check(Date32Array::from(vec![Some(0), None]), &[Some("1970-01-01"), None]);
        let dictionary: DictionaryArray<Int32Type> = [Some("x"), None, Some("x")].into_iter().collect();
        check(dictionary, &[Some("x"), None, Some("x")]);
        let dictionary: DictionaryArray<UInt8Type> = [Some("x"), None, Some("y")].into_iter().collect();
        check(dictionary.slice(1, 2), &[None, Some("y")]);
        let list = ListArray::from_iter_primitive::<Int64Type, _, _>([Some(vec![Some(1), None]), None]);
        check(list, &[Some("[1,null]"), None]);
        let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5].map(Some).into_iter().chain([None]);
        let list = ListArray::from_iter_primitive::<Float64Type, _, _>([Some(floats)]);
        check(list, &[Some("[NaN,inf,-inf,1.5,null]")]);
    }
}

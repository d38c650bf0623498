//! The text of Arrow cells: as Arrow displays them, nested ones as JSON.

mod display;
mod json;
mod moments;
mod not_finite;

use arrow_array::{
    Array, ArrayRef, StringArray, builder::StringBuilder, cast::AsArray, make_array,
    types::DurationSecondType,
};
use arrow_schema::{ArrowError, DataType};

use display::each_displayed;
pub(crate) use display::formatter;
pub(crate) use json::each_json;

/// Calls `each` with the text of every cell in order; `None` is null.
pub(crate) fn each_text(array: &dyn Array, each: &mut dyn FnMut(Option<&str>)) -> Result<(), ArrowError> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(each),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().for_each(each),
        DataType::Utf8View => array.as_string_view().iter().for_each(each),
        nested if is_nested(nested) => each_json(array, &mut |cell| match std::str::from_utf8(cell) {
            Ok("null") | Err(_) => each(None),
            Ok(text) => each(Some(text)),
        })?,
        _ => each_displayed(array, each)?,
    }
    Ok(())
}

/// The text of every cell as it is written, sorted by and compared: one for all of them, so that they agree. Readers have
/// refused what has none.
pub fn texts_of(array: &dyn Array) -> StringArray {
    let mut texts = StringBuilder::with_capacity(array.len(), 8 * array.len());
    let done = each_text(array, &mut |text| texts.append_option(text));
    done.expect("cells without a text are refused when they are read");
    texts.finish()
}

/// Whether all cells that are not null have a text. Only times can lack one, and then the first or the last of them does.
pub(crate) fn have_texts(array: &dyn Array) -> bool {
    // Arrow counts spans in milliseconds, and displays all that are longer alike.
    if let Some(spans) = array.as_primitive_opt::<DurationSecondType>() {
        let longest = (i64::MAX / 1_000).unsigned_abs();
        return spans.iter().flatten().all(|span| span.unsigned_abs() <= longest);
    }
    let is_time = matches!(
        array.data_type(),
        DataType::Date32
            | DataType::Date64
            | DataType::Time32(_)
            | DataType::Time64(_)
            | DataType::Timestamp(..)
    );
    if !is_time {
        return match array.data_type() {
            DataType::Dictionary(..) => have_texts(array.as_any_dictionary().values()),
            nested if is_nested(nested) => children_of(array).iter().all(|child| have_texts(child)),
            _ => true,
        };
    }
    let data = array.to_data();
    let numbers = match data.data_type().primitive_width() {
        Some(4) => data.buffer::<i32>(0)[..array.len()].iter().map(|&number| i64::from(number)).collect(),
        _ => data.buffer::<i64>(0)[..array.len()].to_vec(),
    };
    let known = || (0..array.len()).filter(|&row| array.is_valid(row));
    let ends = [known().min_by_key(|&row| numbers[row]), known().max_by_key(|&row| numbers[row])];
    formatter(array).is_ok_and(|texts| {
        ends.into_iter().flatten().all(|row| texts.value(row).write(&mut String::new()).is_ok())
    })
}

fn children_of(array: &dyn Array) -> Vec<ArrayRef> {
    array.to_data().child_data().iter().cloned().map(make_array).collect()
}

/// Dictionaries are nested to Arrow, but not to people. Runs have been read as the values they encode.
fn is_nested(data_type: &DataType) -> bool {
    data_type.is_nested() && !matches!(data_type, DataType::Dictionary(..))
}

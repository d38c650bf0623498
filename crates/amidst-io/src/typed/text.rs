//! The text of Arrow cells: as Arrow displays them, nested ones as JSON.

use arrow_array::{Array, cast::AsArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType};

use crate::{Newline, json::JsonStyle, rows::Style};

/// Calls `each` with the text of every cell in order; `None` is null.
pub(crate) fn each_text(array: &dyn Array, each: &mut dyn FnMut(Option<&str>)) -> Result<(), ArrowError> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(each),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().for_each(each),
        DataType::Utf8View => array.as_string_view().iter().for_each(each),
        nested if is_nested(nested) => each_json(array, each)?,
        _ => each_displayed(array, each)?,
    }
    Ok(())
}

/// The text of one cell that is not null.
pub(super) fn formatter(array: &dyn Array) -> Result<ArrayFormatter<'_>, ArrowError> {
    const OPTIONS: FormatOptions<'static> = FormatOptions::new().with_display_error(false);
    ArrayFormatter::try_new(array, &OPTIONS)
}

/// Dictionaries and runs are nested to Arrow, but not to people.
fn is_nested(data_type: &DataType) -> bool {
    data_type.is_nested() && !matches!(data_type, DataType::Dictionary(..) | DataType::RunEndEncoded(..))
}

fn each_displayed(array: &dyn Array, each: &mut dyn FnMut(Option<&str>)) -> Result<(), ArrowError> {
    let formatter = formatter(array)?;
    let nulls = array.logical_nulls();
    let mut text = String::new();
    for row in 0..array.len() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            each(None);
        } else {
            text.clear();
            formatter.value(row).write(&mut text)?;
            each(Some(&text));
        }
    }
    Ok(())
}

fn each_json(array: &dyn Array, each: &mut dyn FnMut(Option<&str>)) -> Result<(), ArrowError> {
    let style = JsonStyle { newline: Newline::Lf };
    style.array(array, &mut |cell| match std::str::from_utf8(cell) {
        Ok("null") | Err(_) => each(None),
        Ok(text) => each(Some(text)),
    })
}

//! Cells as Arrow displays them.

use arrow_array::Array;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::ArrowError;

use super::moments::Moments;

/// The text of one cell that is not null.
pub(crate) fn formatter(array: &dyn Array) -> Result<ArrayFormatter<'_>, ArrowError> {
    const OPTIONS: FormatOptions<'static> = FormatOptions::new().with_display_error(false);
    ArrayFormatter::try_new(array, &OPTIONS)
}

/// Calls `each` with every cell in order; `None` is null.
pub(super) fn each_displayed(
    array: &dyn Array,
    each: &mut dyn FnMut(Option<&str>),
) -> Result<(), ArrowError> {
    let formatter = formatter(array)?;
    let moments = Moments::of(array);
    let nulls = array.logical_nulls();
    let mut text = String::new();
    for row in 0..array.len() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            each(None);
        } else {
            text.clear();
            if !moments.as_ref().is_some_and(|moments| moments.write(row, &mut text)) {
                formatter.value(row).write(&mut text)?;
            }
            each(Some(&text));
        }
    }
    Ok(())
}

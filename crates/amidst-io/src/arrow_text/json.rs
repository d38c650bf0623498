//! Cells as JSON spells them.

use std::sync::Arc;

use arrow_array::Array;
use arrow_json::writer::{EncoderOptions, make_encoder};
use arrow_schema::{ArrowError, DataType, Field};

use super::{display::each_displayed, not_finite::ByName};

/// Calls `each` with every cell in order.
pub(crate) fn each_json(array: &dyn Array, each: &mut dyn FnMut(&[u8])) -> Result<(), ArrowError> {
    if is_float(array.data_type()) {
        // As everywhere else, not as the encoder below spells it; what is not finite has been refused.
        return each_displayed(array, &mut |text| each(text.unwrap_or("null").as_bytes()));
    }
    let field = Arc::new(Field::new("", array.data_type().clone(), true));
    let options = EncoderOptions::default().with_explicit_nulls(true).with_encoder_factory(Arc::new(ByName));
    let nulls = array.logical_nulls();
    let mut encoder = make_encoder(&field, array, &options)?;
    let mut cell = Vec::new();
    for row in 0..array.len() {
        cell.clear();
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            cell.extend_from_slice(b"null");
        } else {
            encoder.encode(row, &mut cell);
        }
        each(&cell);
    }
    Ok(())
}

fn is_float(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => values.is_floating(),
        other => other.is_floating(),
    }
}

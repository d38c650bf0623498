//! NaN and infinity inside lists and structures: no nulls, though JSON has no other word for them.

use std::sync::LazyLock;

use arrow_array::{
    Array,
    cast::AsArray,
    types::{Float16Type, Float32Type, Float64Type},
};
use arrow_json::writer::{Encoder, EncoderFactory, EncoderOptions, NullableEncoder, make_encoder};
use arrow_schema::{ArrowError, DataType, FieldRef};

/// Encodes floats as JSON has them, and NaN and infinity, which it does not have, by their names instead of as null.
#[derive(Debug)]
pub(super) struct ByName;

impl EncoderFactory for ByName {
    fn make_default_encoder<'a>(
        &self,
        field: &'a FieldRef,
        array: &'a dyn Array,
        _options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        static PLAIN: LazyLock<EncoderOptions> = LazyLock::new(EncoderOptions::default);
        if !array.data_type().is_floating() {
            return Ok(None);
        }
        let finite = make_encoder(field, array, &PLAIN)?;
        Ok(Some(NullableEncoder::new(Box::new(Floats { array, finite }), array.nulls().cloned())))
    }
}

struct Floats<'a> {
    array: &'a dyn Array,
    finite: NullableEncoder<'a>,
}

impl Encoder for Floats<'_> {
    fn encode(&mut self, at: usize, out: &mut Vec<u8>) {
        let value = match self.array.data_type() {
            DataType::Float16 => self.array.as_primitive::<Float16Type>().value(at).to_f64(),
            DataType::Float32 => f64::from(self.array.as_primitive::<Float32Type>().value(at)),
            _ => self.array.as_primitive::<Float64Type>().value(at),
        };
        if value.is_finite() {
            self.finite.encode(at, out);
        } else {
            out.extend_from_slice(value.to_string().as_bytes());
        }
    }
}

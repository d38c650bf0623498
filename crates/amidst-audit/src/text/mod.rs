//! Cells as text: the common ground of a source and a file in whatever formats.

mod canon;
mod missing;
mod quantity;
mod value;

pub(crate) use canon::Canon;
pub(crate) use missing::Missing;
pub(crate) use quantity::Quantity;
pub(crate) use value::Value;

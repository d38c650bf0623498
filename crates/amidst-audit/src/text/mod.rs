//! Cells as text: the common ground of a source and a file in whatever formats.

mod arrow;
mod calendar;
mod canon;
mod missing;
mod moments;
mod not_finite;
mod quantity;
mod value;

pub(crate) use arrow::for_each_cell;
pub(crate) use canon::Canon;
pub(crate) use missing::Missing;
pub(crate) use quantity::Quantity;
pub(crate) use value::Value;

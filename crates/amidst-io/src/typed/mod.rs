//! Formats that know types: Parquet and Arrow.

mod codes;
mod read;
mod rebuild;
mod restore;
mod text;
mod write;

pub(crate) use read::TypedReader;
pub(crate) use text::each_text;
pub(crate) use write::write_typed;

//! Formats that know types: Parquet and Arrow.

mod bounds;
mod codes;
mod read;
mod rebuild;
mod restore;
mod text;
mod thrift;
mod types;
mod write;

pub(crate) use read::TypedReader;
pub(crate) use text::each_text;
pub(crate) use write::write_typed;

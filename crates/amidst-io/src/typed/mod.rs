//! Formats that know types: Parquet and Arrow.

mod codes;
mod read;
mod restore;
mod text;
mod write;

pub use metadata::Metadata;
pub(crate) use read::TypedReader;
pub(crate) use text::each_text;
pub(crate) use write::write_typed;

mod metadata;

//! Formats that know types: Parquet and Arrow.

mod bounds;
mod codes;
mod fitting;
mod pages;
mod read;
mod rebuild;
mod restore;
mod stored;
mod thrift;
mod types;
mod write;

pub(crate) use fitting::check_cells;
pub(crate) use read::TypedReader;
pub(crate) use write::write_typed;

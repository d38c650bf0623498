//! Formats that know types: Parquet and Arrow.

mod bounds;
mod codes;
mod fitting;
mod gathered;
#[cfg(feature = "parquet")]
mod pages;
mod read;
mod rebuild;
mod restore;
#[cfg(feature = "parquet")]
mod stored;
#[cfg(feature = "parquet")]
mod thrift;
mod types;
mod write;

pub(crate) use fitting::check_cells;
pub use gathered::{gathered, may_be_chunked};
pub(crate) use read::{TypedParts, TypedReader};
pub use restore::released_type;
pub(crate) use write::write_typed;

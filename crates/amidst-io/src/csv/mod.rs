//! Delimited text.

mod formula;
mod read;
mod write;

pub use formula::is_formula;
pub(crate) use read::CsvReader;
pub use read::FirstLine;
pub(crate) use write::write_csv;

//! Tables in and out: formats, sniffing, compression, atomic files.
//!
//! A [`Source`] is sniffed and opened by a [`Reader`], which knows its [`Layout`] and its columns before it reads a row,
//! so that whoever calls can say what each column is for: columns that are judged become dictionary codes while they
//! stream, others travel as they are, identifiers are not kept. [`write_to`] writes rows in any order to any sink, and
//! [`AtomicFile`] is the sink that appears whole or not at all.
//!
//! CSV and JSON Lines are read and written in blocks on all cores; the result does not depend on how many there are.

mod access;
mod arrow_text;
mod atomic;
mod batches;
mod builder;
mod built;
mod carried;
mod chunks;
mod coded;
mod csv;
mod disk;
mod error;
mod file;
mod guard;
mod intern;
mod json;
mod kind;
mod lake;
mod layout;
mod pipeline;
mod quiet;
mod reader;
mod records;
mod released;
mod row_chunk;
mod rows;
mod sidecar;
mod sniff;
mod source;
mod spill;
mod typed;
#[cfg(feature = "compression")]
mod unpacked;
mod utf16;
#[cfg(feature = "excel")]
mod workbook;
mod writer;

pub use access::Access;
pub use arrow_text::texts_of;
pub use atomic::{AtomicFile, Permit};
pub use batches::Batches;
pub use builder::Want;
pub use csv::{FirstLine, is_formula};
pub use error::{Error, Result};
pub use file::ReadTable;
pub use kind::{kind_of_column, kind_of_type, type_of_kind};
pub use lake::{files_of, lake_folder};
pub use layout::{Compression, Decimal, Encoding, Format, Hints, Layout, Newline};
pub use quiet::Quiet;
pub use reader::{PartReader, Reader};
pub use row_chunk::{CHUNK_ROWS, NextChunk, RowChunk};
pub use sidecar::{
    bytes_of, hierarchy_rows_of, read_hierarchy_rows, read_text, sha256_of, sha256_of_bytes,
    sha256_of_observed,
};
pub use sniff::sniff;
pub use source::{Source, hex};
pub use spill::{Arrays, SpillFile};
pub use typed::{gathered, may_be_chunked, released_type};
pub use writer::{WriteOptions, Written, write_chunks, write_to};

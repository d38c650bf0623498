//! Rows that are written chunk by chunk, for tables that are not in memory as a whole.

use std::borrow::Cow;

use amidst_table::Table;

use crate::Result;

/// Every chunk but the last has a multiple of so many rows: as many as typed formats write at once.
pub const CHUNK_ROWS: usize = 1 << 16;

/// Rows of a table, in the order in which they are written.
pub struct RowChunk<'a> {
    /// What holds them.
    pub table: Cow<'a, Table>,
    /// Their numbers in it.
    pub order: Cow<'a, [u32]>,
}

/// Gives the next rows to write; nothing at the end.
pub type NextChunk<'n, 'a> = dyn FnMut() -> Result<Option<RowChunk<'a>>> + 'n;

/// What is known of all rows before the first is written.
pub(crate) struct Head<'a> {
    /// The columns.
    pub table: &'a Table,
    /// The rows that are written, if the table has them: values of others have no say in types. Else all values are written.
    pub released: Option<&'a [u32]>,
    /// How many are written.
    pub rows: u64,
}

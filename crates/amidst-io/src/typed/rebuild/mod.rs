//! Every array that leaves in Parquet or Arrow, built anew from the released rows alone.
//!
//! Taking rows out of an Arrow array leaves much of the source behind it: dictionaries with values that no released row
//! has, buffers of long texts in the order of the source, bytes below nulls and below null parents, notes in the metadata of
//! fields. None of that is a cell, and none of it may leave the house. What comes out of here holds the cells, their types
//! and their names, and nothing else: texts end to end in the order released, zeros where there is no cell, dictionaries of
//! exactly the values in use, in ascending order. The audit refuses a file that holds more.

mod cells;
mod dictionary;
mod shared;
mod types;

pub(super) use cells::{ranked, rebuilt};
pub(super) use dictionary::{Ranked, room};
pub(super) use shared::shared_dictionaries;
pub(super) use types::{bare_type, has_dictionary, with_wide_keys};

#[cfg(test)]
mod tests;

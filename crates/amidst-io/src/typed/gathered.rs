//! Cells of a column as one array, for tables that are written chunk by chunk.

use std::sync::Arc;

use amidst_table::{Column, Data};
use arrow_array::{ArrayRef, StringArray};

use super::{rebuild::has_dictionary, write::texts_at};
use crate::{Error, Result, chunks::Chunks};

/// Whether columns can be written chunk by chunk: those with dictionaries of their own have to be known as a whole.
pub fn may_be_chunked(columns: &[Column]) -> bool {
    let is_coded =
        |column: &Column| matches!(column.data, Data::Carried(_)) && has_dictionary(&column.source_type);
    !columns.iter().any(is_coded)
}

/// Some cells of a column as one array, in the order asked for: as text where the column is coded or its cells are carried as text.
///
/// # Errors
/// If its arrays do not fit together.
pub fn gathered(column: &Column, rows: &[u32]) -> Result<ArrayRef> {
    let coded = match &column.data {
        Data::Coded(coded) => coded,
        Data::Carried(_) => {
            let chunks = Chunks::of(column).expect("it is carried");
            if chunks.content().is_some() {
                return Ok(Arc::new(texts_at(&chunks, rows)));
            }
            return chunks.gather(rows).map_err(|_| {
                Error::Internal(format!("column {:?}: its parts do not fit together", column.name))
            });
        }
    };
    let text = |&row: &u32| coded.dictionary.value(coded.codes.at(row as usize));
    Ok(Arc::new(rows.iter().map(text).collect::<StringArray>()))
}

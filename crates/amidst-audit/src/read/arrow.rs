//! Parquet and Arrow files.

use std::{fs::File, io::BufReader};

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{Flaw, Page, page::Span};
use crate::text::for_each_cell;

/// Rows read at a time.
const BATCH: usize = 1 << 14;
const DAMAGED: &str = "it is damaged or incomplete";

/// A file's columns and its rows.
pub(crate) type Batches = (SchemaRef, Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>);

/// Opens a Parquet file.
pub(crate) fn parquet(file: File) -> Result<Batches, &'static str> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|_| DAMAGED)?;
    let schema = builder.schema().clone();
    let reader = builder.with_batch_size(BATCH).build().map_err(|_| DAMAGED)?;
    Ok((schema, Box::new(reader)))
}

/// Opens an Arrow IPC file.
pub(crate) fn ipc(file: File) -> Result<Batches, &'static str> {
    let reader = FileReader::try_new(BufReader::new(file), None).map_err(|_| DAMAGED)?;
    Ok((reader.schema(), Box::new(reader.flat_map(slices))))
}

/// A batch in parts of bounded size: whoever wrote the file may have put all rows into one.
fn slices(batch: Result<RecordBatch, ArrowError>) -> Vec<Result<RecordBatch, ArrowError>> {
    match batch {
        Err(error) => vec![Err(error)],
        Ok(batch) => {
            let slice = |start: usize| Ok(batch.slice(start, BATCH.min(batch.num_rows() - start)));
            (0..batch.num_rows()).step_by(BATCH).map(slice).collect()
        }
    }
}

/// The rows of a batch as text.
pub(crate) fn page(batch: &RecordBatch) -> Result<Page, Flaw> {
    let (rows, columns) = (batch.num_rows(), batch.num_columns());
    let mut text = Vec::new();
    let mut spans = vec![Span::NULL; rows * columns];
    for (column, array) in batch.columns().iter().enumerate() {
        let mut at = column;
        let place = |cell: Option<&[u8]>| {
            if let Some(cell) = cell {
                let start = text.len();
                text.extend_from_slice(cell);
                spans[at] = Span::new(start, text.len());
            }
            at += columns;
        };
        for_each_cell(array, place).map_err(|_| Flaw { rows: 0, what: "a column has cells without text" })?;
    }
    if u32::try_from(text.len()).is_err() {
        return Err(Flaw { rows: 0, what: "a batch of rows is longer than 4 GiB" });
    }
    Ok(Page { text, spans, columns, rows, strange: 0 })
}

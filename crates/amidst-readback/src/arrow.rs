//! Parquet and Arrow files.

use std::io::BufReader;

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_schema::{ArrowError, Schema};
#[cfg(feature = "parquet")]
use parquet::arrow::{
    arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
    parquet_to_arrow_schema,
};

#[cfg(feature = "parquet")]
use super::swollen::is_plausible;
use crate::{
    Flaw, Heading, Opened, Page, guard::caught, packed::is_unpacked, page::Span, text::for_each_cell,
};

/// Rows read at a time.
const BATCH: usize = 1 << 14;
const DAMAGED: &str = "it is damaged or incomplete";
#[cfg(feature = "parquet")]
const SWOLLEN: &str = "a page claims to unpack to more than its bytes can hold";

/// A file's columns and its rows.
pub(crate) type Batches = (Vec<Heading>, Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>);

/// Opens a Parquet file.
#[cfg(feature = "parquet")]
pub(crate) fn parquet(file: Opened) -> Result<Batches, &'static str> {
    let open = || -> Option<Result<Batches, &'static str>> {
        let read = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default()).ok()?;
        if !is_plausible(&file, read.metadata())? {
            return Some(Err(SWOLLEN));
        }
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, read);
        // What those are told who do not look at the Arrow schema beside the data.
        let plain = parquet_to_arrow_schema(builder.parquet_schema(), None).ok()?;
        let headings = headings(builder.schema(), &plain);
        Some(Ok((headings, decoded(builder.with_batch_size(BATCH).build().ok()?))))
    };
    caught(open).flatten().unwrap_or(Err(DAMAGED))
}

/// Opens an Arrow IPC file.
pub(crate) fn ipc(file: Opened) -> Result<Batches, &'static str> {
    let open = || -> Option<Batches> {
        let mut file = BufReader::new(file);
        is_unpacked(&mut file).filter(|&unpacked| unpacked)?;
        let reader = FileReader::try_new(file, None).ok()?;
        let schema = reader.schema();
        Some((headings(&schema, &schema), decoded(reader.flat_map(slices))))
    };
    caught(open).flatten().ok_or(DAMAGED)
}

fn headings(schema: &Schema, plain: &Schema) -> Vec<Heading> {
    let fields = schema.fields().iter().zip(plain.fields());
    fields
        .map(|(field, plain)| Heading {
            name: field.name().clone(),
            data_type: Some(field.data_type().clone()),
            plain: Some(plain.data_type().clone()),
        })
        .collect()
}

/// Batches up to the first that cannot be decoded.
fn decoded(
    mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
) -> Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send> {
    let mut broken = false;
    Box::new(std::iter::from_fn(move || {
        if broken {
            return None;
        }
        let next = caught(|| batches.next());
        broken = next.is_none();
        next.unwrap_or_else(|| Some(Err(ArrowError::ParseError(DAMAGED.into()))))
    }))
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
        let told = caught(|| for_each_cell(array, place));
        if !matches!(told, Some(Ok(()))) {
            return Err(Flaw { rows: 0, what: "a column has cells without text" });
        }
    }
    if u32::try_from(text.len()).is_err() {
        return Err(Flaw { rows: 0, what: "a batch of rows is longer than 4 GiB" });
    }
    Ok(Page { text, spans, columns, rows, strange: 0 })
}

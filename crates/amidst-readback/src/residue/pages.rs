//! A Parquet file, written anew from its own cells: what is not in the second writing is no cell's.
//!
//! A Parquet file has many corners that readers pass over: bytes behind the last value of a page, between pages and between
//! columns, values in dictionaries that no cell has, statistics and indexes of rows that were left out, fields of headers
//! that nobody knows. Instead of looking into every one of them, the cells are read and written as releases are written,
//! and the two files must be the same to the byte.

use std::{
    io::{self, BufReader, Read, Write},
    sync::Arc,
};

use ::parquet::{
    arrow::{
        ARROW_SCHEMA_META_KEY, ArrowWriter, ProjectionMask,
        arrow_reader::{
            ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
            ParquetRecordBatchReaderBuilder,
        },
        arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowWriterOptions, compute_leaves},
    },
    basic::Compression,
    errors::ParquetError,
    file::{
        metadata::{KeyValue, ParquetMetaData},
        properties::WriterProperties,
    },
};
use amidst_core::Observer;
use arrow_schema::{Field, Schema};
use rayon::prelude::*;

use super::{Account, Medium, Opened, Stop, beside, besides, columns::bare};

/// Who writes releases.
const WRITER: &str = concat!("amidst ", env!("CARGO_PKG_VERSION"));
/// The rows that are written at a time; pages end by it.
const BATCH: usize = 1 << 16;
/// The rows of every row group but the last.
const GROUP: i64 = 1 << 20;

impl From<ParquetError> for Stop {
    fn from(_: ParquetError) -> Self {
        "a part of the file cannot be read".into()
    }
}

/// Accounts for every byte of a file.
pub(super) fn account(release: &Medium, observer: &dyn Observer) -> Account {
    // The types that Parquet has: how a column was written does not depend on more.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let read = ArrowReaderMetadata::load(&release.open()?, options)?;
    let schema = Schema::new(read.schema().fields().clone());
    about_the_file(read.metadata())?;
    bare(&schema)?;
    let mut same = Same { file: BufReader::new(release.open()?), at: 0, differs: false };
    let written = write_anew(release, &read, schema, &mut same, observer);
    observer.go_on()?;
    if same.differs {
        return besides(unexplained(read.metadata(), same.at));
    }
    written?;
    if same.file.read(&mut [0])? == 0 { Ok(()) } else { besides("something follows the end of the file") }
}

/// What is told in words before bytes are compared.
fn about_the_file(metadata: &ParquetMetaData) -> Account {
    let file = metadata.file_metadata();
    let pairs = file.key_value_metadata().into_iter().flatten();
    for KeyValue { key, value } in pairs {
        match value {
            Some(value) if key == ARROW_SCHEMA_META_KEY => beside::account(value, file.schema_descr())?,
            _ => return besides("the file has metadata"),
        }
    }
    if file.created_by() != Some(WRITER) {
        return besides("the file says that something else wrote it");
    }
    let mut columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    if columns.any(|column| column.bloom_filter_offset().is_some()) {
        return besides("there are Bloom filters, which tell more than cells");
    }
    let full = metadata.row_groups().iter().rev().skip(1);
    if full.into_iter().any(|group| group.num_rows() != GROUP) {
        return besides("rows are put into groups otherwise than in releases");
    }
    Ok(())
}

/// Writes the cells of a file as releases are written: columns on all cores, in the order of the file.
fn write_anew(
    release: &Medium,
    read: &ArrowReaderMetadata,
    schema: Schema,
    to: &mut Same,
    observer: &dyn Observer,
) -> Account {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(WRITER.into())
        .set_key_value_metadata(read.metadata().file_metadata().key_value_metadata().cloned())
        .build();
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let schema = Arc::new(schema);
    let writer = ArrowWriter::try_new_with_options(to, Arc::clone(&schema), options)?;
    let (mut file, groups) = writer.into_serialized_writer()?;
    for group in 0..read.metadata().num_row_groups() {
        let columns = by_root(groups.create_column_writers(group)?, read);
        let chunk = |(root, (field, leaves)): (usize, (&Arc<Field>, _))| {
            column(reader(release, read, group, root)?, field, leaves, observer)
        };
        let columns = schema.fields().iter().zip(columns).collect::<Vec<_>>().into_par_iter().enumerate();
        let columns = columns.map(chunk).collect::<Vec<Account<_>>>();
        let mut to = file.next_row_group()?;
        for column in columns {
            column?.into_iter().try_for_each(|leaf| leaf.append_to_row_group(&mut to))?;
        }
        to.close()?;
    }
    file.close()?;
    Ok(())
}

/// The writers of every column: one for each of its leaves.
fn by_root(leaves: Vec<ArrowColumnWriter>, read: &ArrowReaderMetadata) -> Vec<Vec<ArrowColumnWriter>> {
    let mut columns: Vec<Vec<_>> = read.schema().fields().iter().map(|_| Vec::new()).collect();
    for (at, leaf) in leaves.into_iter().enumerate() {
        columns[read.parquet_schema().get_column_root_idx(at)].push(leaf);
    }
    columns
}

/// Reads a column of a row group.
fn reader(
    release: &Medium,
    read: &ArrowReaderMetadata,
    group: usize,
    root: usize,
) -> Account<ParquetRecordBatchReader> {
    let column = ProjectionMask::roots(read.parquet_schema(), [root]);
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(release.open()?, read.clone());
    Ok(builder.with_projection(column).with_row_groups(vec![group]).with_batch_size(BATCH).build()?)
}

/// Writes a column of a row group.
fn column(
    cells: ParquetRecordBatchReader,
    field: &Field,
    mut leaves: Vec<ArrowColumnWriter>,
    observer: &dyn Observer,
) -> Account<Vec<ArrowColumnChunk>> {
    for batch in cells {
        observer.go_on()?;
        let parts = compute_leaves(field, batch?.column(0))?;
        leaves.iter_mut().zip(&parts).try_for_each(|(leaf, part)| leaf.write(part))?;
    }
    Ok(leaves.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?)
}

/// Takes what is written, and compares it with a file.
struct Same {
    file: BufReader<Opened>,
    /// Bytes that were the same.
    at: u64,
    /// Whether the byte behind them was not.
    differs: bool,
}

impl Write for Same {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        let mut found = vec![0; written.len()];
        let mut length = 0;
        while length < found.len() {
            match self.file.read(&mut found[length..])? {
                0 => break,
                more => length += more,
            }
        }
        let same =
            written.iter().zip(&found[..length]).take_while(|(written, found)| written == found).count();
        self.at += same as u64;
        self.differs |= same < written.len();
        if self.differs { Err(io::ErrorKind::InvalidData.into()) } else { Ok(written.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the byte at a place belongs to, by the words of the file itself.
fn unexplained(metadata: &ParquetMetaData, at: u64) -> String {
    let mut columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    let column = columns.find(|column| {
        let (start, length) = column.byte_range();
        (start..start.saturating_add(length)).contains(&at)
    });
    match column.and_then(|column| column.column_path().parts().first()) {
        Some(name) => format!("the pages of column {name:?} are not what its cells alone give"),
        None => "statistics, indexes or descriptions of columns are not what the cells alone give".into(),
    }
}

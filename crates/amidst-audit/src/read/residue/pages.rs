//! A Parquet file, column chunk by column chunk: dictionaries and statistics name only values of cells, and there is nothing
//! between the parts and nothing about them but types.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use ::parquet::{
    arrow::{ARROW_SCHEMA_META_KEY, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Type,
    column::{
        page::Page,
        reader::{ColumnReader, ColumnReaderImpl},
    },
    data_type::{AsBytes, DataType},
    errors::ParquetError,
    file::{
        metadata::{ColumnChunkMetaData, FooterTail, ParquetMetaData, page_index::RowGroupPageIndex},
        page_index::column_index::{ColumnIndexMetaData, PrimitiveColumnIndex},
        properties::ReaderProperties,
        reader::{FileReader, RowGroupReader},
        serialized_reader::{ReadOptionsBuilder, SerializedFileReader, SerializedRowGroupReader},
        statistics::Statistics,
    },
};
use hashbrown::HashSet;
use rayon::prelude::*;

use super::{Account, Stop, besides, columns::bare};

/// Records looked at together.
const RECORDS: usize = 1 << 13;
/// A text in statistics that is this long may have been cut.
const LONG: usize = 56;
/// The bytes in which a text that was cut may differ from those it stands for: its last character, made larger.
const CUT: usize = 4;
/// Who writes releases.
const WRITER: &str = concat!("amidst ", env!("CARGO_PKG_VERSION"));

impl From<ParquetError> for Stop {
    fn from(_: ParquetError) -> Self {
        "a part of the file cannot be read".into()
    }
}

/// Accounts for every part of a file.
pub(super) fn account(path: &Path) -> Account {
    let options = ReadOptionsBuilder::new().with_page_index().build();
    let reader = SerializedFileReader::new_with_options(File::open(path)?, options)?;
    let metadata = reader.metadata();
    about_the_file(metadata)?;
    bare(ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.schema())?;
    end_to_end(metadata, File::open(path)?)?;
    let columns = metadata.file_metadata().schema_descr().num_columns();
    let groups = 0..metadata.num_row_groups();
    let chunks: Vec<_> = groups.flat_map(|group| (0..columns).map(move |column| (group, column))).collect();
    let accounts: Vec<Account> =
        chunks.into_par_iter().map(|(group, column)| chunk(path, metadata, group, column)).collect();
    accounts.into_iter().collect()
}

fn about_the_file(metadata: &ParquetMetaData) -> Account {
    let file = metadata.file_metadata();
    let pairs = file.key_value_metadata().into_iter().flatten();
    if pairs.into_iter().any(|pair| pair.key != ARROW_SCHEMA_META_KEY) {
        return besides("the file has metadata");
    }
    if file.created_by() != Some(WRITER) {
        return besides("the file says that something else wrote it");
    }
    Ok(())
}

/// Whether chunks, their indexes and the footer leave no gap.
fn end_to_end(metadata: &ParquetMetaData, mut file: File) -> Account {
    let columns = || metadata.row_groups().iter().flat_map(|group| group.columns());
    if columns().any(|column| column.bloom_filter_offset().is_some()) {
        return besides("there are Bloom filters, which tell more than cells");
    }
    let range = |column: &ColumnChunkMetaData| {
        let (start, length) = column.byte_range();
        start..start + length
    };
    let indexes = columns().flat_map(|column| [column.column_index_range(), column.offset_index_range()]);
    let mut parts: Vec<_> = columns().map(range).chain(indexes.flatten()).collect();
    parts.sort_unstable_by_key(|part| (part.start, part.end));
    let mut tail = [0; 8];
    let length = file.seek(SeekFrom::End(-8))? + 8;
    file.read_exact(&mut tail)?;
    let footer = FooterTail::try_new(&tail)?.metadata_length() as u64 + 8;
    parts.push(length.saturating_sub(footer)..length);
    let mut end = 4;
    for part in parts {
        if part.start != end {
            return besides("something stands between the parts of the file");
        }
        end = part.end;
    }
    Ok(())
}

/// What a column chunk says about its cells, until a cell explains it.
#[derive(Default)]
struct Told {
    values: HashSet<Vec<u8>>,
    /// Texts that may have been cut.
    cut: Vec<Vec<u8>>,
}

impl Told {
    fn statistics(&mut self, statistics: &Statistics) {
        let bounds = [
            (statistics.min_bytes_opt(), statistics.min_is_exact()),
            (statistics.max_bytes_opt(), statistics.max_is_exact()),
        ];
        for (bound, is_exact) in bounds {
            match bound {
                Some(bound) if is_exact || bound.len() < LONG => drop(self.values.insert(bound.to_vec())),
                Some(bound) => self.cut.push(bound.to_vec()),
                None => {}
            }
        }
    }

    fn index(&mut self, index: &ColumnIndexMetaData) {
        match index {
            ColumnIndexMetaData::BOOLEAN(index) => self.bounds(index),
            ColumnIndexMetaData::INT32(index) => self.bounds(index),
            ColumnIndexMetaData::INT64(index) => self.bounds(index),
            ColumnIndexMetaData::INT96(index) => self.bounds(index),
            ColumnIndexMetaData::FLOAT(index) => self.bounds(index),
            ColumnIndexMetaData::DOUBLE(index) => self.bounds(index),
            ColumnIndexMetaData::BYTE_ARRAY(index) | ColumnIndexMetaData::FIXED_LEN_BYTE_ARRAY(index) => {
                for bound in index.min_values_iter().chain(index.max_values_iter()).flatten() {
                    if bound.len() < LONG {
                        self.values.insert(bound.to_vec());
                    } else {
                        self.cut.push(bound.to_vec());
                    }
                }
            }
        }
    }

    fn bounds<T: AsBytes>(&mut self, index: &PrimitiveColumnIndex<T>) {
        let bounds = index.min_values_iter().chain(index.max_values_iter()).flatten();
        self.values.extend(bounds.map(|bound| bound.as_bytes().to_vec()));
    }

    /// The values of a dictionary, as they stand end to end.
    fn dictionary(&mut self, mut bytes: &[u8], values: u32, column: &ColumnChunkMetaData) -> Account {
        let width = match column.column_type() {
            Type::BOOLEAN => Some(1),
            Type::INT32 | Type::FLOAT => Some(4),
            Type::INT64 | Type::DOUBLE => Some(8),
            Type::INT96 => Some(12),
            Type::FIXED_LEN_BYTE_ARRAY => usize::try_from(column.column_descr().type_length()).ok(),
            Type::BYTE_ARRAY => None,
        };
        const BROKEN: &str = "a dictionary is longer or shorter than its values";
        for _ in 0..values {
            let length = match width {
                Some(width) => width,
                None => {
                    let (length, rest) = bytes.split_first_chunk::<4>().ok_or(BROKEN)?;
                    bytes = rest;
                    u32::from_le_bytes(*length) as usize
                }
            };
            let (value, rest) = bytes.split_at_checked(length).ok_or(BROKEN)?;
            bytes = rest;
            self.values.insert(value.to_vec());
        }
        if bytes.is_empty() { Ok(()) } else { besides(BROKEN) }
    }

    fn explain(&mut self, cell: &[u8]) {
        if !self.values.is_empty() {
            self.values.remove(cell);
        }
        let same = |told: &[u8]| told.iter().zip(cell).take_while(|(a, b)| a == b).count();
        self.cut.retain(|told| same(told) + CUT < told.len());
    }
}

/// Accounts for one column of a row group. Each has the file open for itself, because handles share a place.
fn chunk(path: &Path, metadata: &ParquetMetaData, group: usize, at: usize) -> Account {
    let (of_group, file) = (metadata.row_group(group), Arc::new(File::open(path)?));
    let column = of_group.column(at);
    let mut told = Told::default();
    column.statistics().into_iter().for_each(|statistics| told.statistics(statistics));
    let indexes = metadata.page_index_for_row_group(group);
    indexes.column_index(at).into_iter().for_each(|index| told.index(index));
    // Without an index, so that no page is skipped.
    let (index, properties) = (RowGroupPageIndex::new(group, None), ReaderProperties::builder().build());
    let rows = SerializedRowGroupReader::new(file, of_group, index, Arc::new(properties))?;
    let mut pages = rows.get_column_page_reader(at)?;
    while let Some(page) = pages.get_next_page()? {
        match page {
            Page::DictionaryPage { buf, num_values, .. } => told.dictionary(&buf, num_values, column)?,
            Page::DataPage { statistics, .. } | Page::DataPageV2 { statistics, .. } => {
                statistics.iter().for_each(|statistics| told.statistics(statistics));
            }
        }
    }
    match rows.get_column_reader(at)? {
        ColumnReader::BoolColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::Int32ColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::Int64ColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::Int96ColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::FloatColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::DoubleColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::ByteArrayColumnReader(cells) => explain(cells, &mut told)?,
        ColumnReader::FixedLenByteArrayColumnReader(cells) => explain(cells, &mut told)?,
    }
    if told.values.is_empty() && told.cut.is_empty() {
        return Ok(());
    }
    let name = column.column_path().parts().first().map_or("", String::as_str);
    besides(format!("dictionaries or statistics of column {name:?} hold values that no cell has"))
}

/// Lets every cell of a chunk explain what is told.
fn explain<T: DataType>(mut cells: ColumnReaderImpl<T>, told: &mut Told) -> Account {
    let (mut definitions, mut repetitions, mut values) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        definitions.clear();
        repetitions.clear();
        values.clear();
        let (records, ..) =
            cells.read_records(RECORDS, Some(&mut definitions), Some(&mut repetitions), &mut values)?;
        if records == 0 {
            return Ok(());
        }
        values.iter().for_each(|value| told.explain(value.as_bytes()));
    }
}

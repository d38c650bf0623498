//! Parquet files whose every cell is right, with something in a corner that readers pass over: each is refused.

use std::{io::Write, sync::Arc};

use amidst_audit::{AuditError, Check, Format, ReadError, Report};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use bytes::Bytes;
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    file::{
        metadata::{
            ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions,
            ParquetMetaDataReader, ParquetMetaDataWriter,
        },
        properties::WriterProperties,
        writer::TrackedWrite,
    },
};

use crate::fixture::{HEADER, RELEASED, Setup, failed};

/// Nobody in the release has it.
const SECRET: &[u8; 4] = b"leak";

fn release() -> Vec<u8> {
    let cells = |column: usize| {
        let cells = RELEASED.into_iter().map(move |row| Some(row[column]).filter(|cell| !cell.is_empty()));
        Arc::new(cells.collect::<StringArray>()) as ArrayRef
    };
    let columns = (0..HEADER.len()).map(|column| (HEADER[column], cells(column)));
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("amidst ", env!("CARGO_PKG_VERSION")).into());
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

fn audit(bytes: &[u8]) -> Result<Report, AuditError> {
    Setup::with_format(Format::Parquet).audit_bytes(bytes)
}

#[track_caller]
fn refused(bytes: &[u8]) {
    assert_eq!(failed(audit(bytes)), [Check::Residue]);
}

/// A release taken apart: the pages, and what is told of the last column, whose pages are the last.
struct ParquetParts {
    body: Vec<u8>,
    metadata: ParquetMetaData,
    last: ColumnChunkMetaData,
}

impl ParquetParts {
    fn new() -> Self {
        let bytes = Bytes::from(release());
        let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
        let reader = ParquetMetaDataReader::new()
            .with_metadata_options(Some(options))
            .with_page_index_policy(PageIndexPolicy::Required);
        let metadata = reader.parse_and_finish(&bytes).unwrap();
        let last = metadata.row_group(0).columns().last().unwrap().clone();
        let (start, length) = last.byte_range();
        Self { body: bytes[..(start + length) as usize].to_vec(), metadata, last }
    }

    fn dictionary(&self) -> usize {
        self.last.dictionary_page_offset().unwrap() as usize
    }

    fn data(&self) -> usize {
        self.last.data_page_offset() as usize
    }

    /// Puts something behind the values of a page that begins and ends at places: as a literal of Snappy, which the
    /// header of the page and the preamble of Snappy say the length of.
    fn lengthen(&mut self, start: usize, end: usize, more: &[u8]) {
        let (unpacked, packed) = (start + 3, start + 5);
        let preamble = end - usize::from(self.body[packed] / 2);
        assert_eq!(self.body[unpacked], self.body[preamble] * 2, "the length in the header, zigzag");
        let literal = more.len() as u8;
        self.body[unpacked] += 2 * literal;
        self.body[packed] += 2 * (literal + 1);
        self.body[preamble] += literal;
        assert!(self.body[unpacked] < 128 && self.body[packed] < 128, "a length of one byte");
        self.body.splice(end..end, [&[(literal - 1) << 2], more].concat());
        self.grow(i64::from(literal) + 1, i64::from(literal));
    }

    fn grow(&mut self, packed: i64, unpacked: i64) {
        let last = self.last.clone();
        let (sizes, all) = (last.compressed_size() + packed, last.uncompressed_size() + unpacked);
        let grown = last.into_builder().set_total_compressed_size(sizes).set_total_uncompressed_size(all);
        self.last = grown.build().unwrap();
    }

    fn together(self) -> Vec<u8> {
        let group = self.metadata.row_group(0).clone();
        let mut columns = group.columns().to_vec();
        *columns.last_mut().unwrap() = self.last;
        let size = columns.iter().map(|column| column.uncompressed_size()).sum();
        let group =
            group.into_builder().set_column_metadata(columns).set_total_byte_size(size).build().unwrap();
        let metadata = self.metadata.into_builder().set_row_groups(vec![group]).build();
        let mut bytes = Vec::new();
        let mut file = TrackedWrite::new(&mut bytes);
        file.write_all(&self.body).unwrap();
        ParquetMetaDataWriter::new_with_tracked(file, &metadata).finish().unwrap();
        bytes
    }
}

#[test]
fn a_release_taken_apart_and_put_together_passes() {
    let bytes = ParquetParts::new().together();
    assert!(bytes == release());
    audit(&bytes).unwrap();
}

#[test]
fn bytes_behind_the_values_of_a_data_page() {
    let mut parts = ParquetParts::new();
    let (start, end) = (parts.data(), parts.body.len());
    // Two more cells, which no row asks for: runs of one value each.
    parts.lengthen(start, end, &[2, 1, 2, 3]);
    refused(&parts.together());
}

#[test]
fn an_entry_of_a_dictionary_that_no_cell_has() {
    let mut parts = ParquetParts::new();
    let (start, end) = (parts.dictionary(), parts.data());
    // One more value, says the header of the dictionary in the header of the page.
    assert_eq!(parts.body[start + 8], 2 * 4);
    parts.body[start + 8] += 2;
    parts.lengthen(start, end, &[4_u32.to_le_bytes(), *SECRET].concat());
    let moved = (parts.body.len() - ParquetParts::new().body.len()) as i64;
    parts.last = parts.last.into_builder().set_data_page_offset(end as i64 + moved).build().unwrap();
    refused(&parts.together());
}

#[test]
fn bytes_between_the_pages_and_what_is_told_of_them() {
    let mut parts = ParquetParts::new();
    parts.body.extend_from_slice(SECRET);
    refused(&parts.together());
}

#[test]
fn bytes_between_two_columns() {
    let mut parts = ParquetParts::new();
    let (start, end) = (parts.dictionary(), parts.data());
    parts.body.splice(start..start, *SECRET);
    let moved = parts.last.into_builder().set_dictionary_page_offset(Some((start + SECRET.len()) as i64));
    parts.last = moved.set_data_page_offset((end + SECRET.len()) as i64).build().unwrap();
    refused(&parts.together());
}

#[test]
fn a_field_of_the_footer_that_nobody_knows() {
    let bytes = release();
    let tail = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[tail..tail + 4].try_into().unwrap());
    // Field 100, some bytes, before the end of the outermost struct.
    let field = [&[0x08, 0xc8, 0x01, SECRET.len() as u8], SECRET.as_slice()].concat();
    let mut spoiled = bytes[..tail - 1].to_vec();
    spoiled.extend_from_slice(&field);
    spoiled.push(0);
    spoiled.extend((length + field.len() as u32).to_le_bytes());
    spoiled.extend_from_slice(b"PAR1");
    refused(&spoiled);
}

#[test]
fn values_of_statistics_and_indexes_that_no_cell_has() {
    let bytes = release();
    // The largest note, in a dictionary, in statistics and in an index.
    let places: Vec<usize> =
        (0..bytes.len() - 2).filter(|&at| bytes[at..].starts_with("é".as_bytes())).collect();
    assert!(places.len() > 2);
    for &at in &places[1..] {
        let mut spoiled = bytes.clone();
        spoiled[at..at + 2].copy_from_slice("ö".as_bytes());
        refused(&spoiled);
    }
}

/// Whatever else a byte may be for, none of them can be another.
#[test]
fn no_byte_is_free() {
    let bytes = release();
    let mut free = Vec::new();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let mut longer = bytes.clone();
        longer.insert(at, 0);
        if audit(&changed).is_ok() || audit(&longer).is_ok() {
            free.push(at);
        }
    }
    assert_eq!(free, Vec::<usize>::new(), "of {} bytes", bytes.len());
    assert!(audit(&[bytes.as_slice(), b"\0"].concat()).is_err());
}

#[test]
fn a_page_that_claims_to_unpack_to_what_its_bytes_cannot_hold_is_not_unpacked() {
    let mut parts = ParquetParts::new();
    let unpacked = parts.dictionary() + 3;
    // Two gigabytes, in five bytes instead of one.
    parts.body.splice(unpacked..=unpacked, [0xfe, 0xff, 0xff, 0xff, 0x0f]);
    parts.grow(4, 4);
    let data = parts.last.data_page_offset() + 4;
    parts.last = parts.last.into_builder().set_data_page_offset(data).build().unwrap();
    let found = audit(&parts.together());
    let Err(AuditError::Read(ReadError::Malformed { rows: 0, what, .. })) = found else {
        panic!("{found:?}")
    };
    assert_eq!(what, "a page claims to unpack to more than its bytes can hold");
}

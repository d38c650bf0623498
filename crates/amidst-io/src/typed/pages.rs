//! What the pages of a Parquet file claim to unpack to, looked at before any is unpacked: a decoder sets aside the room that
//! a page claims, and a few bytes can claim two gigabytes.

use parquet::{
    basic::Compression,
    file::{metadata::ParquetMetaData, reader::ChunkReader},
};

use super::{
    bounds::{BOMB, BROKEN, Fault, LARGEST_RATIO, SHORT},
    thrift::Thrift,
};

/// Checks the sizes in the headers of all pages.
pub(super) fn check_pages(file: &impl ChunkReader, metadata: &ParquetMetaData) -> Result<(), Fault> {
    for column in metadata.row_groups().iter().flat_map(|group| group.columns()) {
        if let Some(ratio) = ratio(column.compression()) {
            let (start, length) = column.byte_range();
            check_chunk(file, start, length, ratio)?;
        }
    }
    Ok(())
}

/// Checks the pages that lie one behind the other from a place on.
fn check_chunk(file: &impl ChunkReader, start: u64, length: u64, ratio: u64) -> Result<(), Fault> {
    let (mut at, mut left) = (start, length);
    while left > 0 {
        let bytes = file.get_read(at).map_err(|_| SHORT)?;
        let page = Thrift::within(bytes, left).page_sizes().ok_or(BROKEN)?;
        let length = page.header + page.packed;
        left = left.checked_sub(length).ok_or(SHORT)?;
        at += length;
        if page.unpacked > ratio.saturating_mul(page.packed) {
            return Err(BOMB);
        }
    }
    Ok(())
}

/// The most that a compression makes of a byte; `None` where nothing is unpacked.
fn ratio(compression: Compression) -> Option<u64> {
    match compression {
        Compression::UNCOMPRESSED => None,
        // Three bytes stand for 64.
        Compression::SNAPPY => Some(22),
        // A byte adds 255 to a length.
        Compression::LZ4 | Compression::LZ4_RAW => Some(256),
        // Two bits stand for 258 bytes.
        Compression::GZIP(_) => Some(1032),
        _ => Some(LARGEST_RATIO),
    }
}

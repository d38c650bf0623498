//! Whether a page of a Parquet file claims to unpack to more than its bytes can hold: a decoder would set aside whatever
//! room it claims.

use std::io::{self, Read, Take};

use parquet::{
    basic::Compression,
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData},
        reader::ChunkReader,
    },
};

/// What a compression can make of a byte at most: a release has Snappy, three bytes of which stand for 64; of the others
/// none makes more than zstd.
const SNAPPY: u64 = 22;
const OTHERS: u64 = 1 << 15;

/// Parts within parts of a page's header; its own go three deep.
const DEEPEST: u32 = 16;

/// Whether every page can be what it claims; `None` if a header cannot be read.
pub(crate) fn is_plausible(file: &impl ChunkReader, metadata: &ParquetMetaData) -> Option<bool> {
    let mut columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    columns.try_fold(true, |all, column| Some(all && column_is_plausible(file, column)?))
}

fn column_is_plausible(file: &impl ChunkReader, column: &ColumnChunkMetaData) -> Option<bool> {
    let ratio = match column.compression() {
        Compression::UNCOMPRESSED => return Some(true),
        Compression::SNAPPY => SNAPPY,
        _ => OTHERS,
    };
    let (mut start, length) = column.byte_range();
    let end = start.checked_add(length)?;
    while start < end {
        let mut header = Header(file.get_read(start).ok()?.take(end - start));
        let (unpacked, packed) = header.sizes()?;
        // Behind the header begin the bytes of the page.
        start = (end - header.0.limit()).checked_add(packed)?;
        if start > end || unpacked > ratio * packed {
            return Some(false);
        }
    }
    Some(true)
}

/// The header of a page in Thrift's compact protocol, and at most the rest of the column behind it.
struct Header<R>(Take<R>);

impl<R: Read> Header<R> {
    /// What the page unpacks to, and the bytes it has in the file: the second and the third field.
    fn sizes(&mut self) -> Option<(u64, u64)> {
        let mut sizes = [None; 2];
        let mut number = 0;
        while let Some(kind) = self.field(&mut number)? {
            match number {
                2 | 3 if kind == 5 => {
                    let size = i32::try_from(self.signed()?).ok()?;
                    let before = sizes[usize::from(number == 3)].replace(u64::try_from(size).ok()?);
                    if before.is_some() {
                        return None;
                    }
                }
                2 | 3 => return None,
                _ => self.pass(kind, DEEPEST)?,
            }
        }
        Some((sizes[0]?, sizes[1]?))
    }

    /// The kind of the next field, and its number; nothing behind the last.
    fn field(&mut self, number: &mut i64) -> Option<Option<u8>> {
        let first = self.byte()?;
        if first == 0 {
            return Some(None);
        }
        *number = match i64::from(first >> 4) {
            0 => self.signed()?,
            step => number.checked_add(step)?,
        };
        Some(Some(first & 15))
    }

    /// Passes over a value: truths, whole numbers, doubles, texts, lists and structs. Headers have no maps.
    fn pass(&mut self, kind: u8, depth: u32) -> Option<()> {
        match kind {
            1 | 2 => Some(()),
            3 => self.leave(1),
            4..=6 => self.unsigned().map(drop),
            7 => self.leave(8),
            8 => {
                let length = self.unsigned()?;
                self.leave(length)
            }
            9 | 10 => {
                let first = self.byte()?;
                let count = if first >= 0xf0 { self.unsigned()? } else { u64::from(first >> 4) };
                // A truth in a list has a byte of its own.
                let kind = if matches!(first & 15, 1 | 2) { 3 } else { first & 15 };
                let depth = depth.checked_sub(1)?;
                (0..count).try_for_each(|_| self.pass(kind, depth))
            }
            12 => {
                let depth = depth.checked_sub(1)?;
                let mut number = 0;
                while let Some(kind) = self.field(&mut number)? {
                    self.pass(kind, depth)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn signed(&mut self) -> Option<i64> {
        let bits = self.unsigned()?;
        Some((bits >> 1) as i64 ^ -((bits & 1) as i64))
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut bits = 0;
        for place in 0..10 {
            let byte = self.byte()?;
            bits |= u64::from(byte & 127) << (7 * place);
            if byte < 128 {
                return Some(bits);
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.0.read_exact(&mut byte).ok()?;
        Some(byte[0])
    }

    fn leave(&mut self, count: u64) -> Option<()> {
        let left = io::copy(&mut self.0.by_ref().take(count), &mut io::sink()).ok()?;
        (left == count).then_some(())
    }
}

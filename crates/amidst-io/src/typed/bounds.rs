//! Sizes that a Parquet or Arrow file claims, looked at before a decoder believes them: it would set aside what no
//! machine has, or follow a nesting until its stack ends, and neither can be caught.

use std::io::{self, Read, Seek, SeekFrom};

use arrow_ipc::{Block, MessageHeader, RecordBatch, root_as_footer, root_as_message};

#[cfg(feature = "parquet")]
use super::thrift::Thrift;

/// Why a file cannot be what it claims.
pub(super) type Fault = &'static str;

pub(super) const SHORT: Fault = "it ends too early";
const OTHER: Fault = "it does not end as such a file does";
pub(super) const BROKEN: Fault = "its parts contradict one another";
pub(super) const BOMB: Fault = "it claims to unpack to more than its bytes can hold";
#[cfg(feature = "parquet")]
const DEEP: Fault = "its columns are nested too deeply";

/// Levels of nested columns; flatbuffers, which Arrow builds on, has the same limit.
#[cfg(feature = "parquet")]
const DEPTH: usize = 64;

/// The most that zstd makes of a byte; LZ4 makes less.
pub(super) const LARGEST_RATIO: u64 = 1 << 15;

/// Checks the sizes in an Arrow file.
pub(super) fn check_arrow_file(file: &mut (impl Read + Seek)) -> Result<(), Fault> {
    let size = file.seek(SeekFrom::End(0)).map_err(fault)?;
    let bytes = footer(file, size, b"ARROW1")?;
    let footer = root_as_footer(&bytes).map_err(|_| BROKEN)?;
    let blocks = [footer.dictionaries(), footer.recordBatches()];
    for block in blocks.into_iter().flatten().flatten() {
        check_block(file, block, size)?;
    }
    Ok(())
}

fn check_block(file: &mut (impl Read + Seek), block: &Block, size: u64) -> Result<(), Fault> {
    let start = u64::try_from(block.offset()).map_err(|_| BROKEN)?;
    let metadata = u64::try_from(block.metaDataLength()).map_err(|_| BROKEN)?;
    let body = u64::try_from(block.bodyLength()).map_err(|_| BROKEN)?;
    let body_start = start.checked_add(metadata).ok_or(BROKEN)?;
    if metadata < 8 || body_start.checked_add(body).is_none_or(|end| end > size) {
        return Err(SHORT);
    }
    let bytes = bytes_at(file, start, metadata)?;
    let message = if bytes.starts_with(&[0xff; 4]) { &bytes[8..] } else { &bytes[4..] };
    check_message(file, message, body_start, body)
}

/// Checks the sizes in an Arrow stream.
pub(super) fn check_arrow_stream(file: &mut (impl Read + Seek)) -> Result<(), Fault> {
    let size = file.seek(SeekFrom::End(0)).map_err(fault)?;
    let mut at = 0;
    while size - at >= 4 {
        let mut word = [0; 4];
        read_at(file, at, &mut word)?;
        at += 4;
        if word == [0xff; 4] {
            read_at(file, at, &mut word)?;
            at += 4;
        }
        let length = u64::try_from(i32::from_le_bytes(word)).map_err(|_| BROKEN)?;
        if length == 0 {
            break;
        }
        let bytes = bytes_at(file, at, if length <= size - at { length } else { return Err(SHORT) })?;
        let body = root_as_message(&bytes).map_err(|_| BROKEN)?.bodyLength();
        let body = u64::try_from(body).ok().filter(|&body| body <= size - at - length).ok_or(SHORT)?;
        check_message(file, &bytes, at + length, body)?;
        at += length + body;
    }
    Ok(())
}

/// Checks what the compressed buffers of a message claim to unpack to.
fn check_message(file: &mut (impl Read + Seek), message: &[u8], at: u64, body: u64) -> Result<(), Fault> {
    let message = root_as_message(message).map_err(|_| BROKEN)?;
    let batch = match message.header_type() {
        MessageHeader::RecordBatch => message.header_as_record_batch(),
        MessageHeader::DictionaryBatch => message.header_as_dictionary_batch().and_then(|batch| batch.data()),
        _ => None,
    };
    match batch.filter(|batch| batch.compression().is_some()) {
        Some(batch) => check_buffers(file, batch, at, body),
        None => Ok(()),
    }
}

fn check_buffers(
    file: &mut (impl Read + Seek),
    batch: RecordBatch<'_>,
    at: u64,
    body: u64,
) -> Result<(), Fault> {
    for buffer in batch.buffers().into_iter().flatten() {
        let offset = u64::try_from(buffer.offset()).map_err(|_| BROKEN)?;
        let length = u64::try_from(buffer.length()).map_err(|_| BROKEN)?;
        if offset.checked_add(length).is_none_or(|end| end > body) {
            return Err(SHORT);
        }
        if length >= 8 {
            let mut unpacked = [0; 8];
            read_at(file, at + offset, &mut unpacked)?;
            // A negative length stands for a buffer that is not compressed.
            let unpacked = u64::try_from(i64::from_le_bytes(unpacked)).unwrap_or(0);
            if unpacked > LARGEST_RATIO.saturating_mul(length) {
                return Err(BOMB);
            }
        }
    }
    Ok(())
}

/// Checks the schema in the footer of a Parquet file.
#[cfg(feature = "parquet")]
pub(super) fn check_parquet(file: &mut (impl Read + Seek)) -> Result<(), Fault> {
    let size = file.seek(SeekFrom::End(0)).map_err(fault)?;
    let bytes = footer(file, size, b"PAR1")?;
    let children = Thrift::new(&bytes).children_of_schema().ok_or(BROKEN)?;
    // How many children are still to come on every level.
    let mut open: Vec<i64> = Vec::new();
    for (at, &count) in children.iter().enumerate() {
        if count < 0 || count > (children.len() - at) as i64 {
            return Err(BROKEN);
        }
        while open.last() == Some(&0) {
            open.pop();
        }
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        if count > 0 {
            open.push(count);
        }
        if open.len() > DEPTH {
            return Err(DEEP);
        }
    }
    Ok(())
}

/// The footer of a file, behind which come its length and the magic bytes.
fn footer(file: &mut (impl Read + Seek), size: u64, magic: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut end = vec![0; 4 + magic.len()];
    let at = size.checked_sub(end.len() as u64).ok_or(SHORT)?;
    read_at(file, at, &mut end)?;
    let (length, found) = end.split_at(4);
    if found != magic {
        return Err(OTHER);
    }
    let length = u64::from(u32::from_le_bytes(length.try_into().expect("four bytes")));
    bytes_at(file, at.checked_sub(length).ok_or(SHORT)?, length)
}

fn bytes_at(file: &mut (impl Read + Seek), at: u64, length: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| BROKEN)?];
    read_at(file, at, &mut bytes)?;
    Ok(bytes)
}

fn read_at(file: &mut (impl Read + Seek), at: u64, bytes: &mut [u8]) -> Result<(), Fault> {
    file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes)).map_err(fault)
}

fn fault(error: io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => SHORT,
        _ => "it cannot be read",
    }
}

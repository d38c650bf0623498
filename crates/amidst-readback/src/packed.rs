//! Whether an Arrow file is compressed inside: none was promised, and a decoder would set aside whatever size a damaged
//! one claims.

use std::io::{Read, Seek, SeekFrom};

use arrow_ipc::{Block, MessageHeader, root_as_footer, root_as_message};

/// The magic bytes at the end, and the length of the footer before them.
const END: u64 = 10;

/// Whether every batch is there and lies as it is in memory; `None` if that cannot be seen.
pub(crate) fn is_unpacked(file: &mut (impl Read + Seek)) -> Option<bool> {
    let size = file.seek(SeekFrom::End(0)).ok()?;
    let length = part(file, size.checked_sub(END)?, 4)?;
    let length = u64::from(u32::from_le_bytes(length.try_into().ok()?));
    let bytes = part(file, size.checked_sub(END)?.checked_sub(length)?, length)?;
    let footer = root_as_footer(&bytes).ok()?;
    let mut blocks = footer.dictionaries().into_iter().flatten().chain(footer.recordBatches()?);
    blocks.try_fold(true, |all, block| Some(all && block_is_unpacked(file, block, size)?))
}

fn block_is_unpacked(file: &mut (impl Read + Seek), block: &Block, size: u64) -> Option<bool> {
    let (start, head) = (u64::try_from(block.offset()).ok()?, u64::try_from(block.metaDataLength()).ok()?);
    let body = u64::try_from(block.bodyLength()).ok()?;
    if head < 8 || start.checked_add(head)?.checked_add(body)? > size {
        return None;
    }
    let bytes = part(file, start, head)?;
    let message = root_as_message(&bytes[if bytes.starts_with(&[0xff; 4]) { 8 } else { 4 }..]).ok()?;
    let batch = match message.header_type() {
        MessageHeader::RecordBatch => message.header_as_record_batch()?,
        MessageHeader::DictionaryBatch => message.header_as_dictionary_batch()?.data()?,
        _ => return None,
    };
    Some(batch.compression().is_none())
}

fn part(file: &mut (impl Read + Seek), at: u64, length: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    file.seek(SeekFrom::Start(at)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

//! An Arrow file, message by message: each begins where the last one ends, and says nothing but its cells.

use std::io::{BufReader, Read};

use amidst_core::Observer;
use arrow_ipc::{
    Message,
    convert::try_fb_to_schema,
    reader::FileReader,
    root_as_footer, root_as_message,
    writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions},
};
use arrow_schema::Schema;

use super::{
    Account, Opened, besides,
    buffers::Body,
    columns::{Column, bare},
    dictionaries::{self, Dictionaries},
    overhead::{ALIGNMENT, DESCRIPTION, is_padding},
};

const MAGIC: [u8; 6] = *b"ARROW1";
const MARKER: [u8; 4] = [0xff; 4];

const GAP: &str = "something stands between the parts of the file";
const DAMAGED: &str = "a part of the file cannot be read";

/// Accounts for every byte of a file.
pub(super) fn account(file: Opened, observer: &dyn Observer) -> Account {
    let mut bytes = BufReader::new(file);
    start(&mut bytes)?;
    let described = metadata(&mut bytes)?.ok_or(DAMAGED)?;
    let message = message(&described)?;
    let described_schema = message.header_as_schema().ok_or(DAMAGED)?;
    let schema = try_fb_to_schema(described_schema).map_err(|_| DAMAGED)?;
    bare(&schema)?;
    as_encoded(&schema, &described)?;
    let fields = || described_schema.fields().into_iter().flat_map(|fields| fields.iter());
    let columns: Vec<Column> = fields().map(Column::of).collect();
    let mut dictionaries = Dictionaries::new(fields().flat_map(Column::dictionaries).collect());
    let mut blocks = 0;
    while let Some(described) = metadata(&mut bytes)? {
        observer.go_on()?;
        batch(&described, &mut bytes, &columns, &mut dictionaries)?;
        blocks += 1;
    }
    footer(&mut bytes, &schema, described.len() + 24 * blocks)?;
    dictionaries.all_used()?;
    let names = schema.fields().iter().map(|field| field.name().as_str());
    match FileReader::try_new(rewound(bytes)?, None).map(|mut batches| batches.next()) {
        Ok(Some(Ok(first))) => {
            names.zip(first.columns()).try_for_each(|(name, array)| dictionaries::ascend(name, array))
        }
        Ok(None) => Ok(()),
        _ => besides(DAMAGED),
    }
}

fn rewound(mut file: BufReader<Opened>) -> Account<BufReader<Opened>> {
    std::io::Seek::rewind(&mut file)?;
    Ok(file)
}

/// Reads the beginning, padded to where the first message may stand.
fn start(bytes: &mut impl Read) -> Account {
    let mut magic = [0; 8];
    bytes.read_exact(&mut magic)?;
    if magic[..6] != MAGIC || magic[6..] != [0; 2] { besides(GAP) } else { Ok(()) }
}

/// The description of the next message with its padding; `None` at the end of messages. Before it may be zeros.
fn metadata(bytes: &mut impl Read) -> Account<Option<Vec<u8>>> {
    let mut word = [0; 8];
    for _ in 0..ALIGNMENT / word.len() {
        bytes.read_exact(&mut word)?;
        if word != [0; 8] {
            break;
        }
    }
    if word[..4] != MARKER {
        return besides(GAP);
    }
    let length = i32::from_le_bytes([word[4], word[5], word[6], word[7]]);
    let length = usize::try_from(length).map_err(|_| DAMAGED)?;
    Ok(if length == 0 { None } else { Some(exactly(bytes, length)?) })
}

/// So many bytes, without trust in the number.
fn exactly(bytes: &mut impl Read, length: usize) -> Account<Vec<u8>> {
    let mut read = Vec::new();
    bytes.by_ref().take(length as u64).read_to_end(&mut read)?;
    if read.len() == length { Ok(read) } else { besides(DAMAGED) }
}

fn message(described: &[u8]) -> Account<Message<'_>> {
    let message = root_as_message(described).map_err(|_| DAMAGED)?;
    match message.custom_metadata() {
        Some(pairs) if !pairs.is_empty() => besides("a message has metadata"),
        _ => Ok(message),
    }
}

/// Whether the description of a schema is what the schema alone gives.
fn as_encoded(schema: &Schema, described: &[u8]) -> Account {
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(true);
    let encoded = IpcDataGenerator::default()
        .schema_to_bytes_with_dictionary_tracker(schema, &mut tracker, &options)
        .ipc_message;
    match described.strip_prefix(encoded.as_slice()) {
        Some(padding) if is_padding(padding) => Ok(()),
        _ => besides("the schema says more than names and types"),
    }
}

/// Accounts for a batch of rows or the values of a dictionary.
fn batch(
    described: &[u8],
    bytes: &mut impl Read,
    columns: &[Column],
    dictionaries: &mut Dictionaries,
) -> Account {
    let message = message(described)?;
    let length = usize::try_from(message.bodyLength()).map_err(|_| DAMAGED)?;
    let body = exactly(bytes, length)?;
    if let Some(batch) = message.header_as_record_batch() {
        let mut body = Body::new(described, &body, batch)?;
        columns.iter().try_for_each(|column| body.column(column, dictionaries))?;
        return body.end();
    }
    let batch = message.header_as_dictionary_batch().ok_or(DAMAGED)?;
    if batch.isDelta() {
        return besides("a dictionary comes in parts");
    }
    let mut body = Body::new(described, &body, batch.data().ok_or(DAMAGED)?)?;
    let values = dictionaries.begin(batch.id(), body.rows())?;
    let walked = body.column(&values, dictionaries);
    dictionaries.put_back(batch.id(), values);
    walked?;
    body.end()
}

/// The end: it repeats the schema and says where batches are.
fn footer(bytes: &mut impl Read, schema: &Schema, explained: usize) -> Account {
    let mut rest = Vec::new();
    bytes.take((explained + DESCRIPTION) as u64).read_to_end(&mut rest)?;
    let described = rest.len().checked_sub(10).ok_or(DAMAGED)?;
    let (footer, end) = rest.split_at(described);
    let length = i32::from_le_bytes([end[0], end[1], end[2], end[3]]);
    if usize::try_from(length).ok() != Some(footer.len()) || end[4..] != MAGIC {
        return besides(GAP);
    }
    let footer = root_as_footer(footer).map_err(|_| DAMAGED)?;
    if footer.custom_metadata().is_some_and(|pairs| !pairs.is_empty()) {
        return besides("the file has metadata");
    }
    let repeated = try_fb_to_schema(footer.schema().ok_or(DAMAGED)?).map_err(|_| DAMAGED)?;
    if repeated != *schema {
        return besides("the file describes its columns twice, and differently");
    }
    Ok(())
}

//! Text cut into blocks, records and fields, whatever they are of.

mod blocks;
mod fields;

pub(crate) use blocks::{BLOCK_BYTES, Block, Blocks};
pub(crate) use fields::{Dialect, Field, PAD, Visitor, tokenize};

/// The first records of a text; of a text that was cut off, whole ones only.
pub(crate) fn sample_records(
    text: &[u8],
    delimiter: u8,
    quote: u8,
    whole: bool,
    limit: usize,
) -> Vec<Vec<Vec<u8>>> {
    let dialect = Dialect { delimiter, quote, blank_is_row: false };
    let mut padded = text.to_vec();
    if whole && text.last().is_some_and(|&byte| byte != b'\n') {
        padded.push(b'\n');
    }
    padded.truncate(blocks::whole_records(&padded, dialect));
    padded.extend_from_slice(&[0; PAD]);
    let mut sample = Sample { records: Vec::new(), current: Vec::new(), limit };
    // Stopping early is what the limit is for.
    let _ = tokenize(&padded, dialect, &mut sample);
    sample.records
}

struct Sample {
    records: Vec<Vec<Vec<u8>>>,
    current: Vec<Vec<u8>>,
    limit: usize,
}

impl Visitor for Sample {
    type Stop = ();

    fn field(&mut self, _column: usize, field: Field<'_>) {
        self.current.push(field.bytes().to_vec());
    }

    fn record(&mut self, _fields: usize, _start: usize, _next: usize) -> Result<(), ()> {
        self.records.push(std::mem::take(&mut self.current));
        if self.records.len() < self.limit { Ok(()) } else { Err(()) }
    }
}

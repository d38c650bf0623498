//! Cutting a stream into blocks of whole lines or records, so that each can be parsed by itself.

use std::{borrow::Cow, io::Read};

use encoding_rs::WINDOWS_1252;
use memchr::{memchr, memchr_iter, memrchr};

use super::fields::{Dialect, PAD};
use crate::{Encoding, Error, Result};

/// Bytes in a block. Large enough to keep workers busy, small enough for the second-level cache.
pub(crate) const BLOCK_BYTES: usize = 1 << 20;

/// The longest record; beyond it a quote was surely forgotten.
const RECORD_BYTES: usize = 64 << 20;

/// Whole records, the last of which ends with a line feed.
pub(crate) struct Block {
    /// The records and [`PAD`] more bytes.
    pub padded: Vec<u8>,
    /// The line of the file on which the block begins, from 1.
    pub first_line: u64,
}

impl Block {
    /// The records.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.padded[..self.padded.len() - PAD]
    }

    /// The line of the file at an offset.
    pub(crate) fn line_at(&self, offset: usize) -> u64 {
        self.first_line + lines(&self.padded[..offset])
    }

    /// The block in UTF-8, without NUL bytes, and with [`PAD`] more bytes.
    pub(crate) fn decode(&self, encoding: Encoding, file: &str) -> Result<Cow<'_, [u8]>> {
        let bytes = self.bytes();
        if let Some(at) = memchr(0, bytes) {
            return Err(Error::NulByte { file: file.to_owned(), line: self.line_at(at) });
        }
        match encoding {
            Encoding::Latin1 if bytes.is_ascii() => Ok(Cow::Borrowed(&self.padded)),
            Encoding::Latin1 => {
                let mut padded = WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned().into_bytes();
                padded.extend_from_slice(&[0; PAD]);
                Ok(Cow::Owned(padded))
            }
            Encoding::Utf8 | Encoding::Utf8Bom => match std::str::from_utf8(bytes) {
                Ok(_) => Ok(Cow::Borrowed(&self.padded)),
                Err(error) => {
                    let line = self.line_at(error.valid_up_to());
                    Err(Error::InvalidUtf8 { file: file.to_owned(), line })
                }
            },
        }
    }

    /// The block without its first bytes.
    pub(crate) fn skip(mut self, offset: usize) -> Self {
        self.first_line = self.line_at(offset);
        self.padded.drain(..offset);
        self
    }
}

fn lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// Cuts a stream. Without a dialect, every line feed ends a line; with one, those within quotes do not.
pub(crate) struct Blocks<R> {
    reader: R,
    file: String,
    dialect: Option<Dialect>,
    block_bytes: usize,
    /// Read, but not yet given: the beginning of a record.
    tail: Vec<u8>,
    /// The line on which the tail begins.
    line: u64,
    ended: bool,
}

impl<R: Read> Blocks<R> {
    /// Cuts `reader`, known to users as `file`, into blocks of about `block_bytes`.
    pub(crate) fn new(reader: R, file: &str, dialect: Option<Dialect>, block_bytes: usize) -> Self {
        let (tail, file) = (Vec::new(), file.to_owned());
        Self { reader, file, dialect, block_bytes, tail, line: 1, ended: false }
    }

    /// The next block, if any is left.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block>> {
        let mut bytes = std::mem::take(&mut self.tail);
        let mut wanted = self.block_bytes;
        loop {
            self.fill(&mut bytes, wanted)?;
            if self.ended && bytes.last().is_some_and(|&byte| byte != b'\n') {
                bytes.push(b'\n');
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            let cut = self.cut(&bytes);
            if let Some(quote) = cut.open_quote
                && (self.ended || bytes.len() - cut.end > RECORD_BYTES)
            {
                let line = self.line + lines(&bytes[..quote]);
                return Err(Error::UnterminatedQuote { file: self.file.clone(), line });
            }
            if cut.end > 0 {
                return Ok(Some(self.give(bytes, cut.end)));
            }
            if bytes.len() > RECORD_BYTES {
                let reason = format!("line {} is longer than 64 MiB", self.line);
                return Err(Error::damaged(&self.file, "a text file", reason));
            }
            wanted = bytes.len() * 2;
        }
    }

    fn fill(&mut self, bytes: &mut Vec<u8>, wanted: usize) -> Result<()> {
        if self.ended || bytes.len() >= wanted {
            return Ok(());
        }
        bytes.reserve_exact(wanted + PAD + 1 - bytes.len());
        let missing = (wanted - bytes.len()) as u64;
        let read = (&mut self.reader).take(missing).read_to_end(bytes);
        let read = read.map_err(|error| Error::read(&self.file, error))?;
        self.ended = (read as u64) < missing;
        Ok(())
    }

    fn give(&mut self, mut bytes: Vec<u8>, end: usize) -> Block {
        self.tail = bytes[end..].to_vec();
        bytes.truncate(end);
        let first_line = self.line;
        self.line += lines(&bytes);
        bytes.extend_from_slice(&[0; PAD]);
        Block { padded: bytes, first_line }
    }

    fn cut(&self, bytes: &[u8]) -> Cut {
        match self.dialect {
            Some(dialect) => Cut::after_last_record(bytes, dialect),
            None => Cut { end: memrchr(b'\n', bytes).map_or(0, |at| at + 1), open_quote: None },
        }
    }
}

/// The length of the whole records that `bytes` begins with.
pub(super) fn whole_records(bytes: &[u8], dialect: Dialect) -> usize {
    Cut::after_last_record(bytes, dialect).end
}

/// Where whole records end.
struct Cut {
    /// After the last whole record.
    end: usize,
    /// The quote that is still open at the end of the bytes.
    open_quote: Option<usize>,
}

impl Cut {
    /// Walks from quote to quote; `bytes` begins with a record.
    fn after_last_record(bytes: &[u8], dialect: Dialect) -> Self {
        let (mut end, mut at) = (0, 0);
        loop {
            let quote = memchr(dialect.quote, &bytes[at..]).map(|offset| at + offset);
            if let Some(line_feed) = memrchr(b'\n', &bytes[at..quote.unwrap_or(bytes.len())]) {
                end = at + line_feed + 1;
            }
            let Some(quote) = quote else { return Self { end, open_quote: None } };
            let opens = quote == 0 || bytes[quote - 1] == dialect.delimiter || bytes[quote - 1] == b'\n';
            at = quote + 1;
            if opens {
                match closing(bytes, at, dialect.quote) {
                    Some(behind) => at = behind,
                    None => return Self { end, open_quote: Some(quote) },
                }
            }
        }
    }
}

/// The place behind the quote that closes a field whose text begins at `at`.
fn closing(bytes: &[u8], mut at: usize, quote: u8) -> Option<usize> {
    loop {
        at += memchr(quote, &bytes[at..])? + 1;
        if bytes.get(at) != Some(&quote) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMA: Dialect = Dialect { delimiter: b',', quote: b'"', blank_is_row: false };

    fn blocks(text: &str, size: usize) -> Result<Vec<(String, u64)>> {
        let mut blocks = Blocks::new(text.as_bytes(), "a.csv", Some(COMMA), size);
        let mut found = Vec::new();
        while let Some(block) = blocks.next_block()? {
            found.push((
                String::from_utf8(block.bytes().to_vec()).expect("tests are UTF-8"),
                block.first_line,
            ));
        }
        Ok(found)
    }

    #[test]
    fn blocks_of_any_size_hold_whole_records_and_give_back_the_stream() {
        let text = "a,b\n\"x\ny\",\"say \"\"hi\"\"\"\n5\" pipe,\"\"\"\"\r\n\n\"\n\n\",2\n";
        for size in 1..=text.len() + 1 {
            let found = blocks(text, size).expect("well-formed");
            let whole: String = found.iter().map(|(bytes, _)| bytes.as_str()).collect();
            assert_eq!(whole, text, "blocks of {size} bytes");
            for (bytes, line) in &found {
                assert!(bytes.ends_with('\n'));
                let before = text.find(bytes.as_str()).expect("it is a part");
                assert_eq!(*line, 1 + text[..before].matches('\n').count() as u64);
            }
        }
    }

    #[test]
    fn the_last_line_needs_no_line_feed() {
        assert_eq!(blocks("a\n1", 100).expect("well-formed"), [("a\n1\n".to_owned(), 1)]);
        assert_eq!(blocks("", 100).expect("well-formed"), []);
    }

    #[test]
    fn an_open_quote_is_reported_where_it_opens() {
        for size in [1, 5, 100] {
            let error = blocks("a,b\n1,2\n3,\"oops\n4,5\n", size).unwrap_err();
            assert_eq!(
                error.to_string(),
                "a.csv, line 3: a quoted field begins here and does not end; \
                 close the quote, or double a quote that belongs to the text"
            );
        }
    }
}

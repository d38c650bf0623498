//! Text in UTF-16, as spreadsheets save "Unicode text": passed on in UTF-8.

use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};

/// How many bytes are decoded at once.
const PART: usize = 64 << 10;

/// What is wrong with text that is not what its mark says.
const NOT_UTF16: &str = "it begins with the mark of UTF-16, but is not";

/// Whether bytes begin with the mark of UTF-16, in either order of bytes, and not with that of UTF-32.
pub(crate) fn is_utf16(head: &[u8]) -> bool {
    matches!(head, [0xfe, 0xff, ..])
        || (matches!(head, [0xff, 0xfe, ..]) && !head.starts_with(&[0xff, 0xfe, 0, 0]))
}

/// Bytes in UTF-8 of bytes in UTF-16, without the mark.
pub(crate) struct Utf16<R> {
    reader: R,
    decoder: Decoder,
    stored: Vec<u8>,
    /// What of `stored` is not decoded yet.
    from: usize,
    is_over: bool,
    decoded: Vec<u8>,
    given: usize,
}

impl<R: Read> Utf16<R> {
    /// Text whose first bytes, mark included, are known and still to come.
    pub(crate) fn new(reader: R, head: &[u8]) -> Self {
        let encoding = if head.starts_with(&[0xfe, 0xff]) { UTF_16BE } else { UTF_16LE };
        let decoder = encoding.new_decoder_with_bom_removal();
        Self { reader, decoder, stored: Vec::new(), from: 0, is_over: false, decoded: Vec::new(), given: 0 }
    }

    /// Decodes more; nothing if there is no more.
    fn refill(&mut self) -> io::Result<()> {
        (self.given, self.decoded) = (0, vec![0; 4 * PART]);
        let mut length = 0;
        while length == 0 && !(self.is_over && self.from == self.stored.len()) {
            if self.from == self.stored.len() {
                (self.from, self.stored) = (0, Vec::with_capacity(PART));
                self.is_over = (&mut self.reader).take(PART as u64).read_to_end(&mut self.stored)? == 0;
            }
            let (stored, decoded) = (&self.stored[self.from..], &mut self.decoded[..]);
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(stored, decoded, self.is_over);
            if let DecoderResult::Malformed(..) = result {
                return Err(io::Error::new(io::ErrorKind::InvalidData, NOT_UTF16));
            }
            (self.from, length) = (self.from + read, written);
        }
        self.decoded.truncate(length);
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.decoded.len() && !(self.is_over && self.from == self.stored.len()) {
            self.refill()?;
        }
        let count = (self.decoded.len() - self.given).min(buffer.len());
        buffer[..count].copy_from_slice(&self.decoded[self.given..][..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        Utf16::new(bytes, bytes).read_to_string(&mut text)?;
        Ok(text)
    }

    fn encoded(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn both_orders_of_bytes_are_read() {
        let text = "name\tKöln 𝄞\r\n".repeat(20_000);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes = encoded(&text, order);
            assert!(is_utf16(&bytes));
            assert!(decoded(&bytes).expect("UTF-16") == text);
        }
        assert_eq!(decoded(b"\xff\xfe").expect("nothing"), "");
    }

    #[test]
    fn half_a_character_is_no_text() {
        let bytes = encoded("Köln 𝄞", u16::to_le_bytes);
        for cut in [1, 3] {
            assert!(decoded(&bytes[..bytes.len() - cut]).is_err());
        }
    }

    #[test]
    fn other_marks_are_not_those_of_utf16() {
        assert!(!is_utf16(b"\xff\xfe\0\0a") && !is_utf16(b"\xff\xff\xff\xff") && !is_utf16(b"\xef\xbb\xbf"));
    }
}

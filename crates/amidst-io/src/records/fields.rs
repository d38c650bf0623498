//! Cutting a block of whole records into fields, eight bytes at a time.
//!
//! RFC 4180 with the usual leniency: a quote counts only at the beginning of a field, and lines end with LF or CRLF. What
//! follows a closing quote is reported; whoever only guesses at a dialect takes it as part of the field.

use memchr::memchr;

/// Bytes readable behind the end of a block, so that eight bytes can always be loaded at once.
pub(crate) const PAD: usize = 8;

/// How records are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    pub delimiter: u8,
    pub quote: u8,
    /// Whether a blank line is a row: so in a table of one column; elsewhere it is skipped.
    pub blank_is_row: bool,
}

/// A field without its quotes, followed by at least [`PAD`] readable bytes counted from its start.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub padded: &'a [u8],
    pub len: usize,
}

impl<'a> Field<'a> {
    /// The bytes of the field.
    #[inline]
    pub(crate) fn bytes(self) -> &'a [u8] {
        &self.padded[..self.len]
    }
}

/// Receives what [`tokenize`] finds.
pub(crate) trait Visitor {
    /// Why to stop.
    type Stop;

    /// The field at a place of the current record.
    fn field(&mut self, column: usize, field: Field<'_>);

    /// Text follows the closing quote of the field at a place of the record from `start`.
    fn after_quote(&mut self, _column: usize, _start: usize) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// The record from `start` has ended with so many fields; the next one begins at `next`.
    fn record(&mut self, fields: usize, start: usize, next: usize) -> Result<(), Self::Stop>;
}

/// Cuts `padded`, whole records that end with a line feed and are followed by [`PAD`] more bytes. Quotes are balanced.
pub(crate) fn tokenize<V: Visitor>(padded: &[u8], dialect: Dialect, visitor: &mut V) -> Result<(), V::Stop> {
    let len = padded.len() - PAD;
    let mut marks = Marks::new(padded, dialect.delimiter);
    let mut scratch = Vec::new();
    let (mut start, mut column, mut record) = (0, 0, 0);
    while start < len {
        let mark;
        if padded[start] == dialect.quote {
            let quoted = unquote(&padded[..len], start, dialect, &mut scratch);
            mark = quoted.mark;
            if quoted.goes_on {
                visitor.after_quote(column, record)?;
            }
            match quoted.end {
                Some(end) => {
                    visitor.field(column, Field { padded: &padded[start + 1..], len: end - start - 1 })
                }
                None => visitor.field(column, Field { padded: &scratch, len: scratch.len() - PAD }),
            }
            marks.seek(mark + 1);
        } else {
            mark = marks.next();
            let mut end = mark;
            if padded[mark] == b'\n' {
                end -= usize::from(mark > start && padded[mark - 1] == b'\r');
                if end == start && column == 0 && !dialect.blank_is_row {
                    start = mark + 1;
                    record = start;
                    continue;
                }
            }
            visitor.field(column, Field { padded: &padded[start..], len: end - start });
        }
        column += 1;
        start = mark + 1;
        if padded[mark] == b'\n' {
            visitor.record(column, record, start)?;
            column = 0;
            record = start;
        }
    }
    Ok(())
}

/// A quoted field.
struct Quoted {
    /// The end of its text if it can be taken as it stands; else the text is in the scratch.
    end: Option<usize>,
    /// The delimiter or line feed behind it.
    mark: usize,
    /// Whether text follows its closing quote.
    goes_on: bool,
}

/// Finds the end of the quoted field at `start`; its text is put into `scratch` if it cannot be taken as it stands.
fn unquote(bytes: &[u8], start: usize, dialect: Dialect, scratch: &mut Vec<u8>) -> Quoted {
    scratch.clear();
    let (mut from, mut at) = (start + 1, start + 1);
    let last = bytes.len() - 1;
    loop {
        let close = memchr(dialect.quote, &bytes[at..]).map_or(last, |offset| at + offset);
        let after = (close + 1).min(last);
        if bytes[after] == dialect.quote && close < last {
            scratch.extend_from_slice(&bytes[from..=close]);
            (from, at) = (after + 1, after + 1);
            continue;
        }
        let plain = bytes[after] == dialect.delimiter || bytes[after] == b'\n';
        if plain && scratch.is_empty() {
            return Quoted { end: Some(close), mark: after, goes_on: false };
        }
        scratch.extend_from_slice(&bytes[from..close]);
        let mark = bytes[after..].iter().position(|&byte| byte == dialect.delimiter || byte == b'\n');
        let mark = mark.map_or(last, |offset| after + offset);
        let carriage_return = bytes[mark] == b'\n' && mark > after && bytes[mark - 1] == b'\r';
        let rest = &bytes[after..mark - usize::from(carriage_return)];
        scratch.extend_from_slice(rest);
        scratch.extend_from_slice(&[0; PAD]);
        return Quoted { end: None, mark, goes_on: !rest.is_empty() };
    }
}

/// The delimiters and line feeds of a block, one after another.
struct Marks<'a> {
    bytes: &'a [u8],
    /// Where the eight bytes in hand begin.
    base: usize,
    /// The highest bit of each of them that is a mark and has not been given yet.
    found: u64,
    /// The delimiter, eight times.
    delimiter: u64,
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
const LOW_BITS: u64 = ONES * 0x7f;

impl<'a> Marks<'a> {
    fn new(bytes: &'a [u8], delimiter: u8) -> Self {
        let mut marks = Self { bytes, base: 0, found: 0, delimiter: ONES * u64::from(delimiter) };
        marks.seek(0);
        marks
    }

    /// Goes on from `position`.
    #[inline]
    fn seek(&mut self, position: usize) {
        self.base = position;
        self.found = 0;
        if let Some(word) = self.bytes.get(position..position + 8) {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            self.found = zero_bytes(word ^ self.delimiter) | zero_bytes(word ^ (ONES * u64::from(b'\n')));
        }
    }

    /// The next mark. There is one: a block ends with a line feed.
    #[inline]
    fn next(&mut self) -> usize {
        while self.found == 0 {
            self.seek(self.base + 8);
        }
        let at = self.base + (self.found.trailing_zeros() / 8) as usize;
        self.found &= self.found - 1;
        at
    }
}

/// The highest bit of every byte that is zero, and no other bit.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    !(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Collect(Vec<Vec<String>>);

    impl Visitor for Collect {
        type Stop = std::convert::Infallible;

        fn field(&mut self, column: usize, field: Field<'_>) {
            assert!(field.padded.len() >= PAD);
            if column == 0 {
                self.0.push(Vec::new());
            }
            let text = String::from_utf8(field.bytes().to_vec()).expect("tests are UTF-8");
            self.0.last_mut().expect("pushed above").push(text);
        }

        fn record(&mut self, fields: usize, _start: usize, _next: usize) -> Result<(), Self::Stop> {
            assert_eq!(self.0.last().map(Vec::len), Some(fields));
            Ok(())
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&[&str]]) {
        let mut padded = text.as_bytes().to_vec();
        padded.extend_from_slice(&[0; PAD]);
        let mut collect = Collect(Vec::new());
        let Ok(()) =
            tokenize(&padded, Dialect { delimiter: b',', quote: b'"', blank_is_row: false }, &mut collect);
        assert_eq!(collect.0, expected);
    }

    #[test]
    fn plain_fields() {
        check("a,b\n1,2\n", &[&["a", "b"], &["1", "2"]]);
        check("a,,b\n,\n", &[&["a", "", "b"], &["", ""]]);
        check("longer than eight bytes,x\n", &[&["longer than eight bytes", "x"]]);
    }

    #[test]
    fn quoted_fields() {
        check("\"a,b\",\"c\nd\"\n", &[&["a,b", "c\nd"]]);
        check("\"say \"\"hi\"\"\",x\n", &[&["say \"hi\"", "x"]]);
        check("\"\",\"\"\"\"\n", &[&["", "\""]]);
        check("\"x\"\n\"y\"\n", &[&["x"], &["y"]]);
    }

    #[test]
    fn carriage_returns_belong_to_the_line_end() {
        check("a,b\r\n1,2\r\n", &[&["a", "b"], &["1", "2"]]);
        check("\"a\",\"b\"\r\n", &[&["a", "b"]]);
        check("\"a\r\n\"\r\n", &[&["a\r\n"]]);
        check("a\rb,c\n", &[&["a\rb", "c"]]);
    }

    #[test]
    fn stray_quotes_are_text_to_who_asks_no_further() {
        check("5\" pipe,x\n", &[&["5\" pipe", "x"]]);
        check("\"a\"b,\"c\" \n", &[&["ab", "c "]]);
    }

    #[test]
    fn blank_lines_are_skipped() {
        check("\n\r\na,b\n\n1,2\n\n", &[&["a", "b"], &["1", "2"]]);
    }

    #[test]
    fn marks_are_found_exactly() {
        for byte in 0..=255_u8 {
            let found = zero_bytes(u64::from_le_bytes([byte, 0, 1, 0x80, 0xff, 0x7f, 0, byte]));
            let zero = |place: u32| u64::from(byte == 0) << (8 * place + 7);
            assert_eq!(found, zero(0) | 1 << 15 | 1 << 55 | zero(7));
        }
    }
}

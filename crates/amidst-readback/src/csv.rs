//! Delimited text, read strictly: what the layout does not promise is a flaw.

use memchr::memchr;

use super::{Flaw, Page, page::Span};
use crate::Csv;

const RAGGED: &str = "a row has more or fewer cells than there are columns";
const STRAY: &str = "a quote stands inside a cell";
const OPEN: &str = "a quoted cell does not end";
const LINE_END: &str = "a line end is not the promised one";
const HUGE: &str = "a row is longer than 4 GiB";
const NO_HEADER: &str = "there is no header";
const NOT_TEXT: &str = "the header is not text";
const FORMULA: &str = "a cell could be run as a formula";

/// The column names, and how many bytes they take.
pub(crate) fn header(text: &[u8], csv: &Csv) -> Result<(Vec<String>, usize), &'static str> {
    let mut text = text.to_vec();
    let mut scanner = Scanner::new(&mut text, csv);
    let mut names = Vec::new();
    if scanner.text.is_empty() {
        return Err(NO_HEADER);
    }
    loop {
        let (span, last) = scanner.cell()?;
        let name = scanner.text[span.0..span.1].to_vec();
        names.push(String::from_utf8(name).map_err(|_| NOT_TEXT)?);
        if last {
            return Ok((names, scanner.at));
        }
    }
}

/// The rows of a block that ends with a row.
pub(crate) fn page(mut text: Vec<u8>, csv: &Csv, columns: usize) -> Result<Page, Flaw> {
    if u32::try_from(text.len()).is_err() {
        return Err(Flaw { rows: 0, what: HUGE });
    }
    let mut scanner = Scanner::new(&mut text, csv);
    let mut spans: Vec<Span> = Vec::new();
    let mut rows = 0;
    while scanner.at < scanner.text.len() {
        let flaw = |what| Flaw { rows: rows as u64, what };
        for left in (0..columns).rev() {
            let ((start, end), last) = scanner.cell().map_err(flaw)?;
            if last != (left == 0) {
                return Err(flaw(RAGGED));
            }
            spans.push(Span::new(start, end));
        }
        rows += 1;
    }
    Ok(Page { text, spans, columns, rows, strange: 0 })
}

/// Goes from cell to cell.
struct Scanner<'a> {
    text: &'a mut [u8],
    at: usize,
    delimiter: u8,
    quote: Option<u8>,
    carriage_return: bool,
    spreadsheet: bool,
    /// The bytes that end the search for the end of an unquoted cell.
    special: [bool; 256],
}

type Bounds = (usize, usize);

impl<'a> Scanner<'a> {
    fn new(text: &'a mut [u8], csv: &Csv) -> Self {
        let mut special = [false; 256];
        special[usize::from(b'\n')] = true;
        special[usize::from(csv.delimiter)] = true;
        if let Some(quote) = csv.quote {
            special[usize::from(quote)] = true;
        }
        let carriage_return = csv.newline == crate::Newline::CrLf;
        let Csv { delimiter, quote, spreadsheet, .. } = *csv;
        Self { text, at: 0, delimiter, quote, carriage_return, spreadsheet, special }
    }

    /// The next cell, and whether it is the last of its row.
    fn cell(&mut self) -> Result<(Bounds, bool), &'static str> {
        let (bounds, last) = match self.quote {
            Some(quote) if self.text.get(self.at) == Some(&quote) => self.quoted(quote)?,
            _ => self.unquoted()?,
        };
        Ok((if self.spreadsheet { self.without_apostrophe(bounds)? } else { bounds }, last))
    }

    /// A cell whose first character could begin a formula is a number, a sign alone, or has an apostrophe that is not part of it.
    fn without_apostrophe(&self, (start, end): Bounds) -> Result<Bounds, &'static str> {
        let apostrophes = self.text[start..end].iter().take_while(|byte| **byte == b'\'').count();
        let beginning = self.text[start + apostrophes..end].first();
        match beginning.is_some_and(|byte| b"=+-@\t\r\n".contains(byte)) {
            false => Ok((start, end)),
            true if apostrophes > 0 => Ok((start + 1, end)),
            true if matches!(&self.text[start..end], b"-" | b"+") => Ok((start, end)),
            true if is_signed_number(&self.text[start..end]) => Ok((start, end)),
            true => Err(FORMULA),
        }
    }

    fn unquoted(&mut self) -> Result<(Bounds, bool), &'static str> {
        let start = self.at;
        let length = self.text[start..].iter().position(|&byte| self.special[usize::from(byte)]);
        let end = start + length.ok_or(LINE_END)?;
        self.at = end + 1;
        match self.text[end] {
            byte if byte == self.delimiter => Ok(((start, end), false)),
            b'\n' if !self.carriage_return => Ok(((start, end), true)),
            b'\n' if self.text[start..end].ends_with(b"\r") => Ok(((start, end - 1), true)),
            b'\n' => Err(LINE_END),
            _ => Err(STRAY),
        }
    }

    /// A quoted cell is unquoted where it stands: it can only become shorter.
    fn quoted(&mut self, quote: u8) -> Result<(Bounds, bool), &'static str> {
        let start = self.at + 1;
        let (mut from, mut end) = (start, start);
        loop {
            let length = memchr(quote, &self.text[from..]).ok_or(OPEN)?;
            if from != end {
                self.text.copy_within(from..from + length, end);
            }
            (from, end) = (from + length + 1, end + length);
            if self.text.get(from) != Some(&quote) {
                break;
            }
            self.text[end] = quote;
            (from, end) = (from + 1, end + 1);
        }
        let last = self.after_quote(from)?;
        Ok(((start, end), last))
    }

    fn after_quote(&mut self, from: usize) -> Result<bool, &'static str> {
        let line_end: &[u8] = if self.carriage_return { b"\r\n" } else { b"\n" };
        let rest = &self.text[from..];
        if rest.first() == Some(&self.delimiter) {
            self.at = from + 1;
            Ok(false)
        } else if rest.starts_with(line_end) {
            self.at = from + line_end.len();
            Ok(true)
        } else {
            Err(STRAY)
        }
    }
}

/// `-1`, `+2.5`, `-1,234.5e-3`: a sign, digits among points and commas, perhaps `e` and a whole number.
fn is_signed_number(cell: &[u8]) -> bool {
    let Some((b'+' | b'-', unsigned)) = cell.split_first() else { return false };
    let mut parts = unsigned.splitn(2, |byte| byte.eq_ignore_ascii_case(&b'e'));
    let mantissa = parts.next().unwrap_or_default();
    let whole = parts.next().map(|exponent| match exponent {
        [b'+' | b'-', digits @ ..] | digits => digits,
    });
    let digits = mantissa.iter().filter(|byte| byte.is_ascii_digit()).count();
    let marks = mantissa.iter().filter(|byte| matches!(byte, b'.' | b',')).count();
    digits > 0
        && digits + marks == mantissa.len()
        && whole.is_none_or(|whole| !whole.is_empty() && whole.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Newline;

    fn rows(text: &str, csv: &Csv, columns: usize) -> Result<Vec<Vec<String>>, &'static str> {
        let page = page(text.as_bytes().to_vec(), csv, columns).map_err(|flaw| flaw.what)?;
        let cell = |row, column| String::from_utf8_lossy(page.row(row).cell(column).unwrap()).into_owned();
        Ok((0..page.rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect())
    }

    #[test]
    fn what_was_not_promised_is_a_flaw() {
        let lf = Csv::default();
        let crlf = Csv { newline: Newline::CrLf, ..Csv::default() };
        assert_eq!(rows("a,b\nc\n", &lf, 2), Err(RAGGED));
        assert_eq!(rows("a,b\nc,d,e\n", &lf, 2), Err(RAGGED));
        assert_eq!(rows("a,b\n\nc,d\n", &lf, 2), Err(RAGGED));
        assert_eq!(rows("a,b\"c\n", &lf, 2), Err(STRAY));
        assert_eq!(rows("a,\"b\"c\n", &lf, 2), Err(STRAY));
        assert_eq!(rows("a,\"b\n", &lf, 2), Err(OPEN));
        assert_eq!(rows("a,b\n", &crlf, 2), Err(LINE_END));
        assert_eq!(rows("a,\"b\"\n", &crlf, 2), Err(STRAY));
        assert_eq!(rows("\"\"\n\n", &lf, 1).unwrap(), [[""], [""]]);
    }

    #[test]
    fn formulas_have_an_apostrophe_that_is_not_read() {
        let spreadsheet = Csv { spreadsheet: true, ..Csv::default() };
        let text = "'=1,\"'\t=1\"\n-5,+1.5e3\n''=1,'a\n,''\n-,+\n";
        let expected = [["=1", "\t=1"], ["-5", "+1.5e3"], ["'=1", "'a"], ["", "''"], ["-", "+"]];
        assert_eq!(rows(text, &spreadsheet, 2).unwrap(), expected);
        for formula in ["=1", "+a", "--", "@x", "-1+2", "-1e", "\"\t\""] {
            assert_eq!(rows(&format!("{formula}\n"), &spreadsheet, 1), Err(FORMULA), "{formula}");
            assert!(rows(&format!("{formula}\n"), &Csv::default(), 1).is_ok());
        }
    }

    #[test]
    fn the_header_is_found() {
        let (names, length) = header(b"a,\"b, \"\"c\"\"\",\nx,y,z\n", &Csv::default()).unwrap();
        assert_eq!((names, length), (vec!["a".into(), "b, \"c\"".into(), String::new()], 14));
        assert_eq!(header(b"", &Csv::default()), Err(NO_HEADER));
    }

    proptest! {
        #[test]
        fn what_another_library_writes_is_read_back(
            table in prop::collection::vec(prop::collection::vec("[a,;\"\r\n é]{0,6}", 3), 0..20),
            crlf: bool,
            semicolon: bool,
        ) {
            let csv = Csv {
                delimiter: if semicolon { b';' } else { b',' },
                newline: if crlf { Newline::CrLf } else { Newline::Lf },
                ..Csv::default()
            };
            let terminator = if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
            let mut writer =
                csv::WriterBuilder::new().delimiter(csv.delimiter).terminator(terminator).from_writer(Vec::new());
            table.iter().for_each(|row| writer.write_record(row).unwrap());
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(rows(&text, &csv, 3), Ok(table));
        }
    }
}

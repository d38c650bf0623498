//! Guessing encoding, line ends, delimiter and decimal mark of a text file from its head.

use crate::{
    Decimal, Encoding, Error, Hints, Layout, Newline, Result, Source,
    layout::{BOM, inner_extension},
    records::sample_records,
    source::{Origin, Stream, separator},
};

/// Records looked at.
const SAMPLE: usize = 200;

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The first byte that is neither space nor byte order mark.
pub(super) fn first_byte(head: &[u8]) -> Option<u8> {
    let text = head.strip_prefix(BOM).unwrap_or(head);
    text.iter().copied().find(|byte| !byte.is_ascii_whitespace())
}

/// Encoding and line ends: all there is to guess about JSON Lines.
pub(super) fn sniff_lines(stream: &Stream, hints: &Hints, layout: &mut Layout) {
    layout.encoding = match stream.origin {
        Origin::Itself => hints.encoding.unwrap_or_else(|| encoding_of(&stream.head)),
        Origin::Utf16 | Origin::Workbook => Encoding::Utf8,
    };
    layout.newline = hints.newline.unwrap_or_else(|| newline_of(&stream.head));
}

/// Everything about CSV.
pub(super) fn sniff_csv(source: &Source, stream: &Stream, hints: &Hints, layout: &mut Layout) -> Result<()> {
    sniff_lines(stream, hints, layout);
    let text = stream.head.strip_prefix(BOM).unwrap_or(&stream.head);
    if !text.contains(&b'\n') && text.iter().filter(|&&byte| byte == b'\r').count() > 1 {
        return Err(Error::CarriageReturns { file: stream.file.clone() });
    }
    layout.quote = hints.quote.unwrap_or(b'"');
    layout.header = hints.header.unwrap_or(true);
    let named = separator(text);
    let is_text = stream.origin != Origin::Workbook;
    let text =
        if named.is_some() { text.splitn(2, |&byte| byte == b'\n').last().unwrap_or(text) } else { text };
    let said = if is_text { hints.delimiter.or(named) } else { Some(b',') };
    layout.delimiter = match (said, inner_extension(source.path()).as_deref()) {
        (Some(delimiter), _) => delimiter,
        (None, Some("tsv" | "tab")) => b'\t',
        (None, _) => delimiter_of(text, layout.quote, stream.whole),
    };
    if !layout.is_sound() {
        return Err(Error::BadDelimiter { file: stream.file.clone() });
    }
    layout.decimal = hints.decimal.filter(|_| is_text).unwrap_or_else(|| {
        decimal_of(&sample_records(text, layout.delimiter, layout.quote, stream.whole, SAMPLE))
    });
    Ok(())
}

/// UTF-8 when it is, Latin-1 when it may be, else UTF-8 again, so that reading names the damaged line.
///
/// Text in Latin-1 hardly ever holds a well-formed UTF-8 sequence by accident, so one such sequence speaks for damaged
/// UTF-8; and so do bytes that Windows-1252 leaves undefined, and 0xff, which no language needs.
pub(crate) fn encoding_of(head: &[u8]) -> Encoding {
    if head.starts_with(BOM) {
        return Encoding::Utf8Bom;
    }
    let undefined = |byte: &u8| matches!(byte, 0x00 | 0x81 | 0x8d | 0x8f | 0x90 | 0x9d | 0xff);
    let mut damaged = false;
    for chunk in head.utf8_chunks() {
        let cut_off_at_the_end = chunk.invalid().as_ptr_range().end == head.as_ptr_range().end
            && std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
        damaged |= !chunk.invalid().is_empty() && !cut_off_at_the_end;
    }
    let utf8_sequences = head.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    if damaged && !utf8_sequences && !head.iter().any(undefined) { Encoding::Latin1 } else { Encoding::Utf8 }
}

fn newline_of(head: &[u8]) -> Newline {
    match head.iter().position(|&byte| byte == b'\n') {
        Some(at) if at > 0 && head[at - 1] == b'\r' => Newline::CrLf,
        _ => Newline::Lf,
    }
}

/// The delimiter under which most rows have as many fields as the header, and then the one that makes most fields.
fn delimiter_of(text: &[u8], quote: u8, whole: bool) -> u8 {
    let mut best = (0, 0, DELIMITERS[0]);
    for delimiter in DELIMITERS {
        let records = sample_records(text, delimiter, quote, whole, SAMPLE);
        let Some(fields) = records.first().map(Vec::len).filter(|&fields| fields > 1) else { continue };
        let agreeing = records.iter().filter(|record| record.len() == fields).count();
        let share = agreeing * 1000 / records.len();
        if (share, fields) > (best.0, best.1) {
            best = (share, fields, delimiter);
        }
    }
    best.2
}

/// Comma when more cells look like `1,5` than like `1.5`. `1,234` may be thousands and does not count.
fn decimal_of(records: &[Vec<Vec<u8>>]) -> Decimal {
    let count = |mark| records.iter().skip(1).flatten().filter(|cell| is_fraction(cell, mark)).count();
    if count(b',') > count(b'.') { Decimal::Comma } else { Decimal::Point }
}

fn is_fraction(cell: &[u8], mark: u8) -> bool {
    let digits = cell.strip_prefix(b"-").unwrap_or(cell);
    let Some(at) = digits.iter().position(|&byte| byte == mark) else { return false };
    let (whole, fraction) = (&digits[..at], &digits[at + 1..]);
    let numeric = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let thousands = mark == b',' && fraction.len() == 3 && whole != b"0";
    let other = if mark == b',' { b'.' } else { b',' };
    // 1.234,56
    let is_grouped = || {
        let mut groups = whole.split(|&byte| byte == other);
        let is_first = groups.next().is_some_and(|first| numeric(first) && first.len() <= 3);
        is_first && groups.all(|group| numeric(group) && group.len() == 3)
    };
    (numeric(whole) && !thousands || whole.contains(&other) && is_grouped()) && numeric(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sniff;

    fn csv(bytes: &'static [u8]) -> Layout {
        sniff(&Source::from_bytes("a.csv", bytes), &Hints::default()).expect("text")
    }

    #[track_caller]
    fn check_delimiter(text: &'static str, expected: char) {
        assert_eq!(char::from(csv(text.as_bytes()).delimiter), expected);
    }

    #[test]
    fn the_delimiter_is_the_one_the_rows_agree_on() {
        check_delimiter("a,b\n1,2\n", ',');
        check_delimiter("a;b\n1,5;2\n2,5;3\n", ';');
        check_delimiter("a\tb\n1,x\t2,y\n", '\t');
        check_delimiter("a|b|c\n1|2|3\n", '|');
        check_delimiter("a\n1\n", ',');
        check_delimiter("", ',');
    }

    #[test]
    fn quoted_delimiters_do_not_count() {
        check_delimiter("a;b\n\"x, y, z\";2\n\"p; q\";3\n", ';');
        check_delimiter("\"a;1\",\"b;2\"\n\"x;y\",\"z\n;w\"\n", ',');
    }

    #[test]
    fn one_ragged_row_does_not_change_the_guess() {
        check_delimiter("a,b,c\n1,2,3\n1,2\n4,5,6\n", ',');
    }

    #[test]
    fn the_name_tsv_means_tab() {
        let layout = sniff(&Source::from_bytes("a.tsv", &b"a\n1,2\n"[..]), &Hints::default()).expect("text");
        assert_eq!(layout.delimiter, b'\t');
    }

    #[test]
    fn hints_overrule_every_guess() {
        let hints = Hints { delimiter: Some(b'|'), encoding: Some(Encoding::Utf8), ..Hints::default() };
        let layout = sniff(&Source::from_bytes("a.csv", &b"a,b\n\xe4,2\n"[..]), &hints).expect("text");
        assert_eq!((layout.delimiter, layout.encoding), (b'|', Encoding::Utf8));
    }

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(csv(b"a\nx\n").encoding, Encoding::Utf8);
        assert_eq!(csv("a\nJürgen\n".as_bytes()).encoding, Encoding::Utf8);
        assert_eq!(csv(b"\xef\xbb\xbfa\nx\n").encoding, Encoding::Utf8Bom);
        assert_eq!(csv(b"a\nJ\xfcrgen\n").encoding, Encoding::Latin1);
    }

    #[test]
    fn damaged_utf8_is_not_taken_for_latin1() {
        assert_eq!(csv(b"a\nJ\xc3\xbcrgen\nJ\xfcrgen\n").encoding, Encoding::Utf8);
        assert_eq!(csv(b"a\n\xff\xfe\n").encoding, Encoding::Utf8);
        assert_eq!(csv(b"a\nx\x81\n").encoding, Encoding::Utf8);
    }

    #[test]
    fn a_character_cut_off_by_the_end_of_the_head_is_no_damage() {
        assert_eq!(encoding_of(b"abc \xe2\x82"), Encoding::Utf8);
    }

    #[test]
    fn line_ends_are_those_of_the_first_line() {
        assert_eq!(csv(b"a\r\nx\r\n").newline, Newline::CrLf);
        assert_eq!(csv(b"a\nx\n").newline, Newline::Lf);
    }

    #[test]
    fn lines_that_end_with_cr_alone_are_refused() {
        let error =
            sniff(&Source::from_bytes("a.csv", &b"a,b\r1,2\r3,4\r"[..]), &Hints::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.csv: its lines end with CR alone, as on old Macintoshes; save it with LF or CRLF"
        );
    }

    #[test]
    fn decimal_commas_are_found_and_thousands_are_not() {
        assert_eq!(csv(b"a;b\n1,5;x\n2,25;y\n").decimal, Decimal::Comma);
        assert_eq!(csv(b"a;b\n1.234,56;x\n2.500,00;y\n").decimal, Decimal::Comma);
        assert_eq!(csv(b"a;b\n1,234.56;x\n2,500.00;y\n").decimal, Decimal::Point);
        assert_eq!(csv(b"a;b\n1,500;x\n2,250;y\n").decimal, Decimal::Point);
        assert_eq!(csv(b"a;b\n1.5;x\n").decimal, Decimal::Point);
        assert_eq!(csv(b"a,b\n\"0,125\",x\n").decimal, Decimal::Comma);
    }
}

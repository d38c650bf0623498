//! Guessing how a file is laid out. A guess is shown to the user and can be overruled by [`Hints`].

mod text;

pub(crate) use text::encoding_of;

use crate::{
    Compression, Error, Format, Hints, Layout, Result, Source,
    built::check_format,
    layout::{inner_extension, named},
    source::{Origin, Stream},
};

/// How much of a file is looked at.
pub(crate) const HEAD_BYTES: usize = 256 << 10;

/// How a message of Arrow begins.
const STREAM: [u8; 4] = [0xff; 4];

/// Guesses the layout of a source from its name and its first bytes. Standard input is consumed by this; open a
/// [`Reader`](crate::Reader) instead and ask it for its layout.
pub fn sniff(source: &Source, hints: &Hints) -> Result<Layout> {
    let stream = Stream::open_sheet(source, (hints.compression, hints.sheet.as_deref()), HEAD_BYTES)?;
    layout_of(source, &stream, hints)
}

/// Guesses the layout of an open stream.
pub(crate) fn layout_of(source: &Source, stream: &Stream, hints: &Hints) -> Result<Layout> {
    let format = match hints.format {
        _ if stream.origin == Origin::Workbook => Format::Csv,
        Some(Format::Arrow | Format::ArrowStream) => arrow_form(&stream.head),
        Some(format) => format,
        None => format_of(source, stream)?,
    };
    check_format(format, &stream.file)?;
    let mut layout = Layout { format, compression: stream.compression, ..Layout::default() };
    match format {
        Format::Csv => text::sniff_csv(source, stream, hints, &mut layout)?,
        Format::Jsonl => text::sniff_lines(stream, hints, &mut layout),
        Format::Parquet | Format::Arrow | Format::ArrowStream if stream.compression != Compression::None => {
            let found = "a compressed file of a format that compresses by itself";
            return Err(Error::Unsupported { file: stream.file.clone(), found });
        }
        Format::Parquet | Format::Arrow | Format::ArrowStream => {}
    }
    Ok(layout)
}

/// Arrow has two forms, which their first bytes tell apart; whoever says Arrow may mean either.
fn arrow_form(head: &[u8]) -> Format {
    if head.starts_with(&STREAM) { Format::ArrowStream } else { Format::Arrow }
}

/// Magic bytes first, for they do not lie; then the name; then the look of the text.
fn format_of(source: &Source, stream: &Stream) -> Result<Format> {
    let head = stream.head.as_slice();
    let unsupported = |found| Err(Error::Unsupported { file: stream.file.clone(), found });
    if head.starts_with(b"PAR1") {
        return Ok(Format::Parquet);
    } else if head.starts_with(b"ARROW1") {
        return Ok(Format::Arrow);
    } else if head.starts_with(&STREAM) {
        return Ok(Format::ArrowStream);
    } else if head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return unsupported("an Excel workbook of the old kind, or a locked one,");
    } else if head.starts_with(b"SQLite format 3\0") {
        return unsupported("an SQLite database");
    }
    if let (Some(format), _) = named(source.path()) {
        let array = format == Format::Jsonl && text::first_byte(head) == Some(b'[');
        return if array { unsupported("one JSON array") } else { Ok(format) };
    }
    match inner_extension(source.path()).as_deref() {
        Some("xlsx" | "xls" | "ods") => unsupported("a spreadsheet"),
        Some("dta" | "sav" | "sas7bdat" | "xpt" | "rds" | "rda") => {
            unsupported("a file of a statistics package")
        }
        _ if text::first_byte(head) == Some(b'{') => Ok(Format::Jsonl),
        _ => Ok(Format::Csv),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, bytes: &'static [u8], expected: Format) {
        let layout = sniff(&Source::from_bytes(name, bytes), &Hints::default()).expect("a known format");
        assert_eq!(layout.format, expected);
    }

    #[test]
    fn magic_bytes_beat_the_name() {
        check("a.csv", b"PAR1....", Format::Parquet);
        check("a.arrow", b"\xff\xff\xff\xff....", Format::ArrowStream);
        check("a", b"ARROW1\0\0", Format::Arrow);
    }

    #[test]
    fn both_forms_of_arrow_are_arrow() {
        for declared in [Format::Arrow, Format::ArrowStream] {
            let hints = Hints { format: Some(declared), ..Hints::default() };
            let form = |bytes: &'static [u8]| sniff(&Source::from_bytes("a", bytes), &hints).unwrap().format;
            assert_eq!(form(b"\xff\xff\xff\xff...."), Format::ArrowStream);
            assert_eq!(form(b"ARROW1\0\0"), Format::Arrow);
        }
    }

    #[test]
    fn without_a_telling_name_the_first_byte_decides() {
        check("table", b" {\"a\": 1}\n", Format::Jsonl);
        check("table.txt", b"a,b\n1,2\n", Format::Csv);
        check("a.jsonl", b"{\"a\": 1}\n", Format::Jsonl);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let old = Source::from_bytes("a.xls", &[0xd0, 0xcf, 0x11, 0xe0][..]);
        assert_eq!(
            sniff(&old, &Hints::default()).unwrap_err().to_string(),
            "a.xls: an Excel workbook of the old kind, or a locked one, is not supported; \
             use csv, tsv, jsonl, parquet or arrow, for text also with .gz or .zst"
        );
        let error = sniff(&Source::from_bytes("a.json", &b"[{}]"[..]), &Hints::default()).unwrap_err();
        assert!(error.to_string().starts_with("a.json: one JSON array is not supported"));
    }
}

//! How a file is laid out: sniffed, shown to the user, kept in the spec.

use std::{ffi::OsStr, fmt, path::Path, str::FromStr};

use amidst_core::near::did_you_mean;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Delimited text; TSV is CSV with a tab.
    Csv,
    /// JSON Lines: one object on every line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC file, also known as Feather 2.
    Arrow,
    /// Arrow IPC stream.
    ArrowStream,
}

/// What is wrapped around a text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Nothing.
    None,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

/// How characters are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a byte order mark in front, as spreadsheets like it.
    Utf8Bom,
    /// ISO 8859-1 in the reading of browsers and spreadsheets: Windows-1252.
    Latin1,
}

/// The byte order mark of UTF-8.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The mark between the whole and the fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decimal {
    /// `1.5`
    Point,
    /// `1,5`
    Comma,
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Newline {
    /// As on Unix.
    Lf,
    /// As on Windows.
    CrLf,
}

/// Everything needed to read a file, or to write one like it. Only `format` matters for Parquet and Arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// What is wrapped around it.
    pub compression: Compression,
    /// How characters are stored.
    pub encoding: Encoding,
    /// Between fields.
    pub delimiter: u8,
    /// Around fields that hold a delimiter, a quote or a line end.
    pub quote: u8,
    /// The mark in numbers.
    pub decimal: Decimal,
    /// How lines end.
    pub newline: Newline,
    /// Whether the first line names the columns.
    pub header: bool,
    /// For text that is written: whether cells that a spreadsheet would run as formulas get an apostrophe.
    pub spreadsheet: bool,
}

/// What the user says about a file; the rest is sniffed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The format.
    pub format: Option<Format>,
    /// What is wrapped around it.
    pub compression: Option<Compression>,
    /// How characters are stored.
    pub encoding: Option<Encoding>,
    /// Between fields.
    pub delimiter: Option<u8>,
    /// Around fields.
    pub quote: Option<u8>,
    /// The mark in numbers.
    pub decimal: Option<Decimal>,
    /// How lines end.
    pub newline: Option<Newline>,
    /// Whether the first line names the columns.
    pub header: Option<bool>,
    /// The sheet of a workbook; its first if left out.
    pub sheet: Option<String>,
}

impl Default for Layout {
    /// Plain CSV as RFC 4180 and Unix have it.
    fn default() -> Self {
        Self {
            format: Format::Csv,
            compression: Compression::None,
            encoding: Encoding::Utf8,
            delimiter: b',',
            quote: b'"',
            decimal: Decimal::Point,
            newline: Newline::Lf,
            header: true,
            spreadsheet: false,
        }
    }
}

impl Layout {
    /// The layout of an output that stands beside a source of this layout: what the name of the file says, and the
    /// source's habits for the rest. `None` is standard output: as the source. There is always a header, JSON is always
    /// UTF-8, and Arrow is always a file, which can be read again in any order.
    pub fn for_output(&self, path: Option<&Path>) -> Self {
        let (format, compression) = path.map_or((None, self.compression), named);
        let mut layout = Self { header: true, compression, ..self.clone() };
        if let Some(format) = format
            && format != self.format
        {
            layout = Self { format, compression, ..Self::default() };
        }
        match layout.format {
            Format::Csv => match path.and_then(inner_extension).as_deref() {
                Some("tsv" | "tab") => layout.delimiter = b'\t',
                Some("csv") if layout.delimiter == b'\t' => layout.delimiter = b',',
                _ => {}
            },
            Format::Jsonl => layout.encoding = Encoding::Utf8,
            Format::Parquet | Format::Arrow => layout.compression = Compression::None,
            Format::ArrowStream => {
                (layout.format, layout.compression) = (Format::Arrow, Compression::None);
            }
        }
        layout
    }

    /// Whether the delimiter and the quote can be told from each other, from line ends and from parts of characters.
    pub(crate) fn is_sound(&self) -> bool {
        let usable = |byte: u8| byte.is_ascii() && !matches!(byte, b'\n' | b'\r' | 0);
        usable(self.delimiter) && usable(self.quote) && self.delimiter != self.quote
    }
}

impl Format {
    /// The format that the name of a file says it has.
    pub fn of_name(path: &Path) -> Option<Self> {
        named(path).0
    }
}

/// What the name of a file says about its format and compression.
pub(crate) fn named(path: &Path) -> (Option<Format>, Compression) {
    let compression = match extension(path).as_deref() {
        Some("gz" | "gzip") => Compression::Gzip,
        Some("zst" | "zstd") => Compression::Zstd,
        _ => Compression::None,
    };
    let format = match inner_extension(path).as_deref() {
        Some("csv" | "tsv" | "tab") => Some(Format::Csv),
        Some("jsonl" | "ndjson" | "json") => Some(Format::Jsonl),
        Some("parquet" | "pq") => Some(Format::Parquet),
        Some("arrow" | "feather" | "ipc") => Some(Format::Arrow),
        Some("arrows") => Some(Format::ArrowStream),
        _ => None,
    };
    (format, compression)
}

/// The extension below the compression's: `csv` of `a.csv.gz`.
pub(crate) fn inner_extension(path: &Path) -> Option<String> {
    match extension(path)?.as_str() {
        "gz" | "gzip" | "zst" | "zstd" => extension(Path::new(path.file_stem()?)),
        _ => extension(path),
    }
}

fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

/// Gives an enum the words the spec uses for it.
macro_rules! words {
    ($type:ident, $what:literal, $($variant:ident = $first:literal $(| $alias:literal)*),+) => {
        impl $type {
            /// The words of all of them.
            pub const NAMES: &'static [&'static str] = &[$($first),+];

            /// The word printed, and accepted in a spec.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $first),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text.to_ascii_lowercase().as_str() {
                    $($first $(| $alias)* => Ok(Self::$variant),)+
                    _ => {
                        let names = [$($first),+];
                        let meant = did_you_mean(text, &names);
                        Err(format!("unknown {} {text:?}{meant}; choose one of {}", $what, names.join(", ")))
                    }
                }
            }
        }
    };
}

words!(
    Format,
    "format",
    Csv = "csv" | "tsv",
    Jsonl = "jsonl" | "ndjson",
    Parquet = "parquet",
    Arrow = "arrow" | "feather" | "ipc",
    ArrowStream = "arrow-stream"
);
words!(Compression, "compression", None = "none", Gzip = "gzip" | "gz", Zstd = "zstd" | "zst");
words!(
    Encoding,
    "encoding",
    Utf8 = "utf-8" | "utf8",
    Utf8Bom = "utf-8-bom" | "utf-8-sig",
    Latin1 = "latin-1" | "latin1" | "iso-8859-1" | "windows-1252" | "cp1252"
);
words!(Decimal, "decimal mark", Point = "." | "point", Comma = "," | "comma");
words!(Newline, "line end", Lf = "lf", CrLf = "crlf");

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_named(path: &str, format: Option<Format>, compression: Compression) {
        assert_eq!(named(Path::new(path)), (format, compression));
    }

    #[test]
    fn names_say_format_and_compression() {
        check_named("a.csv", Some(Format::Csv), Compression::None);
        check_named("dir.x/a.CSV.gz", Some(Format::Csv), Compression::Gzip);
        check_named("a.jsonl.zst", Some(Format::Jsonl), Compression::Zstd);
        check_named("a.gz", None, Compression::Gzip);
        check_named("a", None, Compression::None);
        check_named("a.feather", Some(Format::Arrow), Compression::None);
    }

    #[test]
    fn an_output_of_the_same_format_keeps_the_habits_of_its_source() {
        let source = Layout {
            delimiter: b';',
            newline: Newline::CrLf,
            encoding: Encoding::Latin1,
            ..Layout::default()
        };
        assert_eq!(source.for_output(Some(Path::new("out.csv"))), source);
        assert_eq!(source.for_output(None), source);
        assert_eq!(source.for_output(Some(Path::new("out.tsv"))).delimiter, b'\t');
        assert_eq!(source.for_output(Some(Path::new("out.csv.gz"))).compression, Compression::Gzip);
    }

    #[test]
    fn an_output_of_another_format_starts_afresh() {
        let source = Layout { format: Format::Parquet, ..Layout::default() };
        assert_eq!(source.for_output(Some(Path::new("out.csv"))), Layout::default());
        assert_eq!(Layout::default().for_output(Some(Path::new("out.parquet"))).format, Format::Parquet);
    }

    #[test]
    fn every_word_reads_back() {
        for format in [Format::Csv, Format::Jsonl, Format::Parquet, Format::Arrow, Format::ArrowStream] {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert_eq!(
            "xlsx".parse::<Format>(),
            Err("unknown format \"xlsx\"; choose one of csv, jsonl, parquet, arrow, arrow-stream".into())
        );
    }
}

//! How a released file is laid out.

/// Format and compression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// The compression around it. Parquet and Arrow files compress inside and take none.
    pub compression: Compression,
}

/// The format of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Delimited text with a header.
    Csv(Csv),
    /// Parquet.
    Parquet,
    /// An Arrow IPC file.
    Arrow,
    /// One JSON object a line, in UTF-8. A null may be written or left out.
    JsonLines,
}

impl Format {
    /// What people call it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Csv(_) => "CSV",
            Self::Parquet => "Parquet",
            Self::Arrow => "Arrow",
            Self::JsonLines => "JSON Lines",
        }
    }
}

/// The ways of delimited text. Read strictly: every row ends with the line end, and quotes stand only around cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csv {
    /// The byte between cells.
    pub delimiter: u8,
    /// The byte around cells that need it, doubled inside; `None` if cells are never quoted.
    pub quote: Option<u8>,
    /// The encoding.
    pub encoding: Encoding,
    /// The line end.
    pub newline: Newline,
    /// Whether an apostrophe stands before cells that a spreadsheet would run as formulas, and none is left without.
    pub spreadsheet: bool,
}

impl Default for Csv {
    fn default() -> Self {
        Self {
            delimiter: b',',
            quote: Some(b'"'),
            encoding: Encoding::Utf8 { bom: false },
            newline: Newline::Lf,
            spreadsheet: false,
        }
    }
}

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8 {
        /// Whether there is one.
        bom: bool,
    },
    /// ISO 8859-1: the first 256 code points.
    Latin1,
    /// Windows-1252, which many call Latin-1.
    Windows1252,
}

/// A line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newline {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}

/// A compression around a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// None.
    None,
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstd,
}

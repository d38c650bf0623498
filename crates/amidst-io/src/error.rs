//! What can go wrong with files. Messages name the file and the line and say what to do next; never a cell's value.

use std::io;

use amidst_core::{Aborted, ErrorCode, ErrorKind, Place};

/// The result of everything here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a table could not be read or written.
///
/// `file` is how the user calls it: a path, `standard input` or `standard output`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such file.
    #[error("{file}: there is no such file; check the path")]
    NotFound {
        /// The file.
        file: String,
    },
    /// A folder was given for a file.
    #[error("{file}: this is a folder; name a file in it")]
    IsFolder {
        /// The folder.
        file: String,
    },
    /// A folder or a pattern that no file is in.
    #[error("{file}: there is no file there; check the path (names that begin with _ or . are passed over)")]
    EmptyLake {
        /// The folder or pattern.
        file: String,
    },
    /// A pattern of files that cannot be understood.
    #[error("{file}: this is no pattern of files: {problem}")]
    BadPattern {
        /// The pattern.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Files of a lake are in folders that name different columns.
    #[error(
        "{file}: its folders name other columns than those of the files before it; all files of a lake must be in folders \
         such as year=2024 alike"
    )]
    OtherPartitions {
        /// The file.
        file: String,
    },
    /// A column is in the files of a lake and named by its folders too.
    #[error(
        "{file}: column {column:?} is in the file, and a folder names it too; take it out of the files, or rename the folders"
    )]
    ColumnAndFolder {
        /// The file.
        file: String,
        /// The column.
        column: String,
    },
    /// A column of a lake is not the same in all its files.
    #[error(
        "{file}: column {column:?} {how}, unlike in {first}; all files of a lake must have the same columns and types"
    )]
    UnlikeColumn {
        /// The file.
        file: String,
        /// The first file of the lake.
        first: String,
        /// The column.
        column: String,
        /// What is unlike.
        how: &'static str,
    },
    /// A file of a lake is unlike the first.
    #[error("{file}: it {how}, unlike {first}; all files of a lake must be alike")]
    UnlikeFile {
        /// The file.
        file: String,
        /// The first file of the lake.
        first: String,
        /// What is unlike.
        how: &'static str,
    },
    /// The operating system refused to read.
    #[error("{file}: cannot be read: {cause}")]
    Read {
        /// The file.
        file: String,
        /// What the system said. It is told in the message, and so is no source besides.
        cause: io::Error,
    },
    /// No format of ours.
    #[error(
        "{file}: {found} is not supported; use csv, tsv, jsonl, parquet or arrow, for text also with .gz or .zst"
    )]
    Unsupported {
        /// The file.
        file: String,
        /// What it looks like.
        found: &'static str,
    },
    /// A format or compression that this build was made without.
    #[error(
        "{file}: this build of amidst was made without {feature}; build it with the feature `{feature}`, or convert the file"
    )]
    LeftOut {
        /// The file.
        file: String,
        /// The feature of cargo that brings it.
        feature: &'static str,
    },
    /// A sheet is asked for that a workbook does not have.
    #[error(
        "{file}: it has no sheet of this name among its {sheets}; correct sheet in [input], or leave it out for the first"
    )]
    NoSheet {
        /// The workbook.
        file: String,
        /// How many sheets it has.
        sheets: usize,
    },
    /// A sheet is asked for where there is none.
    #[error("{file}: it is no Excel workbook, and has no sheet; take sheet out of [input]")]
    NoWorkbook {
        /// The file.
        file: String,
    },
    /// Not what its format asks for.
    #[error("{file}: damaged or not {format}: {reason}")]
    Damaged {
        /// The file.
        file: String,
        /// The format expected.
        format: &'static str,
        /// What the decoder said; it speaks of structure, never of cells.
        reason: String,
    },
    /// Pages in a compression that cannot be undone.
    #[error(
        "{file}: its pages are compressed with {codec}, which is not supported; write it with snappy, zstd, gzip or lz4"
    )]
    UnsupportedCodec {
        /// The file.
        file: String,
        /// The compression.
        codec: &'static str,
    },
    /// Two columns of a file that has types share a name.
    #[error("{file}: columns {first} and {second} have the same name; rename one of them")]
    DuplicateColumn {
        /// The file.
        file: String,
        /// The place of one, from 1.
        first: usize,
        /// The place of the other.
        second: usize,
    },
    /// A type that would come out as another.
    #[error(
        "{file}: column {column:?} holds {part}, a type that cannot be carried through as it is; \
         convert it to text or numbers first, or make the column an identifier, which leaves it out"
    )]
    UnsupportedType {
        /// The file.
        file: String,
        /// The column.
        column: String,
        /// What in it cannot be carried.
        part: &'static str,
    },
    /// A point in time that no calendar of ours reaches, or a time of day past its end.
    #[error(
        "{file}: column {column:?} holds a date or time out of range; correct it or clear these cells first"
    )]
    OutOfRange {
        /// The file.
        file: String,
        /// The column.
        column: String,
    },
    /// A device, or something else that is no file and may have no end.
    #[error("{file}: not a regular file; name a file, or use - for standard input")]
    Endless {
        /// What was named.
        file: String,
    },
    /// A delimiter and a quote that cannot work.
    #[error("{file}: delimiter and quote must be two different ASCII characters, and not line ends")]
    BadDelimiter {
        /// The file.
        file: String,
    },
    /// Not a byte, or nothing but a byte order mark and blank lines.
    #[error("{file}: the file is empty; it needs a header and at least one row")]
    Empty {
        /// The file.
        file: String,
    },
    /// Two columns share a name, which is not told: it may be a cell of a file without a header.
    #[error(
        "{file}, line {line}: columns {first} and {second} have the same name; rename one of them, or, if this line is no \
         header, set header = false"
    )]
    DuplicateHeader {
        /// The file.
        file: String,
        /// The line of the header.
        line: u64,
        /// The place of one, from 1.
        first: usize,
        /// The place of the other.
        second: usize,
    },
    /// A column has no name.
    #[error("{file}, line {line}: column {position} has no name; name every column in the header")]
    EmptyHeader {
        /// The file.
        file: String,
        /// The line of the header.
        line: u64,
        /// Its place, from 1.
        position: usize,
    },
    /// A row with too few or too many fields.
    #[error(
        "{file}, line {line}: {} where the header has {expected}; check quotes and delimiter ({delimiter:?})",
        fields(*found)
    )]
    Ragged {
        /// The file.
        file: String,
        /// The line on which the row begins.
        line: u64,
        /// Fields in the row.
        found: usize,
        /// Fields in the header.
        expected: usize,
        /// The delimiter in use.
        delimiter: char,
    },
    /// Bytes that are not UTF-8.
    #[error(
        "{file}, line {line}: not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\""
    )]
    InvalidUtf8 {
        /// The file.
        file: String,
        /// The line.
        line: u64,
    },
    /// A zero byte: UTF-16, or a damaged file.
    #[error("{file}, line {line}: a NUL byte; the file is damaged, or UTF-16 that should be saved as UTF-8")]
    NulByte {
        /// The file.
        file: String,
        /// The line.
        line: u64,
    },
    /// A NUL in a cell.
    #[error(
        "{file}, line {line}, column {}: a NUL byte; the file is damaged, or UTF-16 that should be saved as UTF-8",
        named_or_numbered(column)
    )]
    NulInCell {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The column: its number in delimited text, where the first line may be data, otherwise its name.
        column: String,
    },
    /// Half of a character of UTF-16.
    #[error(
        "{file}, line {line}, column {column:?}: a string holds half of a character (a surrogate alone); \
         write the whole character"
    )]
    LoneSurrogate {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: String,
    },
    /// A quoted field that goes on.
    #[error(
        "{file}, line {line}, column {column}: text follows the closing quote of a field; \
         double the quotes that belong to the text, or remove what follows"
    )]
    AfterQuote {
        /// The file.
        file: String,
        /// The line on which the row begins.
        line: u64,
        /// The column, by its number.
        column: String,
    },
    /// A quote that is never closed.
    #[error(
        "{file}, line {line}: a quoted field begins here and does not end; close the quote, or double a quote that belongs to the text"
    )]
    UnterminatedQuote {
        /// The file.
        file: String,
        /// The line on which the field begins.
        line: u64,
    },
    /// Lines end with a carriage return alone.
    #[error("{file}: its lines end with CR alone, as on old Macintoshes; save it with LF or CRLF")]
    CarriageReturns {
        /// The file.
        file: String,
    },
    /// A line of JSON Lines that is no JSON object.
    #[error("{file}, line {line}: not a JSON object; JSON Lines holds one object on every line")]
    NotAnObject {
        /// The file.
        file: String,
        /// The line.
        line: u64,
    },
    /// One key twice in an object.
    #[error("{file}, line {line}: the object has the key {column:?} twice; keep one of them")]
    DuplicateKey {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The key.
        column: String,
    },
    /// A column of JSON in which quotes make the difference, cell by cell.
    #[error(
        "{file}: column {column:?} holds both strings and other values that only quotes tell apart; make them all strings"
    )]
    MixedTypes {
        /// The file.
        file: String,
        /// The column.
        column: String,
    },
    /// A file that is another one at the second look.
    #[error("{file}: the file changed while it was being read; run again when nobody writes to it")]
    Changed {
        /// The file.
        file: String,
    },
    /// More rows than a row number can hold.
    #[error("{file}: more than 4,294,967,295 rows; split the file")]
    TooManyRows {
        /// The file.
        file: String,
    },
    /// The folder of the target is not there.
    #[error("{file}: the folder {folder:?} does not exist; create it first")]
    MissingFolder {
        /// The target.
        file: String,
        /// Its folder.
        folder: String,
    },
    /// The folder of the target does not let us in.
    #[error(
        "{file}: no permission to write in the folder {folder:?}; choose another folder or change its permissions"
    )]
    UnwritableFolder {
        /// The target.
        file: String,
        /// Its folder.
        folder: String,
    },
    /// The target is a device, a pipe or a socket.
    #[error("{file}: not a regular file; use - for standard output")]
    NotAFile {
        /// The target.
        file: String,
    },
    /// Something has the name that the file was to have, and was not there before.
    #[error(
        "{file}: a file of this name appeared while this ran, and was left as it is; choose another \
         path, or overwrite it"
    )]
    Appeared {
        /// The target.
        file: String,
    },
    /// No space left, or over quota.
    #[error("{file}: the disk is full; nothing was written. Free some space and run again")]
    DiskFull {
        /// The target.
        file: String,
    },
    /// The operating system refused to write.
    #[error("{file}: cannot be written: {cause}")]
    Write {
        /// The target.
        file: String,
        /// What the system said. It is told in the message, and so is no source besides.
        cause: io::Error,
    },
    /// A character the encoding of the target does not have.
    #[error(
        "{file}: column {column:?} holds characters that latin-1 does not have; set encoding = \"utf-8\" for the output"
    )]
    NotInEncoding {
        /// The target.
        file: String,
        /// The column.
        column: String,
    },
    /// Cells that the format of the target does not have.
    #[error(
        "{file}: column {column:?} holds {what}, which {format} does not have; \
         write another format, or change or clear these cells first"
    )]
    NotInFormat {
        /// The target.
        file: String,
        /// The column.
        column: String,
        /// The cells.
        what: &'static str,
        /// What does not have them.
        format: &'static str,
    },
    /// The observer said so.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// Our own mistake.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

/// So many fields, in words.
fn fields(count: usize) -> String {
    if count == 1 { "1 field".into() } else { format!("{count} fields") }
}

/// A column by its name in quotes, or by its number.
fn named_or_numbered(column: &str) -> String {
    if column.bytes().all(|byte| byte.is_ascii_digit()) { column.to_owned() } else { format!("{column:?}") }
}

impl Error {
    /// Whose matter it is.
    pub fn kind(&self) -> ErrorKind {
        self.code().kind()
    }

    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound { .. } => ErrorCode::FileNotFound,
            Self::IsFolder { .. } => ErrorCode::IsAFolder,
            Self::EmptyLake { .. } => ErrorCode::FileNotFound,
            Self::BadPattern { .. } => ErrorCode::BadParameter,
            Self::OtherPartitions { .. }
            | Self::ColumnAndFolder { .. }
            | Self::UnlikeColumn { .. }
            | Self::UnlikeFile { .. } => ErrorCode::UnlikeFiles,
            Self::Read { .. } => ErrorCode::CannotRead,
            Self::Unsupported { .. } => ErrorCode::UnsupportedFormat,
            Self::LeftOut { .. } => ErrorCode::UnsupportedFormat,
            Self::NoSheet { .. } | Self::NoWorkbook { .. } => ErrorCode::BadParameter,
            Self::Damaged { .. } => ErrorCode::DamagedFile,
            Self::UnsupportedCodec { .. } => ErrorCode::UnsupportedFormat,
            Self::DuplicateColumn { .. } => ErrorCode::DuplicateColumn,
            Self::UnsupportedType { .. } => ErrorCode::UnsupportedType,
            Self::OutOfRange { .. } => ErrorCode::OutOfRange,
            Self::Endless { .. } => ErrorCode::NotAFile,
            Self::BadDelimiter { .. } => ErrorCode::BadDelimiter,
            Self::Empty { .. } => ErrorCode::EmptyFile,
            Self::DuplicateHeader { .. } => ErrorCode::DuplicateColumn,
            Self::EmptyHeader { .. } => ErrorCode::UnnamedColumn,
            Self::Ragged { .. } => ErrorCode::RaggedRow,
            Self::InvalidUtf8 { .. } => ErrorCode::NotUtf8,
            Self::NulByte { .. } | Self::NulInCell { .. } => ErrorCode::NulByte,
            Self::LoneSurrogate { .. } => ErrorCode::LoneSurrogate,
            Self::AfterQuote { .. } => ErrorCode::TextAfterQuote,
            Self::UnterminatedQuote { .. } => ErrorCode::UnterminatedQuote,
            Self::CarriageReturns { .. } => ErrorCode::CarriageReturns,
            Self::NotAnObject { .. } => ErrorCode::NotAnObject,
            Self::DuplicateKey { .. } => ErrorCode::DuplicateKey,
            Self::MixedTypes { .. } => ErrorCode::MixedTypes,
            Self::Changed { .. } => ErrorCode::FileChanged,
            Self::TooManyRows { .. } => ErrorCode::TooManyRows,
            Self::MissingFolder { .. } => ErrorCode::NoSuchFolder,
            Self::UnwritableFolder { .. } => ErrorCode::UnwritableFolder,
            Self::NotAFile { .. } => ErrorCode::NotAFile,
            Self::Appeared { .. } => ErrorCode::FileExists,
            Self::DiskFull { .. } => ErrorCode::DiskFull,
            Self::Write { .. } => ErrorCode::CannotWrite,
            Self::NotInEncoding { .. } => ErrorCode::NotInEncoding,
            Self::NotInFormat { .. } => ErrorCode::NotInFormat,
            Self::Aborted(_) => ErrorCode::Aborted,
            Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        let of_file = |file: &String| Place { file: Some(file.clone()), ..Place::default() };
        let of_line = |file: &String, line: &u64| Place { line: Some(*line), ..of_file(file) };
        match self {
            Self::NotFound { file }
            | Self::IsFolder { file }
            | Self::EmptyLake { file }
            | Self::BadPattern { file, .. }
            | Self::OtherPartitions { file }
            | Self::UnlikeFile { file, .. }
            | Self::Read { file, .. }
            | Self::Unsupported { file, .. }
            | Self::NoSheet { file, .. }
            | Self::NoWorkbook { file }
            | Self::LeftOut { file, .. }
            | Self::Damaged { file, .. }
            | Self::UnsupportedCodec { file, .. }
            | Self::DuplicateColumn { file, .. }
            | Self::Endless { file }
            | Self::BadDelimiter { file }
            | Self::Empty { file }
            | Self::CarriageReturns { file }
            | Self::Changed { file }
            | Self::TooManyRows { file }
            | Self::MissingFolder { file, .. }
            | Self::UnwritableFolder { file, .. }
            | Self::NotAFile { file }
            | Self::Appeared { file }
            | Self::DiskFull { file }
            | Self::Write { file, .. } => of_file(file),
            Self::EmptyHeader { file, line, .. }
            | Self::DuplicateHeader { file, line, .. }
            | Self::Ragged { file, line, .. }
            | Self::InvalidUtf8 { file, line }
            | Self::NulByte { file, line }
            | Self::UnterminatedQuote { file, line }
            | Self::NotAnObject { file, line } => of_line(file, line),
            Self::DuplicateKey { file, line, column }
            | Self::NulInCell { file, line, column }
            | Self::LoneSurrogate { file, line, column }
            | Self::AfterQuote { file, line, column } => {
                Place { column: Some(column.clone()), ..of_line(file, line) }
            }
            Self::MixedTypes { file, column }
            | Self::ColumnAndFolder { file, column }
            | Self::UnlikeColumn { file, column, .. }
            | Self::UnsupportedType { file, column, .. }
            | Self::OutOfRange { file, column }
            | Self::NotInFormat { file, column, .. }
            | Self::NotInEncoding { file, column } => Place { column: Some(column.clone()), ..of_file(file) },
            Self::Aborted(_) | Self::Internal(_) => Place::default(),
        }
    }

    /// What a failed read means to the user.
    pub(crate) fn read(file: &str, cause: io::Error) -> Self {
        let file = file.to_owned();
        match cause.kind() {
            io::ErrorKind::NotFound => Self::NotFound { file },
            io::ErrorKind::IsADirectory => Self::IsFolder { file },
            _ => Self::Read { file, cause },
        }
    }

    /// What a failed write means to the user.
    pub(crate) fn write(file: &str, cause: io::Error) -> Self {
        let file = file.to_owned();
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { file },
            _ => Self::Write { file, cause },
        }
    }

    /// A decoder gave up.
    pub(crate) fn damaged(file: &str, format: &'static str, reason: impl ToString) -> Self {
        Self::Damaged { file: file.to_owned(), format, reason: reason.to_string() }
    }
}

//! Where a table comes from: a file, standard input, bytes or batches in memory; and its bytes, counted and hashed as they pass.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use amidst_core::Observer;
use bytes::Bytes;
use sha2::{Digest, Sha256};

#[cfg(feature = "compression")]
use crate::unpacked::decompressed;
use crate::{
    Batches, Compression, Encoding, Error, Result,
    built::{check_compression, check_workbook},
    layout::BOM,
    utf16::{Utf16, is_utf16},
};

/// Bytes read between two looks at the observer.
const PART: u64 = 1 << 20;

/// Where a table comes from.
#[derive(Clone, PartialEq)]
pub enum Source {
    /// A file; or a lake: a folder of files, or a pattern such as `lake/*.parquet`.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes in memory, with a name for messages; the extension counts as that of a file.
    Bytes {
        /// What to call it.
        name: String,
        /// What it holds.
        bytes: Bytes,
    },
    /// Record batches in memory.
    Batches(Batches),
}

impl Source {
    /// A path as a user gives it: `-` is standard input.
    pub fn from_argument(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if path.as_os_str() == "-" { Self::Stdin } else { Self::Path(path) }
    }

    /// Bytes in memory.
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        Self::Bytes { name: name.into(), bytes: bytes.into() }
    }

    /// How messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            Self::Stdin => "standard input".into(),
            Self::Bytes { name, .. } => name.clone(),
            Self::Batches(batches) => batches.name().to_owned(),
        }
    }

    /// The path whose extension speaks for the format.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Path(path) => path,
            Self::Stdin | Self::Batches(_) => Path::new(""),
            Self::Bytes { name, .. } => Path::new(name),
        }
    }

    /// How many bytes are stored, if that is known before they are read.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::Path(path) => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|found| found.len())
            }
            Self::Bytes { bytes, .. } => Some(bytes.len() as u64),
            Self::Stdin | Self::Batches(_) => None,
        }
    }

    /// Whether it can be opened again and read from anywhere: so can files, but not pipes.
    pub(crate) fn is_rewindable(&self) -> bool {
        match self {
            Self::Path(path) => fs::metadata(path).is_ok_and(|found| found.is_file()),
            Self::Stdin | Self::Bytes { .. } | Self::Batches(_) => false,
        }
    }

    /// The bytes as stored.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(open_file(path)?),
            Self::Stdin if is_device(&stdin_metadata()) => return Err(Error::Endless { file: self.name() }),
            Self::Stdin => Box::new(io::stdin()),
            Self::Bytes { bytes, .. } => Box::new(Cursor::new(bytes.clone())),
            Self::Batches(batches) => {
                let mut bytes = Vec::new();
                batches.write(&mut bytes)?;
                Box::new(Cursor::new(bytes))
            }
        })
    }
}

impl From<Batches> for Source {
    fn from(batches: Batches) -> Self {
        Self::Batches(batches)
    }
}

/// Opens a file to read it. Devices are refused: they may have no end.
pub(crate) fn open_file(path: &Path) -> Result<File> {
    let name = path.display().to_string();
    let found = fs::metadata(path).map_err(|error| Error::read(&name, error))?;
    if is_device(&Some(found)) {
        return Err(Error::Endless { file: name });
    }
    File::open(path).map_err(|error| Error::read(&name, error))
}

/// Whether something is neither a file nor a folder nor a pipe.
#[cfg(unix)]
fn is_device(found: &Option<fs::Metadata>) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found
        .as_ref()
        .map(fs::Metadata::file_type)
        .is_some_and(|kind| kind.is_char_device() || kind.is_block_device() || kind.is_socket())
}

#[cfg(not(unix))]
fn is_device(found: &Option<fs::Metadata>) -> bool {
    found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir())
}

/// What standard input is, unless a person types into it.
#[cfg(unix)]
fn stdin_metadata() -> Option<fs::Metadata> {
    use std::{io::IsTerminal, os::fd::AsFd};
    let stdin = io::stdin();
    let copy = (!stdin.is_terminal()).then(|| stdin.as_fd().try_clone_to_owned())?;
    File::from(copy.ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn stdin_metadata() -> Option<fs::Metadata> {
    None
}

impl fmt::Debug for Source {
    /// Without the bytes: they are data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?})", self.name())
    }
}

/// Size and hash of the bytes that have passed.
#[derive(Clone, Default)]
pub(crate) struct ContentDigest {
    sha256: Sha256,
    bytes: u64,
}

impl ContentDigest {
    /// Adds bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.sha256.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The hash in hexadecimal and the number of bytes.
    pub(crate) fn finish(&self) -> (String, u64) {
        let digest = self.sha256.clone().finalize();
        (hex(&digest), self.bytes)
    }
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl io::Write for ContentDigest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The tally of a stream whose reader is buried below decoders.
#[derive(Clone, Default)]
pub(crate) struct SharedDigest(Arc<Mutex<ContentDigest>>);

impl SharedDigest {
    /// The hash in hexadecimal and the number of bytes so far.
    pub(crate) fn finish(&self) -> (String, u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).finish()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }

    fn update(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }
}

struct Digesting<R> {
    reader: R,
    tally: SharedDigest,
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.tally.update(&buffer[..count]);
        Ok(count)
    }
}

/// An open source: decompressed bytes, of which the head is at hand for sniffing.
pub(crate) struct Stream {
    /// How messages call it.
    pub file: String,
    /// What is wrapped around it.
    pub compression: Compression,
    /// The first bytes, decompressed.
    pub head: Vec<u8>,
    /// Whether the head is all there is.
    pub whole: bool,
    /// Of the bytes as stored.
    pub tally: SharedDigest,
    /// What it was before it became text in UTF-8.
    pub origin: Origin,
    rest: Box<dyn Read + Send>,
}

/// What a stream was before it became text in UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// What it is.
    Itself,
    /// Text in UTF-16.
    Utf16,
    /// A sheet of a workbook.
    Workbook,
}

impl Stream {
    /// Opens a source and reads its head. Magic bytes tell the compression unless it is declared.
    pub(crate) fn open(source: &Source, declared: Option<Compression>, head_bytes: usize) -> Result<Self> {
        Self::open_sheet(source, (declared, None), head_bytes)
    }

    /// The same, and of a workbook this sheet.
    pub(crate) fn open_sheet(
        source: &Source,
        (declared, sheet): (Option<Compression>, Option<&str>),
        head_bytes: usize,
    ) -> Result<Self> {
        let file = source.name();
        let tally = SharedDigest::default();
        let mut raw = Digesting { reader: source.open()?, tally: tally.clone() };
        let mut magic = Vec::new();
        (&mut raw).take(4).read_to_end(&mut magic).map_err(|error| Error::read(&file, error))?;
        let compression = declared.unwrap_or_else(|| compression_of(&magic));
        check_compression(compression, &file)?;
        let raw = Cursor::new(magic).chain(raw);
        #[cfg(feature = "compression")]
        let mut rest = {
            let tally = tally.clone();
            let rest = decompressed(raw, compression, move || tally.bytes());
            rest.map_err(|error| Error::read(&file, error))?
        };
        #[cfg(not(feature = "compression"))]
        let mut rest: Box<dyn Read + Send> = Box::new(raw);
        let mut first = Vec::new();
        (&mut rest).take(4).read_to_end(&mut first).map_err(|error| Error::read(&file, error))?;
        let whole = Cursor::new(first.clone()).chain(rest);
        let (mut rest, origin) = as_text(whole, &first, sheet, &file)?;
        let mut head = Vec::new();
        (&mut rest)
            .take(head_bytes as u64)
            .read_to_end(&mut head)
            .map_err(|error| Error::read(&file, error))?;
        let whole = head.len() < head_bytes;
        Ok(Self { file, compression, head, whole, tally, origin, rest })
    }

    /// Takes the byte order mark off, if the encoding may have one.
    pub(crate) fn without_mark(mut self, encoding: Encoding) -> Self {
        if encoding != Encoding::Latin1 && self.head.starts_with(BOM) {
            self.head.drain(..BOM.len());
        }
        self
    }

    /// Empties a first line that says `sep=;`, which is Excel's word for a delimiter; lines keep their numbers.
    pub(crate) fn without_separator_line(mut self) -> Self {
        if separator(&self.head).is_some() {
            self.head.drain(..SEPARATOR.len() + 1);
        }
        self
    }

    /// All decompressed bytes, head included.
    pub(crate) fn into_reader(self) -> impl Read + Send {
        Cursor::new(self.head).chain(self.rest)
    }

    /// All decompressed bytes, in memory.
    pub(crate) fn into_bytes(self, observer: &dyn Observer) -> Result<Bytes> {
        let Self { file, mut head, mut rest, .. } = self;
        loop {
            observer.go_on()?;
            let part = (&mut rest).take(PART).read_to_end(&mut head);
            if part.map_err(|error| Error::read(&file, error))? == 0 {
                return Ok(head.into());
            }
        }
    }
}

/// How Excel begins a line that says what stands between cells.
const SEPARATOR: &[u8] = b"sep=";

/// The delimiter that a first line `sep=;` names, if there is such a line.
pub(crate) fn separator(text: &[u8]) -> Option<u8> {
    let (word, rest) = text.split_at_checked(SEPARATOR.len())?;
    match (word.eq_ignore_ascii_case(SEPARATOR), rest) {
        (true, [delimiter, b'\n', ..] | [delimiter, b'\r', b'\n', ..]) if delimiter.is_ascii() => {
            Some(*delimiter)
        }
        _ => None,
    }
}

/// A stream that is text in another form becomes text; all others stay. `first` are its first bytes.
fn as_text(
    stream: impl Read + Send + 'static,
    first: &[u8],
    sheet: Option<&str>,
    file: &str,
) -> Result<(Box<dyn Read + Send>, Origin)> {
    if is_utf16(first) {
        return Ok((Box::new(Utf16::new(stream, first)), Origin::Utf16));
    }
    if first.starts_with(b"PK\x03\x04") {
        check_workbook(file)?;
        #[cfg(feature = "excel")]
        {
            let (mut stream, mut bytes) = (stream, Vec::new());
            stream.read_to_end(&mut bytes).map_err(|error| Error::read(file, error))?;
            let text = crate::workbook::text_of(file, bytes, sheet)?;
            return Ok((Box::new(Cursor::new(text.into_bytes())), Origin::Workbook));
        }
    }
    match sheet {
        Some(_) => Err(Error::NoWorkbook { file: file.to_owned() }),
        None => Ok((Box::new(stream), Origin::Itself)),
    }
}

fn compression_of(magic: &[u8]) -> Compression {
    if magic.starts_with(&[0x1f, 0x8b]) {
        Compression::Gzip
    } else if magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Compression::Zstd
    } else {
        Compression::None
    }
}

/// The hash and size of a source that a decoder reads by itself.
pub(crate) fn tally_of(source: &Source, observer: &dyn Observer) -> Result<(String, u64)> {
    let mut tally = ContentDigest::default();
    if let Source::Batches(batches) = source {
        batches.write_columns(&mut tally, observer)?;
        return Ok(tally.finish());
    }
    let file = source.name();
    let mut reader = source.open()?;
    let mut buffer = vec![0; PART as usize];
    loop {
        observer.go_on()?;
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(tally.finish()),
            Ok(count) => tally.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::read(&file, error)),
        }
    }
}

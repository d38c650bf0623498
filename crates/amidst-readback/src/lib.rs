//! Releases read back by the audit, in every format, as pages of text cells, and what their bytes hold besides ([`besides_cells`]).
//! Nothing here is shared with what wrote them.
//!
//! A file is read block after block by one thread; blocks become pages in any thread.

mod arrow;
mod blocks;
pub mod calendar;
mod csv;
mod encoding;
mod error;
mod guard;
mod json;
mod layout;
mod medium;
mod packed;
mod page;
mod residue;
#[cfg(feature = "parquet")]
mod swollen;
mod text;

use std::io::{self, Read};

use amidst_core::{Aborted, Observer};
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use rayon::prelude::*;

use blocks::Blocks;
pub use error::ReadError;
pub use layout::{Compression, Csv, Encoding, Format, Layout, Newline};
pub use medium::Medium;
pub use medium::Opened;
pub use page::{Page, Row, Span};
pub use residue::besides_cells;
pub use text::for_each_cell;

/// What is wrong with a block, after so many good rows of it.
pub struct Flaw {
    /// Good rows before it.
    pub rows: u64,
    /// In words without a cell.
    pub what: &'static str,
}

/// A part of a file that holds whole rows.
pub enum Block {
    /// Text as it stands in the file, in UTF-8.
    Text(Vec<u8>),
    /// Arrow columns.
    Batch(RecordBatch),
}

/// A released file, open for reading.
pub struct Reader {
    source: Source,
    header: Option<Vec<Heading>>,
    /// Met after blocks that are still good.
    error: Option<io::Error>,
}

/// A column as the file names it.
pub struct Heading {
    /// Its name.
    pub name: String,
    /// Its type, in formats that have types.
    pub data_type: Option<DataType>,
    /// Its type to readers that know the format alone: Parquet has fewer types than Arrow.
    pub plain: Option<DataType>,
}

/// How blocks become pages.
pub struct Parser<'a> {
    layout: &'a Layout,
    columns: &'a [&'a str],
}

enum Source {
    Text(Blocks),
    Batches(Box<dyn Iterator<Item = Result<RecordBatch, arrow_schema::ArrowError>> + Send>),
}

impl Reader {
    /// Opens a file and reads its header.
    pub fn open(release: &Medium, layout: &Layout) -> Result<Self, ReadError> {
        let broken = |error| release.broken(error);
        let file = release.open().map_err(broken)?;
        if layout.compression != Compression::None && matches!(layout.format, Format::Parquet | Format::Arrow)
        {
            return Err(ReadError::Layout(format!(
                "{} is not compressed from outside",
                layout.format.name()
            )));
        }
        match &layout.format {
            #[cfg(feature = "parquet")]
            Format::Parquet => Self::batches(arrow::parquet(file), layout),
            Format::Arrow => Self::batches(arrow::ipc(file), layout),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => Err(unbuilt("Parquet")),
            Format::JsonLines => {
                let blocks = Blocks::new(decompressed(file, layout.compression).map_err(broken)?, None);
                Ok(Self { source: Source::Text(blocks), header: None, error: None })
            }
            Format::Csv(csv) => {
                let bytes = decompressed(file, layout.compression).map_err(broken)?;
                let text = encoding::decoded(bytes, csv.encoding)
                    .map_err(|error| failed(error, release, layout, 0))?;
                let mut blocks = Blocks::new(text, csv.quote);
                let first = blocks.peek().map_err(|error| failed(error, release, layout, 0))?;
                let (names, length) = csv::header(first, csv).map_err(|what| ReadError::Malformed {
                    format: "CSV",
                    rows: 0,
                    what,
                })?;
                blocks.skip(length);
                let header = names.into_iter().map(|name| Heading { name, data_type: None, plain: None });
                let header = header.collect();
                Ok(Self { source: Source::Text(blocks), header: Some(header), error: None })
            }
        }
    }

    fn batches(opened: Result<arrow::Batches, &'static str>, layout: &Layout) -> Result<Self, ReadError> {
        let malformed = |what| ReadError::Malformed { format: layout.format.name(), rows: 0, what };
        let (header, batches) = opened.map_err(malformed)?;
        Ok(Self { source: Source::Batches(batches), header: Some(header), error: None })
    }

    /// The columns; `None` if the format names them in every row.
    pub fn header(&self) -> Option<&[Heading]> {
        self.header.as_deref()
    }

    /// Reads everything: while some pages are looked at, the next are read. What was seen is added up in the order of the
    /// file.
    pub fn read<T: Send>(
        &mut self,
        release: &Medium,
        parser: &Parser,
        look: impl Fn(&Page) -> T + Sync,
        mut add: impl FnMut(T),
        observer: &dyn Observer,
    ) -> Result<(), ReadError> {
        let count = 4 * rayon::current_num_threads();
        let mut rows = 0;
        let mut blocks = self.blocks(count, observer);
        loop {
            observer.go_on()?;
            let current = blocks.map_err(|error| failed(error, release, parser.layout, rows))?;
            if current.is_empty() {
                return Ok(());
            }
            let seen = |block| {
                observer.go_on()?;
                Ok(parser.page(block).map(|page| (page.rows as u64, look(&page))))
            };
            let model_columns = || current.into_par_iter().map(seen).collect::<Result<Vec<_>, Aborted>>();
            let pages;
            (pages, blocks) = rayon::join(model_columns, || self.blocks(count, observer));
            for page in pages? {
                let format = parser.layout.format.name();
                let (more, seen) = page.map_err(|flaw| ReadError::Malformed {
                    format,
                    rows: rows + flaw.rows,
                    what: flaw.what,
                })?;
                rows += more;
                add(seen);
            }
        }
    }

    /// The next blocks, at most `count`; none at the end.
    fn blocks(&mut self, count: usize, observer: &dyn Observer) -> io::Result<Vec<Block>> {
        let mut blocks = Vec::with_capacity(count);
        // Whoever reads is told of an abort before what was read is looked at.
        while blocks.len() < count && self.error.is_none() && observer.go_on().is_ok() {
            match self.next_block() {
                Ok(Some(block)) => blocks.push(block),
                Ok(None) => return Ok(blocks),
                Err(error) => self.error = Some(error),
            }
        }
        if blocks.is_empty() { self.error.take().map_or(Ok(blocks), Err) } else { Ok(blocks) }
    }

    fn next_block(&mut self) -> io::Result<Option<Block>> {
        match &mut self.source {
            Source::Text(text) => Ok(text.next_block()?.map(Block::Text)),
            Source::Batches(batches) => Ok(batches.next().transpose().map_err(damaged)?.map(Block::Batch)),
        }
    }
}

impl<'a> Parser<'a> {
    /// A parser of blocks of these columns.
    pub fn new(layout: &'a Layout, columns: &'a [&'a str]) -> Self {
        Self { layout, columns }
    }

    /// The rows of a block.
    pub fn page(&self, block: Block) -> Result<Page, Flaw> {
        match (block, &self.layout.format) {
            (Block::Batch(batch), _) => arrow::page(&batch),
            (Block::Text(text), Format::Csv(csv)) => csv::page(text, csv, self.columns.len()),
            (Block::Text(text), _) => json::page(&text, self.columns),
        }
    }
}

/// An error while reading, told apart: the system's, or the file's.
fn failed(error: io::Error, release: &Medium, layout: &Layout, rows: u64) -> ReadError {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
            ReadError::Malformed { format: layout.format.name(), rows, what: "it is damaged or incomplete" }
        }
        _ => release.broken(error),
    }
}

#[cfg(not(feature = "parquet"))]
fn unbuilt(format: &str) -> ReadError {
    ReadError::Layout(format!("this build was made without {format}"))
}

/// Arrow's own messages are dropped: nobody promises that they hold no cell.
fn damaged(_: arrow_schema::ArrowError) -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn decompressed(file: Opened, compression: Compression) -> io::Result<Box<dyn Read + Send>> {
    Ok(match compression {
        Compression::None => Box::new(file),
        #[cfg(feature = "compression")]
        Compression::Gzip => {
            Box::new(flate2::bufread::MultiGzDecoder::new(io::BufReader::with_capacity(1 << 18, file)))
        }
        #[cfg(feature = "compression")]
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::new(file)?),
        #[cfg(not(feature = "compression"))]
        _ => return Err(io::ErrorKind::Unsupported.into()),
    })
}

//! What a file holds besides its cells.
//!
//! A file can be right in every cell and still carry what is none: values in a dictionary that no row uses, bytes below a
//! null, a note in the metadata, statistics of rows that were left out. Here every byte of a file is accounted for, as far as
//! its format lets one tell: what no released cell explains is named, and the release is refused.

#[cfg(feature = "parquet")]
mod beside;
mod buffers;
mod columns;
#[cfg(feature = "compression")]
mod compressed;
mod dictionaries;
mod ipc;
mod overhead;
#[cfg(feature = "parquet")]
mod pages;
mod values;

use std::io;

use amidst_core::{Aborted, Observer};
use arrow_schema::ArrowError;

use super::{Medium, Opened, guard::caught};
use crate::{Compression, Format, Layout, ReadError};

/// What stops the account: a thing that no cell explains, in words without a cell, or a file that cannot be read.
pub(super) enum Stop {
    Besides(String),
    Io(io::Error),
    Aborted(Aborted),
}

impl From<Aborted> for Stop {
    fn from(aborted: Aborted) -> Self {
        Self::Aborted(aborted)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ArrowError> for Stop {
    fn from(_: ArrowError) -> Self {
        "a part of the file cannot be read".into()
    }
}

impl From<&str> for Stop {
    fn from(words: &str) -> Self {
        Self::Besides(words.into())
    }
}

pub(super) type Account<T = ()> = Result<T, Stop>;

/// The first thing found in a file that is no cell; `None` if there is nothing. The file was opened by a reader before.
pub fn besides_cells(
    release: &Medium,
    layout: &Layout,
    observer: &dyn Observer,
) -> Result<Option<String>, ReadError> {
    let account = || match (&layout.format, layout.compression) {
        (Format::Arrow, _) => ipc::account(release.open()?, observer),
        #[cfg(feature = "parquet")]
        (Format::Parquet, _) => pages::account(release, observer),
        // Text is read strictly: every byte is a cell's, a delimiter's or a line end's.
        (_, Compression::None) => Ok(()),
        #[cfg(feature = "compression")]
        (_, Compression::Gzip) => compressed::gzip(release.open()?, observer),
        #[cfg(feature = "compression")]
        (_, Compression::Zstd) => compressed::zstd(release.open()?, observer),
        // Refused when it was opened.
        #[cfg(not(all(feature = "parquet", feature = "compression")))]
        _ => besides("this build cannot read it"),
    };
    let damaged =
        ReadError::Malformed { format: layout.format.name(), rows: 0, what: "it is damaged or incomplete" };
    match caught(account).ok_or(damaged)? {
        Ok(()) => Ok(None),
        Err(Stop::Besides(words)) => Ok(Some(words)),
        Err(Stop::Io(error)) => Err(release.broken(error)),
        Err(Stop::Aborted(aborted)) => Err(aborted.into()),
    }
}

/// Ends the account with what was found.
fn besides<T>(words: impl Into<String>) -> Account<T> {
    Err(Stop::Besides(words.into()))
}

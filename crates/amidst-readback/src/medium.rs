//! Where the bytes of a release lie: in a file, or in memory.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use bytes::Bytes;
#[cfg(feature = "parquet")]
use parquet::{
    errors::Result as ParquetResult,
    file::reader::{ChunkReader, Length},
};

use crate::ReadError;

/// The bytes of a release.
#[derive(Clone)]
pub enum Medium<'a> {
    /// In a file.
    File(&'a Path),
    /// In memory.
    Memory(Bytes),
}

impl<'a> From<&'a Path> for Medium<'a> {
    fn from(path: &'a Path) -> Self {
        Self::File(path)
    }
}

impl From<Bytes> for Medium<'_> {
    fn from(bytes: Bytes) -> Self {
        Self::Memory(bytes)
    }
}

impl Medium<'_> {
    /// Opens it at its beginning.
    pub fn open(&self) -> io::Result<Opened> {
        Ok(match self {
            Self::File(path) => Opened::File(File::open(path)?),
            Self::Memory(bytes) => Opened::Memory(Cursor::new(bytes.clone())),
        })
    }

    /// An error of the system while it was read.
    pub fn broken(&self, cause: io::Error) -> ReadError {
        let path = match self {
            Self::File(path) => PathBuf::from(path),
            Self::Memory(_) => "memory".into(),
        };
        ReadError::Io { path, cause }
    }
}

/// A release that is being read.
pub enum Opened {
    /// From a file.
    File(File),
    /// From memory.
    Memory(Cursor<Bytes>),
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Opened {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}

#[cfg(feature = "parquet")]
impl Length for Opened {
    fn len(&self) -> u64 {
        match self {
            Self::File(file) => Length::len(file),
            Self::Memory(bytes) => bytes.get_ref().len() as u64,
        }
    }
}

#[cfg(feature = "parquet")]
impl ChunkReader for Opened {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(match self {
            Self::File(file) => Box::new(file.get_read(start)?),
            Self::Memory(bytes) => Box::new(bytes.get_ref().get_read(start)?),
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        match self {
            Self::File(file) => file.get_bytes(start, length),
            Self::Memory(bytes) => bytes.get_ref().get_bytes(start, length),
        }
    }
}

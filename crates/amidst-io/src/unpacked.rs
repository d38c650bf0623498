//! Text that is compressed as a whole, unpacked while it is read.

use std::io::{self, Read};

use crate::Compression;

/// The bytes below a compression. `stored` tells how many bytes were read above it.
pub(crate) fn decompressed(
    raw: impl Read + Send + 'static,
    compression: Compression,
    stored: impl Fn() -> u64 + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    let reader: Box<dyn Read + Send> = match compression {
        Compression::None => return Ok(Box::new(raw)),
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(raw)),
        Compression::Zstd => Box::new(zstd::Decoder::new(raw)?),
    };
    Ok(Box::new(Unpacked { reader, bytes: 0, stored: Box::new(stored) }))
}

/// A table unpacks to a few dozen times its size; what is far beyond that was made to fill memory.
struct Unpacked {
    reader: Box<dyn Read + Send>,
    bytes: u64,
    stored: Box<dyn Fn() -> u64 + Send>,
}

impl Unpacked {
    /// Up to here the ratio does not matter.
    const HARMLESS: u64 = 1 << 30;
    const LARGEST_RATIO: u64 = 1000;
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes += count as u64;
        if self.bytes > Self::HARMLESS && self.bytes / Self::LARGEST_RATIO > (self.stored)() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it unpacks to more than a thousand times its size; unpack it yourself if that is right",
            ));
        }
        Ok(count)
    }
}

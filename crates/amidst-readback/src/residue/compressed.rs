//! Text compressed as a whole: one stream of data without names, comments or further streams.

use std::io::{self, BufRead, BufReader, Read};

use amidst_core::Observer;

use super::{Account, Opened, besides};

/// Unpacked at a time.
const BLOCK: u64 = 1 << 20;

/// The fixed beginning of gzip: the method, no flags, no time.
const GZIP: [u8; 8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0];
/// The beginning of a frame of Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

pub(super) fn gzip(file: Opened, observer: &dyn Observer) -> Account {
    let mut bytes = BufReader::new(file);
    let mut start = [0; GZIP.len()];
    bytes.read_exact(&mut start)?;
    if start != GZIP {
        return besides("the gzip header says more than that there is data");
    }
    let mut decoder = flate2::bufread::GzDecoder::new(io::Cursor::new(start).chain(bytes));
    to_the_end(&mut decoder, observer)?;
    ended(decoder.into_inner())
}

pub(super) fn zstd(file: Opened, observer: &dyn Observer) -> Account {
    let mut bytes = BufReader::new(file);
    if !bytes.fill_buf()?.starts_with(&ZSTD) {
        return besides("something stands before the compressed data");
    }
    let mut decoder = zstd::Decoder::with_buffer(bytes)?.single_frame();
    to_the_end(&mut decoder, observer)?;
    ended(decoder.finish())
}

/// Unpacks everything, and asks block by block.
fn to_the_end(decoder: &mut impl Read, observer: &dyn Observer) -> Account {
    loop {
        observer.go_on()?;
        if io::copy(&mut decoder.by_ref().take(BLOCK), &mut io::sink())? < BLOCK {
            return Ok(());
        }
    }
}

fn ended(mut rest: impl BufRead) -> Account {
    if rest.fill_buf()?.is_empty() { Ok(()) } else { besides("something stands behind the compressed data") }
}

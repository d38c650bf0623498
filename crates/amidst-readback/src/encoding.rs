//! Text in other encodings, as UTF-8.

use std::io::{self, Read};

use crate::Encoding;

const BOM: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The same text in UTF-8. A byte order mark that was promised is taken off; one that was not stays, and will be found
/// at the beginning of the first column's name.
pub(crate) fn decoded(
    mut bytes: Box<dyn Read + Send>,
    encoding: Encoding,
) -> io::Result<Box<dyn Read + Send>> {
    match encoding {
        Encoding::Utf8 { bom: false } => Ok(bytes),
        Encoding::Utf8 { bom: true } => {
            let mut mark = [0; BOM.len()];
            bytes.read_exact(&mut mark)?;
            if mark == BOM { Ok(bytes) } else { Err(io::ErrorKind::InvalidData.into()) }
        }
        Encoding::Latin1 => Ok(SingleBytes::boxed(bytes, std::array::from_fn(|byte| char::from(byte as u8)))),
        Encoding::Windows1252 => Ok(SingleBytes::boxed(bytes, windows_1252())),
    }
}

fn windows_1252() -> [char; 256] {
    std::array::from_fn(|byte| {
        let bytes = [byte as u8];
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    })
}

/// Text of one byte per character.
struct SingleBytes {
    from: Box<dyn Read + Send>,
    characters: [char; 256],
    /// Decoded, from `given` on not yet given out.
    decoded: String,
    given: usize,
}

impl SingleBytes {
    fn boxed(from: Box<dyn Read + Send>, characters: [char; 256]) -> Box<dyn Read + Send> {
        Box::new(Self { from, characters, decoded: String::new(), given: 0 })
    }

    fn decode_more(&mut self) -> io::Result<()> {
        let mut bytes = [0; 1 << 14];
        let read = self.from.read(&mut bytes)?;
        self.decoded.clear();
        self.decoded.extend(bytes[..read].iter().map(|&byte| self.characters[usize::from(byte)]));
        self.given = 0;
        Ok(())
    }
}

impl Read for SingleBytes {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.given == self.decoded.len() {
            self.decode_more()?;
        }
        let read = (&self.decoded.as_bytes()[self.given..]).read(to)?;
        self.given += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8], encoding: Encoding) -> io::Result<String> {
        let mut text = String::new();
        decoded(Box::new(io::Cursor::new(bytes.to_vec())), encoding)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn single_bytes_become_utf_8() {
        let bytes: Vec<u8> = b"caf\xe9 \x80\n".repeat(10_000);
        assert_eq!(decode(&bytes, Encoding::Latin1).unwrap(), "café \u{80}\n".repeat(10_000));
        assert_eq!(decode(&bytes, Encoding::Windows1252).unwrap(), "café €\n".repeat(10_000));
    }

    #[test]
    fn a_promised_mark_must_be_there() {
        assert_eq!(decode(b"\xef\xbb\xbfa", Encoding::Utf8 { bom: true }).unwrap(), "a");
        assert!(decode(b"abcd", Encoding::Utf8 { bom: true }).is_err());
        assert_eq!(decode(b"\xef\xbb\xbfa", Encoding::Utf8 { bom: false }).unwrap(), "\u{feff}a");
    }
}

//! The SHA-256 of a file.

use std::{
    fmt::Write,
    fs::File,
    io::{self, Read},
    path::Path,
};

use sha2::{Digest, Sha256};

/// A file's SHA-256 in hexadecimal, and its length.
pub(crate) fn of_file(path: &Path) -> io::Result<(String, u64)> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 18];
    let mut hash = Sha256::new();
    let mut bytes = 0;
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => {
                hash.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
    let hex = hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string never fails");
        hex
    });
    Ok((hex, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_published_one() {
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_file(path.path()).unwrap(), (expected.into(), 3));
    }
}

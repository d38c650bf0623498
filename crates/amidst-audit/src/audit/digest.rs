//! The SHA-256 of a release.

use amidst_readback::Medium;
use std::{fmt::Write, io::Read};

use amidst_core::Observer;
use sha2::{Digest, Sha256};

use crate::AuditError;

/// Its SHA-256 in hexadecimal, and its length.
pub(crate) fn of(release: &Medium, observer: &dyn Observer) -> Result<(String, u64), AuditError> {
    let broken = |error| release.broken(error);
    let mut file = release.open().map_err(broken)?;
    let mut buffer = vec![0; 1 << 18];
    let mut hash = Sha256::new();
    let mut bytes = 0;
    loop {
        observer.go_on()?;
        match file.read(&mut buffer).map_err(broken)? {
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
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of(&Medium::Memory("abc".into()), &()).unwrap(), (expected.into(), 3));
    }
}

//! The source in papers that go outside: by a keyed hash. A plain one tells whoever guesses a small table whether the guess
//! is right.

use amidst_spec::{Error, Result};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use amidst_io::hex;

/// What is said of a source that nobody can show later. It tells nothing of the data.
pub const LOST_KEY: &str = "papers for readers outside name the source by a keyed hash, and the key is not kept: nobody can show later that this was \
     the source; add internal_certificate to [output]";

/// A key drawn for the papers of one run. It stands in the certificate that stays inside, and nowhere else.
pub struct SourceKey([u8; 32]);

impl SourceKey {
    /// Draws a key.
    pub fn draw() -> Result<Self> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| Error::Random(error.to_string()))?;
        Ok(Self(key))
    }

    /// As a certificate writes it.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// HMAC-SHA-256 over the 64 hexadecimal digits of a SHA-256.
    pub fn of(&self, sha256: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(sha256.as_bytes());
        hex(&mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyed_hash_is_hmac_sha_256_over_the_digits() {
        // As `openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…07` tells it.
        let key = SourceKey([7; 32]);
        assert_eq!(key.of("ab"), "d28d6fc996ce8660b56f4a2c3f029482bcda48dce1b12233d4e0df6c24525452");
        assert_eq!(key.to_hex(), "07".repeat(32));
    }

    #[test]
    fn every_run_draws_its_own_key() {
        let [one, other] = [(); 2].map(|()| SourceKey::draw().expect("the system has randomness"));
        assert_ne!(one.of("ab"), other.of("ab"));
    }
}

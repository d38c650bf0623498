//! Signatures of certificates: Ed25519 over the bytes of the file, with a key that whoever answers for a release keeps. Keys and
//! signatures are files as OpenSSL writes and reads them, so that either program can make and check what the other did.

use std::path::{Path, PathBuf};

use amidst_spec::{Error, Result};
use ed25519_compact as ed25519;

/// A private key. It is never shown, only written to a file of its owner's.
pub struct SigningKey(ed25519::KeyPair);

/// The public half of a key, by which everybody can see whose signature it is.
pub struct PublicKey(ed25519::PublicKey);

/// Where the signature of a certificate stands: `certificate.json.sig`.
pub fn signature_beside(certificate: &Path) -> PathBuf {
    let mut name = certificate.as_os_str().to_owned();
    name.push(".sig");
    name.into()
}

impl SigningKey {
    /// A new one, drawn from the system's source of randomness.
    ///
    /// # Errors
    /// If that gives nothing.
    pub fn draw() -> Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| Error::Random(error.to_string()))?;
        Ok(Self(ed25519::KeyPair::from_seed(ed25519::Seed::new(seed))))
    }

    /// Reads one.
    ///
    /// # Errors
    /// If it is none, or others than its owner may read the file.
    pub fn read(path: &Path) -> Result<Self> {
        let unusable = |problem: &str| Error::Signing { path: path.into(), problem: problem.into() };
        let text = amidst_io::read_text(path)?;
        if text.contains("ENCRYPTED") {
            return Err(unusable(
                "the key is encrypted, and passwords are not asked for here; sign with OpenSSL, or decrypt it",
            ));
        }
        let key = ed25519::KeyPair::from_pem(&text)
            .map_err(|_| unusable("it is no private Ed25519 key in PEM, as OpenSSL writes one"))?;
        match is_open_to_others(path) {
            true => Err(unusable("others may read this private key; let its owner alone read it (mode 600)")),
            false => Ok(Self(key)),
        }
    }

    /// As it is written to a private file.
    pub fn to_pem(&self) -> String {
        self.0.sk.to_pem()
    }

    /// The public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.pk)
    }

    /// The signature of these bytes.
    pub fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        self.0.sk.sign(bytes, None).to_vec()
    }
}

impl PublicKey {
    /// Reads one.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(path: &Path) -> Result<Self> {
        let text = amidst_io::read_text(path)?;
        ed25519::PublicKey::from_pem(&text).map(Self).map_err(|_| Error::Signing {
            path: path.into(),
            problem: "it is no public Ed25519 key in PEM, as OpenSSL writes one; name the public half, not the private key"
                .into(),
        })
    }

    /// As everybody may read it.
    pub fn to_pem(&self) -> String {
        self.0.to_pem()
    }

    /// Whether the signature is that of this key over these bytes.
    pub fn has_signed(&self, bytes: &[u8], signature: &[u8]) -> bool {
        ed25519::Signature::from_slice(signature)
            .is_ok_and(|signature| self.0.verify(bytes, &signature).is_ok())
    }
}

/// Whether the system lets others read a file.
#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o077 != 0)
}

/// Whether the system lets others read a file: folders decide where files have no such permissions.
#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From RFC 8032, 7.1, test 2.
    const SEED: &str = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    const PUBLIC: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const SIGNATURE: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

    fn bytes(hex: &str) -> Vec<u8> {
        let digits = |at: usize| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("digits");
        (0..hex.len() / 2).map(digits).collect()
    }

    fn known() -> SigningKey {
        SigningKey(ed25519::KeyPair::from_seed(ed25519::Seed::from_slice(&bytes(SEED)).expect("a seed")))
    }

    #[test]
    fn signatures_are_those_of_the_standard() {
        let key = known();
        assert_eq!(*key.0.pk, *bytes(PUBLIC));
        assert_eq!(key.sign(&[0x72]), bytes(SIGNATURE));
    }

    #[test]
    fn a_changed_byte_or_another_key_has_not_signed() {
        let (key, other) = (known(), SigningKey::draw().expect("randomness"));
        let signature = key.sign(b"certificate");
        assert!(key.public().has_signed(b"certificate", &signature));
        assert!(!key.public().has_signed(b"certificatf", &signature));
        assert!(!other.public().has_signed(b"certificate", &signature));
        for at in 0..signature.len() {
            let mut changed = signature.clone();
            changed[at] ^= 1;
            assert!(!key.public().has_signed(b"certificate", &changed), "byte {at}");
        }
        assert!(!key.public().has_signed(b"certificate", &signature[1..]));
    }

    #[test]
    fn a_signature_stands_beside_its_certificate() {
        assert_eq!(signature_beside(Path::new("a/c.json")), Path::new("a/c.json.sig"));
    }
}

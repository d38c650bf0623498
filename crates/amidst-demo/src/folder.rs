//! The files that the demo writes into a folder, and whether they are still as it wrote them.

use std::path::{Path, PathBuf};

use amidst_spec::{Error, Result, files::Guard};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::spec_toml;
use amidst_io::hex;

/// The register.
const REGISTER: &str = "patients.csv";
/// The spec.
const SPEC: &str = "release.toml";
/// What the spec has written.
const RELEASE: &str = "release.csv";
const CERTIFICATE: &str = "certificate.json";
const PLAN: &str = "plan.json";

/// Whose place the files of the demo may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Of nothing.
    Nothing,
    /// Of its own files, unless somebody changed them.
    Own,
    /// Of everything.
    All,
}

/// Writes a register and the spec into a folder, after a look at all files that the demo is going to write.
pub fn write(folder: &Path, register: &str, overwrite: Overwrite) -> Result<()> {
    let files = [CERTIFICATE, REGISTER, SPEC, RELEASE, PLAN].map(|name| folder.join(name));
    let mut there = files.into_iter().filter(|path| path.symlink_metadata().is_ok());
    match overwrite {
        Overwrite::Nothing => {
            if let Some(path) = there.next() {
                return Err(Error::Exists { path });
            }
        }
        Overwrite::Own => {
            let written = Written::of(folder, register);
            if let Some(path) = there.find(|path| !written.is_as_it_was(path)) {
                return Err(Error::Edited { path });
            }
        }
        Overwrite::All => {}
    }
    let mut guard = Guard::new::<PathBuf>([], overwrite != Overwrite::Nothing);
    let targets = [REGISTER, SPEC].map(|name| guard.target("demo", &folder.join(name)));
    for (target, text) in targets.into_iter().zip([register, spec_toml()]) {
        target?.write(text)?;
    }
    Ok(())
}

/// What is known of files that an earlier demo wrote: their hashes.
struct Written {
    register: [Option<String>; 2],
    release: Option<String>,
    plan: Option<String>,
    has_certificate: bool,
}

impl Written {
    /// What the certificate in a folder says, and the register that is about to be written.
    fn of(folder: &Path, register: &str) -> Self {
        let text = std::fs::read(folder.join(CERTIFICATE)).unwrap_or_default();
        let certificate: Value = serde_json::from_slice(&text).unwrap_or_default();
        let hash = |pointer: &str| certificate.pointer(pointer)?.as_str().map(str::to_owned);
        Self {
            register: [hash("/input/sha256"), Some(hex(&Sha256::digest(register)))],
            release: hash("/output/sha256"),
            plan: hash("/papers/plan_sha256"),
            has_certificate: hash("/output/sha256").is_some(),
        }
    }

    fn is_as_it_was(&self, path: &Path) -> bool {
        let Ok(bytes) = std::fs::read(path) else { return false };
        let hash = Some(hex(&Sha256::digest(&bytes)));
        match path.file_name().and_then(|name| name.to_str()) {
            Some(REGISTER) => self.register.contains(&hash),
            Some(SPEC) => bytes == spec_toml().as_bytes(),
            Some(RELEASE) => self.release == hash,
            Some(PLAN) => self.plan == hash,
            _ => self.has_certificate,
        }
    }
}

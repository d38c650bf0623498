//! A certificate as it is read back.

use std::path::Path;

use amidst_spec::{
    Error, Result,
    reporting::Reporting,
    spec::{Counted, MissingPolicy},
};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::requirement::Stated;
use amidst_io::hex;

/// The version that this program reads.
pub const VERSION: u64 = 1;

/// What every certificate states.
const STATED: [&str; 5] =
    ["/output/rows", "/output/classes", "/reached/k", "/reached/k_wildcard", "/risk/after/highest"];

/// As much of a certificate as says how to verify it.
#[derive(Deserialize)]
pub struct Certificate {
    version: u64,
    pub output: Output,
    pub asked: StatedProblem,
    columns: Vec<NamedColumn>,
    /// What is counted: rows or people.
    pub counted: Counted,
    /// The least count that is told, if it was written for readers outside.
    #[serde(default)]
    reporting_threshold: Option<u64>,
    /// Sensitive columns, asked or not.
    #[serde(default)]
    pub sensitive: Vec<Sensitive>,
    /// The spec, if it stayed inside.
    #[serde(default)]
    spec: Option<String>,
    #[serde(default)]
    spec_sha256: Option<String>,
}

#[derive(Deserialize)]
pub struct Output {
    pub sha256: String,
    #[serde(default)]
    pub fragments: Vec<SideTable>,
    #[serde(default)]
    pub views: Vec<SideTable>,
}

/// A file that keeps a column apart.
#[derive(Deserialize)]
pub struct SideTable {
    pub column: String,
    pub path: String,
}

#[derive(Deserialize)]
pub struct StatedProblem {
    pub missing: MissingPolicy,
    pub privacy: Vec<Stated>,
}

#[derive(Deserialize)]
struct NamedColumn {
    name: String,
    role: String,
}

#[derive(Deserialize)]
pub struct Sensitive {
    pub column: String,
}

impl Certificate {
    /// Reads one, and all that it states.
    pub fn read(path: &Path) -> Result<(Value, Self)> {
        let unusable = |problem: &str| Error::Certificate { path: path.into(), problem: problem.into() };
        let no_certificate = || unusable("it is no certificate, as releases have one");
        let raw: Value = serde_json::from_str(&amidst_io::read_text(path)?).map_err(|_| no_certificate())?;
        let certificate = Self::deserialize(&raw).map_err(|_| no_certificate())?;
        if STATED.iter().any(|place| raw.pointer(place).is_none()) {
            return Err(no_certificate());
        }
        match certificate.version {
            VERSION if certificate.asked.privacy.is_empty() => Err(unusable(
                "it claims nothing: `asked.privacy` names no requirement; take it as it was written",
            )),
            VERSION => Ok((raw, certificate)),
            _ => Err(unusable("this program reads version 1; use a newer one")),
        }
    }

    /// The columns of a role.
    pub fn columns(&self, role: &str) -> Vec<String> {
        let columns = self.columns.iter().filter(|column| column.role == role);
        columns.map(|column| column.name.clone()).collect()
    }

    /// Whether a column of the source has this name.
    pub fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// The SHA-256 of the spec, if it is there.
    pub fn spec_hash(&self) -> Option<String> {
        self.spec.as_ref().map(|spec| hex(&Sha256::digest(spec)))
    }

    /// The spec, if it is the one that the certificate names by its hash: what another asks is not what was asked.
    pub fn own_spec(&self) -> Option<&str> {
        self.spec.as_deref().filter(|_| self.spec_hash() == self.spec_sha256)
    }

    /// For whom it was written.
    pub fn reporting(&self) -> Reporting {
        match self.reporting_threshold {
            Some(least) if least > 0 => Reporting::External { least },
            _ => Reporting::Internal,
        }
    }

    /// Whether the release is in fragments that only groups link.
    pub fn is_fragmented(&self) -> bool {
        !self.output.fragments.is_empty()
    }
}

//! Names of files that browsers hand over or a spec mentions: plain names, never a way to somewhere else.

use std::fmt;

use crate::error::{Refused, Result};

/// The longest name, in bytes: file systems take 255, and endings are added.
const LONGEST: usize = 200;

/// A plain name of a file in the folder of a session.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileName(String);

impl FileName {
    /// Takes a name that leads nowhere else: no folder, no pattern, no address of a database, not hidden.
    pub fn parse(name: &str) -> Result<Self> {
        let is_odd = |sign: char| sign.is_control() || r#"/\:*?[]{}<>|""#.contains(sign);
        let leads_on = name.is_empty() || name.starts_with(['.', '-']) || name.contains(is_odd);
        match leads_on || name.len() > LONGEST {
            true => Err(Refused::bad(
                "a file is named by a plain name, such as patients.csv, without folders or signs",
            )),
            false => Ok(Self(name.to_owned())),
        }
    }

    /// As it is.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_pass() {
        for name in ["patients.csv", "a b.parquet", "größe.csv.gz", "x"] {
            assert!(FileName::parse(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn what_leads_elsewhere_does_not() {
        let long = "x".repeat(LONGEST + 1);
        for name in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "-",
            ".hidden",
            "sqlite:x",
            "postgres://x",
            "*.csv",
            "a?b",
            "x\0",
            "x\n",
            &long,
        ] {
            assert!(FileName::parse(name).is_err(), "{name:?}");
        }
    }
}

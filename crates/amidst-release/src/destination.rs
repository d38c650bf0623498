//! Where a released table goes.

use std::path::Path;

use amidst_database::Address;
use amidst_spec::files::Target;

/// Where a released table goes.
#[derive(Clone)]
pub enum Destination {
    /// Into a file.
    File(Target),
    /// To standard output.
    Stdout,
    /// Back to whoever called, as record batches.
    Memory,
    /// Into a new table of a database.
    Database {
        /// Where it is.
        address: Address,
        /// What the table is called.
        table: String,
        /// Whether one of this name is replaced.
        replaces: bool,
    },
}

impl Destination {
    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(target) => Some(target.path()),
            Self::Stdout | Self::Memory | Self::Database { .. } => None,
        }
    }

    /// How summaries call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(target) => target.path().display().to_string(),
            Self::Stdout => "-".into(),
            Self::Memory => "memory".into(),
            Self::Database { address, table, .. } => format!("{}, table {table:?}", address.name()),
        }
    }

    /// How messages call it.
    pub fn describe(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::File(_) | Self::Memory | Self::Database { .. } => self.name(),
        }
    }
}

//! Where a released table goes.

use std::path::Path;

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
}

impl Destination {
    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(target) => Some(target.path()),
            Self::Stdout | Self::Memory => None,
        }
    }

    /// How summaries call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(target) => target.path().display().to_string(),
            Self::Stdout => "-".into(),
            Self::Memory => "memory".into(),
        }
    }

    /// How messages call it.
    pub fn describe(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::File(_) | Self::Memory => self.name(),
        }
    }
}

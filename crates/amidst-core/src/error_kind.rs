//! Whose matter an error is.

/// Whose matter it is that something could not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// What was asked for, in a spec or by flags.
    Spec,
    /// What a table or another input holds.
    Data,
    /// Files, folders, disks and the like.
    Environment,
    /// Our own mistake.
    Internal,
}

impl ErrorKind {
    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Data => "data",
            Self::Environment => "environment",
            Self::Internal => "internal",
        }
    }
}

//! What is wrong with a setting: which key, in which way, and in words.

use std::fmt;

use amidst_core::{ErrorCode, Place};

/// A setting that cannot be as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The key, as the spec spells it.
    pub key: &'static str,
    /// The column whose setting it is, or which it names.
    pub column: Option<String>,
    /// In which way it cannot be.
    pub problem: SettingProblem,
    /// All of it for people, and what to do.
    pub message: String,
}

/// In which way a setting cannot be as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingProblem {
    /// It has a value that it cannot have.
    BadValue,
    /// It is missing, and another setting needs it.
    Missing,
    /// It contradicts another, or has no meaning beside it.
    Conflict {
        /// The key of the other.
        with: &'static str,
    },
    /// It asks for more than is ever worked on at once.
    TooLarge,
    /// The cells of the column are not what it says of them.
    UnfitColumn,
}

impl SettingError {
    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self.problem {
            SettingProblem::BadValue => ErrorCode::BadParameter,
            SettingProblem::Missing => ErrorCode::MissingSetting,
            SettingProblem::Conflict { .. } => ErrorCode::ConflictingSettings,
            SettingProblem::TooLarge => ErrorCode::TooLarge,
            SettingProblem::UnfitColumn => ErrorCode::UnfitColumn,
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        Place { key: Some(self.key.into()), column: self.column.clone(), ..Place::default() }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

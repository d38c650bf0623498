//! A part of a table.

use crate::job::Dataset;

/// Rows of a part of a table, every column in its role.
pub struct Part(pub(super) Dataset);

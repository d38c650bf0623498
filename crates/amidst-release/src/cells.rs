//! How many cells of a column were changed.

use serde::{Deserialize, Serialize};

/// Cells of a column in released rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cells {
    /// Those that no longer show the value they had, suppressed ones included.
    pub changed: u64,
    /// Those that tell nothing any more.
    pub suppressed: u64,
}

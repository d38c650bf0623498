//! Rows of one point that are together somewhere.

/// Some rows of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The point.
    pub point: u32,
    /// How many of its rows.
    pub rows: u32,
}

//! What messages take besides cells: padding, and the description of where cells are.

use super::{Stop, besides};

/// Messages and buffers begin at multiples of at most this.
pub(super) const ALIGNMENT: usize = 64;
/// What the description of a message takes beside its lists.
pub(super) const DESCRIPTION: usize = 512;

/// Whether bytes are there only so that others are aligned.
pub(super) fn is_padding(bytes: &[u8]) -> bool {
    bytes.len() < ALIGNMENT && bytes.iter().all(|&byte| byte == 0)
}

/// Whether a description of so many bytes is explained by its lists.
pub(super) fn is_explained(described: usize, lists: usize) -> Result<(), Stop> {
    if described <= lists + DESCRIPTION {
        Ok(())
    } else {
        besides("a message says more than where its cells are")
    }
}

//! How much memory a run may take.
//!
//! What is measured is by how much the resident memory of the process has grown. That is what an operator sees and what a
//! machine runs out of, whoever allocated it: a library that reads Parquet as much as a table of ours. Whatever else the process does
//! meanwhile is counted too.

use memory_stats::memory_stats;

/// A limit to the growth of the process's resident memory, from some moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimit {
    /// How much it may grow.
    bytes: usize,
    /// What it was at that moment.
    before: usize,
}

impl MemoryLimit {
    /// A limit from now on.
    pub fn from_now(bytes: usize) -> Self {
        Self { bytes, before: resident().unwrap_or(0) }
    }

    /// How much the memory may grow.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How much of it is left; nothing if the limit is exceeded. All of it where the system does not tell.
    pub fn left(&self) -> usize {
        self.bytes.saturating_sub(self.taken())
    }

    /// Whether it has grown more than it may. Never where the system does not tell.
    pub fn is_exceeded(&self) -> bool {
        self.taken() > self.bytes
    }

    fn taken(&self) -> usize {
        resident().unwrap_or(self.before).saturating_sub(self.before)
    }
}

/// The resident memory of the process, in bytes.
fn resident() -> Option<usize> {
    memory_stats().map(|stats| stats.physical_mem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_no_longer_left() {
        const TAKEN: usize = 64 << 20;
        let limit = MemoryLimit::from_now(2 * TAKEN);
        assert!(!limit.is_exceeded());
        let left = limit.left();
        let taken = std::hint::black_box(vec![1_u8; TAKEN]);
        if resident().is_some() {
            assert!(limit.left() + TAKEN / 2 < left, "{} of {left} are left", limit.left());
        }
        let more = std::hint::black_box(vec![1_u8; 2 * TAKEN]);
        assert_eq!(limit.is_exceeded(), resident().is_some());
        drop((taken, more));
    }
}

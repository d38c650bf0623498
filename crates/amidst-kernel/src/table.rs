//! The classes of a node.

use amidst_core::Levels;

/// The classes of a node: one tuple that stands for each class, and the rows of the class.
///
/// A class is told by any of its tuples, so tables need no re-encoding when they are rolled up to a coarser node. Classes
/// with the same lead entry stand together.
#[derive(Clone)]
pub struct ClassTable {
    /// The node.
    pub(crate) levels: Levels,
    /// Lead entries, ascending.
    pub(crate) runs: Vec<Run>,
    /// The other blocks, packed.
    pub(crate) keys: Vec<u64>,
    pub(crate) counts: Vec<u32>,
}

/// Classes that share a lead entry; they end where the next run starts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub lead: u32,
    pub start: u32,
}

impl ClassTable {
    /// The node.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no classes: the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The rows of each class.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>()
            + self.counts.capacity() * size_of::<u32>()
            + self.runs.capacity() * size_of::<Run>()
            + size_of::<Self>()
    }

    /// The classes of a run.
    pub(crate) fn run(&self, at: usize) -> std::ops::Range<usize> {
        let end = self.runs.get(at + 1).map_or(self.counts.len(), |next| next.start as usize);
        self.runs[at].start as usize..end
    }

    /// The run of a class.
    pub(crate) fn run_of(&self, class: usize) -> &Run {
        &self.runs[self.runs.partition_point(|run| run.start as usize <= class) - 1]
    }
}

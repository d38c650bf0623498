//! What a metric reads of a node, so that nothing else is summed.

use std::ops::BitOr;

/// What [`Metric::score`](super::Metric::score) reads of [`NodeFacts`](super::NodeFacts) besides its plain sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs(u8);

impl Needs {
    /// Nothing.
    pub const SUMS: Self = Self(0);
    /// Of [`NodeFacts::suppressed_columns`](super::NodeFacts::suppressed_columns) what is counted.
    pub const LEAVES: Self = Self(1);
    /// Of [`NodeFacts::suppressed_columns`](super::NodeFacts::suppressed_columns) all, the bits too.
    pub const BITS: Self = Self(1 | 2);
    /// [`NodeFacts::row_bits`](super::NodeFacts::row_bits).
    pub const ROW_BITS: Self = Self(4);
    /// [`NodeFacts::areas`](super::NodeFacts::areas).
    pub const AREAS: Self = Self(8);
    /// [`NodeFacts::majority`](super::NodeFacts::majority).
    pub const MAJORITY: Self = Self(16);
    /// Everything.
    pub const ALL: Self = Self(31);

    /// Whether this is all that another needs, or more.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What either of two needs.
impl BitOr for Needs {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_where_leaves_are_and_nothing_is_always_there() {
        assert!(Needs::BITS.contains(Needs::LEAVES) && !Needs::LEAVES.contains(Needs::BITS));
        assert!(Needs::SUMS.contains(Needs::SUMS) && !Needs::SUMS.contains(Needs::AREAS));
        let both = Needs::BITS | Needs::AREAS;
        assert!(
            both.contains(Needs::LEAVES) && both.contains(Needs::AREAS) && !both.contains(Needs::ROW_BITS)
        );
        assert!(Needs::ALL.contains(both | Needs::ROW_BITS | Needs::MAJORITY));
    }
}

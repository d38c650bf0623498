//! What a class covers of one column.

/// A set of codes of one column, in 64 bits. Only its [`Axis`](crate::Axis) knows how to read it: an interval of codes,
/// or one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cover(u64);

impl Cover {
    /// All codes from one to another.
    pub fn interval(low: u32, high: u32) -> Self {
        Self(u64::from(low) << 32 | u64::from(high))
    }

    /// The first code, of an interval.
    pub fn low(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The last code, of an interval.
    pub fn high(self) -> u32 {
        self.0 as u32
    }

    /// A set of codes below 64.
    pub fn mask(bits: u64) -> Self {
        Self(bits)
    }

    /// The codes as bits.
    pub fn bits(self) -> u64 {
        self.0
    }
}

//! What a region shows, if not what its own rows need.

use crate::{Axis, Cover};

/// The codes a region was cut out as: an interval of each column. The regions of all classes together are the domain,
/// and have no code in common, except those halved where rows had the same value: these share one.
#[derive(Clone)]
pub struct Shown {
    intervals: Vec<(u32, u32)>,
    is_shared: bool,
}

impl Shown {
    /// The whole domain.
    pub fn everything(axes: &[Axis]) -> Self {
        let whole = |axis: &Axis| (0, axis.values().saturating_sub(1));
        Self { intervals: axes.iter().map(whole).collect(), is_shared: false }
    }

    /// Both sides of a cut, between values or not: see [`super::cut::Made`]. Of an order, values that nobody has between both sides
    /// go to the nearer one, the middle to the lower.
    pub fn sides(self, between: Option<(usize, u32)>) -> (Self, Self) {
        let (mut lower, mut upper) = (self.clone(), self);
        match between {
            Some((axis, high)) if !lower.is_shared => {
                lower.intervals[axis].1 = high;
                upper.intervals[axis].0 = high + 1;
            }
            _ => (lower.is_shared, upper.is_shared) = (true, true),
        }
        (lower, upper)
    }

    /// What is shown, column by column.
    pub fn covers(&self, axes: &[Axis]) -> impl Iterator<Item = Cover> {
        axes.iter().zip(&self.intervals).map(|(axis, &interval)| cover(axis, interval))
    }
}

/// All codes from one to another; the missing value and others are everything.
fn cover(axis: &Axis, (low, high): (u32, u32)) -> Cover {
    match axis.missing() {
        Some(missing) if low < high && missing == high => axis.everything(),
        _ if axis.is_mask() => Cover::mask(u64::MAX >> (63 - high) & u64::MAX << low),
        _ => Cover::interval(low, high),
    }
}

//! All values equally far from each other.

use amidst_core::{ClassSummary, Values};

use crate::{part, whole::Whole};

/// The distance with a ground distance of 1 between any two values.
#[derive(Clone, Debug)]
pub struct Equal {
    whole: Whole,
}

impl Equal {
    pub fn new(values: &Values) -> Self {
        Self { whole: Whole::new(values) }
    }

    /// Only values that the class has can be more frequent in it.
    pub fn distance(&self, class: &ClassSummary<'_>) -> (u128, u128) {
        let more = self.whole.seen(class).map(|seen| seen.here.saturating_sub(seen.there)).sum();
        (more, u128::from(self.whole.rows) * u128::from(class.known()))
    }

    /// Of a part of m rows, Σ min(rows, q · m) are in their place, with the share q in the table: all but t · m must be.
    pub fn most_known(&self, class: &ClassSummary<'_>, t: f64) -> f64 {
        part::within_shares(&self.whole.capped(class, |_| 1.0), 1.0 - t)
    }
}

//! Numbers that follow from counts, told no more exactly than the counts.

use serde::{Serialize, Serializer};

use crate::reporting::{Count, Reporting};

/// A number of people in the mean. Outside told like a count. In JSON a number, or a text such as `<11`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// As it is.
    Exact(f64),
    /// As a count, rounded up before.
    Told(Count),
}

impl Expected {
    pub(super) fn new(number: f64, reporting: Reporting) -> Self {
        match reporting.is_external() {
            false => Self::Exact(number),
            true => Self::Told(reporting.count(number.ceil() as u64)),
        }
    }
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exact(number) => serializer.serialize_f64(*number),
            Self::Told(count) => count.serialize(serializer),
        }
    }
}

/// How many times larger a share is. Outside the power of two below it: a factor of 200 in 1,000 rows would tell of 5.
pub(super) fn factor(factor: f64, reporting: Reporting) -> f64 {
    match reporting.is_external() && factor > 0.0 {
        false => factor,
        true => factor.log2().floor().exp2(),
    }
}

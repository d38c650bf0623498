//! Numbers that follow from counts, told no more exactly than the counts.

use amidst_spec::reporting::{Count, Reporting};
use serde::{Serialize, Serializer};

/// A number of people in the mean. Outside told like a count. In JSON a number, or a text such as `<11`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// As it is.
    Exact(f64),
    /// As a count, rounded up before.
    Count(Count),
}

impl Expected {
    pub(super) fn new(number: f64, reporting: Reporting) -> Self {
        match reporting.is_external() {
            false => Self::Exact(number),
            true => Self::Count(reporting.count(number.ceil() as u64)),
        }
    }
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exact(number) => serializer.serialize_f64(*number),
            Self::Count(count) => count.serialize(serializer),
        }
    }
}

//! How specs ask for a measure.

use amidst_core::{Attribute, Metric, metric::MeasureInfo};

use crate::Aggregate;

/// A measure as specs ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is.
    pub info: MeasureInfo,
    /// The measure for some columns; without an aggregate it takes its usual one, if it has any.
    pub(crate) build: fn(&[Attribute], Option<Aggregate>) -> Box<dyn Metric>,
}

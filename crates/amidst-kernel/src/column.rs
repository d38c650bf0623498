//! A quasi column as the kernel takes it.

use std::sync::Arc;

use amidst_core::{Codes, Error, Hierarchy, Result};

/// A quasi column: leaf codes of a hierarchy, one per row.
#[derive(Clone)]
pub struct QuasiColumn {
    /// The header.
    pub name: String,
    /// The values it may take, and what they generalize to.
    pub hierarchy: Arc<Hierarchy>,
    /// For each row, a leaf of the hierarchy.
    pub codes: Codes,
    /// How much its precision matters, relative to the other columns.
    pub weight: f64,
    /// The lowest level a release may show.
    pub min_level: u8,
    /// The highest level a release may show.
    pub max_level: u8,
    /// How many rows of the source each stands for, where rows that are alike stand once: the same in all columns.
    pub counts: Option<Arc<[u32]>>,
}

impl QuasiColumn {
    /// A column that may take any level and matters as much as any other.
    pub fn new(name: &str, hierarchy: Arc<Hierarchy>, codes: Codes) -> Self {
        let max_level = hierarchy.height();
        Self { name: name.into(), hierarchy, codes, weight: 1.0, min_level: 0, max_level, counts: None }
    }

    /// Sets how much its precision matters.
    pub fn with_weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// Sets how many rows of the source each stands for.
    pub fn with_counts(mut self, counts: Option<Arc<[u32]>>) -> Self {
        self.counts = counts;
        self
    }

    /// Sets the lowest and the highest level a release may show.
    pub fn with_levels(mut self, min: u8, max: u8) -> Self {
        (self.min_level, self.max_level) = (min, max);
        self
    }

    /// What it is generalized under.
    pub(crate) fn terms(&self) -> Terms<'_> {
        let Self { name, hierarchy, weight, min_level, max_level, .. } = self;
        Terms { name, hierarchy, weight: *weight, min_level: *min_level, max_level: *max_level }
    }
}

/// What a column is generalized under.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub name: &'a str,
    pub hierarchy: &'a Hierarchy,
    pub weight: f64,
    pub min_level: u8,
    pub max_level: u8,
}

impl Terms<'_> {
    /// Refuses weights and levels that make no sense.
    pub(crate) fn check(&self) -> Result<()> {
        if !self.weight.is_finite() || self.weight < 0.0 {
            return Err(Error::Parameter {
                name: "weight",
                value: self.weight.to_string(),
                expected: format!("the weight of column {:?} must be a number of at least 0", self.name),
            });
        }
        if self.min_level > self.max_level || self.max_level > self.hierarchy.height() {
            return Err(Error::Parameter {
                name: "levels",
                value: format!("{} to {}", self.min_level, self.max_level),
                expected: format!(
                    "column {:?} has levels 0 to {}, and min must not be above max",
                    self.name,
                    self.hierarchy.height()
                ),
            });
        }
        Ok(())
    }
}

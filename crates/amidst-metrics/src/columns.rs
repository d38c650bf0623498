//! Weighting and aggregating one number per column.

use amidst_core::{Attribute, Score};

use crate::Aggregate;

/// Weights of columns, and how their numbers become a score.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    weights: Vec<f64>,
    aggregate: Aggregate,
}

/// Columns whose numbers need no allocation.
const FEW: usize = 16;

impl Columns {
    /// Divides weights by the largest; all of them zero is the same as all equal.
    pub fn new(attributes: &[Attribute], aggregate: Aggregate) -> Self {
        let largest = attributes.iter().map(|attribute| attribute.weight).fold(0.0, f64::max);
        let weight = |attribute: &Attribute| if largest > 0.0 { attribute.weight / largest } else { 1.0 };
        Self { weights: attributes.iter().map(weight).collect(), aggregate }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// The same with all columns but some counting as 0.
    pub fn only(&self, counted: &[usize]) -> Self {
        let weight = |(at, &weight): (usize, &f64)| if counted.contains(&at) { weight } else { 0.0 };
        Self { weights: self.weights.iter().enumerate().map(weight).collect(), ..*self }
    }

    /// What all columns score at least, from the scores of some each.
    pub fn join(&self, parts: &[Score]) -> Score {
        self.aggregate.join(parts)
    }

    /// The score of one number per column.
    pub fn score(&self, value: impl Fn(usize) -> f64) -> Score {
        let mut few = [0.0; FEW];
        let mut many = Vec::new();
        let values = if self.weights.len() <= FEW {
            &mut few[..self.weights.len()]
        } else {
            many.resize(self.weights.len(), 0.0);
            &mut many[..]
        };
        for (column, weight) in self.weights.iter().enumerate() {
            values[column] = value(column) * weight;
        }
        self.aggregate.of(values)
    }
}

/// Cuts after ten digits, as ARX does with the numbers of columns.
pub(crate) fn round10(value: f64) -> f64 {
    (value * 1e10).floor() / 1e10
}

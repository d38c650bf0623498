//! What a node is worth under an objective.

use std::{cmp::Ordering, fmt};

/// A score under an objective; lower is better. Compared part by part: most objectives have one part.
///
/// Never NaN, and never below 0, which searches rely on: what is no number from 0 on counts as the worst there is.
#[derive(Clone)]
pub struct Score {
    first: f64,
    /// Empty, and then without an allocation, for every objective but those that rank columns.
    rest: Box<[f64]>,
}

impl Score {
    /// A score of one part.
    pub fn new(value: f64) -> Self {
        Self { first: tame(value), rest: Box::default() }
    }

    /// A score of several parts, the most important first.
    pub fn from_parts(parts: &[f64]) -> Self {
        match parts.split_first() {
            None => Self::new(0.0),
            Some((&first, rest)) => {
                Self { first: tame(first), rest: rest.iter().map(|&part| tame(part)).collect() }
            }
        }
    }

    /// The score as one number: its first part.
    pub fn value(&self) -> f64 {
        self.first
    }

    /// Whether there is none worse: what was measured has no number from 0 on.
    pub fn is_worst(&self) -> bool {
        self.first == f64::MAX
    }

    /// All parts, the most important first.
    pub fn parts(&self) -> impl Iterator<Item = f64> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }
}

/// Keeps the order total and bounded below: no NaN, no infinity, nothing below 0, no negative zero.
fn tame(value: f64) -> f64 {
    if value.is_finite() && value >= 0.0 { value + 0.0 } else { f64::MAX }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.first.total_cmp(&other.first).then_with(|| {
            let pairs = self.rest.iter().zip(&other.rest);
            let unequal = pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
            unequal.unwrap_or_else(|| self.rest.len().cmp(&other.rest.len()))
        })
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Score {}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.parts()).finish()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_never_nan_and_compare_part_by_part() {
        assert_eq!(Score::new(f64::NAN), Score::new(f64::INFINITY));
        assert_eq!(Score::new(-0.0), Score::new(0.0));
        assert!(Score::new(1.0) < Score::new(f64::NAN));
        assert!(Score::new(1.0) < Score::new(-1.0), "nothing is below 0");
        assert!(Score::new(-1.0).is_worst());
        assert!(Score::from_parts(&[0.5, 0.2]) < Score::from_parts(&[0.5, 0.3]));
        assert!(Score::from_parts(&[0.4, 0.9]) < Score::from_parts(&[0.5, 0.3]));
    }
}

//! Measures of loss, as a search sees them.
//!
//! A metric never sees rows. It is built from what the data say about each column ([`Attribute`]) and then judges a
//! node by integer sums over its classes ([`NodeFacts`]), so a score does not depend on the order of work.

use std::{cmp::Ordering, fmt};

use crate::Levels;

/// A score under an objective; lower is better. Compared part by part: most objectives have one part.
///
/// Never NaN: what is not a number counts as the worst there is.
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

    /// All parts, the most important first.
    pub fn parts(&self) -> impl Iterator<Item = f64> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }
}

/// Keeps the order total: no NaN, no infinity, no negative zero.
fn tame(value: f64) -> f64 {
    if value.is_finite() { value + 0.0 } else { f64::MAX }
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

/// What a metric may know about a quasi column before any node is judged.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// How much this column matters, relative to the others.
    pub weight: f64,
    /// The height of its hierarchy.
    pub height: u8,
    /// The leaves of its hierarchy, whether they occur or not.
    pub leaves: u64,
    /// Its levels from 0 to `height`.
    pub levels: Vec<Vec<Label>>,
}

/// A label that occurs in the data when its column is at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Leaves of the hierarchy below it.
    pub leaves: u64,
    /// Rows that show it.
    pub rows: u64,
    /// Its parent: an index into the labels of the next level. 0 on the last level.
    pub parent: u32,
}

/// Sums over the classes of one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeFacts {
    /// The node.
    pub levels: Levels,
    /// All rows, suppressed ones included.
    pub rows: u64,
    /// Rows in outlier classes.
    pub suppressed: u64,
    /// Classes released.
    pub classes: u64,
    /// Outlier classes.
    pub outliers: u64,
    /// Squares of the sizes of released classes.
    pub squares: u64,
    /// Squares of the sizes of outlier classes.
    pub outlier_squares: u64,
    /// Rows of the smallest released class; 0 if nothing is released.
    pub smallest: u64,
    /// No released class of any node has fewer rows than this.
    pub least: u64,
    /// What the suppressed rows would have shown, column by column. Empty if nobody asked: see [`Metric::needs`].
    pub suppressed_columns: Vec<SuppressedColumn>,
}

/// What the suppressed rows of a node would have shown in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SuppressedColumn {
    /// Summed over these rows: leaves below the label.
    pub leaves: u64,
    /// Summed over these rows: bits it takes to tell the label among those of the suppressed rows.
    pub bits: f64,
}

/// What [`Metric::score`] reads of [`NodeFacts::suppressed_columns`]. Each contains the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Nothing.
    Sums,
    /// [`SuppressedColumn::leaves`].
    Leaves,
    /// [`SuppressedColumn::bits`] too.
    Bits,
}

/// A measure of what a node loses. Lower is better.
///
/// The bounds let a search skip nodes. Their defaults claim nothing, which is always safe. They must hold exactly as
/// computed, rounding included: a bound is never above the score it bounds.
pub trait Metric: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `loss`.
    fn name(&self) -> &'static str;

    /// The score of a node.
    fn score(&self, node: &NodeFacts) -> Score;

    /// What the score reads of [`NodeFacts::suppressed_columns`]. Bounds make do with less.
    fn needs(&self) -> Needs {
        Needs::Sums
    }

    /// Whether a node that suppresses nothing never scores above a node that generalizes it and suppresses nothing.
    fn is_monotone(&self) -> bool {
        false
    }

    /// Whether suppression does not matter to the score.
    fn ignores_suppression(&self) -> bool {
        false
    }

    /// No node at or above `levels` scores below this, whatever its classes.
    fn floor(&self, _levels: &[u8]) -> Score {
        Score::new(0.0)
    }

    /// No node at or above a judged one scores below this, if a class that holds also holds within any larger one.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        self.floor(&node.levels)
    }

    /// No node from `levels` up to a judged one scores below this, if rows suppressed at the judged node are suppressed
    /// at every node below it.
    fn bound_below(&self, levels: &[u8], _node: &NodeFacts) -> Score {
        self.floor(levels)
    }

    /// The same measure with only some columns counted, if it is made up of columns.
    fn part(&self, _columns: &[usize]) -> Option<Box<dyn Metric>> {
        None
    }

    /// No node scores below this, if for each of several sets of columns without any in common its [`Metric::part`]
    /// is not below the score given for it.
    fn join(&self, _parts: &[Score]) -> Score {
        Score::new(0.0)
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
        assert!(Score::from_parts(&[0.5, 0.2]) < Score::from_parts(&[0.5, 0.3]));
        assert!(Score::from_parts(&[0.4, 0.9]) < Score::from_parts(&[0.5, 0.3]));
    }
}

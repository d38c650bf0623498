//! Measures of loss, as a search sees them.
//!
//! A metric never sees rows. It is built from what the data say about each column ([`Attribute`]) and then judges a
//! node by sums over its classes ([`NodeFacts`]) that do not depend on the order of work.

mod facts;
mod info;
mod needs;
mod score;

use std::fmt;

pub use facts::{Areas, Attribute, Label, Majority, NodeFacts, RowBits, SuppressedColumn};
pub use info::{MeasureInfo, MetricFactory};
pub use needs::Needs;
pub use score::Score;

/// A measure of what a node loses. Lower is better.
///
/// The bounds let a search skip nodes. Their defaults claim only that no score is below 0. They must hold exactly as
/// computed, rounding included: a bound is never above the score it bounds.
pub trait Metric: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports, e.g. `loss`.
    fn name(&self) -> &'static str;

    /// The score of a node, a number from 0 on: anything else counts as the worst there is.
    fn score(&self, node: &NodeFacts) -> Score;

    /// What the score reads besides plain sums. Bounds make do without [`NodeFacts::suppressed_columns`].
    fn needs(&self) -> Needs {
        Needs::SUMS
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
    ///
    /// It stands as well where more classes fail than that: with more outliers a node never scores less. A metric that
    /// cannot promise so has bounds that hold whatever the outliers are, and no parts.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        self.floor(&node.levels)
    }

    /// No node from `levels` up to a judged one scores below this, if rows suppressed at the judged node are suppressed
    /// at every node below it, whatever else is suppressed there.
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

//! What a metric knows: the columns, and sums over the classes of a node.

use crate::Levels;

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
    /// What the suppressed rows would have shown, column by column. Empty if nobody asked: see [`Needs`](super::Needs).
    pub suppressed_columns: Vec<SuppressedColumn>,
    /// Rows times the bits that number them. None if nobody asked.
    pub row_bits: Option<RowBits>,
    /// What the rows may have been. None if nobody asked.
    pub areas: Option<Areas>,
    /// What the target column says of each class. None if nobody asked, or there is no such column.
    pub majority: Option<Majority>,
}

/// For each of some sets of rows, the rows times the logarithm of their number to base 2, summed. The smallest sets are
/// added first, so the sum does not depend on how they were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowBits {
    /// Over the distinct tuples of the table as it is: the same at every node.
    pub source: f64,
    /// Over released classes.
    pub released: f64,
    /// Over all classes, outliers too.
    pub all: f64,
}

/// For each row, how many tuples of leaves its class stands for: the product of the leaves below its labels. Summed; what
/// exceeds a `u128` stays its largest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Over the rows of released classes.
    pub released: u128,
    /// Over the rows of all classes, outliers too.
    pub all: u128,
}

/// For each class, the rows of the most frequent value of the target column. Summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Majority {
    /// Over released classes.
    pub released: u64,
    /// Over all classes, outliers too.
    pub all: u64,
}

/// What the suppressed rows of a node would have shown in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SuppressedColumn {
    /// Summed over these rows: leaves below the label.
    pub leaves: u64,
    /// Of these rows, those whose label has a single leaf below it.
    pub singles: u64,
    /// Summed over these rows: bits it takes to tell the label among those of the suppressed rows.
    pub bits: f64,
    /// Summed over these rows: bits it takes to number the leaves below the label.
    pub leaf_bits: f64,
}

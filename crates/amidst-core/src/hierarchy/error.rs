//! What is wrong with a hierarchy. Labels of a hierarchy are not cells of the data, but a leaf may be one: messages name
//! levels, lines and counts only.

use super::cover::Uncovered;

/// Why paths are not a hierarchy, or a hierarchy does not fit a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// Nothing there.
    #[error("its hierarchy is empty; give it at least one value")]
    Empty,
    /// A path of another length.
    #[error("its hierarchy has unequal depth: line {line} has {found} levels, line 1 has {expected}; repeat a label to keep it on the next level")]
    UnequalDepth {
        /// The line, from 1.
        line: usize,
        /// Levels on it.
        found: usize,
        /// Levels on the first line.
        expected: usize,
    },
    /// More than 255 levels.
    #[error("its hierarchy has {levels} levels; at most 200 are supported")]
    TooDeep {
        /// Levels found.
        levels: usize,
    },
    /// The last level has several labels.
    #[error("its hierarchy has {roots} roots on its last level; add a level with one label, such as *, above them")]
    SeveralRoots {
        /// How many.
        roots: usize,
    },
    /// One leaf on two lines that disagree.
    #[error("its hierarchy gives the value of line {line} another place on line {other}; keep one of the two lines")]
    TwoPlaces {
        /// The later line.
        line: usize,
        /// The earlier line.
        other: usize,
    },
    /// One label with two parents.
    #[error("its hierarchy gives one label of level {level} two parents, on lines {other} and {line}; rename one of them")]
    TwoParents {
        /// The level of the label.
        level: usize,
        /// The later line.
        line: usize,
        /// The earlier line.
        other: usize,
    },
    /// A label is above itself.
    #[error("its hierarchy has a cycle: a label of level {level} on line {line} comes back above its own parent; rename it")]
    Cycle {
        /// The level of the label.
        level: usize,
        /// A line it is on.
        line: usize,
    },
    /// A label says what its value is not.
    #[error("its hierarchy puts the value of line {line} below a label of level {level} that does not contain it; correct the bounds or the place")]
    DoesNotContain {
        /// The line.
        line: usize,
        /// The level of the label.
        level: usize,
    },
    /// A label a spreadsheet would run as a formula.
    #[error("its hierarchy has a label of level {level} on line {line} that begins with {sign:?}, which spreadsheets run as a formula; put another character first")]
    FormulaLabel {
        /// The line.
        line: usize,
        /// The level of the label.
        level: usize,
        /// The first character.
        sign: char,
    },
    /// The data holds values the hierarchy does not.
    #[error("{0}")]
    Uncovered(Uncovered),
    /// A builder cannot work with these parameters or values.
    #[error("{0}")]
    Builder(String),
}
